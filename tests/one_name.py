#!/usr/bin/env python3
"""Fails where one qualified name is defined in two files.

usage: one_name.py [--self-test] [--list] [ROOT]

Two types of one name, or two bodies of one inline function, are undefined behaviour once they meet in a program, and no
compiler and no linker says so. All sources under ROOT (this checkout, if it is left out) count as one program: a name
means one thing everywhere, in the program, in the bench and in the tests.

What counts is what is defined at the scope of a namespace and has external linkage: classes, unions, enumerations,
concepts, aliases that differ, functions with one list of parameters, variables, and specialisations of templates with
one list of arguments. Unnamed namespaces, `static`, and constants that are neither inline nor declared `extern` are a
file's own. An unnamed namespace that has a type in it is a fault in a header: each file that includes it has another one.

The sources are read as tokens and declarations, not preprocessed: all branches of an #if are read, and what #if 0 leaves
out is not. Where that is not enough to find the braces that belong together the file is a fault too, as one that was not
looked at. --list prints what was found to be defined.
"""
import bisect
import os
import re
import sys

FOLDERS = ("core", "external", "traces", "gpu", "app", "bench", "papers", "grade", "cluster", "tests")
HEADERS = (".hpp", ".h", ".cuh")
SOURCES = HEADERS + (".cpp", ".cu")
# Each program has one of its own.
ENTRIES = {"main", "LLVMFuzzerTestOneInput"}
# Files of which a program has one: the build chooses, or they are of two programs that count what is allocated.
ONE_OF = ({"gpu/device_cuda.cu", "gpu/device_none.cpp"}, {"app/program/main_allocations.cpp", "tests/asked_bytes.cpp"})

TYPES = {"class", "struct", "union", "enum"}
OPEN, CLOSE = {"(": ")", "[": "]", "{": "}"}, {")": "(", "]": "[", "}": "{"}
WITH_ARGUMENTS = {"__attribute__", "alignas", "decltype", "noexcept", "explicit", "__launch_bounds__", "__declspec",
                  "requires"}
WORDS_OF_TYPES = {"unsigned", "signed", "short", "long", "int", "char", "bool", "float", "double", "void", "auto", "wchar_t",
                  "char8_t", "char16_t", "char32_t"}
CV = {"const", "volatile"}
NO_TYPE = CV | {"struct", "class", "union", "enum", "typename", "::", "register"}

# What is no code: comments, the insides of strings and characters, preprocessor lines. Numbers are here since an apostrophe
# may part their digits.
NO_CODE = re.compile(
    r"""(?P<comment>//(?:\\\n|[^\n])*|/\*.*?\*/)
      |(?P<pre>^[ \t]*\#(?:\\\n|"(?:\\.|[^"\\\n])*"|//(?:\\\n|[^\n])*|/\*.*?\*/|[^\n])*)
      |(?<!\w)(?:u8|[uUL])?R"(?P<end>[^()\\\s]{0,16})\(.*?\)(?P=end)"
      |"(?:\\.|[^"\\\n])*"
      |(?P<number>\b\d(?:'?[\w.])*)
      |'(?:\\.|[^'\\\n])+'""", re.S | re.X | re.M)
TOKEN = re.compile(r"""[A-Za-z_]\w*|\d(?:'?[\w.])*|::|->|\.\.\.|"[^"]*"|'[^']*'|\S""")
BRACKET = re.compile(r"[(){}\[\]]")
CONDITION = re.compile(r"[ \t]*#[ \t]*(if|ifdef|ifndef|elif|else|endif)\b[ \t]*(.*)")
ANY_SIGN = re.compile(r"[^\n]")
MACRO = re.compile(r"[A-Z][A-Z0-9_]+")
OPTIONAL = re.compile(r"\bstrata::|\bstd::(?=(?:size|ptrdiff|u?int\d+)_t\b)")


class Unreadable(Exception):
    def __init__(self, at, why):
        super().__init__(why)
        self.at = at


class Token:
    """A word, a sign, a literal, or a pair of brackets with what is between them: then `text` is the opening one."""
    __slots__ = ("text", "at", "end")

    def __init__(self, text, at, end):
        self.text, self.at, self.end = text, at, end

    @property
    def is_word(self):
        return self.text[0].isalpha() or self.text[0] == "_"


class Definition:
    def __init__(self, kind, name, key, file, line, says=None):
        self.kind, self.name, self.key, self.file, self.line = kind, name, key, file, line
        self.says = says  # for what an alias stands

    @property
    def place(self):
        return f"{self.file}:{self.line}"


def without_comments(text):
    """The same text, as long, with blanks for all that is no code; of a literal its quotes stay."""
    pieces, last, dead = [], 0, []  # dead: which #if are open, and whether they leave out what follows

    def blank(part):
        return ANY_SIGN.sub(" ", part)

    for found in NO_CODE.finditer(text):
        if found.lastgroup == "number":
            continue
        start, end = found.span()
        pieces.append(blank(text[last:start]) if True in dead else text[last:start])
        whole = found.group()
        if found.group("pre") is not None:
            condition = CONDITION.match(whole)
            if condition:
                word, rest = condition.groups()
                if word.startswith("if"):
                    dead.append(word == "if" and re.match(r"0\b", rest) is not None)
                elif not dead:
                    raise Unreadable(start, f"#{word} without #if")
                elif word == "endif":
                    dead.pop()
                else:
                    dead[-1] = False
            pieces.append(blank(whole))
        elif found.group("comment") is not None or True in dead:
            pieces.append(blank(whole))
        else:
            quote = whole[-1]
            pieces.append(quote + blank(whole[1:-1]) + quote)
        last = end
    pieces.append(text[last:])
    return "".join(pieces)


