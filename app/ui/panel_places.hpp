// Purpose: The left panel has four sections, called places: "Learn", "Compare", "Edit" and "Crowd". Each has tabs of
// its
//          own and tabs of features, of which one is open. The icons at the left edge switch between the places.
// Shapes: Tabs have the names of the UI dump, such as "tab.hpa"; "place.planners" is a place of which no tab is open.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "app/ui/feature_panel.hpp"

namespace strata {

// all_tabs() returns the tabs of all places; of each place those come first that belong to no feature. tab_fits()
// returns whether a tab makes sense for the open map.
std::span<const PanelTab> all_tabs();
bool tab_fits(const PanelTab& tab, const Lab& lab);
// Returns the tab with this name; null: there is none.
const PanelTab* tab_named(std::string_view name);
std::string_view place_name(LeftPanelSection place);   // name in the UI dump: "place.map"
std::string_view place_title(LeftPanelSection place);  // "Edit"
// Returns the place that a tab belongs to, or the place of this name. For an unknown name it is that of the map.
LeftPanelSection place_of(std::string_view name);
// Returns the complete name for a short one: "tab.hpa" for "hpa", "place.map" for "map". Empty: no tab or
// place has the name. Names of earlier versions are known, too: "analysis" is the tab of scenarios.
std::string_view full_name(std::string_view name);

// Draws the icons of the places one below the other, in at most this height. Returns the place that was clicked.
// `chosen` is the place that the left panel shows; nullopt: the panel is closed.
std::optional<LeftPanelSection> draw_places(Ui& ui, float height, std::optional<LeftPanelSection> chosen);

}  // namespace strata
