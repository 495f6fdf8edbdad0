#include "app/features/links/links_feature.hpp"

#include <fmt/format.h>

#include <cmath>

#include "app/base/command_arguments.hpp"
#include "app/base/icons.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/lab_setting.hpp"
#include "app/lab/link_lines.hpp"

namespace strata {
namespace {

constexpr std::array<const FeatureLayer*, 1> kLayers = {&kLinksLayer};

// --- Commands ----------------------------------------------------------------------------------------------------

// Returns whether the last word, if it is there, leaves out the way back.
Result<bool> one_way_word(const Command& command, size_t index) {
  if (command.args.size() <= index) return false;
  if (command.args[index] == "one-way") return true;
  return error_at("", fmt::format("expected one-way or nothing, not '{}'", command.args[index]));
}

Status add_link(Lab& lab, const Command& command) {
  STRATA_TRY(from, point_inside(lab.world().map(), command.args[0]));
  STRATA_TRY(to, point_inside(lab.world().map(), command.args[1]));
  if (from == to) return error_at("", "a link joins two different cells");
  STRATA_TRY(cost, number(command.args[2], 0.01, kMaxLinkLength / static_cast<double>(kLinkUnit), "COST"));
  STRATA_TRY(one_way, one_way_word(command, 3));
  const auto length = static_cast<uint32_t>(std::lround(cost * kLinkUnit));
  if (std::abs(cost * kLinkUnit - length) > 1e-6) {
    lab.say(MessageKind::kWarning, fmt::format("The cost {} is kept as {}: costs of links have at most two decimals",
                                               command.args[2], link_cost_text(length)));
  }
  return links_controller(lab).add({from, to, length, !one_way});
}

Status remove_link(Lab& lab, const Command& command) {
  STRATA_TRY(from, point_inside(lab.world().map(), command.args[0]));
  STRATA_TRY(to, point_inside(lab.world().map(), command.args[1]));
  STRATA_TRY(one_way, one_way_word(command, 2));
  return links_controller(lab).remove(from, to, !one_way);
}

Status clear_links(Lab& lab, const Command&) { return links_controller(lab).clear(); }

const LinkSettings& link_settings_now(const Lab& lab) { return links_controller(lab).settings(); }
Status set_link_settings(Lab& lab, const Setting&, const LinkSettings& settings) {
  links_controller(lab).set(settings);
  return success();
}

constexpr const char* kToolHint =
    "Drag from one cell to another for a link; right click on a link removes it; a click on an end lists its links";

}  // namespace

// clang-format off
const std::array<FeatureCommand, 3> kLinkCommands = {{
    {{"link.add", "X,Y X,Y COST [one-way]", "Add link", CommandGroup::kPaint, 3, 4, "An agent may go from one cell to the other at this cost, in straight steps over ground, and back unless it is one-way; on a link that is there it changes the cost", keeps::kWork}, add_link},
    {{"link.remove", "X,Y X,Y [one-way]", "Remove link", CommandGroup::kPaint, 2, 3, "The links between two cells; with one-way that from the first to the second alone", keeps::kWork}, remove_link},
    {{"link.clear", "", "Remove all links", CommandGroup::kPaint, 0, 0, "No links; undo brings them back", keeps::kWork}, clear_links},
}};
// clang-format on

std::span<const LabSetting> link_lab_settings() {
  static const std::vector<LabSetting> all = [] {
    std::vector<LabSetting> made = settings_of(link_settings(), LinkSettings{}, link_settings_now, set_link_settings);
    for (LabSetting& setting : made) setting.group = CommandGroup::kPaint;
    return with_texts(std::move(made));
  }();
  return all;
}

const FeatureLayer kLinksLayer = {
    {.name = "map-links",
     .title = "Links between cells",
     .legend = "Links between cells; an arrow shows the direction of a one-way link, a pale one has a blocked end",
     .order = 209,
     .usual = true,
     .general = true,
     .there = [](const Lab& lab) { return lab.world().map().links() != nullptr; }}};

const FeatureTool kLinkTool = {.name = "link",
                               .title = "Draw links",
                               .icon = icon::kLink,
                               .bar_name = "toolbar.link",
                               .line = "tool.select link",
                               .hint = kToolHint,
                               .status_hint = kToolHint,
                               .short_hint = "Drag: link; right click: remove",
                               .tab = "tab.map",
                               .edits = true,
                               .layer = &kLinksLayer};

const Feature kLinksFeature = {
    .name = "map-links",
    .title = "Links between cells",
    .layers = kLayers,
    .layer_group = "map",
    .commands = kLinkCommands,
    .settings = link_lab_settings,
    .paint = kLinksPaint,
    .labels = kLinksLabels,
    .tool = &kLinkTool,
    .make_controller = [](Lab& lab) -> std::unique_ptr<FeatureController> {
      return std::make_unique<LinksController>(lab);
    },
};

LinksController& links_controller(const Lab& lab) {
  return static_cast<LinksController&>(lab.controller(kLinksFeature));
}

}  // namespace strata
