"""Changes the sources in small ways, one at a time, and expects the tests of the room to fail.

    mutation-check.py [--room ROOM] [--only N] [--list]

A mutation that no test notices shows a missing test. Works on a copy of the tree, so the checkout stays as it is. Prints a table: the
mutation, what killed it (tests, the compiler, a time-out) and after how many seconds. Exits with 1 when one survives, and when a time-out
kills one: a test that hangs tells nothing.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
LIMIT = 60  # seconds that the tests of a room may take to notice a mutation


def mutations():
    """The rows of mutations.tsv: room, file below Sources, old text, new text, suites (a regular expression)."""
    with open(os.path.join(ROOT, ".ci", "mutations.tsv"), encoding="utf-8") as rows:
        for row in rows:
            if row.strip() and not row.startswith("#"):
                yield [cell.replace("\\n", "\n") for cell in row.rstrip("\n").split("\t")]


def build(tree, room, environment):
    command = ["swift", "build", "--build-tests", "--scratch-path", os.path.join(tree, ".build-" + room)]
    return subprocess.run(command, cwd=tree, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode


def test(tree, room, suites, environment):
    """Returns the exit code and the names of failed tests; the code is None after a time-out."""
    command = ["swift", "test", "--skip-build", "--scratch-path", os.path.join(tree, ".build-" + room), "--filter", suites]
    process = subprocess.Popen(
        command, cwd=tree, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace", start_new_session=True
    )
    try:
        output = process.communicate(timeout=LIMIT)[0]
        return process.returncode, re.findall(r"^✘ Test \"?(.+?)\"?(?:\(\))? failed", output, re.M)
    except subprocess.TimeoutExpired:
        # swift test gives the tests a process group of their own, but no session.
        subprocess.run(["pkill", "-9", "-s", str(process.pid)], check=False)
        process.communicate()
        return None, []


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--room")
    parser.add_argument("--only", type=int)
    parser.add_argument("--list", action="store_true")
    arguments = parser.parse_args()
    rows = [(number, *row) for number, row in enumerate(mutations(), 1)]
    rows = [row for row in rows if arguments.room in (None, row[1]) and arguments.only in (None, row[0])]
    for number, room, path, old, new, suites in rows:
        with open(os.path.join(ROOT, "Sources", path), encoding="utf-8") as file:
            count = file.read().count(old)
        if count != 1:
            sys.exit(f"mutation-check: number {number}: '{old}' occurs {count} times in {path}")
        if arguments.list:
            print(f"{number}\t{path}: {old} -> {new}")
    if arguments.list:
        return
    tree = tempfile.mkdtemp(prefix="mutation-")
    survivors = 0
    try:
        files = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True).stdout.split(b"\0")
        for name in filter(None, files):
            target = os.path.join(tree, os.fsdecode(name))
            os.makedirs(os.path.dirname(target), exist_ok=True)
            shutil.copy2(os.path.join(ROOT, os.fsdecode(name)), target)
        built = set()
        for number, room, path, old, new, suites in rows:
            environment = dict(os.environ, PARLANCE_ROOM=room, SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH="32")
            if room not in built:
                if build(tree, room, environment) != 0:
                    sys.exit(f"mutation-check: the room {room} does not build")
                built.add(room)
            file = os.path.join(tree, "Sources", path)
            with open(file, encoding="utf-8") as source:
                text = source.read()
            with open(file, "w", encoding="utf-8") as source:
                source.write(text.replace(old, new))
            try:
                start = time.monotonic()
                if build(tree, room, environment) != 0:
                    killer = "compiler"
                else:
                    start = time.monotonic()
                    code, failed = test(tree, room, suites, environment)
                    if code is None:
                        killer = "TIME-OUT"
                    elif code == 0:
                        killer = "SURVIVED"
                    else:
                        killer = f"{len(failed)} tests: {failed[0]}" if failed else "crash"
                    survivors += code in (None, 0)
                print(f"{number}\t{time.monotonic() - start:.0f} s\t{killer}\t{path}: {old.strip()} -> {new.strip()}", flush=True)
            finally:
                with open(file, "w", encoding="utf-8") as source:
                    source.write(text)
    finally:
        shutil.rmtree(tree, ignore_errors=True)
    print(f"mutation-check: {len(rows)} mutations, {survivors} not killed in time")
    sys.exit(1 if survivors else 0)


main()
