// SPDX-License-Identifier: Apache-2.0
#include "compiler/driver/message_log.h"

#include <iostream>
#include <nlohmann/json.hpp>

namespace acc {
namespace {

using Json = nlohmann::ordered_json;
using Part = Messages::Part;

Json gccLocations(const Part& part) {
    if (part.file.empty())
        return Json::array();
    return Json::array({{{"caret",
                          {{"file", part.file},
                           {"line", part.line},
                           {"column", part.column},
                           {"byte-column", part.column},
                           {"display-column", part.column}}}}});
}

Json gccEntry(const Part& part) {
    Json entry = {{"kind", part.level}, {"message", part.message}, {"locations", gccLocations(part)}};
    if (!part.option.empty())
        entry["option"] = "-W" + part.option;
    return entry;
}

Json sarifLocation(const Part& part) {
    return {{"physicalLocation",
             {{"artifactLocation", {{"uri", part.file}}},
              {"region", {{"startLine", part.line}, {"startColumn", part.column}}}}}};
}

}  // namespace

// As `gcc -fdiagnostics-format=json` writes it.
std::string jsonOf(const std::vector<Messages::Message>& messages) {
    Json document = Json::array();
    for (const Messages::Message& message : messages) {
        if (message.parts.empty())
            continue;
        Json entry = gccEntry(message.parts.front());
        entry["children"] = Json::array();
        for (size_t i = 1; i < message.parts.size(); ++i)
            entry["children"].push_back(gccEntry(message.parts[i]));
        entry["column-origin"] = 1;
        document.push_back(std::move(entry));
    }
    return document.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

// SARIF 2.1.0.
std::string sarifOf(const std::vector<Messages::Message>& messages) {
    Json results = Json::array(), rules = Json::array();
    std::set<std::string> known;
    for (const Messages::Message& message : messages) {
        if (message.parts.empty())
            continue;
        const Part& part = message.parts.front();
        const std::string rule = part.option.empty() ? part.level : "-W" + part.option;
        if (known.insert(rule).second)
            rules.push_back({{"id", rule}});
        Json result = {{"ruleId", rule},
                       {"level", part.level == "fatal error" ? "error" : part.level},
                       {"message", {{"text", part.message}}}};
        if (!part.file.empty())
            result["locations"] = Json::array({sarifLocation(part)});
        for (size_t i = 1; i < message.parts.size(); ++i) {
            Json related = message.parts[i].file.empty() ? Json::object() : sarifLocation(message.parts[i]);
            related["message"] = {{"text", message.parts[i].message}};
            result["relatedLocations"].push_back(std::move(related));
        }
        results.push_back(std::move(result));
    }
    const Json document = {
        {"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
        {"version", "2.1.0"},
        {"runs", Json::array({{{"tool", {{"driver", {{"name", "acc"}, {"version", ACC_VERSION}, {"rules", rules}}}}},
                               {"results", results}}})}};
    return document.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

void MessageLog::add(const Messages& messages) {
    for (const Messages::Message& message : messages.all)
        add(message);
}

void MessageLog::addFurther(const Messages& messages) {
    const auto lines = lines_;
    for (const Messages::Message& message : messages.all)
        if (message.parts.empty() || !lines.contains({message.parts.front().file, message.parts.front().line}))
            add(message);
}

void MessageLog::add(const Messages::Message& message) {
    if (!printed_.insert(message.text).second)
        return;
    errors_ += message.isError;
    warnings_ += message.isWarning;
    if (!message.parts.empty())
        lines_.emplace(message.parts.front().file, message.parts.front().line);
    if (format_ == MessageFormat::text)
        std::cerr << message.text;
    else
        kept_.push_back(message);
}

void MessageLog::error(const std::string& file, unsigned line, const std::string& message) {
    Messages::Message full;
    full.text = file + ":" + std::to_string(line) + ": error: " + message + "\n";
    full.parts.push_back({"error", file, line, 1, message, ""});
    full.isError = true;
    add(full);
}

void MessageLog::finish() {
    if (format_ != MessageFormat::text) {
        std::cerr << (format_ == MessageFormat::json ? jsonOf(kept_) : sarifOf(kept_));
        return;
    }
    const auto count = [](unsigned n, const char* what) {
        return std::to_string(n) + " " + what + (n == 1 ? "" : "s");
    };
    if (warnings_ && errors_)
        std::cerr << count(warnings_, "warning") << " and " << count(errors_, "error") << " generated.\n";
    else if (warnings_ || errors_)
        std::cerr << (errors_ ? count(errors_, "error") : count(warnings_, "warning")) << " generated.\n";
}

}  // namespace acc
