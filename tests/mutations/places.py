"""Finds the places of a C++ source where mutations.py may change something, and writes the change.

It reads tokens, not the language, and leans on the layout of clang-format: a `<` between spaces compares, one without
them opens template arguments. What it gets wrong does not compile and is left out.
"""
import re

# How often each kind is chosen, where there are places for it.
SHARE = {"compare": 30, "logic": 14, "sum": 12, "literal": 14, "flag": 6, "bound": 7, "drop": 24, "step": 5, "swap": 6}

TOKEN = re.compile(
    r"""(?P<space>\s+|//[^\n]*|/\*.*?\*/)|(?P<pre>\#[^\n]*)|(?P<text>"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])')"""
    r"""|(?P<number>\d[\w.']*)|(?P<word>[A-Za-z_]\w*)"""
    r"""|(?P<op><<=|>>=|<=>|->|::|\+\+|--|&&|\|\||<=|>=|==|!=|\+=|-=|\*=|/=|%=|\|=|&=|\^=|<<|.)""", re.S | re.X)

ASSIGN = {"=", "+=", "-=", "*=", "/=", "|=", "&=", "^=", "<<=", ">>=", "%="}
STOPS = {";", ",", "?", ":", "return", "else", "case", "&&", "||"} | ASSIGN
COMPARE = {"<", "<=", ">", ">=", "==", "!="}
OPPOSITE = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "=="}
OPEN = {"(": ")", "[": "]", "{": "}"}
CLOSE = {v: k for k, v in OPEN.items()}
NEVER = {"constexpr", "static_assert", "template", "case", "using", "enum", "STRATA_CHECK", "STRATA_VALIDATE", "operator",
         "typedef", "asm", "concept", "requires", "consteval"}


class Source:
    def __init__(self, text):
        self.text = text
        self.tokens = [(m.group(), m.start(), m.end(), m.lastgroup)
                       for m in TOKEN.finditer(text) if m.lastgroup not in ("space", "pre")]
        self.match = {}
        stack = []
        for i, (t, _, _, kind) in enumerate(self.tokens):
            if kind == "text":
                continue
            if t in OPEN:
                stack.append(i)
            elif t in CLOSE and stack:
                self.match[stack[-1]] = i
                self.match[i] = stack.pop()
        self.mark_code()

    def word(self, i):
        return self.tokens[i][0] if 0 <= i < len(self.tokens) else ""

    def spaced(self, i):
        t, begin, end, _ = self.tokens[i]
        return self.text[begin - 1:begin].isspace() and self.text[end:end + 1].isspace()

    def mark_code(self):
        """code[i]: within the body of a function and nothing that the compiler must know."""
        n = len(self.tokens)
        self.code = [False] * n
        self.head = [0] * n  # first token of the statement
        scopes, start = [(False, False)], 0  # (code, never)
        depth = 0
        for i, (t, _, _, kind) in enumerate(self.tokens):
            code, never = scopes[-1]
            words = {self.word(k) for k in range(start, i + 1)} if t == "{" else None
            if t == "{" and kind == "op":
                if depth > 0 or (code and self.word(i - 1) not in (")", "else", "do", ";", "{", "}")):
                    inner = (code, never or bool(words & NEVER))  # an initialiser
                elif code:
                    inner = (True, never)
                else:
                    body = self.word(i - 1) in (")", "const", "override", "noexcept", "mutable")
                    inner = (body and "enum" not in words, False)
                    if not inner[0] and words & {"constexpr"}:
                        inner = (False, True)
                scopes.append(inner)
                start = i + 1
            elif t == "}" and kind == "op":
                if len(scopes) > 1:
                    scopes.pop()
                start = i + 1
            elif t == ";":
                start = i + 1
            self.head[i] = start
            if code and not never and t not in "{}":
                self.code[i] = True
        # Whole statements that hold a word of NEVER.
        i = 0
        while i < n:
            j = i
            while j < n and self.word(j) not in (";", "{", "}"):
                j += 1
            if any(self.word(k) in NEVER for k in range(i, j)):
                for k in range(i, min(j + 1, n)):
                    self.code[k] = False
                # STRATA_CHECK([..] { .. }) and the like are rare enough to be forgotten
            i = j + 1

    def left(self, i, also=()):
        """First token of the left operand of the operator at i."""
        k = i - 1
        while k >= 0:
            t = self.word(k)
            if t in CLOSE and self.tokens[k][3] == "op":
                opened = self.match.get(k)
                if opened is None:
                    return None
                if t == "}" and not (self.tokens[opened - 1][3] == "word" or self.word(opened - 1) == ">"):
                    break
                k = opened - 1
                continue
            if (t in OPEN and self.tokens[k][3] == "op") or t in STOPS or (t in also and self.spaced(k)):
                break
            k -= 1
        return k + 1

    def right(self, i, also=()):
        """Last token of the right operand of the operator at i."""
        k = i + 1
        while k < len(self.tokens):
            t = self.word(k)
            if t in OPEN and self.tokens[k][3] == "op":
                if t == "{" and self.text[self.tokens[k][1] - 1].isspace():
                    return None
                if k not in self.match:
                    return None
                k = self.match[k] + 1
                continue
            if (t in CLOSE and self.tokens[k][3] == "op") or t in STOPS or (t in also and self.spaced(k)):
                break
            k += 1
        return k - 1

    def span(self, first, last):
        return self.tokens[first][1], self.tokens[last][2]

    def arguments(self, opened):
        """The spans of the arguments between the bracket at `opened` and its end."""
        closed, spans, begin, k = self.match[opened], [], opened + 1, opened + 1
        while k <= closed:
            t = self.word(k)
            if k == closed or t == ",":
                if k == begin:
                    return []
                spans.append((begin, k - 1))
                begin = k + 1
            elif t in OPEN and k in self.match:
                k = self.match[k]
            k += 1
        return spans


