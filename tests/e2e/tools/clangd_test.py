#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Sources with kernels in clangd: messages, hovering, going to definitions. Usage: clangd_test.py <toolkit home>."""
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

HOME = pathlib.Path(sys.argv.pop(1)).resolve()
CLANGD = shutil.which("clangd-19") or shutil.which("clangd")
SOURCE = """#include "acl/acl.h"
#include "kernel_operator.h"
#include "adder.h"

extern "C" __global__ __aicore__ void add(GM_ADDR x, float factor) {
    Adder adder;
    adder.init(x);
    AscendC::PipeBarrier<PIPE_ALL>();
}

int main() {
    aclrtStream stream = nullptr;
    add<<<8, nullptr, stream>>>(nullptr, 2.0f);
    return aclrtSynchronizeStream(stream);
}
"""
HEADER = """#pragma once
class Adder {
public:
    __aicore__ inline void init(GM_ADDR x) { gm_.SetGlobalBuffer((__gm__ float*)x); }

private:
    AscendC::GlobalTensor<float> gm_;
};
"""


class Server:
    """clangd by its protocol, one request at a time."""

    def __init__(self, folder):
        self.process = subprocess.Popen([CLANGD, "--log=error", "--background-index=false"], cwd=folder, stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        self.number = 0
        self.messages = {}
        self.request("initialize", {"processId": None, "rootUri": folder.as_uri(), "capabilities": {}})
        self.send({"method": "initialized", "params": {}})

    def send(self, message):
        text = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(text) + text)
        self.process.stdin.flush()

    def receive(self):
        length = 0
        while (line := self.process.stdout.readline().strip()):
            if line.lower().startswith(b"content-length:"):
                length = int(line.split(b":")[1])
        message = json.loads(self.process.stdout.read(length))
        if message.get("method") == "textDocument/publishDiagnostics":
            self.messages[message["params"]["uri"]] = message["params"]["diagnostics"]
        return message

    def request(self, method, params):
        self.number += 1
        self.send({"id": self.number, "method": method, "params": params})
        while (message := self.receive()).get("id") != self.number or "method" in message:
            pass
        return message["result"]

    def open(self, path):
        """Opens a file and waits for what there is to say about it."""
        uri = path.as_uri()
        self.send({"method": "textDocument/didOpen", "params": {"textDocument": {
            "uri": uri, "languageId": "cpp", "version": 1, "text": path.read_text()}}})
        while uri not in self.messages:
            self.receive()
        return self.messages[uri]

    def close(self):
        self.request("shutdown", None)
        self.send({"method": "exit"})
        self.process.wait(timeout=60)
        self.process.stdin.close()
        self.process.stdout.close()


@unittest.skipUnless(CLANGD, "clangd is not installed")
class Clangd(unittest.TestCase):
    maxDiff = None

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name).resolve()
        (self.folder / "adder.h").write_text(HEADER)
        config = subprocess.run([HOME / "bin/acc", "--clangd-config"], capture_output=True, text=True, check=True).stdout
        (self.folder / ".clangd").write_text(config)

    def start(self, source=SOURCE):
        self.source = self.folder / "main.asc"
        self.source.write_text(source)
        command = (f"{HOME}/bin/acc -std=c++17 --npu-arch=dav-2201 --run-mode=cpu -dc --cce-auto-sync=off -Xhost-start -DHOST "
                   f"-Xhost-end -MD -MF main.d -x asc -o main.o -c {self.source}")
        (self.folder / "compile_commands.json").write_text(
            json.dumps([{"directory": str(self.folder), "file": str(self.source), "command": command}]))
        server = Server(self.folder)
        self.addCleanup(server.close)
        return server

    def at(self, word):
        """The place of the last occurrence of `word` in the source."""
        before = SOURCE[:SOURCE.rindex(word)]
        return {"textDocument": {"uri": self.source.as_uri()},
                "position": {"line": before.count("\n"), "character": len(before) - before.rfind("\n") - 1}}

    def test_a_source_without_mistakes_has_no_messages(self):
        self.assertEqual(self.start().open(self.folder / "main.asc"), [])

    def test_hover(self):
        server = self.start()
        server.open(self.source)
        kernel = server.request("textDocument/hover", self.at("add<<<"))["contents"]["value"]
        self.assertIn("void add(uint8_t *x, float factor)", kernel)
        method = server.request("textDocument/hover", self.at("init(x)"))["contents"]["value"]
        self.assertIn("// In Adder\npublic: inline void init(uint8_t *x)", method)
        self.assertIn("PipeBarrier", server.request("textDocument/hover", self.at("PipeBarrier<"))["contents"]["value"])

    def test_definitions(self):
        server = self.start()
        server.open(self.source)
        launch, = server.request("textDocument/definition", self.at("add<<<"))
        self.assertEqual((launch["uri"], launch["range"]["start"]), (self.source.as_uri(), {"line": 4, "character": 38}))
        method, = server.request("textDocument/definition", self.at("init(x)"))
        self.assertEqual((method["uri"], method["range"]["start"]["line"]), ((self.folder / "adder.h").as_uri(), 3))
        instruction, = server.request("textDocument/definition", self.at("PipeBarrier<"))
        self.assertIn("/kernel/ascendc/", instruction["uri"])

    def test_mistakes_are_shown(self):
        server = self.start(SOURCE.replace("adder.init(x)", "adder.init(1.5, x)").replace("(nullptr, 2.0f)", "(nullptr)"))
        messages = server.open(self.source)
        self.assertEqual([message["range"]["start"]["line"] for message in messages if message["severity"] == 1], [6, 12])
        self.assertIn("too many arguments", messages[0]["message"].lower())

    def test_code_for_ai_cpus(self):
        self.source = self.folder / "tile.aicpu"
        self.source.write_text('#include "aicpu_api.h"\n__global__ __aicpu__ uint32_t tile(void* args) {\n'
                               '    AscendC::printf("%p\\n", args);\n    return undeclaredThing;\n}\n')
        command = f"{HOME}/bin/acc -std=c++17 -O2 --cce-aicpu-laicpu_api -x aicpu -o tile.o -c {self.source}"
        (self.folder / "compile_commands.json").write_text(
            json.dumps([{"directory": str(self.folder), "file": str(self.source), "command": command}]))
        server = Server(self.folder)
        self.addCleanup(server.close)
        message, = server.open(self.source)
        self.assertEqual((message["range"]["start"]["line"], message["severity"]), (3, 1))
        self.assertIn("undeclaredThing", message["message"])


if __name__ == "__main__":
    unittest.main()
