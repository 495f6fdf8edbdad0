// The question and the judgement of the last answer, in the right panel or below a presentation.
#include <imgui.h>

#include "app/features/predict/predict.hpp"
#include "app/lab/lab.hpp"
#include "app/playback/playback.hpp"
#include "app/ui/feature_panel.hpp"
#include "app/ui/theme.hpp"
#include "app/ui/ui.hpp"
#include "app/ui/widgets.hpp"

namespace strata {
namespace {

// Texts are rebuilt only when they change, so that an idle panel allocates no memory.
struct PredictionTextCache {
  uint64_t of = 0, moment = 0;
  std::vector<std::string> lines;
};

const std::vector<std::string>& kept_lines(Ui& ui, const Lab& lab) {
  const PredictController& predict = predict_controller(lab);
  PredictionTextCache& kept = ui.kept<PredictionTextCache>();
  if (kept.of != predict.version() || kept.moment != lab.playback().version()) {
    kept.of = predict.version();
    kept.moment = lab.playback().version();
    kept.lines = predict.lines();
  }
  return kept.lines;
}

void draw_prediction(Ui& ui, const Lab& lab) {
  const PredictController& predict = predict_controller(lab);
  if (!predict.on() || !section(ui, "Prediction", "section.predict")) return;
  for (const std::string& line : kept_lines(ui, lab)) {
    const bool said = predict.verdict() && &line == &kept_lines(ui, lab).front();
    const bool right = said && is_right(predict.verdict()->kind);
    text_colored_wrapped(!said ? theme().text : right ? theme().good : theme().warn, line);
  }
  ui.mark("predict.lines");
  draw_dim("Esc ends the prediction.");
  ImGui::Dummy({0, ui.px(2)});
}

// In a presentation there are no panels: the lines stand below the maps.
void draw_under_way(Ui& ui, const Lab& lab, void (*line)(Ui&, const char*, bool)) {
  if (!lab.state().presentation || !predict_controller(lab).on()) return;
  std::string all;
  for (const std::string& text : kept_lines(ui, lab)) all += (all.empty() ? "" : " ") + text;
  line(ui, all.c_str(), false);
}

}  // namespace

FeaturePanel predict_panel() {
  FeaturePanel panel{.feature = kPredictFeature.name, .tab = {}};
  panel.section = draw_prediction;
  panel.under_way = draw_under_way;
  return panel;
}

}  // namespace strata
