#!/bin/bash
# The preferences by mouse and keyboard: what is changed holds at once, is there at the next start, and goes back page by page.
source "$(dirname "$0")/journey.sh"
start

key ctrl+comma
exists dialog.preferences
expect "it opens on its first page" "$(state preferences.page)" == look
click preferences.theme.light
expect "light at once" "$(state preferences.ui.theme)" == light
click preferences.hints
expect "no hints" "$(state preferences.ui.tool_hints)" == off

click preferences.page.colours
exists preferences.planners.grey
click preferences.planners.grey
expect "planners in grey" "$(state preferences.ui.planner_colours)" == grey
# A line of the legend is grey as well: its colour has no hue.
click preferences.heat.cost
expect "searched cells by cost" "$(state playback.heat)" == cost

# Keys: the list is that of the help.
click preferences.page.keys
click help.filter
type_text "grid"
click "key.layer grid toggle.Ctrl+G"
exists keys.waits
key ctrl+j
exists "key.layer grid toggle.Ctrl+J"
expect "the dialog stays" "$(shown dialog.preferences)" == yes

click preferences.page.saving
click preferences.seconds."10 s"
expect "a copy after ten seconds" "$(state preferences.recovery.seconds)" == 10
click preferences.copies
expect "no copies" "$(state preferences.recovery.copies)" == off

click preferences.page.computing
exists preferences.device.found
click preferences.threads.1
expect "one thread" "$(state preferences.lab.threads)" == 1
click preferences.device.CPU
expect "the processor plans" "$(state crowd.backend)" == cpu
click preferences.close
missing dialog.preferences
key ctrl+j
expect "the new key works" "$(state layers.grid.on)" == true

# Restarted: all of it is there. The last page is not: the dialog opens on the first one.
xdotool key ctrl+q
ended
start
expect "light is kept" "$(state preferences.ui.theme)" == light
expect "hints are kept off" "$(state preferences.ui.tool_hints)" == off
expect "grey is kept" "$(state preferences.ui.planner_colours)" == grey
expect "seconds are kept" "$(state preferences.recovery.seconds)" == 10
expect "copies are kept off" "$(state preferences.recovery.copies)" == off
expect "threads are kept" "$(state preferences.lab.threads)" == 1
expect "the device is kept" "$(state crowd.backend)" == cpu
expect "the key is kept" "$(state preferences.changed_keys)" == 1

# Defaults, page by page; the menu leads there as well.
click menu.file
click menu.file.preferences
for page in look colours keys saving computing; do
  click preferences.page.$page
  click preferences.defaults
done
expect "dark again" "$(state preferences.ui.theme)" == dark
expect "hints again" "$(state preferences.ui.tool_hints)" == on
expect "colours again" "$(state preferences.ui.planner_colours)" == usual
expect "order again" "$(state playback.heat)" == order
expect "the usual keys" "$(state preferences.changed_keys)" == 0
expect "copies again" "$(state preferences.recovery.copies)" == on
expect "all threads" "$(state preferences.lab.threads)" == 0
key Escape
missing dialog.preferences
