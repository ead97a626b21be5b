#!/usr/bin/env python3
"""
TOOL_META
noun: docs
verb: links
summary: List the links of Markdown documents whose file or heading does not exist; use it after a document was moved, renamed or edited.
preconditions: [DOCS_DIR is a directory]
idempotent: true
side_effects:
  - reads ${PROJECT_ROOT}
args:
  - name: paths
    type: path[]
    description: Documents and folders to check; without any, DOCS_DIR and the README.md of the project.
output: json
env:
  - PROJECT_ROOT
  - DOCS_DIR=${PROJECT_ROOT}/docs
exit_codes:
  0: The broken links, which may be none.
  1: A path that was named does not exist, or DOCS_DIR does not.
  3: A named document may not be read.
keywords: [links, anchors, Markdown, broken]
paths: ["**/*.md"]
examples:
  - docs links
  - docs links README.md docs
see_also: [docs index]
"""
import json
import os
import re
import shlex
import sys
from urllib.parse import unquote

ROOT = os.environ["PROJECT_ROOT"]
SKIPPED_FOLDERS = {"node_modules", "dist"}

FENCE = re.compile(r"^ {0,3}(`{3,}|~{3,})(.*)$")
CODE_SPAN = re.compile(r"(`+)(?!`)(.*?)(?<!`)\1(?!`)", re.S)
COMMENT = re.compile(r"<!--.*?-->", re.S)
# [text](target), ![text](<a target>), with a title or without; text may hold one level of brackets.
INLINE = re.compile(r"\[(?:[^\[\]\\]|\\.|\[[^\]]*\])*\]\(\s*(?:<([^<>\n]*)>|([^\s()<>]*(?:\([^\s()]*\)[^\s()<>]*)*))(?:\s+[\"'(][^)]*)?\s*\)")
DEFINITION = re.compile(r"^ {0,3}\[(?!\^)[^\]]+\]:\s*(?:<([^<>\n]*)>|(\S+))", re.M)
ATTRIBUTE = re.compile(r"<(?:a|img)\s[^>]*?\b(?:href|src)=[\"']([^\"']*)[\"']", re.I)
NAMED = re.compile(r"<[a-z][a-z0-9]*\s[^>]*?\b(?:id|name)=[\"']([^\"']+)[\"']", re.I)
HEADING = re.compile(r"^ {0,3}#{1,6}[ \t]+(.*?)(?:[ \t]+#+)?[ \t]*$|^(?![ \t]*(?:[-*+>#]|\d+[.)]))[ \t]{0,3}(\S.*)\n {0,3}(?:=+|-+)[ \t]*$", re.M)
SCHEME = re.compile(r"^(?:[A-Za-z][A-Za-z0-9+.-]*:|//)")


def fail(layer, recoverable, message, fix, code):
    """The error form, and the exit code that goes with it."""
    print(f"Error: {message}\n  [LAYER: {layer}] [RECOVERABLE: {recoverable}]\n  → Fix: {fix}", file=sys.stderr)
    sys.exit(code)


def blanked(match):
    """As many characters and lines as before, so that every place keeps its line."""
    return re.sub(r"[^\n]", " ", match.group(0))


def without_fences(text):
    lines, closing = [], None
    for line in text.split("\n"):
        fence = FENCE.match(line)
        if closing is None and fence and not ("`" in fence.group(1) and "`" in fence.group(2)):
            closing = fence.group(1)
            line = ""
        elif closing is not None:
            if fence and fence.group(1).startswith(closing) and not fence.group(2).strip():
                closing = None
            line = ""
        lines.append(line)
    return "\n".join(lines)


def without_frontmatter(text):
    match = re.match(r"---\n.*?\n---(?=\n|$)", text, re.S)
    return blanked(match) + text[match.end():] if match else text


def read(path, cache={}):
    """The document without frontmatter, fences and comments; undecodable bytes are kept as marks."""
    if path not in cache:
        with open(path, encoding="utf-8-sig", errors="replace", newline=None) as file:
            cache[path] = COMMENT.sub(blanked, without_fences(without_frontmatter(file.read())))
    return cache[path]


