// SPDX-License-Identifier: Apache-2.0
// Run-time compilation.
#include <cstring>

#include "acl/acl_rt_compile.h"
#include "runtime/api/arguments.h"
#include "runtime/api/entry.h"
#include "runtime/rtc/program.h"

using namespace acc::rt;
using namespace acc::rt::api;
using rtc::Program;

namespace {

using ProgramPin = core::HandleTable<Program>::Pin;

// Not part of the runtime's root: programs live independently of initialise and finalise.
core::HandleTable<Program>& programs() {
    [[clang::no_destroy]] static core::HandleTable<Program> table(HandleKind::program);
    return table;
}

Status given(const void* pointer, const char* parameter) {
    if (pointer == nullptr) {
        return Status::error(ACL_ERROR_RTC_INVALID_INPUT, "{} is null", parameter);
    }
    return {};
}

Status resolveProgram(const void* handle, ProgramPin* pin) {
    *pin = programs().find(handle);
    if (!*pin) {
        return Status::error(ACL_ERROR_RTC_INVALID_PROG, "prog is {}, expected a program of aclrtcCreateProg", handle);
    }
    return {};
}

}  // namespace

extern "C" {

aclError aclrtcCreateProg(aclrtcProg* prog, const char* src, const char* name, int numHeaders, const char** headers,
                          const char** includeNames) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(given(prog, "prog"));
        ACC_TRY(given(src, "src"));
        if (numHeaders < 0) {
            return Status::error(ACL_ERROR_RTC_INVALID_INPUT, "numHeaders is {}, expected 0 or more", numHeaders);
        }
        std::vector<rtc::Header> list;
        for (int i = 0; i < numHeaders; ++i) {
            ACC_TRY(given(headers, "headers"));
            ACC_TRY(given(includeNames, "includeNames"));
            ACC_TRY(given(headers[i], "headers[i]"));
            ACC_TRY(given(includeNames[i], "includeNames[i]"));
            list.push_back({includeNames[i], headers[i]});
        }
        ACC_ASSIGN_OR_RETURN(std::shared_ptr<Program> program,
                             Program::make(src, name == nullptr ? "default_program" : name, std::move(list)));
        void* handle = programs().insert(std::move(program));
        if (handle == nullptr) {
            return Status::error(ACL_ERROR_RTC_PROG_CREATION_FAILURE, "no handle left for a program");
        }
        *prog = handle;
        return {};
    });
}

aclError aclrtcCompileProg(aclrtcProg prog, int numOptions, const char** options) {
    return apiCall(__func__, [&]() -> Status {
        ProgramPin program;
        ACC_TRY(resolveProgram(prog, &program));
        if (numOptions < 0) {
            return Status::error(ACL_ERROR_RTC_INVALID_INPUT, "numOptions is {}, expected 0 or more", numOptions);
        }
        std::vector<std::string> list;
        for (int i = 0; i < numOptions; ++i) {
            ACC_TRY(given(options, "options"));
            ACC_TRY(given(options[i], "options[i]"));
            list.emplace_back(options[i]);
        }
        return program->compile(list);
    });
}

aclError aclrtcDestroyProg(aclrtcProg* prog) {
    return apiCall(__func__, [&]() -> Status {
        ACC_TRY(given(prog, "prog"));
        if (!programs().remove(*prog)) {
            return Status::error(ACL_ERROR_RTC_INVALID_PROG, "prog is {}, expected a program of aclrtcCreateProg",
                                 *prog);
        }
        *prog = nullptr;
        return {};
    });
}

aclError aclrtcGetBinDataSize(aclrtcProg prog, size_t* binDataSizeRet) {
    return apiCall(__func__, [&]() -> Status {
        ProgramPin program;
        ACC_TRY(resolveProgram(prog, &program));
        ACC_TRY(given(binDataSizeRet, "binDataSizeRet"));
        ACC_ASSIGN_OR_RETURN(const std::string binary, program->binary());
        *binDataSizeRet = binary.size();
        return {};
    });
}

aclError aclrtcGetBinData(aclrtcProg prog, char* binData) {
    return apiCall(__func__, [&]() -> Status {
        ProgramPin program;
        ACC_TRY(resolveProgram(prog, &program));
        ACC_TRY(given(binData, "binData"));
        ACC_ASSIGN_OR_RETURN(const std::string binary, program->binary());
        std::memcpy(binData, binary.data(), binary.size());
        return {};
    });
}

aclError aclrtcGetCompileLogSize(aclrtcProg prog, size_t* logSizeRet) {
    return apiCall(__func__, [&]() -> Status {
        ProgramPin program;
        ACC_TRY(resolveProgram(prog, &program));
        ACC_TRY(given(logSizeRet, "logSizeRet"));
        *logSizeRet = program->log().size() + 1;
        return {};
    });
}

aclError aclrtcGetCompileLog(aclrtcProg prog, char* log) {
    return apiCall(__func__, [&]() -> Status {
        ProgramPin program;
        ACC_TRY(resolveProgram(prog, &program));
        ACC_TRY(given(log, "log"));
        const std::string text = program->log();
        std::memcpy(log, text.c_str(), text.size() + 1);
        return {};
    });
}

aclError aclrtcAddNameExpr(aclrtcProg prog, const char* const nameExpression) {
    return apiCall(__func__, [&]() -> Status {
        ProgramPin program;
        ACC_TRY(resolveProgram(prog, &program));
        ACC_TRY(given(nameExpression, "nameExpression"));
        return program->addNameExpression(nameExpression);
    });
}

aclError aclrtcGetLoweredName(aclrtcProg prog, const char* nameExpression, const char** loweredName) {
    return apiCall(__func__, [&]() -> Status {
        ProgramPin program;
        ACC_TRY(resolveProgram(prog, &program));
        ACC_TRY(given(nameExpression, "nameExpression"));
        ACC_TRY(given(loweredName, "loweredName"));
        ACC_ASSIGN_OR_RETURN(*loweredName, program->loweredName(nameExpression));
        return {};
    });
}

}  // extern "C"
