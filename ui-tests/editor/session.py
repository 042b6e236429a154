#!/usr/bin/env python3
"""Drives rust-analyzer over `sample` as an editor would, and prints what it answers.

    python3 ui-tests/editor/session.py > docs/editor.md

It needs `rust-analyzer` (`rustup component add rust-analyzer`) and Python's standard library. The exit code is 1 if an answer is not
what it must be. With `--sample` the workspace, which takes minutes, is left out; `--diagnostics FILE` has what
`rust-analyzer diagnostics tests` printed before.
"""

import json
import pathlib
import subprocess
import sys
import time

SAMPLE = pathlib.Path(__file__).resolve().parent / "sample"
ROOT = SAMPLE.parents[2]
FILE = SAMPLE / "src/main.rs"
TEXT = FILE.read_text()
URI = FILE.as_uri()


class Server:
    def __init__(self):
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(["rust-analyzer"], cwd=SAMPLE, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL)
        self.last = 0
        self.is_idle = False
        self.published = []

    def send(self, message):
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self.process.stdin.flush()

    def receive(self):
        length = 0
        while (line := self.process.stdout.readline().strip()) != b"":
            if line.lower().startswith(b"content-length:"):
                length = int(line.split(b":")[1])
        message = json.loads(self.process.stdout.read(length))
        method = message.get("method", "")
        if method == "experimental/serverStatus":
            self.is_idle = message["params"]["quiescent"]
        elif method == "textDocument/publishDiagnostics" and message["params"]["uri"] == URI:
            self.published = message["params"]["diagnostics"]
        elif method == "workspace/configuration":
            self.send({"id": message["id"], "result": [CONFIGURATION for _ in message["params"]["items"]]})
        elif method and "id" in message:
            self.send({"id": message["id"], "result": None})
        return message

    def request(self, method, params):
        self.last += 1
        self.send({"id": self.last, "method": method, "params": params})
        while True:
            message = self.receive()
            if message.get("id") == self.last and "method" not in message:
                return message.get("result")

    def notify(self, method, params):
        self.send({"method": method, "params": params})

    def at(self, method, text, inside, offset=0, text_of_file=None):
        """A request about the place `offset` letters into `inside`, in the line that has `text`."""
        source = text_of_file or TEXT
        line = next(at for at, line in enumerate(source.splitlines()) if text in line)
        column = source.splitlines()[line].index(inside) + offset
        position = {"line": line, "character": column}
        return self.request(method, {"textDocument": {"uri": URI}, "position": position})


# rustc's own errors are shown by the compiler; here only rust-analyzer's count.
CONFIGURATION = {"checkOnSave": False, "diagnostics": {"enable": True}, "cachePriming": {"enable": False}}
FAILED = []


def check(is_right, what):
    if not is_right:
        FAILED.append(what)
    return "" if is_right else " **This is wrong.**"


def signature(hover):
    """The declaration in a hover's answer, which comes after the path of its module if there is one."""
    if not hover:
        return "nothing"
    blocks = hover["contents"]["value"].split("```")
    code = [block.removeprefix("rust").strip() for block in blocks[1::2]]
    return " ".join(code[min(1, len(code) - 1)].split()) if code else "nothing"


# What rust-analyzer shows in the workspace and rustc does not, by its cause.
KNOWN = {
    """Kernels that name tables: rust-analyzer hands macros no texts of files, which tell the types of constants. Such a kernel is left
  without its program, and what the program's tables would be named by is missing""": [
        "ported/radix_sort.rs", "tests/packed.rs", "outer_constants.rs", "ported/threefry.rs", "tests/constructs.rs",
        "ported/utf8.rs", "natural.rs", "generic_functions.rs",
    ],
    "rust-analyzer's own lint for unused variables, outside of kernels": ["gpu/belt.rs"],
}


def workspace():
    """What `rust-analyzer diagnostics` finds in the workspace: in its kernels, which are all right, there must be nothing."""
    if "--diagnostics" in sys.argv:
        found = pathlib.Path(sys.argv[sys.argv.index("--diagnostics") + 1]).read_text()
    else:
        command = ["rust-analyzer", "diagnostics", str(ROOT / "tests")]
        found = subprocess.run(command, cwd=ROOT, capture_output=True, text=True).stdout
    errors = [part for part in found.replace("\b", "\n").split("at crate ")[1:] if ": Error " in part or ": Warning " in part]
    errors = [error.splitlines()[0] for error in errors]
    causes = {cause: [error for error in errors if any(file in error for file in files)] for cause, files in KNOWN.items()}
    unknown = [error for error in errors if not any(error in known for known in causes.values())]
    files = [path for folder in ("tests", "examples") for path in (ROOT / folder).rglob("*.rs")]
    kernels = sum(path.read_text().count("#[vyre::kernel") for path in files)
    flag = check(not unknown and "processing" in found, f"errors in the workspace: {unknown}")
    print(f"""
`rust-analyzer diagnostics` finds {len(errors)} errors or warnings in the workspace, whose tests and examples have {kernels} kernels:
""")
    for cause, known in causes.items():
        print(f"- {len(known)}: {cause}.")
    print(f"- {len(unknown) or 'no'} others.{flag}")


