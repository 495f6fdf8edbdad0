#!/bin/bash
# The glossary: its window finds terms by their letters, and a label that holds a term shows its meaning under the pointer.
source "$(dirname "$0")/journey.sh"
start

click menu.help
click menu.help.glossary
exists dialog.glossary
exists "glossary.A*"
type_text "witness"
exists glossary.witness
exists glossary.shortcut
missing glossary.portal
key Escape
missing dialog.glossary

# The title of a section holds a term: its meaning follows the pointer, and is gone where the pointer leaves.
missing glossary.tip
key b
in_sight section.meter panel.right
read -r x y <<<"$(where section.meter 0.3)"
xdotool mousemove "$x" "$y"
look
exists glossary.tip
# A button has a tooltip of its own, and no second one.
read -r x y <<<"$(where toolbar.help)"
xdotool mousemove "$x" "$y"
look
missing glossary.tip
