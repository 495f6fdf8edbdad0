// Purpose: LinksController edits the links between cells of the map (core/grid/map_links.hpp): by commands, and with
// the
//          mouse while the tool for links is selected. An edit is an undo step of the map, like a stroke.
// Units: The cost of a link is in straight steps over terrain of weight 1.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/lab/feature.hpp"
#include "app/lab/log_contributor.hpp"
#include "app/lab/map_input_handler.hpp"
#include "core/base/setting.hpp"
#include "core/grid/map_links.hpp"

namespace strata {

// What new links are like that the mouse draws.
struct LinkSettings {
  double cost = 1;
  bool both_ways = true;
  friend bool operator==(const LinkSettings&, const LinkSettings&) = default;
};
std::span<const SettingOf<LinkSettings>> link_settings();

// A drag with the tool from one cell to another.
struct LinkDrag {
  Cell from;
  Cell to;  // the cell under the pointer
  friend bool operator==(const LinkDrag&, const LinkDrag&) = default;
};

class LinksController : public FeatureController, public MapInputHandler, public LogContributor {
 public:
  explicit LinksController(Lab& lab) : FeatureController(lab) {}

  const LinkSettings& settings() const { return settings_; }
  void set(const LinkSettings& settings) { settings_ = settings; }
  const std::optional<LinkDrag>& dragged() const { return drag_; }
  // Returns the links of the map, sorted by cell. A link and its opposite of the same cost are one.
  const std::vector<LinkText>& links() const;
  // Returns whether the agent can use a link between the cells, as it can stand at both ends.
  bool is_usable(Cell from, Cell to) const;

  // Adds a link, or changes its cost; one that leads both ways changes the opposite as well.
  Status add(const LinkText& link);
  // Removes the link from one cell to another and, if `both_ways`, that back.
  // @errors  there is no such link
  Status remove(Cell from, Cell to, bool both_ways);
  Status clear();

  void map_changed(const MapChange& change) override;
  PressResult press(const PointerEvent& event, Cell cell) override;
  void drag(const PointerEvent& event, Cell cell, bool moved) override;
  void drop(bool keep) override;
  void content_lines(SavedContent& content) const override;
  void setting_lines(std::vector<std::string>& lines) const override;
  void dump(nlohmann::json& out) const override;

 private:
  void edit(std::vector<MapLink> links, const std::string& name);
  bool remove_at(const PointerEvent& event);

  LinkSettings settings_;
  std::optional<LinkDrag> drag_;
  PointerEvent drag_event_;  // last event of the drag
  bool drag_moved_ = false;
  // The links as text, and those that they were made of.
  mutable std::vector<LinkText> links_;
  mutable std::shared_ptr<const MapLinks> links_of_;
  mutable int links_width_ = 0;
};

}  // namespace strata
