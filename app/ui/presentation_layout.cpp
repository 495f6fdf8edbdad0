#include "app/ui/presentation_layout.hpp"

#include <algorithm>
#include <cmath>

namespace strata {
namespace {

// Height of the row of buttons with its margins, in UI pixels.
constexpr float kTransport = 42;
// Number of lines for which the sentence has room.
constexpr float kSentenceLines = 2;
// Height of a line, relative to the size of the text.
constexpr float kLineHeight = 1.3f;
// Size of the numbers at the edges of the maps, relative to that of the sentence.
constexpr float kRulerText = 0.55f;
// The size of the sentence, in pixels, for which lines and markers have their usual size.
constexpr float kUsualText = 20;
// Width of a digit, relative to the size of the text.
constexpr float kDigitWidth = 0.65f;

}  // namespace

float presentation_text(float height) { return std::max(std::round(height * 0.03f), 10.0f); }

float presentation_marks(float height, float scale) { return std::max(scale, presentation_text(height) / kUsualText); }

PresentationBoxes arrange_presentation(float width, float height, float scale, const PresentationLayoutInputs& wish) {
  PresentationBoxes boxes;
  const float text = presentation_text(height);
  const float lines = (wish.sentence ? kSentenceLines : 1) + (wish.moment ? 1 : 0);
  const float caption = std::round(std::min(text * (kLineHeight * lines + 0.6f) + kTransport * scale, height * 0.45f));
  const float share = wish.feature || wish.code || wish.texts ? 0.36f : wish.open_list ? 0.3f : wish.legend ? 0.23f : 0;
  const float side = std::round(width * share);
  boxes.centre = {0, 0, std::max(width - side, 1.0f), std::max(height - caption, 1.0f)};
  boxes.caption = {0, boxes.centre.height, width, caption};
  if (side > 0) boxes.side = {boxes.centre.width, 0, side, boxes.centre.height};
  using enum PresentationLayoutInputs::ChartPlace;
  const float gap = std::max(std::floor(3 * scale), 2.0f);
  // Beside a chart the maps keep half of the room; a chart alone covers them.
  if (wish.chart == kAlone) boxes.chart = boxes.centre;
  if (wish.chart == kBeside) {
    const float maps = std::max(std::floor((boxes.centre.width - gap) / 2), 1.0f);
    boxes.chart = {maps + gap, 0, std::max(boxes.centre.width - maps - gap, 1.0f), boxes.centre.height};
    boxes.centre.width = maps;
  }
  const float header = wish.titles ? std::round(text * 1.7f) : 0;
  boxes.panes = arrange_panes(boxes.centre, wish.views, header, gap);
  if (!wish.coordinates || wish.chart == kAlone) return boxes;
  const float number = text * kRulerText;
  const float numbers = std::round(number * (kDigitWidth * static_cast<float>(wish.digits) + 0.9f));
  if (boxes.panes.panes[0].map.width < 2 * numbers) return boxes;  // too narrow for a map with numbers beside it
  boxes.ruler_width = numbers;
  boxes.ruler_height = std::round(number * 1.6f);
  for (int i = 0; i < boxes.panes.count; ++i) {
    Box& map = boxes.panes.panes[static_cast<size_t>(i)].map;
    map.x += boxes.ruler_width;
    map.width = std::max(map.width - boxes.ruler_width, 1.0f);
    map.height = std::max(map.height - boxes.ruler_height, 1.0f);
  }
  return boxes;
}

int ruler_step(double zoom, double needs) {
  static constexpr int kSteps[] = {1, 2, 5};
  for (int power = 1; power < 100'000'000; power *= 10) {
    for (const int step : kSteps) {
      if (step * power * zoom >= needs) return step * power;
    }
  }
  return 100'000'000;
}

}  // namespace strata
