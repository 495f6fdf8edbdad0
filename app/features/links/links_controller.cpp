// Links between cells: their edits, and the mouse.
#include "app/features/links/links_controller.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>

#include "app/draw/link_arc.hpp"
#include "app/features/links/links_feature.hpp"
#include "app/lab/gestures.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/lab_setting.hpp"
#include "app/lab/link_lines.hpp"
#include "app/lab/saved_content.hpp"
#include "app/lab/strokes.hpp"

namespace strata {
namespace {

using nlohmann::json;

// A link is removed by a click within this distance of its arc on the screen, whatever the zoom.
constexpr double kArcPixels = 8;

}  // namespace

std::span<const SettingOf<LinkSettings>> link_settings() {
  using namespace setting_rows;
  // clang-format off
  static constexpr std::array kRows = {
      number<&LinkSettings::cost>({.name = "link.cost", .title = "Cost of new links", .label = "Cost", .word = "STEPS",
          .unit = "steps", .range = {0.01, 100'000}, .slider = {0.01, 50}, .logarithmic = true,
          .help = "What a link costs that is drawn with the mouse, in straight steps over ground", .digits = 2}),
      toggle<&LinkSettings::both_ways>({.name = "link.both_ways", .title = "New links lead both ways", .label = "Both ways",
          .help = "A link that is drawn with the mouse leads back as well, at the same cost"}),
  };
  // clang-format on
  return kRows;
}

const std::vector<LinkText>& LinksController::links() const {
  const GridMap& map = world_->map();
  if (links_of_ != map.links() || links_width_ != map.width()) {
    links_of_ = map.links();
    links_width_ = map.width();
    links_ = links_on(map);
  }
  return links_;
}

bool LinksController::is_usable(Cell from, Cell to) const {
  return world_->moves().passable(from) && world_->moves().passable(to);
}

void LinksController::edit(std::vector<MapLink> links, const std::string& name) {
  const Edit edit{{}, std::move(links)};
  lab_.strokes().whole(name, [&] { lab_.strokes().paint(edit, name); });
}

Status LinksController::add(const LinkText& link) {
  const GridMap& map = world_->map();
  const bool known = map.links() != nullptr && map.links()->length(map.id(link.from), map.id(link.to)) != 0;
  edit(links_of(link, map.width()), known ? "Change link" : "Add link");
  return success();
}

Status LinksController::remove(Cell from, Cell to, bool both_ways) {
  const GridMap& map = world_->map();
  std::vector<MapLink> gone;
  const auto take = [&](Cell a, Cell b) {
    if (map.links() != nullptr && map.links()->length(map.id(a), map.id(b)) != 0)
      gone.push_back({map.id(a), map.id(b), 0});
  };
  take(from, to);
  if (both_ways) take(to, from);
  if (gone.empty()) {
    return error_at("", fmt::format("there is no link from {},{} to {},{}", from.x, from.y, to.x, to.y));
  }
  edit(std::move(gone), "Remove link");
  return success();
}

Status LinksController::clear() {
  const GridMap& map = world_->map();
  if (map.links() == nullptr) return error_at("", "the map has no links");
  std::vector<MapLink> gone(map.links()->all().begin(), map.links()->all().end());
  for (MapLink& link : gone) link.length = 0;
  edit(std::move(gone), "Remove all links");
  return success();
}

void LinksController::map_changed(const MapChange& change) {
  if (change.what == MapChange::Kind::kOther) drag_.reset();
}

// --- The mouse ---------------------------------------------------------------------------------------------------

// Removes the link whose arc is nearest to the pointer. Returns false if there is none near.
bool LinksController::remove_at(const PointerEvent& event) {
  const Camera& camera = state_.camera;
  const GridMap& map = world_->map();
  const LinkText* nearest = nullptr;
  double best = kArcPixels / camera.zoom;
  for (const LinkText& link : links()) {
    const LinkArc arc = link_arc(map, map.id(link.from), map.id(link.to));
    const double away = distance_to_arc(arc, camera.map_x(event.x), camera.map_y(event.y));
    if (away > best) continue;
    best = away;
    nearest = &link;
  }
  if (nearest == nullptr) return false;
  lab_.run(fmt::format("link.remove {},{} {},{}{}", nearest->from.x, nearest->from.y, nearest->to.x, nearest->to.y,
                       nearest->both_ways ? "" : " one-way"));
  return true;
}

PressResult LinksController::press(const PointerEvent& event, Cell cell) {
  if (state_.tool != kLinkTool) return PressResult::kIgnored;
  if (event.button == 1) {
    (void)remove_at(event);
    return PressResult::kDone;
  }
  if (event.button != 0 || !world_->map().contains(cell)) return PressResult::kIgnored;
  drag_ = LinkDrag{cell, cell};
  drag_event_ = event;
  drag_moved_ = false;
  return PressResult::kDrag;
}

void LinksController::drag(const PointerEvent& event, Cell cell, bool moved) {
  if (!drag_) return;
  drag_event_ = event;
  drag_moved_ = moved;
  const Rect bounds = world_->map().bounds();
  if (moved) drag_->to = {std::clamp(cell.x, 0, bounds.x1 - 1), std::clamp(cell.y, 0, bounds.y1 - 1)};
}

// Ends a drag, which adds a link to the cell under the pointer; without movement it counts as a click.
void LinksController::drop(bool keep) {
  const std::optional<LinkDrag> drag = std::exchange(drag_, std::nullopt);
  if (!drag || !keep) return;
  if (!drag_moved_) return lab_.gestures().click(drag_event_, drag->from);
  if (drag->from == drag->to) return;
  const auto length = static_cast<uint32_t>(std::lround(settings_.cost * kLinkUnit));
  lab_.run(link_command({drag->from, drag->to, length, settings_.both_ways}));
}

// --- What is kept ------------------------------------------------------------------------------------------------

void LinksController::content_lines(SavedContent& content) const {
  for (std::string& line : link_commands(world_->map())) content.map_lines.push_back(std::move(line));
}

void LinksController::setting_lines(std::vector<std::string>& lines) const {
  add_setting_lines(lab_, link_lab_settings(), lines);
}

void LinksController::dump(json& out) const {
  json& own = out["map_links"];
  own = {{"cost", settings_.cost}, {"both_ways", settings_.both_ways}, {"list", json::array()}};
  for (const LinkText& link : links()) {
    own["list"].push_back({{"from", {link.from.x, link.from.y}},
                           {"to", {link.to.x, link.to.y}},
                           {"cost", link.length / static_cast<double>(kLinkUnit)},
                           {"both_ways", link.both_ways},
                           {"usable", is_usable(link.from, link.to)}});
  }
}

}  // namespace strata
