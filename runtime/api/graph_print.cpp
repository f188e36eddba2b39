// SPDX-License-Identifier: Apache-2.0
// Debug prints of graphs: DOT, and JSON that trace viewers read.
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>
#include <nlohmann/json.hpp>

#include "acl/acl_rt.h"
#include "runtime/api/entry.h"
#include "runtime/api/graph_arguments.h"
#include "runtime/base/log.h"

using namespace acc::rt;
using namespace acc::rt::api;
using core::Graph;
using core::GraphStep;
using core::TaskDescription;

namespace acc::rt::api {

TaskDescription describe(const GraphStep& step) {
    TaskDescription description;
    switch (step.kind) {
        case GraphStep::Kind::task:
            return step.task->describe();
        case GraphStep::Kind::record:
            description.type = ACL_MODEL_RI_TASK_EVENT_RECORD;
            description.name = "record event";
            break;
        case GraphStep::Kind::wait:
            description.type = ACL_MODEL_RI_TASK_EVENT_WAIT;
            description.name = "wait for event";
            break;
        case GraphStep::Kind::label:
            description.name = "label";
            break;
        case GraphStep::Kind::branch:
            description.name = "switch";
            break;
    }
    description.object = step.event;
    description.flag = step.eventFlags;
    return description;
}

}  // namespace acc::rt::api

namespace {

nlohmann::json traceEvents(Graph& graph, bool verbose) {
    nlohmann::json events = nlohmann::json::array();
    for (uint32_t lane = 0; lane < graph.lanes(); ++lane) {
        graph.visitSteps(lane, [&](size_t index, const GraphStep& step) {
            const TaskDescription description = describe(step);
            nlohmann::json details = {{"task", index}, {"type", static_cast<int>(description.type)}};
            if (description.type == ACL_MODEL_RI_TASK_KERNEL) {
                details["numBlocks"] = description.numBlocks;
                if (verbose) {
                    std::string bytes;
                    for (size_t at = 0; at < description.argsBytes; ++at) {
                        bytes += fmt::format("{:02x}", static_cast<const uint8_t*>(description.args)[at]);
                    }
                    details["args"] = bytes;
                }
            }
            if (step.kind == GraphStep::Kind::record || step.kind == GraphStep::Kind::wait) {
                details["record"] = step.record;
            }
            if (!step.extendInfo.empty()) {
                details["extendInfo"] = step.extendInfo;
            }
            events.push_back({{"name", description.name},
                              {"ph", "X"},
                              {"pid", graph.id()},
                              {"tid", lane},
                              {"ts", index},
                              {"dur", 1},
                              {"args", details}});
        });
    }
    return events;
}

std::string dot(Graph& graph) {
    std::string text = fmt::format("digraph \"{}\" {{\n", graph.name().empty() ? "graph" : graph.name());
    std::vector<std::pair<uint32_t, std::string>> records;
    std::vector<std::pair<uint32_t, std::string>> waits;
    for (uint32_t lane = 0; lane < graph.lanes(); ++lane) {
        std::string previous;
        graph.visitSteps(lane, [&](size_t index, const GraphStep& step) {
            const std::string node = fmt::format("s{}t{}", lane, index);
            text += fmt::format("  {} [label=\"{}\"];\n", node, describe(step).name);
            if (!previous.empty()) {
                text += fmt::format("  {} -> {};\n", previous, node);
            }
            if (step.kind == GraphStep::Kind::record) {
                records.emplace_back(step.record, node);
            } else if (step.kind == GraphStep::Kind::wait) {
                waits.emplace_back(step.record, node);
            }
            previous = node;
        });
    }
    for (const auto& [record, from] : records) {
        for (const auto& [waited, to] : waits) {
            if (record == waited) {
                text += fmt::format("  {} -> {} [style=dashed];\n", from, to);
            }
        }
    }
    return text + "}";
}

}  // namespace

extern "C" {

aclError aclmdlRIDebugJsonPrint(aclmdlRI modelRI, const char* path, uint32_t flags) {
    return apiCall(__func__, [&]() -> Status {
        GraphPin graph;
        ACC_TRY(resolveComplete(modelRI, &graph));
        ACC_TRY(notNull(path, "path"));
        ACC_TRY(
            inRange<uint32_t>(flags, ACL_MDLRI_DEBUG_JSON_PRINT_SUMMARY, ACL_MDLRI_DEBUG_JSON_PRINT_VERBOSE, "flags"));
        const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path, "w"), &std::fclose);
        const nlohmann::json document = {
            {"traceEvents", traceEvents(*graph, flags == ACL_MDLRI_DEBUG_JSON_PRINT_VERBOSE)}};
        const std::string text = document.dump(1) + "\n";
        if (file == nullptr || std::fwrite(text.data(), 1, text.size(), file.get()) != text.size()) {
            return Status::error(ACL_ERROR_RT_FILE_WRITE, "path is '{}', which cannot be written: {}", path,
                                 std::strerror(errno));  // NOLINT(concurrency-mt-unsafe)
        }
        return {};
    });
}

aclError aclmdlRIDebugPrint(aclmdlRI modelRI) {
    return apiCall(__func__, [&]() -> Status {
        GraphPin graph;
        ACC_TRY(resolveComplete(modelRI, &graph));
        report(dot(*graph));
        return {};
    });
}

}  // extern "C"
