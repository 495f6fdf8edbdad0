#!/bin/bash
# A presentation at 1280x800: one large caption, a slim transport, a legend, pseudo-code in large type; Tab returns
# everything as it was.
source "$(dirname "$0")/journey.sh"
start
key Home
left=$(where panel.left 0.5)
key Tab
expect "presenting" "$(state view.presentation)" == true
exists caption
exists legend.view.1
missing panel.left
missing toolbar.play
click play.forward
click play.expansion
expect "the transport steps" "$(state playback.cursor)" ">" 1
click_at $(where timeline 0.5)
look
expect "and scrubs" "$(state playback.cursor)" ">" 100
at=$(state playback.cursor)
key o
expect "code" "$(state view.large_code)" == true
exists large.code
exists code.line.3
key o
missing large.code
key F3
expect "two maps" "$(state view.split)" == 2
exists legend.view.2
key F3
key Tab
expect "panels are back" "$(where panel.left 0.5)" == "$left"
expect "at the same step" "$(state playback.cursor)" == "$at"