class Source:
    """The declarations of one file."""

    def __init__(self, file, text):
        self.file, self.text = file, text
        self.is_header = file.endswith(HEADERS)
        self.definitions, self.faults, self.outside = [], [], set()  # outside: names of variables declared `extern`
        self.line_starts = [0] + [m.end() for m in re.finditer("\n", text)]
        try:
            self.code = without_comments(text)
            self.pair_brackets()
            self.read_scope(0, len(text), "", False)
        except Unreadable as problem:
            self.faults.append(f"{file}:{self.line(problem.at)}: this file cannot be read: {problem}")

    def line(self, at):
        return bisect.bisect_right(self.line_starts, at)

    def pair_brackets(self):
        self.partner, opened = {}, []
        for found in BRACKET.finditer(self.code):
            sign, at = found.group(), found.start()
            if sign in OPEN:
                opened.append((sign, at))
                continue
            if not opened or opened[-1][0] != CLOSE[sign]:
                raise Unreadable(at, f"'{sign}' closes nothing")
            self.partner[opened.pop()[1]] = at
        if opened:
            raise Unreadable(opened[-1][1], f"'{opened[-1][0]}' is never closed")

    def token(self, at, end):
        """The next token; brackets with all that is in them are one."""
        found = TOKEN.search(self.code, at, end)
        if not found:
            return None
        text = found.group()
        if text in OPEN:
            return Token(text, found.start(), self.partner[found.start()] + 1)
        if text[0] in "\"'":
            text = self.text[found.start():found.end()]
        return Token(text, found.start(), found.end())

    def tokens(self, at, end):
        found = []
        while (token := self.token(at, end)) is not None:
            found.append(token)
            at = token.end
        return found

    # Scopes.

    def read_scope(self, at, end, scope, hidden):
        """Reads the declarations of a namespace, whose name is `scope` with `::` behind; `hidden`: an unnamed one is in it."""
        while (token := self.token(at, end)) is not None:
            if token.text == ";":
                at = token.end
                continue
            inner = self.enter(token, end, scope, hidden)
            if inner is None:
                at = self.read_declaration(at, end, scope, hidden)
                continue
            block, name, inner_hidden = inner
            self.read_scope(block.at + 1, block.end - 1, name, inner_hidden)
            at = block.end

    def enter(self, token, end, scope, hidden):
        """The block that a namespace or `extern "C"` opens, or None if there is none."""
        first, names = token, []
        if first.text == "extern":
            language = self.token(first.end, end)
            if language is None or language.text[0] != '"':
                return None
            block = self.token(language.end, end)
            return (block, scope, hidden) if block is not None and block.text == "{" else None
        if first.text == "inline":
            first = self.token(first.end, end)
        if first is None or first.text != "namespace":
            return None
        at = first.end
        while (part := self.token(at, end)) is not None and part.text not in ("{", "=", ";"):
            if part.is_word and part.text != "inline":
                names.append(part.text)
            at = part.end
        if part is None or part.text != "{":
            return None  # an alias
        return part, scope + "".join(name + "::" for name in names), hidden or not names

    # Declarations.

    def read_declaration(self, at, end, scope, hidden):
        """Reads one declaration, notes what it defines, and says where the next one begins."""
        tokens = []
        while (token := self.token(at, end)) is not None:
            at = token.end
            if token.text == ";":
                break
            tokens.append(token)
            if token.text == "{" and self.is_body(tokens, self.token(at, end)):
                break
        if tokens:
            self.note(tokens, scope, hidden)
        return at

    def is_body(self, tokens, after):
        """True if the block that comes last is the body of a function: no semicolon follows."""
        rest = split_template_heads(tokens)[1]
        if not rest or rest[-1] is not tokens[-1]:
            return False  # it belongs to a requirement
        rest = self.flattened(rest)
        group = self.parameters_at(rest)
        if group is None:
            return False  # a class, or the value of a variable
        behind = [token.text for token in rest[group + 1:-1]]
        if "requires" in behind and (behind[-1] == "requires" or behind[-2:] == ["requires", "("]):
            return False
        if after is not None and after.text == "catch":
            return False
        # Members that a constructor sets: `: a(1), b{2} {`.
        sets = ":" in behind and (rest[-2].is_word or rest[-2].text == ">")
        return not (sets and after is not None and after.text in (",", "{", "..."))

    def note(self, tokens, scope, hidden):
        first = tokens[0].text
        if first in ("static_assert", "asm", "friend", "namespace"):
            return
        if first == "typedef":
            self.note_typedef(tokens, scope, hidden)
            return
        heads, rest = split_template_heads(tokens)
        if not rest:
            return  # an instantiation
        if rest[0].text == "using" or rest[0].text == "concept":
            self.note_meaning(heads, rest, scope, hidden)
            return
        rest = self.note_class(heads, rest, scope, hidden)
        if not rest:
            return
        rest = self.flattened(rest)
        group = self.parameters_at(rest)
        if group is None:
            self.note_variables(heads, rest, scope, hidden)
        else:
            self.note_function(heads, rest, group, scope, hidden)

    def add(self, kind, name, key, token, hidden, says=None):
        if not hidden:
            self.definitions.append(Definition(kind, name, key, self.file, self.line(token.at), says))
        elif self.is_header and kind in TYPES:
            self.faults.append(f"{self.file}:{self.line(token.at)}: {kind} {name} is in an unnamed namespace of a header")

    def note_meaning(self, heads, tokens, scope, hidden):
        """Notes an alias, which is the same one wherever it is said with the same words, or a concept."""
        equal = index_of("=", tokens)
        if equal is not None and equal > 1 and tokens[1].is_word:
            kind = "alias" if tokens[0].text == "using" else "concept"
            says = self.head_key(heads) + self.own_names(heads, self.spelled(tokens[equal + 1:]))
            self.add(kind, scope + tokens[1].text, scope + tokens[1].text, tokens[1], hidden, says)

    def note_typedef(self, tokens, scope, hidden):
        tokens = self.flattened(tokens)
        words = [token for token in tokens if token.is_word]
        block = index_of("{", tokens) is not None
        says = None if block else self.spelled([token for token in tokens[1:] if token is not words[-1]])
        self.add("alias", scope + words[-1].text, scope + words[-1].text, words[-1], hidden, says)

    def note_class(self, heads, tokens, scope, hidden):
        """Notes the class or enumeration that is defined, and gives back what of the declaration is left to look at."""
        start = next((i for i, token in enumerate(tokens) if token.text in TYPES), None)
        if start is None or any(token.text in ("=", "{", "operator") for token in tokens[:start]):
            return tokens
        block = index_of("{", tokens)
        if block is None or self.parameters_at(tokens[:block]) is not None or index_of("=", tokens[:block]) is not None:
            only_declared = block is None and self.parameters_at(tokens) is None and class_name(tokens[start:])
            return [] if only_declared else tokens
        kind, words = tokens[start].text, class_name(tokens[start:block])
        if words is None:
            return tokens  # a variable of a type that is written with `struct`
        if words:
            special = self.constraint(heads) if words[-1].text == ">" else ""
            key = scope + special + self.own_names(heads, self.spelled(words))
            self.add(kind, scope + spelled(words), key, words[0], hidden)
        rest = tokens[block + 1:]
        return tokens[:start] + [tokens[start]] + rest if rest else []

    def note_function(self, heads, tokens, group, scope, hidden):
        start, texts = name_start(tokens, group), [token.text for token in tokens]
        words, behind = tokens[start:group], texts[group + 1:]
        if texts[-1] != "{" and not ("=" in behind and texts[-1] in ("default", "delete")):
            return
        if "static" in texts[:start] or (start == 0 and len(words) == 1):
            return  # of this file alone; a macro with a block, such as TEST_CASE
        name = spelled(words)
        stops = [i for i, text in enumerate(behind) if text in ("{", "=", ":", "->", "try", "requires")]
        qualifiers = "".join(" " + text for text in behind[:stops[0]] if text in CV or text == "&")
        signature = self.parameters(tokens[group]) + qualifiers
        if '"C"' in texts[:start]:
            scope, key = "", 'extern "C" ' + name  # it has no namespace, and no overloads
        else:
            needs = behind.index("requires") if "requires" in behind else None
            constraint = "" if needs is None else self.spelled(tokens[group + 1 + needs:-1])
            words_of_key = self.spelled(words) + signature + constraint
            key = scope + self.head_key(heads) + self.own_names(heads, words_of_key)
        if scope + name not in ENTRIES:
            self.add("function", scope + name + signature, key, words[0], hidden)

    def note_variables(self, heads, tokens, scope, hidden):
        specifiers = None
        for part in split_declarators(tokens):
            ends = [i for i in (index_of(sign, part) for sign in ("=", "{", "[", "(")) if i is not None]
            head, is_set = part[:min(ends, default=len(part))], bool(ends)
            if not head or not (head[-1].is_word or head[-1].text == ">"):
                continue
            start = name_start(head, len(head))
            if specifiers is None:
                specifiers = [token.text for token in outside_arguments(head[:start])]
                own = specifiers
            else:
                own = specifiers[:first_pointer(specifiers)] + [token.text for token in head[:start]]
            if "static" in specifiers or not (specifiers or heads):
                return  # of this file alone; or no type: a macro
            name, words = scope + spelled(head[start:]), set(own)
            if "extern" in words and not is_set:
                self.outside.add(name)
                continue
            behind_pointers = own[len(own) - own[::-1].index("*"):] if "*" in own else own
            constant = "constexpr" in words or ("const" in behind_pointers and "&" not in words)
            # What its class, a template or a word makes visible outside is no constant of this file alone.
            outside = words & {"inline", "extern"} or heads or index_of("::", head[start:]) is not None
            key = scope + self.own_names(heads, self.spelled(head[start:]))
            self.add("constant" if constant and not outside else "variable", name, key, head[start], hidden)

    def flattened(self, tokens):
        """The tokens without the brackets around the name of a pointer or reference to a function or an array."""
        flat, at = [], 0
        while at < len(tokens):
            token = tokens[at]
            if token.text == "=" or token.text == "operator":
                break
            behind = tokens[at + 1].text if at + 1 < len(tokens) else ""
            if token.text == "(" and at and behind in ("(", "["):
                inner = self.tokens(token.at + 1, token.end - 1)
                if inner and inner[0].text in ("*", "&"):
                    flat.extend(inner)
                    at += 2
                    continue
            flat.append(token)
            at += 1
        return flat + tokens[at:]

    def parameters_at(self, tokens):
        """The place of the brackets with the parameters of a function, None if no function is declared."""
        at = 0
        while at < len(tokens):
            text = tokens[at].text
            if text == "operator":
                at += 1
                if [token.text for token in tokens[at:at + 2]] == ["(", "("]:
                    at += 1
                return next((i for i in range(at, len(tokens)) if tokens[i].text == "("), None)
            if text in ("=", "{"):
                return None
            if text == "<":
                at = closing(tokens, at)
            elif text == "(" and at and (tokens[at - 1].is_word or tokens[at - 1].text == ">"):
                attribute = tokens[at - 1].text in WITH_ARGUMENTS or (
                    MACRO.fullmatch(tokens[at - 1].text) and at > 1 and at + 1 < len(tokens) and tokens[at + 1].is_word)
                if not attribute:
                    return None if self.is_value(tokens[at], tokens[at + 1:]) else at
            at += 1
        return None

    def is_value(self, group, behind):
        """True for brackets with the value of a variable, told from parameters by a literal or a sign that comes first."""
        first = self.token(group.at + 1, group.end - 1)
        return not behind and first is not None and (first.text[0].isdigit() or first.text[0] in "\"'-")

    # Keys: what is equal for two definitions of one thing.

    @staticmethod
    def own_names(heads, text):
        """The text with numbers for the parameters of the template."""
        for i, name in enumerate(parameter_names(heads)):
            text = re.sub(rf"\b{name}\b", f"${i}", text)
        return text

    def head_key(self, heads):
        kinds = []
        for head in heads:
            for part in split_at_commas(head):
                part = without_value(part)
                kind = part[:-1] if len(part) > 1 and part[-1].is_word else part
                kinds.append(self.spelled(kind).replace("typename", "class"))
        return "<" + self.own_names(heads, ",".join(kinds)) + ">" if heads else ""

    def constraint(self, heads):
        return self.head_key([head for head in heads if head and head[0].text == "requires"])

    def parameters(self, group):
        """The types of the parameters between two brackets."""
        kinds = [self.parameter(without_value(part)) for part in split_at_commas(self.tokens(group.at + 1, group.end - 1))]
        return "(" + ", ".join(kind for kind in kinds if kind and kind != "void") + ")"

    def parameter(self, part):
        """The type of a parameter: what is written there without the name."""
        part = [token for token in self.flattened(part) if token.text != "["] + [
            token for token in part if token.text == "[" and token is not part[0]]
        arrays = [token for token in part if token.text == "["]
        part = [token for token in part if token.text != "["]
        named = len(part) > 1 and part[-1].is_word and part[-1].text not in WORDS_OF_TYPES | CV and part[-2].text != "::"
        if named and any(token.text not in NO_TYPE for token in part[:-1]):
            part = part[:-1]
        level = [token.text for token in outside_arguments(part)]
        if not arrays and part and (part[-1].text in CV or first_pointer(level) == len(level)):
            # Of the parameter itself: the function's own affair.
            part = part[:-1] if part[-1].text in CV else [token for token in part if token.text not in CV]
        pointer = next((i for i, token in enumerate(part) if token.text in ("*", "&")), len(part))
        if pointer and part[pointer - 1].text in CV:
            part = [part[pointer - 1], *part[:pointer - 1], *part[pointer:]]  # `int const&` is `const int&`
        return self.spelled(part) + "[]" * len(arrays)

    def spelled(self, tokens):
        """The tokens as text, with what is in brackets; without namespaces that are written or not as one likes."""
        return OPTIONAL.sub("", spelled(tokens, self))


