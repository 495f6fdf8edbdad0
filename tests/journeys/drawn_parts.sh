#!/bin/bash
# What figures show apart: one cluster from the menu of a cell, links of start and goal that stay, numbers on the map.
source "$(dirname "$0")/journey.sh"
start --check-frames
right_click() {
  xdotool mousemove $(cell "$1" "$2") click 3
  look
}

# The links of start and goal are there at the end of the search, and go with their layer.
unfold tab.hpa
expect "links are shown from the start" "$(state layers.links.on)" == true
expect "A* has none" "$(state links.start)" == 0

# One cluster alone.
right_click 12 8
expect "the menu offers the cluster" "$(shown cell.hpa_only)" == yes
click cell.hpa_only
expect "it is shown alone" "$(state hpa.only.on)" == true
expect "its cell" "$(state hpa.only.cell.0),$(state hpa.only.cell.1)" == "12,8"
expect "fewer edges than all" "$(state hpa.only.level.1.intra_edges)" "<" "$(state hpa.level.1.intra_edges)"
unfold_layers
in_sight layer.intra-costs panel.right
click layer.intra-costs
expect "costs are a layer" "$(state layers.intra-costs.on)" == true
right_click 12 8
click cell.hpa_all
expect "all clusters again" "$(state hpa.only.on)" == false

# The chart of the effort by levels.
key ctrl+shift+p
type_text ">ui.chart hpa-levels"
key Return
expect "the chart is open" "$(state chart.open)" == hpa-levels