def binary(source, i, kind, new, also):
    first, last = source.left(i, also), source.right(i, also)
    if first is None or last is None or first >= i or last <= i:
        return None
    begin, end = source.span(first, last)
    op = source.tokens[i]
    left, right = source.text[begin:op[1]].strip(), source.text[op[2]:end].strip()
    return place(source, kind, begin, end, f"{left} {new} {right}", f"{left} {op[0]} {right}  ->  {new}")


def place(source, kind, begin, end, changed, what, form="value"):
    line = source.text.count("\n", 0, begin) + 1
    return {"kind": kind, "begin": begin, "end": end, "line": line,
            "last_line": line + source.text.count("\n", begin, end), "changed": changed,
            "what": " ".join(what.split()), "form": form}


def statements(source):
    """Simple statements: (first, last) tokens, `;` included."""
    for i, (t, _, _, _) in enumerate(source.tokens):
        if not source.code[i]:
            continue
        before = source.word(i - 1)
        starts = before in (";", "{", "}", "else")
        if before == ")" and i - 1 in source.match:
            starts = source.word(source.match[i - 1] - 1) in ("if", "for", "while")
        if not starts or (before == ";" and in_brackets(source, i)):
            continue
        k = i
        while k < len(source.tokens) and source.word(k) != ";":
            if source.word(k) in OPEN and k in source.match:
                if source.word(k) == "{" and k != i and source.text[source.tokens[k][1] - 1].isspace() \
                        and source.word(k - 1) not in ("=", "(", ","):
                    k = None
                    break
                k = source.match[k]
            elif source.word(k) in CLOSE:
                k = None
                break
            k += 1
        if k is not None and k < len(source.tokens) and k > i:
            yield i, k


def in_brackets(source, i):
    depth = 0
    for k in range(i - 1, max(i - 60, 0), -1):
        if source.word(k) in CLOSE and k in source.match:
            depth += 1
        elif source.word(k) in OPEN and k in source.match:
            if depth == 0:
                return source.word(k) == "("
            depth -= 1
    return False


SIMPLE = [re.compile(r"^(\+\+|--)\S+;$"), re.compile(r"^(continue|break);$"),
          re.compile(r"^[A-Za-z_*][^\s(=]*(\([^=]*\))?\S* (=|\+=|-=|\|=|&=) .*;$", re.S),
          re.compile(r"^[A-Za-z_][\w.:\->\[\]]*\(.*\);$", re.S)]