# Lists of tokens, in which brackets are one token.

def index_of(text, tokens):
    """The place of a token outside the arguments of templates, or None."""
    at = 0
    while at < len(tokens):
        if tokens[at].text == "operator":
            at = next((i for i in range(at + 1, len(tokens)) if tokens[i].text == "("), len(tokens))
            continue
        if tokens[at].text == text:
            return at
        at = closing(tokens, at) + 1 if tokens[at].text == "<" else at + 1
    return None


def closing(tokens, at):
    """Where the `>` is that belongs to a `<`; the `<` itself if it has none."""
    depth = 0
    for i in range(at, len(tokens)):
        depth += (tokens[i].text == "<") - (tokens[i].text == ">")
        if depth == 0:
            return i
    return at


def opening(tokens, at):
    """Where the `<` is that belongs to a `>`; the `>` itself if it has none."""
    depth = 0
    for i in range(at, -1, -1):
        depth += (tokens[i].text == ">") - (tokens[i].text == "<")
        if depth == 0:
            return i
    return at


def outside_arguments(tokens):
    found, at = [], 0
    while at < len(tokens):
        found.append(tokens[at])
        at = closing(tokens, at) + 1 if tokens[at].text == "<" else at + 1
    return found


def first_pointer(texts):
    return next((i for i, text in enumerate(texts) if text in ("*", "&")), len(texts))


