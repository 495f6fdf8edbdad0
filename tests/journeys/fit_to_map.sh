#!/bin/bash
# A map that a person opens gets options of HPA* that suit it, with the reason; one click brings the published ones, also
# for the next start; another click goes back.
source "$(dirname "$0")/journey.sh"
maps=$here/../../assets/maps
options() { echo "$(state hpa.cluster_size) $(state hpa.levels) $(state hpa.cache)"; }
begin() {
  start --greet "$@"
  if [ "$(shown first_run.close)" == yes ]; then click first_run.close; fi
}

# The running example has small clusters of its own.
begin
expect "the running example" "$(options)" == "5 3 false"
xdotool key ctrl+q
ended

begin "$maps/rooms-64.map"
expect "a small map" "$(options)" == "16 1 true"
expect "HPA* is compared on its level" "$(state planners.hpa1.shown) $(state planners.hpa2.shown)" == "true false"
unfold tab.hpa
in_sight settings.hpa.reason panel.left
click settings.hpa.published
expect "as published" "$(options)" == "10 1 false"
xdotool key ctrl+q
ended

begin "$maps/city-256.map"
expect "not fitted to the map" "$(options)" == "10 3 false"
unfold tab.hpa
click settings.hpa.automatic
expect "two levels" "$(state hpa.levels) $(state hpa.cache)" == "2 true"
expect "HPA* is compared on both" "$(state planners.hpa2.shown) $(state planners.hpa3.shown)" == "true false"
xdotool key ctrl+q
ended

# A program that drives the window gets the usual options.
start "$maps/rooms-64.map"
expect "driven" "$(options)" == "10 3 false"
