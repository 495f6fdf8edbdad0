#!/bin/bash
# The gallery of the papers' figures: from the menu, by search and mouse, to the next card by keys, and back to the map
# that was open before, whose unsaved work is asked about.
source "$(dirname "$0")/journey.sh"
start
key b
drag_cells 6 12 8 14
painted=$(state map.hash)
expect "there is unsaved work" "$(state map.unsaved)" == true

click menu.help
click menu.help.figures
exists gallery.search
type_text "worst case"
look
exists gallery.card.HPA-C4
missing gallery.card.SG-2
click gallery.card.HPA-C4
missing dialog.gallery
expect "unsaved work is asked about" "$(shown dialog.question)" == yes
click question.discard
expect "the card is open" "$(state gallery.figure)" == HPA-C4
expect "with its map" "$(state map.title)" == comb.map
expect "and its layers" "$(state layers.intra-edges.on)" == true
in_sight figure.next panel.right
expect "what it shows is told" "$(shown figure.caption_text)" == yes

key alt+Right
second=$(state gallery.figure)
expect "another card" "$second" != HPA-C4
key alt+Left
expect "back again" "$(state gallery.figure)" == HPA-C4
click figure.next
expect "the same by mouse" "$(state gallery.figure)" == "$second"

# The window of all cards by keyboard alone: Enter opens the first that is found.
click figure.all
type_text "sectors and their regions"
key Return
expect "found and opened" "$(state gallery.figure)" == SG-2
expect "nine regions" "$(state sectors.level.1.regions)" == 9

click figure.leave
expect "no card is open" "$(state gallery.figure)" == ""
expect "what was painted is there again" "$(state map.hash)" == "$painted"
expect "sectors are off again" "$(state sectors.on)" == false
missing figure.next
