// The effects of a stroke, over the map while it is painted and in the meter afterwards.
#include <imgui.h>

#include "app/features/whatif/whatif.hpp"
#include "app/lab/hidden_structures.hpp"
#include "app/lab/lab.hpp"
#include "app/ui/feature_panel.hpp"
#include "app/ui/ui.hpp"
#include "app/ui/widgets.hpp"

namespace strata {
namespace {

// Texts are rebuilt only when they change, so that an idle panel allocates no memory.
struct WhatifTextCache {
  uint64_t of = 0;
  std::vector<std::string> lines;
};

const std::vector<std::string>& kept_lines(Ui& ui, const Lab& lab, const WhatifController& controller) {
  WhatifTextCache& kept = ui.kept<WhatifTextCache>();
  const uint64_t now = controller.version() << 1 | (hides_structure(lab, StructureId::kHpa) ? 1 : 0);
  if (kept.of != now) {
    kept.of = now;
    kept.lines = controller.lines();
  }
  return kept.lines;
}

void draw_under_way(Ui& ui, const Lab& lab, void (*line)(Ui&, const char*, bool)) {
  const WhatifController& controller = whatif_controller(lab);
  if (!controller.under_way() || !lab.state().layer(kWhatifLayer).on) return;
  const std::vector<std::string>& lines = kept_lines(ui, lab, controller);
  if (lines.empty()) return;
  for (const std::string& text : lines) line(ui, text.c_str(), false);
  line(ui, "Esc takes the stroke back", true);
}

void draw_meter(Ui& ui, const Lab& lab) {
  const WhatifController& controller = whatif_controller(lab);
  for (const std::string& text : kept_lines(ui, lab, controller)) draw_dim(text);
}

}  // namespace

FeaturePanel whatif_panel() {
  FeaturePanel panel{.feature = kWhatifFeature.name, .tab = {}};
  panel.under_way = draw_under_way;
  panel.meter = draw_meter;
  return panel;
}

}  // namespace strata