def slug(heading, seen):
    """The anchor that GitHub gives a heading: lower case, spaces to dashes, no punctuation, repeated ones numbered."""
    text = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", heading)
    text = re.sub(r"<[^>]+>", "", text).replace("`", "")
    text = re.sub(r"(?<!\w)[*_]+|[*_]+(?!\w)", "", text)
    anchor = re.sub(r"[^\w\- ]", "", text.strip().lower()).replace(" ", "-")
    count = seen.get(anchor, 0)
    seen[anchor] = count + 1
    return anchor if count == 0 else f"{anchor}-{count}"


def anchors(path):
    text, seen = read(path), {}
    found = {slug(first or second, seen) for first, second in HEADING.findall(text)}
    return found | {name for name in NAMED.findall(text)}


def links(path):
    """Every link as (line, target), in the order of the text."""
    text = CODE_SPAN.sub(blanked, read(path))
    found = []
    for pattern in (INLINE, DEFINITION, ATTRIBUTE):
        for match in pattern.finditer(text):
            target = next((group for group in match.groups() if group is not None), "")
            found.append((text.count("\n", 0, match.start()) + 1, target))
    return sorted(found)


def exact(path):
    """Whether the path exists in just this spelling, also where the file system ignores case."""
    if not os.path.exists(path):
        return False
    folder, name = os.path.split(path)
    return not name or name in (".", "..") or name in os.listdir(folder or ".")


def why_broken(path, target):
    """The reason why a link does not lead anywhere, or None."""
    place, _, anchor = target.partition("#")
    place = unquote(place.partition("?")[0])
    if place:
        base = ROOT if place.startswith("/") else os.path.dirname(path)
        to = os.path.normpath(os.path.join(base, place.lstrip("/") if place.startswith("/") else place))
        if not exact(to):
            return "no such file"
    else:
        to = path
    if anchor and to.lower().endswith((".md", ".mdx")) and os.path.isfile(to):
        # A browser looks for the anchor as it stands; GitHub writes its own in lower case.
        if unquote(anchor) not in anchors(to):
            return f"no heading gives #{anchor}"
    return None


def documents(paths):
    found = {}
    for path in paths:
        if os.path.isfile(path):
            found[os.path.realpath(path)] = path
        for folder, folders, names in os.walk(path):
            folders[:] = sorted(name for name in folders if name not in SKIPPED_FOLDERS and not name.startswith("."))
            for name in sorted(names):
                if name.lower().endswith((".md", ".mdx")):
                    file = os.path.join(folder, name)
                    found.setdefault(os.path.realpath(file), file)
    return sorted(found.values())


def main():
    arguments = json.loads(os.environ["TOOL_ARGS"]) if "TOOL_ARGS" in os.environ else json.load(open(os.environ["TOOL_ARGS_FILE"]))
    named = [os.path.abspath(path) for path in arguments.get("paths", [])]
    for path in named:
        if not os.path.exists(path):
            command = os.environ["SUBJECT_COMMAND"]
            fail("precondition", "yes", f"No such file or folder: {path}", f"{command} docs links", 1)
        if not os.access(path, os.R_OK):
            fail("platform", "user-action-required", f"Permission denied: {path}", f"Ask the user to let this account read {shlex.quote(path)}.", 3)
    readme = os.path.join(ROOT, "README.md")
    files = documents(named or [os.environ["DOCS_DIR"]] + ([readme] if os.path.isfile(readme) else []))
    broken, skipped, count = [], [], 0
    shown = lambda path: os.path.relpath(path, ROOT)
    for path in files:
        if not os.path.isfile(path):
            skipped.append({"file": shown(path), "reason": "not a file"})
            continue
        try:
            found = links(path)
        except OSError as error:
            skipped.append({"file": shown(path), "reason": error.strerror})
            continue
        for line, target in found:
            if not target or SCHEME.match(target):
                continue
            count += 1
            try:
                reason = why_broken(path, target)
            except OSError as error:
                reason = f"its target cannot be read: {error.strerror}"
            if reason:
                broken.append({"file": shown(path), "line": line, "target": target, "reason": reason})
    # ASCII JSON: no locale can spoil it.
    print(json.dumps({"files": len(files), "links": count, "count": len(broken), "broken": broken, "skipped": skipped}))


if __name__ == "__main__":
    main()