def without_value(tokens):
    equal = index_of("=", tokens)
    return tokens if equal is None else tokens[:equal]


def split_at_commas(tokens):
    parts, part, at = [], [], 0
    while at < len(tokens):
        end = closing(tokens, at) + 1 if tokens[at].text == "<" else at + 1
        if tokens[at].text == ",":
            parts.append(part)
            part = []
        else:
            part.extend(tokens[at:end])
        at = end
    return parts + [part] if part or parts else []


def split_declarators(tokens):
    """The variables of one declaration. A comma between other things parts nothing."""
    parts = split_at_commas(tokens)
    merged = parts[:1]
    for part in parts[1:]:
        name = next((i for i, token in enumerate(part) if token.text not in ("*", "&", "const")), len(part))
        if name < len(part) and part[name].is_word and (name + 1 == len(part) or part[name + 1].text in ("=", "{", "[", "(")):
            merged.append(part)
        else:
            merged[-1] = merged[-1] + part
    return merged


def split_template_heads(tokens):
    """The parameters of each `template <...>` before a declaration with what they require, and the declaration, which
    is empty if it is an instantiation."""
    heads, at = [], 0
    if [token.text for token in tokens[:2]] == ["extern", "template"]:
        return [], []
    while at < len(tokens) and tokens[at].text == "template":
        if at + 1 == len(tokens) or tokens[at + 1].text != "<":
            return [], []
        end = closing(tokens, at + 1)
        heads.append(tokens[at + 2:end])
        at = end + 1
        if at < len(tokens) and tokens[at].text == "requires":
            end = after_requirement(tokens, at)
            heads.append(tokens[at:end])
            at = end
    return heads, tokens[at:]


