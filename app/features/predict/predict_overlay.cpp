// The last answer of a prediction on the map: a cross on a wrong answer, a ring around the expanded node.
#include "app/draw/overlay_tools.hpp"
#include "app/features/predict/predict.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/session.hpp"

namespace strata {

using namespace overlay_tools;

namespace {

constexpr MarkWithoutLayer kAnswerMark{"answer of the prediction", LegendSymbolShape::kRing, palette::kGreen};
const DrawListTag kAnswerPart{kAnswerMark};

void build_answer(const PredictController::ShownJudgement& verdict, DrawList& out) {
  const auto mark = [&](Cell cell, MarkerShape shape, Rgba color) {
    out.markers.push_back({middle(cell.x), middle(cell.y), 10, 0.6f, shape, palette::kWhite});
    out.markers.push_back({middle(cell.x), middle(cell.y), 8, 0.5f, shape, color});
  };
  const bool right = is_right(verdict.kind);
  if (!right) mark(verdict.answer, MarkerShape::kCross, palette::kVermilion);
  if (right && verdict.right != verdict.answer) mark(verdict.answer, MarkerShape::kRing, palette::kGreen);
  if (verdict.right) mark(*verdict.right, MarkerShape::kRing, palette::kGreen);
}

void paint_answer(Painter& painter, const Lab& lab) {
  const PredictController& predict = predict_controller(lab);
  if (!predict.on() || !predict.verdict()) return;
  if (painter.renew(kAnswerPart, (DrawInputHash() << lab.state().world_version << predict.version()).value())) {
    build_answer(*predict.verdict(), painter.list(kAnswerPart));
  }
  painter.show(kAnswerPart, 1);
}

}  // namespace

const std::array<PaintStep, 1> kPredictPaint = {{{depth::kSigns + 50, paint_answer}}};

}  // namespace strata