def main():
    server = Server()
    folder = {"uri": SAMPLE.as_uri(), "name": "sample"}
    capabilities = {
        "experimental": {"serverStatusNotification": True},
        "workspace": {"configuration": True},
        "textDocument": {"hover": {"contentFormat": ["markdown"]}},
    }
    server.request(
        "initialize",
        {"processId": None, "rootUri": SAMPLE.as_uri(), "workspaceFolders": [folder], "capabilities": capabilities,
         "initializationOptions": CONFIGURATION},
    )
    server.notify("initialized", {})
    opened = {"uri": URI, "languageId": "rust", "version": 1, "text": TEXT}
    server.notify("textDocument/didOpen", {"textDocument": opened})
    start = time.monotonic()
    while not server.is_idle and time.monotonic() - start < 300:
        server.receive()

    version = subprocess.run(["rust-analyzer", "--version"], capture_output=True, text=True).stdout.strip()
    print(f"""# Kernels in an editor

What {version} answers about [`ui-tests/editor/sample`](../ui-tests/editor/sample/src/main.rs), asked over the language
server protocol as an editor asks. Written by `python3 ui-tests/editor/session.py > docs/editor.md`, which fails where an
answer is not what it must be.

The attribute leaves the body behind under `#[cfg(rust_analyzer)]`, over stand-ins for what kernels name (`vyre/src/editor.rs`);
rustc never sees it.

## Hover
""")
    print("| in the line | on | shows |\n|---|---|---|")
    for text, inside, expected in [
        ("tile[k] = data", "tile", "[u32; 64]"),
        ("tile[k] = data", "data", "&[u32]"),
        ("let (i, k)", "invocation_id", "fn invocation_id() -> Id"),
        ("let (i, k)", "i,", "u32"),
        ("local[i % 16]", "local", "[u32; 16]"),
        ("local[i % 16]", "twice", "fn twice(x: u32) -> u32"),
        ("tile[k] = data", "STEP", "const STEP: u32 = 4"),
        ("let old", "old", "u32"),
        ("let old", "fetch_add", "fn fetch_add(&self, value: u32) -> u32"),
        ("pairs[i][1]", "pairs", "&mut [[u32; 2]]"),
        ("pairs[i][1]", "count_ones", "fn count_ones(self) -> u32"),
        ("if i < n", "byte", "fn byte(&self, index: u32) -> u32"),
        ("let total", "total", "u32"),
        ("let index", "index", "u32"),
        ("* GRAVITY", "GRAVITY", "const GRAVITY: f32 = 9.81"),
        ("* GRAVITY", "momentum", "fn momentum(self, speed: f32) -> f32"),
        ("* GRAVITY", "mass", "mass: f32"),
        ("let particle = particles[i]", "particle ", "Particle"),
        ("let light", "LIGHTEST", "const LIGHTEST: f32 = 0.125"),
        ("let light", "larger", "fn larger<T>(a: T, b: T) -> T"),
        ("let light", "light:", "let light: f32"),
        ("let weight", "total", "fn total(values: &[f32]) -> f32"),
        ("self.mass * speed", "speed", "speed: f32"),
        ("a.max(b)", "max", "fn max(self, other: Self) -> Self"),
        ("sum += values[k]", "values", "values: &[f32]"),
        ("sum += values[k]", "sum", "let mut sum: f32"),
    ]:
        shown = signature(server.at("textDocument/hover", text, inside))
        flag = check(expected in shown, f"hover on {inside} in {text}: {shown}")
        print(f"| `{text.replace('|', '')}` | `{inside.strip(',')}` | `{shown}`{flag} |")

    print("\n## Go to definition\n\n| in the line | on | leads to |\n|---|---|---|")
    for text, inside, expected in [
        ("tile[k] = data", "data", "fn right(data"),
        ("local[i % 16]", "twice", "fn twice"),
        ("if i < n", "n &&", "n: u32)"),
        ("out[0] = totl", "out", "out: &mut [u32]"),
        ("* GRAVITY", "momentum", "fn momentum"),
        ("* GRAVITY", "mass", "mass: f32"),
        ("let light", "LIGHTEST", "const LIGHTEST"),
        ("let light", "larger", "fn larger"),
        ("let weight", "total", "fn total"),
        ("self.mass * speed", "mass", "mass: f32"),
    ]:
        found = server.at("textDocument/definition", text, inside) or []
        found = [(link.get("uri", link.get("targetUri")), link.get("range", link.get("targetSelectionRange"))) for link in found]
        lines = [TEXT.splitlines()[at["start"]["line"]] for uri, at in found if uri == URI]
        flag = check(any(expected in line for line in lines), f"definition of {inside}: {lines}")
        print(f"| `{text}` | `{inside}` | `{lines[0].strip() if lines else 'nothing'}`{flag} |")

    print("\n## Completion\n\n| where | offered, among others |\n|---|---|")
    version = 1
    for name, line, typed, expected in [
        ("in the unfinished kernel, after `data[index].`", None, None, ["count_ones", "rotate_left", "min"]),
        ("after `invocation_id().`", "    let index = invocation_id().", "invocation_id().", ["x", "y", "z"]),
        ("after `count[index].`", "    let value = count[index].", "count[index].", ["fetch_add", "compare_exchange", "load"]),
        ("after `data.`", "    let value = data.", "data.", ["len"]),
        ("after `let value = ind`", "    let value = ind;", "= ind", ["index"]),
        ("after `let value = inv`", "    let value = inv;", "= inv", ["invocation_id"]),
        ("after `bar`", "    bar", "bar", ["barrier"]),
        ("after `particle.`", "    let amount = particle.", "particle.", ["pos", "mass", "momentum"]),
        ("after `particles[0].`", "    let amount = particles[0].", "particles[0].", ["pos", "mass", "momentum"]),
        ("after `let amount = GRA`", "    let amount = GRA;", "= GRA", ["GRAVITY"]),
        ("after `Part`", "    let amount = Part;", "= Part", ["Particle"]),
        ("after `Particle::`", "    let amount = Particle::", "Particle::", ["LIGHTEST", "at", "momentum"]),
        ("after `let amount = lar`", "    let amount = lar;", "= lar", ["larger"]),
        ("in a method, after `self.`", "        self.", "self.", ["pos", "mass", "momentum"]),
        ("in a function over types, after `a.`", "    a.", "a.", ["max", "min"]),
        ("in a function on a slice, after `values.`", "        sum += values.", "values.", ["len"]),
    ]:
        of_function = {"        self.": "        self.mass * speed", "    a.": "    a.max(b)", "        sum += values.": "        sum += values[k];"}
        of_struct = line is not None and "amount" in line
        replaced = "    let amount = particle." if of_struct else of_function.get(line, "    let value = data[index].")
        text = TEXT if line is None else TEXT.replace(replaced, line)
        version += 1
        document = {"uri": URI, "version": version}
        server.notify("textDocument/didChange", {"textDocument": document, "contentChanges": [{"text": text}]})
        at, inside = ("let value = data[index].", "data[index].") if line is None else (line.strip(), typed)
        answer = server.at("textDocument/completion", at, inside, len(inside), text) or {}
        items = answer["items"] if isinstance(answer, dict) and "items" in answer else answer
        labels = [item["label"].split("(")[0].strip() for item in items]
        offered = [label for label in expected if label in labels]
        flag = check(offered == expected, f"completion {name}: {labels[:20]}")
        print(f"| {name} | {', '.join(f'`{label}`' for label in offered) or 'nothing'}{flag} |")

    document = {"uri": URI, "version": version + 1}
    server.notify("textDocument/didChange", {"textDocument": document, "contentChanges": [{"text": TEXT}]})
    server.published = []
    report = server.request("textDocument/diagnostic", {"textDocument": {"uri": URI}}) or {}
    found = report.get("items", [])
    print("\n## Errors that rust-analyzer shows by itself\n\n| line | error |\n|---|---|")
    lines = TEXT.splitlines()
    for error in found:
        line = error["range"]["start"]["line"]
        print(f"| `{lines[line].strip()}` | {error['message'].splitlines()[0]} |")
    bad = {at for at, line in enumerate(lines) if "totl" in line and "out" in line}
    for unfinished in ("let value = data[index].", "let amount = particle."):
        first = next(at for at, line in enumerate(lines) if unfinished in line)
        bad |= {first, first + 1}
    other = [error for error in found if error["range"]["start"]["line"] not in bad]
    flag = check(not other, f"errors elsewhere: {other}")
    print(f"\nNo other line shows an error.{flag}")
    if "--sample" not in sys.argv:
        workspace()
    server.request("shutdown", None)
    server.notify("exit", None)
    for what in FAILED:
        print(what, file=sys.stderr)
    return 1 if FAILED else 0


sys.exit(main())