def find(text):
    source, found = Source(text), []
    for i, (t, begin, end, kind) in enumerate(source.tokens):
        if not source.code[i]:
            continue
        if kind == "op" and t in COMPARE and source.spaced(i):
            also = {"&", "|", "^"} | (COMPARE if t in COMPARE else set())
            found.append(binary(source, i, "compare", OPPOSITE[t], also))
        elif kind == "op" and t in ("&&", "||") and source.spaced(i):
            found.append(binary(source, i, "logic", "||" if t == "&&" else "&&", ()))
        elif kind == "op" and t in ("+", "-") and source.spaced(i):
            also = COMPARE | {"+", "-", "<<", ">>", "&", "|", "^"}
            first = source.left(i, also - {"+", "-"})
            last = source.right(i, also)
            if first is not None and last is not None and first < i < last + 1 and last > i:
                b, e = source.span(first, last)
                left, right = text[b:begin].strip(), text[end:e].strip()
                new = "-" if t == "+" else "+"
                found.append(place(source, "sum", b, e, f"{left} {new} {right}", f"{left} {t} {right}  ->  {new}"))
        elif kind == "number" and re.fullmatch(r"\d+u?", t) and text[begin - 1] not in "<'":
            value = int(t.rstrip("u"))
            new = f"{value + 1}{'u' if t.endswith('u') else ''}" if value != 1 else t.replace("1", "0")
            line = " ".join(text[text.rfind("\n", 0, begin) + 1:text.find("\n", end)].split())
            found.append(place(source, "literal", begin, end, new, f"{t}  ->  {new}  in  {line}"))
        elif t in ("true", "false"):
            new = "false" if t == "true" else "true"
            line = " ".join(text[text.rfind("\n", 0, begin) + 1:text.find("\n", end)].split())
            found.append(place(source, "flag", begin, end, new, f"{t}  ->  {new}  in  {line}"))
        elif kind == "word" and t in ("min", "max") and source.word(i - 1) == "::" and source.word(i - 2) == "std":
            opened = i + 1
            while opened < len(source.tokens) and source.word(opened) != "(":
                opened += 1
            if opened in source.match and opened - i < 6:
                b, e = source.span(i - 2, source.match[opened])
                new = "max" if t == "min" else "min"
                changed = text[b:begin] + new + text[end:e]
                found.append(place(source, "bound", b, e, changed, f"{text[b:e]}  ->  {new}"))
        elif kind == "op" and t in ("++", "--"):
            new = "--" if t == "++" else "++"
            if source.tokens[i + 1][3] == "word" and source.word(i - 1) in (";", "{", "}", ")"):
                last = i + 1
                while source.word(last + 1) in (".", "->", "[", "::"):
                    last = source.match.get(last + 1, last + 2) if source.word(last + 1) == "[" else last + 2
                b, e = source.span(i, last)
                found.append(place(source, "step", b, e, new + text[end:e], f"{text[b:e]}  ->  {new}"))
        elif kind == "op" and t == "(" and i in source.match and source.tokens[i - 1][3] == "word":
            args = source.arguments(i)
            for (a0, a1), (b0, b1) in zip(args, args[1:]):
                if a0 == a1 and b0 == b1 and source.tokens[a0][3] == source.tokens[b0][3] == "word" and (
                        source.word(i - 1) not in ("if", "for", "while", "min", "max", "swap") and source.word(a0) != source.word(b0)):
                    first = i - 1
                    while source.word(first - 1) in (".", "->", "::") and source.tokens[first - 2][3] == "word":
                        first -= 2
                    b, e = source.span(first, source.match[i])
                    a, c = source.tokens[a0], source.tokens[b0]
                    changed = text[b:a[1]] + c[0] + text[a[2]:c[1]] + a[0] + text[c[2]:e]
                    found.append(place(source, "swap", b, e, changed, f"{text[b:e]}  ->  {c[0]}, {a[0]}"))
                    break
    for first, last in statements(source):
        b, e = source.span(first, last)
        own = text[b:e]
        if any(p.match(own) for p in SIMPLE) and not own.startswith(("return", "STRATA_", "if", "for", "while")):
            found.append(place(source, "drop", b, e, "", own + "  ->  dropped", "statement"))
    return [p for p in found if p is not None]


def switch(mutant, old):
    """The text that takes the place of the old one: the change if it is chosen, otherwise as it was."""
    test = f"strata_mutated({mutant['id']})"
    if mutant["form"] == "statement":
        return f"{{ if (!{test}) {{ {old} }} }}"
    return f"({test} ? ({mutant['changed']}) : ({old}))"
