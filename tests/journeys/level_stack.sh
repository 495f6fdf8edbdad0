#!/bin/bash
# The map is split into the stack of levels: four views with one camera and one pointer. An abstract expansion is
# stepped in them, the cluster size is dragged while the graph follows, and menus are opened by key.
source "$(dirname "$0")/journey.sh"
printf 'hpa.cluster_size 10\n' >"$work/clusters.script"
start --script "$work/clusters.script"
click views.four
expect "four views" "$(state view.split)" == 4
expect "the first shows the cells" "$(state view.levels.0)" == 0
expect "the last shows level 3" "$(state view.levels.3)" == 3
expect "their graphs are drawn" "$(state layers.inter-edges.on)" == true

# The pointer over one view is in all of them: the cross in the first one changes its picture.
look "$work/before.png"
at_first=$(cell 12 30 map.1)
xdotool mousemove $(cell 20 30 map.3)
look "$work/after.png"
expect "the cell under the pointer" "$(state view.hover)" == "[20, 30]"
expect "the view under the pointer" "$(state view.pointer)" == 2
expect "the cross in another view" "$(pixel "$work/after.png" $at_first)" != "$(pixel "$work/before.png" $at_first)"

# The wheel in one view zooms all: the same cell stays under the pointer.
zoom=$(state view.zoom)
xdotool click 4
look
expect "zoomed" "$(state view.zoom)" ">" "$zoom"
expect "the cell under the pointer stays" "$(state view.hover)" == "[20, 30]"
key ctrl+slash

# The goal is dragged in the last view, a cell inspected in the second.
xdotool mousemove $(ask cell "$(state query.goal.0)" "$(state query.goal.1)" map.4) mousedown 1
xdotool mousemove_relative -- -12 12
xdotool mousemove $(cell 30 36 map.4) mouseup 1
look
expect "the goal" "$(state query.goal)" == "[30, 36]"
click_at $(cell 12 30 map.2)
look
expect "inspected" "$(state inspected.cell)" == "[12, 30]"

# Another level by the view's own list.
click view.2.level
click view.level.2
expect "the second shows level 2" "$(state view.levels.1)" == 2

# To the search on the abstract levels, by the legend of the timeline; then one expansion on.
click compare.hpa3.trace
click legend.2
expect "the phase that was clicked" "$(state playback.event.phase)" == search
click play.expansion
expect "an expansion" "$(state playback.event.type)" == expand
expect "on an abstract level" "$(state playback.event.level)" ">=" 1
# A click on a span of the bar goes there.
click timeline.0
expect "insertion comes first" "$(state playback.event.phase)" contains insert

# Dragging the cluster size rebuilds while the button is down; levels follow the same way.
unfold tab.hpa
clusters=$(state hpa.level.1.clusters)
xdotool mousemove $(where settings.cluster 0.5) mousedown 1
xdotool mousemove $(where settings.cluster 0.3)
look
size=$(state hpa.cluster_size)
expect "a smaller size" "$size" "<" 10
expect "more clusters, still dragging" "$(state hpa.level.1.clusters)" ">" "$clusters"
expect "solved anew, still dragging" "$(state planners.hpa3.status)" == found
xdotool mousemove $(where settings.cluster 0.6)
look
expect "a larger size" "$(state hpa.cluster_size)" ">" "$size"
xdotool mouseup 1
look
xdotool mousemove $(where settings.levels 0.5) mousedown 1
xdotool mousemove $(where settings.levels 0.05) mouseup 1
look
expect "one level" "$(state hpa.levels)" == 1
expect "the last view says so" "$(state view.notes.3)" != ""

# Menus by key: arrows move in them, not on the timeline; Enter chooses.
key Home
key alt+v
expect "the menu is open" "$(shown menu.view.fit)" == yes
key Right
expect "the next menu is open" "$(shown menu.search.swap)" == yes
expect "the search was not stepped" "$(state playback.cursor)" == 0
start_x=$(state query.start.0)
goal_x=$(state query.goal.0)
key Down Return
expect "start and goal are swapped" "$(state query.start.0)" == "$goal_x"
expect "the menu is closed" "$(shown menu.search.swap)" == no
key F10
expect "the first menu" "$(shown menu.file.new)" == yes
key Escape
expect "closed again" "$(shown menu.file.new)" == no
key F2
expect "one view" "$(state view.split)" == 1
