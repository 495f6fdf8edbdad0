#!/usr/bin/env python3
"""Nothing on the screen is disabled without a reason: only DisabledScope, which takes the reason, disables items.

Usage: disabled.py ROOT        looks at the sources of the app
       disabled.py --self-test
"""
import pathlib
import re
import sys

# Where DisabledScope is, and where Dear ImGui's own flags are read.
ALLOWED = {'app/ui/widgets.cpp', 'app/ui/imgui_versions.cpp'}

DISABLES = [
    (re.compile(r'\b(Begin|End)Disabled\b'), 'disables an item itself'),
    (re.compile(r'\bImGui(Item|Selectable|Button)Flags_Disabled\b'), 'disables an item by a flag'),
    # The fourth argument of MenuItem is whether it is enabled.
    (re.compile(r'\bMenuItem\((?:[^(),;]|\([^()]*\))*,(?:[^(),;]|\([^()]*\))*,(?:[^(),;]|\([^()]*\))*,'), 'disables a menu entry'),
    (re.compile(r'\bDisabledScope\s+\w+[({]\s*\w+\s*,\s*(?:true|false|[^,;]*,\s*""\s*)[)}]'), 'gives an empty reason'),
]


def faults(name, text):
    text = re.sub(r'//[^\n]*', '', text)
    found = []
    for pattern, what in DISABLES:
        for match in pattern.finditer(text):
            line = text.count('\n', 0, match.start()) + 1
            found.append('%s:%d: %s: use DisabledScope (app/ui/widgets.hpp), which takes the reason' % (name, line, what))
    return found


def self_test():
    for bad in ['ImGui::BeginDisabled(x);', 'ImGui::EndDisabled();', 'ImGuiSelectableFlags_Disabled',
                'ImGui::MenuItem(a.c_str(), keys.c_str(), on, false)', 'DisabledScope one(ui, possible, "");']:
        assert len(faults('x.cpp', bad)) == 1, bad
    for good in ['// BeginDisabled', 'ImGui::MenuItem(a.c_str(), keys.c_str(), on)', 'DisabledScope one(ui, why);',
                 'DisabledScope one(ui, possible, "there are no agents yet");']:
        assert not faults('x.cpp', good), good


def main(root):
    found, scopes = [], 0
    for path in sorted(root.glob('app/**/*.[hc]pp')):
        name = path.relative_to(root).as_posix()
        text = path.read_text()
        scopes += len(re.findall(r'\bDisabledScope\b', text))
        if name not in ALLOWED:
            found += faults(name, text)
    for line in found:
        print(line)
    if scopes < 15:
        found.append('')
        print('only %d uses of DisabledScope found under %s: is it the root of the project?' % (scopes, root))
    return 1 if found else 0


if __name__ == '__main__':
    self_test()
    if sys.argv[1:] != ['--self-test']:
        sys.exit(main(pathlib.Path(sys.argv[1])))