def after_requirement(tokens, at):
    """Where the declaration begins behind `requires`, whose terms && and || join."""
    texts = [token.text for token in tokens] + [""]
    while True:
        at += 1
        if texts[at] == "requires":
            at += 1 + (texts[at + 1] == "(")
        elif texts[at] != "(":
            while at < len(tokens):
                if texts[at + 1] == "<":
                    at = closing(tokens, at + 1)
                if texts[at + 1] != "::":
                    break
                at += 2
        at = min(at + 1, len(tokens))
        if texts[at] not in ("&", "|") or texts[at + 1] != texts[at]:
            return at
        at += 1


def parameter_names(heads):
    """The names of the parameters of templates."""
    names = []
    for head in heads:
        if not head or head[0].text == "requires":
            continue
        for part in split_at_commas(head):
            part = without_value(part)
            if len(part) > 1 and part[-1].is_word:
                names.append(part[-1].text)
    return names


def class_name(tokens):
    """The tokens of the name of a class; the first one is the keyword. None if these are a type and a variable."""
    words, at = [], 1
    colon = index_of(":", tokens)
    tokens = tokens[:colon]
    while at < len(tokens):
        token = tokens[at]
        behind = tokens[at + 1].text if at + 1 < len(tokens) else ""
        if behind == "(" and (token.text in WITH_ARGUMENTS or MACRO.fullmatch(token.text)):
            at += 2
            continue
        if token.text not in TYPES and token.text not in ("[", "final"):
            words.append(token)
        at += 1
    if not words:
        return []
    start = name_start(words, len(words))
    return words[start:] if all(MACRO.fullmatch(token.text) for token in words[:start]) else None


def name_start(tokens, end):
    """Where the name begins, with the classes and namespaces before it, that ends at `end`."""
    at = next((i for i in range(end - 1, -1, -1) if tokens[i].text == "operator"), None)
    if at is None:
        at = end - 1
        if tokens[at].text == ">":
            at = opening(tokens, at) - 1
        if at > 0 and tokens[at - 1].text == "~":
            at -= 1
    while at > 0 and tokens[at - 1].text == "::":
        at -= 1
        if at > 0 and tokens[at - 1].text == ">":
            at = opening(tokens, at - 1)
        if at > 0 and tokens[at - 1].is_word:
            at -= 1
    return max(at, 0)


def spelled(tokens, source=None):
    """The tokens as text, with a blank only where two words meet; with what is in brackets if the source is given."""
    text = ""
    for token in tokens:
        piece = token.text
        if piece in OPEN:
            piece += (spelled(source.tokens(token.at + 1, token.end - 1), source) if source else "") + OPEN[piece]
        if text and (text[-1].isalnum() or text[-1] == "_") and (piece[0].isalnum() or piece[0] == "_"):
            text += " "
        text += piece
    return text


def sources_of(root):
    for folder in FOLDERS:
        for at, folders, files in os.walk(os.path.join(root, folder)):
            folders.sort()
            for name in sorted(files):
                if name.endswith(SOURCES):
                    path = os.path.join(at, name)
                    with open(path, encoding="utf-8") as file:
                        yield os.path.relpath(path, root).replace(os.sep, "/"), file.read()


def faults_of(files):
    """What is wrong with sources, each given by its name and its text; and what they define."""
    sources = [Source(name, text) for name, text in files]
    faults = [fault for source in sources for fault in source.faults]
    outside = {name for source in sources for name in source.outside}
    known, definitions = {}, []
    for source in sources:
        for one in source.definitions:
            if one.kind == "constant" and one.name not in outside:
                continue
            definitions.append(one)
            for other in known.setdefault(one.key, []):
                if other.file != one.file and not are_alternatives(other.file, one.file) and not say_the_same(one, other):
                    faults.append(f"{one.place}: {one.kind} {one.name} is also defined at {other.place}")
                    break
            known[one.key].append(one)
    return faults, definitions


def are_alternatives(one, other):
    return any(one in files and other in files for files in ONE_OF)


def say_the_same(one, other):
    """True for two aliases of one type, which may be declared as often as one likes."""
    return one.kind == other.kind == "alias" and one.says == other.says


