// Purpose: The places are what people do with the program: edit the map, choose planners, run a crowd, analyse. Each
//          place has tabs of features and of its own; one of them at a time is unfolded. The rail at the left edge
//          leads from place to place.
// Shapes: A tab is named as in the UI dump, "tab.hpa"; "place.planners" names a place in which nothing is unfolded.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "app/ui/feature_panel.hpp"

namespace strata {

// Returns the tabs of the place, its own first; with `lab`, only those that are of use for the open map.
std::span<const PanelTab> all_tabs();
bool tab_fits(const PanelTab& tab, const Lab& lab);
// Returns the tab of that name; null: there is none.
const PanelTab* tab_named(std::string_view name);
std::string_view place_name(ScreenPlace place);   // "place.map", in the UI dump
std::string_view place_title(ScreenPlace place);  // "Map"
// Returns the place of a tab, or the place itself. Unknown names belong to the map.
ScreenPlace place_of(std::string_view name);
// Returns the full name of a tab or place from its short one: "tab.hpa" from "hpa", "place.map" from "map". Empty:
// there is none.
std::string_view full_name(std::string_view name);

// Width of the rail, UI pixels.
inline constexpr float kPlaceRail = 54;
// Draws the rail. Returns the place that was clicked.
std::optional<ScreenPlace> draw_places(Ui& ui, ScreenPlace chosen);

}  // namespace strata
