#include "app/ui/panel_results.hpp"

#include <imgui.h>

#include <optional>
#include <utility>

#include "app/lab/feature.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/view_searches.hpp"
#include "app/ui/feature_panel.hpp"
#include "app/ui/panel_legend.hpp"
#include "app/ui/panel_meter.hpp"
#include "app/ui/panel_places.hpp"
#include "app/ui/panel_sections.hpp"
#include "app/ui/ui.hpp"
#include "app/ui/widgets.hpp"

namespace strata {
namespace {

// Returns whether what the tool does can be undone.
bool edits(Tool tool) {
  if (const FeatureTool* own = feature_tool(tool)) return own->edits;
  return tool != Tool::kSelect && tool != Tool::kEnds;
}

// Which sections the open text named in the last frame.
struct SectionsOfText {
  std::optional<OpenText> named;
};

// Draws the header of a section. Beside a text it is folded unless the text names it: it then has a state of its own,
// so that it is as before once the text is closed. `begins`: the text, or what it names, is another one than before.
bool section_beside_text(Ui& ui, const char* title, const char* name, std::optional<bool> named, bool begins) {
  if (!named) return section(ui, title, name);
  const IdScope id("text");
  if (begins) ImGui::SetNextItemOpen(*named);
  return section(ui, title, name, *named);
}

}  // namespace

std::optional<OpenText> open_text(const Lab& lab) {
  for (const FeaturePanel& panel : feature_panels()) {
    if (panel.text == nullptr) continue;
    if (const auto text = panel.text(lab)) return text;
  }
  return {};
}

void draw_results(Ui& ui, Lab& lab, EventLabels& labels, bool steps) {
  const LabState& s = lab.state();
  const auto sections = [&](bool leading) {
    for (const FeaturePanel& panel : feature_panels()) {
      if (panel.section != nullptr && (panel.place == kFirstPlace) == leading) panel.section(ui, lab);
    }
  };
  sections(true);
  const std::optional<OpenText> named = open_text(lab);
  const bool begins = std::exchange(ui.kept<SectionsOfText>().named, named) != named;
  const auto is_named = [&](bool OpenText::*which) {
    return named ? std::optional<bool>((*named).*which) : std::nullopt;
  };
  // Sections that are always shown come first, so that they do not move when others appear or disappear.
  if (section_beside_text(ui, "Comparison", "section.comparison", is_named(&OpenText::comparison), begins)) {
    draw_comparison(ui, lab);
  }
  // Whoever edits the map sees it. Edits by lessons and scripts do not bring it up.
  const bool editing = edits(s.tool) || (s.meter.edits > 0 && s.screen_place == place_name(LeftPanelSection::kMap));
  if (editing && section(ui, "Incremental update", "section.meter")) draw_meter(ui, lab);
  if (lab.view_searches().active() && section(ui, "Side by side", "section.searches")) draw_searches(ui, lab);
  // It is in sight below the table, so that the panel need not scroll, which would move what the user looks at.
  if (s.inspected && section(ui, "Inspector", "section.inspector")) draw_inspector(ui, lab, labels);
  if (section_beside_text(ui, "Legend", "section.legend", is_named(&OpenText::legend), begins)) {
    draw_legend(ui, lab);
  }
  sections(false);
  if (!steps) return;
  if (section(ui, "Explain", "section.explain")) draw_explain(ui, lab);
  if (section(ui, "Pseudo-code", "section.code")) draw_code(ui, lab, labels, false);
}

}  // namespace strata