# Each case: what it shows, sources by their names, and what must be said of them.
CASES = (
    ("a type in two files",
     {"core/a.hpp": "#pragma once\nnamespace strata {\nstruct Shape {\n  int x;\n};\n"
                    "}",
      "gpu/b.hpp": "namespace strata {\n\nclass Shape final : public Base<int> { };\n"
                   "}"},
     ["gpu/b.hpp:3: class strata::Shape is also defined at core/a.hpp:3"]),
    ("types of three files, each said once",
     {"a.hpp": "struct A {};",
      "b.hpp": "struct A {};",
      "c.hpp": "struct A {};"},
     ["b.hpp:1: struct A is also defined at a.hpp:1", "c.hpp:1: struct A is also defined at a.hpp:1"]),
    ("types of two sources with external linkage",
     {"a.cpp": "namespace s { struct Tally { int n = 0; }; }",
      "b.cpp": "namespace s { struct Tally { int n = 0; }; }"},
     ["b.cpp:1: struct s::Tally is also defined at a.cpp:1"]),
    ("nested names of namespaces, and namespaces within each other",
     {"a.hpp": "namespace a::b { namespace c { union U { int i; }; } }",
      "b.hpp": "namespace a { inline namespace b::c { union U {}; } }"},
     ["b.hpp:1: union a::b::c::U is also defined at a.hpp:1"]),
    ("one name in two namespaces",
     {"a.hpp": "namespace a { struct X {}; enum class E { kOne }; }",
      "b.hpp": "namespace b { struct X {}; enum class E { kOne }; }"},
     []),
    ("a type within a class",
     {"a.hpp": "struct A { struct Inner { int x; }; Inner inner; };",
      "b.hpp": "struct B { struct Inner {}; enum Kind { kOne }; };"},
     []),
    ("a class of a class that is defined outside of it",
     {"a.cpp": "struct A::Inner { int x; };",
      "b.cpp": "struct A::Inner { int y; };"},
     ["b.cpp:1: struct A::Inner is also defined at a.cpp:1"]),
    ("declarations",
     {"a.hpp": "class A; struct B; enum class E : int; enum F : char; template <class T> struct G; int f(int); extern "
               "int x;",
      "b.hpp": "class A {}; struct B {}; enum class E : int { k }; enum F : char {}; template <class T> struct G {}; "
               "int f(int) { return 1; } int x = 1;",
      "c.hpp": "class A; struct B; enum class E : int; template <class> struct G; int f(int x = 2); extern int x; "
               "struct B make(struct A& a); extern struct Box box; static struct Box other;"},
     []),
    ("attributes, alignment, macros and several words before a name",
     {"a.hpp": "struct [[nodiscard]] alignas(16) A {}; class __attribute__((packed)) B {}; struct STRATA_API C {}; "
               "enum class [[x]] D : unsigned {};",
      "b.hpp": "struct A {}; struct B {}; struct C final {}; enum struct D {};"},
     ["b.hpp:1: struct A is also defined at a.hpp:1",
      "b.hpp:1: struct B is also defined at a.hpp:1",
      "b.hpp:1: struct C is also defined at a.hpp:1",
      "b.hpp:1: enum D is also defined at a.hpp:1"]),
    ("comments, strings, characters and raw strings",
     {"a.hpp": "// struct A {};\n/* struct B {}; */ inline const char* a() { return \"struct C { \\\" {\"; } // { \\\n "
               "struct D {};\ninline auto q = '\"'; inline auto r = R\"x(struct E {}; )\" { )x\"; inline int n = "
               "1'000'000; inline char c = '{'; struct F {};",
      "b.hpp": "struct A {}; struct B {}; struct C {}; struct D {}; struct E {};\n"
               "struct F {};"},
     ["b.hpp:2: struct F is also defined at a.hpp:4"]),
    ("preprocessor lines",
     {"a.hpp": "#define X \\\n struct A {};\n#if 0\nstruct B {}; {\n#else\nstruct C {};\n"
               "#endif\n#  define Y it's\n",
      "b.hpp": "struct A {}; struct B {};\n#ifdef Z\nstruct C {};\n#endif"},
     ["b.hpp:3: struct C is also defined at a.hpp:6"]),
    ("unnamed namespaces and what is static",
     {"a.cpp": "namespace s { namespace { struct A {}; int f() { return 1; } int x = 1; namespace inner { struct B {}; "
               "} } static int y; static int g() {} }",
      "b.cpp": "namespace s { namespace { struct A {}; int f() { return 1; } int x = 1; namespace inner { struct B {}; "
               "} } static int y; static int g() {} }"},
     []),
    ("a type in an unnamed namespace of a header",
     {"a.hpp": "namespace s {\nnamespace {\nstruct A {};\nconstexpr int kX = 1;\n"
               "}\n}",
      "b.cpp": "namespace s { namespace { struct A {}; } }"},
     ["a.hpp:3: struct s::A is in an unnamed namespace of a header"]),
    ("functions that are inline, templates, constexpr or none of these",
     {"a.hpp": "inline int f(int a) { return a; } template <class T> T g(T a) { return a; } constexpr int h() { return "
               "1; } void k() {}",
      "b.hpp": "inline int f(const int b) { return b; } template <typename U> U g(U b) { return b; } constexpr int "
               "h(void) { return 2; } void k() {}"},
     ["b.hpp:1: function f(int) is also defined at a.hpp:1",
      "b.hpp:1: function g(U) is also defined at a.hpp:1",
      "b.hpp:1: function h() is also defined at a.hpp:1",
      "b.hpp:1: function k() is also defined at a.hpp:1"]),
    ("overloads in two files",
     {"a.hpp": "inline void f(int) {} inline void f(const A& a, int n = 1) {} template <class T> void g(T) {} template "
               "<int N> void h() {} inline void p(char*) {} inline void q(unsigned int) {}",
      "b.hpp": "inline void f(long x) {} inline void f(A& a, int n) {} template <class T> void g(T*) {} template "
               "<class N> void h() {} inline void p(const char*) {} inline void q(unsigned long) {}"},
     []),
    ("parameters of one type, written in other ways",
     {"a.hpp": "void f(std::map<int, int> a, strata::Cell c = {1, 2}, int n = (1 < 2), void (*call)(int) = nullptr, "
               "int (&many)[4]) {}\nvoid g(std::size_t a, char const* b, const int values[]) {}",
      "b.hpp": "\nvoid f(std::map<int,int>, Cell, int, void (*)(int x), int (&)[4]) {} void g(size_t, const char*, "
               "const int v[]) {}"},
     ["b.hpp:2: function f(std::map<int,int>, Cell, int, void*, int&[]) is also defined at a.hpp:1",
      "b.hpp:2: function g(size_t, const char*, const int[]) is also defined at a.hpp:2"]),
    ("functions of classes",
     {"a.cpp": "int A::f() const { return 1; } A::A(int x) : a(x), b{x} { if (x) {} } A::~A() = default; template "
               "<class T> void B<T>::g() {}",
      "b.cpp": "int A::f() { return 1; } int B::f() const { return 1; }",
      "c.cpp": "A::A(int y) : a{y} {}\nA::~A() {} template <class V> void B<V>::g() {}"},
     ["c.cpp:1: function A::A(int) is also defined at a.cpp:1",
      "c.cpp:2: function A::~A() is also defined at a.cpp:1",
      "c.cpp:2: function B<V>::g() is also defined at a.cpp:1"]),
    ("operators",
     {"a.hpp": "inline bool operator<(A a, A b) { return true; } inline bool operator()(A a) { return a; } inline A "
               "operator<<(A a, int) { return a; } inline bool operator==(A, A) { return a < b; }",
      "b.hpp": "inline bool operator<(A x, A y) { return x.v < y.v; } inline bool operator>(A a, A b) { return true; } "
               "inline bool operator<(A a, B b) { return 1; }"},
     ["b.hpp:1: function operator<(A, A) is also defined at a.hpp:1"]),
    ("values that a function gives back, attributes and what follows the parameters",
     {"a.hpp": "[[nodiscard]] inline auto f(int x) noexcept(true) -> std::pair<int, int> { return {x, x}; } struct A* "
               "g() { return nullptr; } STRATA_HD inline std::array<A, 2> h() { return {}; } const char (&k())[3] { "
               "return \"ab\"; }\n __attribute__((noinline)) __launch_bounds__(64) void m() {}",
      "b.hpp": "auto f(int) -> int {} A* g() {}\nauto h() {} auto k() {} void m() {}"},
     ["b.hpp:1: function f(int) is also defined at a.hpp:1",
      "b.hpp:1: function g() is also defined at a.hpp:1",
      "b.hpp:2: function h() is also defined at a.hpp:1",
      "b.hpp:2: function k() is also defined at a.hpp:1",
      "b.hpp:2: function m() is also defined at a.hpp:2"]),
    ("what templates require",
     {"a.hpp": "template <class T> requires A<T> && (!B<T>) inline void f(T) {} template <class T> concept C = "
               "requires(T t) { t.x(); }; template <class T> requires requires(T t) { t.y(); } void g(T) {} struct "
               "Behind {};",
      "b.hpp": "template <class T> requires B<T> inline void f(T) {} template <class T> concept C = requires(T t) { "
               "t.x(); }; template <class U> requires requires(U t) { t.y(); } void g(U) {} struct Behind {};",
      "c.hpp": "template <class T> concept C = requires(T t) { t.z(); }; template <class T> void f(T) requires A<T> {}"},
     ["b.hpp:1: function g(U) is also defined at a.hpp:1",
      "b.hpp:1: concept C is also defined at a.hpp:1",
      "b.hpp:1: struct Behind is also defined at a.hpp:1",
      "c.hpp:1: concept C is also defined at a.hpp:1"]),
    ("specialisations",
     {"a.hpp": "template <class T> struct X {}; template <> struct X<int> {}; template <class T> struct X<T*> {}; "
               "template <> struct std::hash<A> {}; template <> void f<int>() {} extern template struct X<long>;",
      "b.hpp": "template <> struct X<char> {}; template <class T> struct X<T&> {}; template <> struct std::hash<B> {}; "
               "template <> void f<char>() {} template struct X<long>; template class std::vector<int>;",
      "c.hpp": "template <> struct X<int> {};\ntemplate <class U> struct X<U*> {};\n"
               "namespace std { template <> struct hash<A> {}; } template <> void f<int>() {}"},
     ["c.hpp:1: struct X<int> is also defined at a.hpp:1",
      "c.hpp:2: struct X<U*> is also defined at a.hpp:1",
      "c.hpp:3: struct std::hash<A> is also defined at a.hpp:1",
      "c.hpp:3: function f<int>() is also defined at a.hpp:1"]),
    ("variables",
     {"a.cpp": "int a; int b = 1, c[2] = {1, 2}; inline constexpr int kD = 1 < 2; const char* e = \"\"; "
               "std::atomic<int> f{0}; thread_local int g; void (*h)(int) = nullptr; struct { int x; } i; "
               "std::vector<const A*> j;",
      "b.cpp": "long a; char c; inline constexpr int kD = 2; const char* e; int f; int g; int h; int i; int j;\n"
               "int *k, b;"},
     ["b.cpp:1: variable a is also defined at a.cpp:1",
      "b.cpp:1: variable c is also defined at a.cpp:1",
      "b.cpp:1: variable kD is also defined at a.cpp:1",
      "b.cpp:1: variable e is also defined at a.cpp:1",
      "b.cpp:1: variable f is also defined at a.cpp:1",
      "b.cpp:1: variable g is also defined at a.cpp:1",
      "b.cpp:1: variable h is also defined at a.cpp:1",
      "b.cpp:1: variable i is also defined at a.cpp:1",
      "b.cpp:1: variable j is also defined at a.cpp:1",
      "b.cpp:2: variable b is also defined at a.cpp:1"]),
    ("constants, which are the file's own",
     {"a.cpp": "const int a = 1; constexpr int kB[] = {1, 2}; const char* const c = \"\"; constexpr const char* d = "
               "nullptr; static int e; void (*const f)() = nullptr;",
      "b.cpp": "const int a = 2; constexpr int kB[] = {1, 3}; const char* const c = \"\"; constexpr const char* d = "
               "nullptr; static int e; void (*const f)() = nullptr;"},
     []),
    ("constants that are declared outside",
     {"a.hpp": "extern const int kLimit;",
      "a.cpp": "const int kLimit = 1;",
      "b.cpp": "const int kLimit = 2; extern const int kOther = 1;",
      "c.cpp": "extern const int kOther = 2;"},
     ["b.cpp:1: constant kLimit is also defined at a.cpp:1", "c.cpp:1: variable kOther is also defined at b.cpp:1"]),
    ("members of classes that are variables",
     {"a.cpp": "const int A::kX = 1; template <class T> int B<T>::count = 0;",
      "b.cpp": "const int A::kX = 1; int C::kX;"},
     ["b.cpp:1: variable A::kX is also defined at a.cpp:1"]),
    ("aliases",
     {"a.hpp": "using A = int; using B = std::vector<int>; typedef int C; typedef void (*D)(int); using std::swap; "
               "using namespace std; namespace n = std; template <class T> using E = std::vector<T>;",
      "b.hpp": "using A = int; struct B {}; typedef long C; typedef char (*D)(int); using std::swap; using namespace "
               "std; namespace n = std; template <class U> using E = std::vector<U>;"},
     ["b.hpp:1: struct B is also defined at a.hpp:1",
      "b.hpp:1: alias C is also defined at a.hpp:1",
      "b.hpp:1: alias D is also defined at a.hpp:1"]),
    ("blocks of macros, entries of programs and C",
     {"a.cpp": "TEST_CASE(\"one { \") { struct Local {}; }\nSTRATA_DO(x);\nint main(int count, char** words) { return "
               "0; }\nextern \"C\" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) { return 0; } "
               "namespace x { extern \"C\" { void f(); } extern \"C\" void g() {} }",
      "b.cpp": "TEST_CASE(\"one { \") { struct Local {}; } int main() { return 1; }\n"
               "extern \"C\" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) { return 0; }\n"
               "namespace y { extern \"C\" void g() {} } static_assert(sizeof(int) == 4);"},
     ["b.cpp:3: function g() is also defined at a.cpp:4"]),
    ("lambdas",
     {"a.hpp": "inline constexpr auto f = [](int x) { return x; }; inline const auto g = [] { return 1; }();\n"
               "struct A {};",
      "b.hpp": "struct A {};"},
     ["b.hpp:1: struct A is also defined at a.hpp:2"]),
    ("files of which a program has one",
     {"gpu/device_cuda.cu": "void open() {} struct A {};",
      "gpu/device_none.cpp": "void open() {}",
      "gpu/x.cu": "struct A {};"},
     ["gpu/x.cu:1: struct A is also defined at gpu/device_cuda.cu:1"]),
    ("brackets that do not belong together",
     {"a.hpp": "struct A {\n  int f() { return (1; }\n};"},
     ["a.hpp:2: this file cannot be read: '}' closes nothing"]),
)


def self_test():
    wrong = 0
    for what, files, wanted in CASES:
        found = faults_of(files.items())[0]
        if sorted(found) != sorted(wanted):
            wrong += 1
            print(f"{what}:")
            for fault in sorted(set(wanted) - set(found)):
                print(f"  is not said: {fault}")
            for fault in sorted(set(found) - set(wanted)):
                print(f"  is said:     {fault}")
    print(f"{len(CASES)} cases, {wrong} of them wrong")
    return 1 if wrong or not CASES else 0


def main(arguments):
    if "--self-test" in arguments:
        return self_test()
    roots = [one for one in arguments if not one.startswith("--")]
    root = roots[0] if roots else os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    files = list(sources_of(root))
    if len(files) < 10:
        sys.exit(f"only {len(files)} sources found under '{root}': is it the root of the project?")
    faults, definitions = faults_of(files)
    if "--list" in arguments:
        for one in sorted(definitions, key=lambda one: (one.file, one.line)):
            print(f"{one.place}: {one.kind} {one.name}")
    for fault in faults:
        print(fault)
    if not faults:
        print(f"{len(files)} sources define {len(definitions)} names, each in one file")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
