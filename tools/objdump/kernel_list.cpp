// SPDX-License-Identifier: Apache-2.0
#include "tools/objdump/kernel_list.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <gelf.h>
#include <libelf.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <map>
#include <memory>
#include <sstream>
#include <stdexcept>

namespace acc::objdump {
namespace {

struct CloseElf {
    void operator()(Elf* elf) const { elf_end(elf); }
};
using ElfPointer = std::unique_ptr<Elf, CloseElf>;

class File {
public:
    explicit File(const std::string& path) : fd_(open(path.c_str(), O_RDONLY | O_CLOEXEC)) {
        if (fd_ < 0)
            throw std::runtime_error(fmt::format("cannot open '{}': {}", path, std::strerror(errno)));
    }
    ~File() { close(fd_); }
    File(const File&) = delete;
    File& operator=(const File&) = delete;
    int descriptor() const { return fd_; }

private:
    int fd_;
};

// What an object says of itself.
struct Sections {
    std::string descriptions;
    std::map<std::string, uint64_t> functionBytes;  // local functions by name, of all images together
    bool hasSymbols = false;
};

void readSymbols(Elf& elf, Elf_Scn& section, const GElf_Shdr& header, Sections& result) {
    const Elf_Data* data = elf_getdata(&section, nullptr);
    if (data == nullptr || header.sh_entsize == 0)
        return;
    result.hasSymbols = true;
    GElf_Sym symbol{};
    for (int i = 0; gelf_getsym(const_cast<Elf_Data*>(data), i, &symbol) != nullptr; ++i) {
        if (GELF_ST_TYPE(symbol.st_info) != STT_FUNC || GELF_ST_BIND(symbol.st_info) != STB_LOCAL)
            continue;
        if (const char* name = elf_strptr(&elf, header.sh_link, symbol.st_name))
            result.functionBytes[name] += symbol.st_size;
    }
}

Sections readSections(Elf& elf, const std::string& shownName) {
    Sections result;
    size_t names = 0;
    if (elf_getshdrstrndx(&elf, &names) != 0)
        throw std::runtime_error(fmt::format("'{}' is damaged: {}", shownName, elf_errmsg(-1)));
    for (Elf_Scn* section = nullptr; (section = elf_nextscn(&elf, section)) != nullptr;) {
        GElf_Shdr header{};
        if (gelf_getshdr(section, &header) == nullptr)
            continue;
        const char* name = elf_strptr(&elf, names, header.sh_name);
        if (header.sh_type == SHT_SYMTAB) {
            readSymbols(elf, *section, header, result);
        } else if (name != nullptr && std::strcmp(name, ".acc.kernels") == 0) {
            const Elf_Data* data = elf_rawdata(section, nullptr);
            if (data != nullptr && data->d_buf != nullptr)
                result.descriptions.append(static_cast<const char*>(data->d_buf), data->d_size);
        }
    }
    return result;
}

void readObject(Elf& elf, const std::string& shownName, const std::string& member, std::vector<FoundKernel>& found) {
    const Sections sections = readSections(elf, shownName);
    std::istringstream lines(sections.descriptions);
    for (std::string line; std::getline(lines, line);) {
        // The linker may fill gaps between the contributions of objects.
        line.erase(0, line.find_first_not_of('\0'));
        if (line.empty())
            continue;
        nlohmann::json description = nlohmann::json::parse(line, nullptr, /*allow_exceptions=*/false);
        if (!description.is_object())
            throw std::runtime_error(fmt::format("'{}' has a damaged list of kernels", shownName));
        const auto code = sections.functionBytes.find(description.value("symbol", ""));
        if (sections.hasSymbols && code != sections.functionBytes.end())
            description["codeBytes"] = code->second;
        else
            description["codeBytes"] = nullptr;
        found.push_back({member, std::move(description)});
    }
}

void readArchive(Elf& archive, int descriptor, const std::string& path, std::vector<FoundKernel>& found) {
    for (Elf_Cmd command = ELF_C_READ;;) {
        const ElfPointer object(elf_begin(descriptor, command, &archive));
        if (!object)
            return;
        const Elf_Arhdr* header = elf_getarhdr(object.get());
        const std::string member = header != nullptr && header->ar_name != nullptr ? header->ar_name : "";
        if (elf_kind(object.get()) == ELF_K_ELF)
            readObject(*object, fmt::format("{}({})", path, member), member, found);
        command = elf_next(object.get());
    }
}

}  // namespace

std::vector<FoundKernel> kernelsIn(const std::string& path) {
    elf_version(EV_CURRENT);
    const File file(path);
    const ElfPointer elf(elf_begin(file.descriptor(), ELF_C_READ, nullptr));
    std::vector<FoundKernel> found;
    switch (elf ? elf_kind(elf.get()) : ELF_K_NONE) {
        case ELF_K_ELF:
            readObject(*elf, path, "", found);
            return found;
        case ELF_K_AR:
            readArchive(*elf, file.descriptor(), path, found);
            return found;
        default:
            throw std::runtime_error(fmt::format("'{}' is no object, archive, library or program", path));
    }
}

}  // namespace acc::objdump
