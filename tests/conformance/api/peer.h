// SPDX-License-Identifier: Apache-2.0
// A second process that uses the runtime (ipc_peer.cpp), as its parent sees it.
#pragma once

#include <fcntl.h>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "acl/acl.h"

namespace acc::test {

struct PeerAnswer {
    aclError code = -1;
    std::string value;
    std::string message;
};

class Peer {
public:
    // `settings`: environment variables NAME=VALUE besides those of this process.
    explicit Peer(const std::vector<std::string>& settings = {}) {
        int in[2];
        int out[2];
        EXPECT_EQ(pipe2(in, O_CLOEXEC), 0);
        EXPECT_EQ(pipe2(out, O_CLOEXEC), 0);
        posix_spawn_file_actions_t actions;
        posix_spawn_file_actions_init(&actions);
        posix_spawn_file_actions_adddup2(&actions, in[0], STDIN_FILENO);
        posix_spawn_file_actions_adddup2(&actions, out[1], STDOUT_FILENO);
        std::vector<std::string> environment = settings;
        for (char** entry = environ; *entry != nullptr; ++entry) {
            environment.emplace_back(*entry);
        }
        std::vector<char*> pointers;
        for (std::string& entry : environment) {
            pointers.push_back(entry.data());
        }
        pointers.push_back(nullptr);
        std::string program = ACC_TEST_IPC_PEER;
        char* arguments[] = {program.data(), nullptr};
        EXPECT_EQ(posix_spawn(&pid_, program.c_str(), &actions, nullptr, arguments, pointers.data()), 0);
        posix_spawn_file_actions_destroy(&actions);
        close(in[0]);
        close(out[1]);
        toPeer_ = in[1];
        fromPeer_ = fdopen(out[0], "r");
    }
    ~Peer() {
        if (toPeer_ >= 0) {
            EXPECT_EQ(end(), 0);
        }
        std::fclose(fromPeer_);
    }
    Peer(const Peer&) = delete;
    Peer& operator=(const Peer&) = delete;

    pid_t pid() const { return pid_; }

    // Has a command carried out.
    template <class... Args>
    PeerAnswer call(fmt::format_string<Args...> format, Args&&... args) {
        const std::string line = fmt::format(format, std::forward<Args>(args)...) + "\n";
        EXPECT_EQ(write(toPeer_, line.data(), line.size()), static_cast<ssize_t>(line.size()));
        char* text = nullptr;
        size_t size = 0;
        const ssize_t length = getline(&text, &size, fromPeer_);
        std::string answer =
            length > 0 ? std::string(text, static_cast<size_t>(length) - 1) : "-1 -|the peer has ended";
        std::free(text);
        const size_t space = answer.find(' ');
        const size_t bar = answer.find('|');
        return {std::atoi(answer.c_str()), answer.substr(space + 1, bar - space - 1), answer.substr(bar + 1)};
    }

    // The value of a command that succeeds.
    template <class... Args>
    std::string ask(fmt::format_string<Args...> format, Args&&... args) {
        const PeerAnswer answer = call(format, std::forward<Args>(args)...);
        EXPECT_EQ(answer.code, ACL_SUCCESS) << answer.message;
        return answer.value;
    }

    // Ends it in the ordinary way and returns its exit code.
    int end() {
        close(std::exchange(toPeer_, -1));
        int status = 0;
        waitpid(pid_, &status, 0);
        return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    }

    // Ends it as a crash would.
    void kill() {
        ::kill(pid_, SIGKILL);
        close(std::exchange(toPeer_, -1));
        waitpid(pid_, nullptr, 0);
    }

private:
    pid_t pid_ = -1;
    int toPeer_ = -1;
    FILE* fromPeer_ = nullptr;
};

}  // namespace acc::test
