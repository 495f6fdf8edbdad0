#include "app/ui/chart_view.hpp"

#include <imgui.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <string_view>
#include <utility>

#include "app/lab/chart.hpp"
#include "app/lab/lab.hpp"
#include "app/ui/theme.hpp"
#include "app/ui/ui.hpp"
#include "app/ui/widgets.hpp"

namespace strata {
namespace {

// Sizes in UI pixels.
constexpr float kSwatch = 20, kSwatchGap = 4, kLegendGap = 12;
constexpr float kDotSize = 2.5f, kPointedSize = 4.5f;
// A series with at most this many dots is drawn with discs.
constexpr float kFewDots = 120;
// If no point is nearer to the pointer than this, no values are shown.
constexpr float kReach = 28;
// If the pointer moves less than this, the drag counts as a click.
constexpr float kDrag = 4;
constexpr float kColumnPad = 4;  // margin beside the numbers of a column
constexpr float kArrow = 10;     // width of the arrow that shows the sorting, with its margin
constexpr int kMagnitudes = 20;
constexpr size_t kMeasuredNames = 500;

// Draws a line through the points. It is solid if `dash` is 0; otherwise dashes and gaps are `dash` pixels long.
void draw_dashed(ImDrawList* list, std::span<const ImVec2> points, ImU32 color, float thickness, float dash) {
  if (dash <= 0) {
    list->AddPolyline(points.data(), static_cast<int>(points.size()), color, ImDrawFlags_None, thickness);
    return;
  }
  // Length of the line from its beginning up to here.
  float along = 0;
  for (size_t i = 1; i < points.size(); ++i) {
    const ImVec2 from = points[i - 1], to = points[i];
    const float length = std::hypot(to.x - from.x, to.y - from.y);
    for (float done = 0; done < length;) {
      const float phase = std::fmod(along, 2 * dash);
      const float next = std::min(done + std::max((phase < dash ? dash : 2 * dash) - phase, 0.5f), length);
      const auto point = [&](float share) {
        return ImVec2(from.x + (to.x - from.x) * share / length, from.y + (to.y - from.y) * share / length);
      };
      if (phase < dash) list->AddLine(point(done), point(next), color, thickness);
      along += next - done;
      done = next;
    }
  }
}

// Arranges the legend: of several series with one name only the first has an entry. Calls place(series, new line) for
// each entry, from left to right in wrapped lines. Returns the number of lines.
template <class Place>
int place_legend(const Ui& ui, const ChartData& data, float room, Place&& place) {
  int lines = 0;
  float used = 0;
  for (size_t i = 0; i < data.series.size(); ++i) {
    const ChartSeries& series = data.series[i];
    const auto same = [&](const ChartSeries& other) { return other.name == series.name; };
    if (std::any_of(data.series.begin(), data.series.begin() + static_cast<std::ptrdiff_t>(i), same)) continue;
    const float width = ui.px(kSwatch + kSwatchGap) + text_width(series.title);
    const bool next = lines == 0 || used + ui.px(kLegendGap) + width > room;
    lines += next;
    used = next ? width : used + ui.px(kLegendGap) + width;
    place(series, next);
  }
  return lines;
}

// Wraps a name at this width, and calls line(text) for each line. A word that is too long is cut off. Returns the
// number of lines.
template <class Line>
int name_lines(std::string_view name, float room, Line&& line) {
  constexpr int kMostLines = 3;
  int lines = 0;
  while (!name.empty()) {
    size_t end = lines + 1 == kMostLines ? name.size() : std::min(name.find(' '), name.size());
    while (end < name.size()) {
      const size_t next = std::min(name.find(' ', end + 1), name.size());
      if (text_width(name.substr(0, next)) > room) break;
      end = next;
    }
    line(shortened(name.substr(0, end), room));
    ++lines;
    name.remove_prefix(std::min(end + 1, name.size()));
  }
  return lines;
}

ImU32 series_color(const ChartSeries& series) { return to_im(in_chart(series.color)); }

void series_swatch(const Ui& ui, const ChartSeries& series) {
  if (series.mark == ChartMark::kBars) {
    swatch(series_color(series), ui.px(kSwatch * 0.6f));
  } else {
    line_swatch(in_chart(series.color), ui.px(2), series.dash, ui.px(kSwatch));
  }
}

}  // namespace

struct ChartView::PlotArea {
  ImVec2 low, high;  // corners of the area inside the axes
  ImDrawList* list;
  ImVec2 at(float x, float y) const { return {low.x + x, low.y + y}; }
  float width() const { return high.x - low.x; }
  float height() const { return high.y - low.y; }
};

std::optional<ChartState::PointedPoint> ChartView::draw_plot(Ui& ui, const ChartReader& chart,
                                                             const ChartVisibility& shown, const PlotOptions& look) {
  const ChartData& data = chart.data();
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float text = ImGui::GetTextLineHeight();
  if (titles_for_ != chart.chart() || titles_of_ != chart.version()) {
    titles_for_ = chart.chart();
    titles_of_ = chart.version();
    x_title_ = data.x.full_title();
    y_title_ = data.y.full_title();
  }
  // The title of the y axis stands above the highest mark.
  const float top = std::floor(text * 1.5f) + ui.px(6);
  const float dot = std::max(std::floor(ui.px(2)), 1.0f);
  // The width of the texts beside the plot depends on its marks, and these on the size of the plot. So the width in the
  // last frame is used.
  const auto below = [&] { return text * static_cast<float>(1 + name_lines_) + ui.px(6); };
  const auto follow = [&] {
    plot_.follow(data, chart.version(), shown, std::max(look.width - left_ - ui.px(14), 8.0f),
                 std::max(look.height - top - below(), 8.0f), dot);
  };
  follow();
  float widest = 0;
  for (const std::string& one : plot_.y_texts()) widest = std::max(widest, text_width(one));
  if (const float left = std::ceil(widest + ui.px(10)); left != left_) {
    left_ = left;
    follow();
  }
  int lines = 1;
  const float room = name_room(ui, look.width - left_ - ui.px(14));
  for (size_t i = 0; i < plot_.x_texts().size() && !data.x.names.empty(); ++i) {
    lines = std::max(lines, name_lines(plot_.x_texts()[i], room, [](std::string_view) {}));
  }
  if (std::exchange(name_lines_, lines) != lines) follow();
  const PlotArea area{{at.x + left_, at.y + top},
                      {at.x + look.width - ui.px(14), at.y + look.height - below()},
                      ImGui::GetWindowDrawList()};
  ImGui::InvisibleButton("plot", {std::max(look.width, 1.0f), std::max(look.height, 1.0f)});
  ui.mark(look.name);
  draw_axes(ui, data, area);
  area.list->PushClipRect(area.low, area.high, true);
  draw_points(ui, data, area);
  area.list->PopClipRect();
  if (look.selects) select(ui, area);
  if (!ImGui::IsItemHovered() || drag_) return std::nullopt;
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  const auto near = plot_.nearest(data, mouse.x - area.low.x, mouse.y - area.low.y);
  if (!near || near->distance > ui.px(kReach)) return std::nullopt;
  draw_near(ui, data, *near, area);
  const ChartPoint& point = data.series[near->series].points[near->point];
  return ChartState::PointedPoint{data.series[near->series].name, point.x, point.y};
}

// Returns how wide the name below a bar may be. In a group of bars only one has a name, which has the room of all.
float ChartView::name_room(const Ui& ui, float width) const {
  const std::span<const std::string> names = plot_.x_texts();
  size_t apart = names.size(), last = names.size();
  for (size_t i = 0; i < names.size(); ++i) {
    if (names[i].empty()) continue;
    if (last < i) apart = std::min(apart, i - last);
    last = i;
  }
  return width * static_cast<float>(std::max<size_t>(apart, 1)) /
             static_cast<float>(std::max<size_t>(names.size(), 1)) -
         ui.px(4);
}

void ChartView::draw_axes(Ui& ui, const ChartData& data, const PlotArea& area) {
  const ImU32 line = to_u32(theme().border), dim = to_u32(theme().text_dim);
  const float text_height = ImGui::GetTextLineHeight();
  ImDrawList* list = area.list;
  list->AddRectFilled(area.low, area.high, to_u32(theme().field));
  float free_to = area.high.y + text_height;
  for (size_t i = 0; i < plot_.y().ticks.size(); ++i) {
    const float y = std::floor(area.low.y + plot_.y_of(plot_.y().ticks[i]));
    list->AddLine({area.low.x, y}, {area.high.x, y}, line, ui.px(1));
    if (y + text_height / 2 > free_to) continue;
    const std::string& text = plot_.y_texts()[i];
    list->AddText({area.low.x - ui.px(5) - text_width(text), y - text_height / 2}, dim, text.c_str());
    free_to = y - text_height / 2 - ui.px(1);
  }
  float free_from = area.low.x - ui.px(20);
  const bool named = !data.x.names.empty();
  for (size_t i = 0; i < plot_.x().ticks.size(); ++i) {
    const float x = std::floor(area.low.x + plot_.x_of(plot_.x().ticks[i]));
    if (!named) list->AddLine({x, area.low.y}, {x, area.high.y}, line, ui.px(1));
    const std::string& text = plot_.x_texts()[i];
    const bool number = !text.empty() && text.find_first_not_of("0123456789.,") == text.npos;
    // A name that is a number, such as a length, is left out like other numbers where it has no room.
    if (named && !(number && text_width(text) > name_room(ui, area.width()))) {
      float y = area.high.y + ui.px(2);
      name_lines(text, name_room(ui, area.width()), [&](std::string_view part) {
        list->AddText({std::floor(x - text_width(part) / 2), y}, dim, part.data(), part.data() + part.size());
        y += text_height;
      });
      continue;
    }
    const float width = text_width(text);
    const float left = std::floor(std::max(x - width / 2, area.low.x - ui.px(24)));
    if (left < free_from) continue;
    list->AddText({left, area.high.y + ui.px(2)}, dim, text.c_str());
    free_from = left + width + ui.px(6);
  }
  // The title of the y axis stands above the axis: text along the axis would have to be rotated.
  list->AddText({area.low.x - left_, area.low.y - std::floor(text_height * 1.5f) - ui.px(4)}, dim, y_title_.c_str());
  if (const std::string& beyond = plot_.beyond_text(); !beyond.empty()) {
    const float y = area.low.y - std::floor(text_height * 1.5f) - ui.px(4);
    const float from = area.low.x - left_ + text_width(y_title_) + ui.px(12);
    const Text text = shortened(beyond, area.high.x - from);
    list->AddText({std::floor(area.high.x - text_width(text)), y}, to_u32(theme().warn), text);
  }
  const float width = text_width(x_title_);
  const float title_y = area.high.y + ui.px(2) + text_height * static_cast<float>(name_lines_);
  list->AddText({std::floor(std::max(area.low.x - left_, area.high.x - width)), title_y}, dim, x_title_.c_str());
  list->AddRect(area.low, area.high, line);
}

void ChartView::draw_points(Ui& ui, const ChartData& data, const PlotArea& area) {
  for (const ChartMark mark : {ChartMark::kBars, ChartMark::kDots, ChartMark::kLine}) {
    for (size_t i = 0; i < data.series.size(); ++i) {
      if (data.series[i].mark == mark) draw_series(ui, data, i, area);
    }
  }
  for (const ChartLimit& limit : data.limits) {
    const float y = std::floor(area.low.y + plot_.y_of(limit.y));
    area.list->AddLine({area.low.x, y}, {area.high.x, y}, to_u32(theme().warn), ui.px(1));
    area.list->AddText({area.low.x + ui.px(4), y + ui.px(1)}, to_u32(theme().warn), limit.title.c_str());
  }
}

void ChartView::draw_series(Ui& ui, const ChartData& data, size_t index, const PlotArea& area) {
  const ChartSeries& series = data.series[index];
  const auto marks = plot_.marks(index);
  const Rgba color = in_chart(series.color);
  if (marks.empty()) return;
  switch (series.mark) {
    case ChartMark::kBars: {
      const float half = plot_.bar_width() / 2;
      for (const ChartPlot::PlottedPoint& mark : marks) {
        area.list->AddRectFilled(area.at(mark.x - half, mark.y), area.at(mark.x + half, mark.from), to_im(color));
      }
      break;
    }
    case ChartMark::kDots: {
      draw_beyond(ui, series, marks, area);
      if (static_cast<float>(marks.size()) <= kFewDots) {
        for (const ChartPlot::PlottedPoint& mark : marks) {
          area.list->AddCircleFilled(area.at(mark.x, mark.y), ui.px(kDotSize), to_im(color), 8);
        }
        break;
      }
      // If there are many dots they are drawn as squares, as even thousands of these are drawn fast.
      const float half = std::max(ui.px(1), 1.0f);
      const ImU32 faint = to_im(with_alpha(color, 150));
      for (const ChartPlot::PlottedPoint& mark : marks) {
        area.list->AddRectFilled(area.at(mark.x - half, mark.y - half), area.at(mark.x + half, mark.y + half), faint);
      }
      break;
    }
    case ChartMark::kLine: {
      line_.clear();
      for (const ChartPlot::PlottedPoint& mark : marks) line_.push_back(area.at(mark.x, mark.y));
      draw_dashed(area.list, line_, to_im(color), ui.px(2), ui.px(series.dash) * 0.5f);
      break;
    }
  }
}

// Draws the dots that lie above the end of the axis, as arrows at the upper edge.
void ChartView::draw_beyond(Ui& ui, const ChartSeries& series, std::span<const ChartPlot::PlottedPoint> marks,
                            const PlotArea& area) {
  if (plot_.beyond_text().empty()) return;
  const float r = ui.px(4);
  for (const ChartPlot::PlottedPoint& mark : marks) {
    if (!plot_.is_beyond(series.points[mark.point])) continue;
    const ImVec2 tip = area.at(mark.x, 0);
    area.list->AddTriangleFilled(tip, {tip.x - r, tip.y + 1.6f * r}, {tip.x + r, tip.y + 1.6f * r},
                                 series_color(series));
  }
}

// Marks the point near the pointer: a ring around it, lines to both axes, and its values.
void ChartView::draw_near(Ui& ui, const ChartData& data, const ChartPlot::NearestPoint& near, const PlotArea& area) {
  const ChartSeries& series = data.series[near.series];
  const ChartPoint& point = series.points[near.point];
  const ImVec2 at = area.at(near.x, near.y);
  const ImU32 accent = to_u32(theme().accent);
  area.list->AddLine({at.x, at.y}, {at.x, area.high.y}, accent, ui.px(1));
  area.list->AddLine({area.low.x, at.y}, {at.x, at.y}, accent, ui.px(1));
  if (series.mark != ChartMark::kBars) area.list->AddCircle(at, ui.px(kPointedSize), accent, 12, ui.px(1.6f));
  ImGui::BeginTooltip();
  series_swatch(ui, series);
  ImGui::SameLine(0, ui.px(kSwatchGap));
  draw_text(series.title);
  print("{}: {}", x_title_, ChartText(data.x.unit, point.x, data.x.names).view());
  print("{}: {}", y_title_, ChartText(data.y.unit, point.y).view());
  if (point.note >= 0) draw_dim(series.notes[static_cast<size_t>(point.note)]);
  ImGui::EndTooltip();
}

// Handles a drag over the plot, by which the user selects a range of x.
void ChartView::select(Ui& ui, const PlotArea& area) {
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  const float x = std::clamp(mouse.x, area.low.x, area.high.x) - area.low.x;
  if (ImGui::IsItemHovered() && ImGui::IsMouseDoubleClicked(0)) {
    drag_.reset();
    ui.run("ui.chart_range off");
    return;
  }
  if (ImGui::IsItemActivated())
    drag_ = std::clamp(ImGui::GetIO().MouseClickedPos[0].x - area.low.x, 0.0f, area.width());
  if (!drag_) return;
  const float low = std::min(*drag_, x), high = std::max(*drag_, x);
  if (ImGui::IsItemActive()) {
    if (high - low < ui.px(kDrag)) return;
    area.list->AddRectFilled(area.at(low, 0), area.at(high, area.height()), to_u32(theme().accent, 0.22f));
    for (const float edge : {low, high}) {
      area.list->AddLine(area.at(edge, 0), area.at(edge, area.height()), to_u32(theme().accent), ui.px(1));
    }
    return;
  }
  drag_.reset();
  if (high - low < ui.px(kDrag)) return;
  ui.run("ui.chart_range {:.6g} {:.6g}", plot_.value_at(low), plot_.value_at(high));
}

float chart_legend_height(const Ui& ui, const ChartData& data, float width) {
  const int lines = place_legend(ui, data, width, [](const ChartSeries&, bool) {});
  return static_cast<float>(lines) * ImGui::GetTextLineHeightWithSpacing();
}

void draw_chart_legend(Ui& ui, const ChartData& data, const ChartVisibility& shown, bool switches) {
  place_legend(ui, data, ImGui::GetContentRegionAvail().x, [&](const ChartSeries& series, bool next) {
    if (!next) ImGui::SameLine(0, ui.px(kLegendGap));
    const bool hidden = shown.hidden.contains(series.name);
    const StyleScope alpha(ImGuiStyleVar_Alpha, hidden ? 0.4f : 1.0f);
    const IdScope id(series.name.c_str());
    ImGui::BeginGroup();
    series_swatch(ui, series);
    ImGui::SameLine(0, ui.px(kSwatchGap));
    draw_text(series.title);
    ImGui::EndGroup();
    if (!switches) return;
    ui.mark("chart.series.{}", series.name);
    if (ImGui::IsItemHovered() && ImGui::IsMouseClicked(0)) ui.run("ui.chart_series {} toggle", series.name);
    tooltip(ui, hidden ? "Hidden" : "Shown", {}, hidden ? "Click to show it again" : "Click to hide it");
  });
}

namespace {

// Returns the width that a column needs for its title and its longest value. All digits have the same width, so that
// only one value for each number of digits is measured.
float column_width(const Ui& ui, const ChartTable& table, size_t column) {
  const ChartColumn& own = table.columns[column];
  // The title needs room for the arrow that shows the sorting. Its unit stands below it.
  float width = std::max(text_width(own.title), text_width(own.in)) + ui.px(kArrow);
  std::array<bool, 4 * kMagnitudes> measured{};
  for (size_t row = 0; row < table.rows(); ++row) {
    const double value = table.at(row, column);
    if (own.unit != ChartUnit::kName && std::isfinite(value)) {
      const double size = std::abs(value);
      const int magnitude = size < 1 ? 0 : std::min(static_cast<int>(std::log10(size)) + 1, kMagnitudes - 1);
      const int kind = (value < 0 ? 2 : 0) + (value == std::floor(value) ? 1 : 0);
      if (std::exchange(measured[static_cast<size_t>(4 * magnitude + kind)], true)) continue;
    } else if (own.unit != ChartUnit::kName && !std::isinf(value)) {
      continue;  // no value
    } else if (row >= kMeasuredNames) {
      break;
    }
    width = std::max(width, text_width(ChartText(own.unit, value, own.names)));
  }
  return width + ui.px(kColumnPad);
}

// Returns the number of lines of the titles: if columns have units, these stand in a second line.
float title_lines(const ChartTable& table) {
  return std::ranges::all_of(table.columns, [](const ChartColumn& column) { return column.in.empty(); }) ? 1 : 2;
}

void draw_titles(Ui& ui, const ChartReader& chart, const ChartSort& sort, std::string_view name) {
  const ChartTable& table = chart.data().table;
  const float line = ImGui::GetTextLineHeight(), height = line * title_lines(table);
  for (size_t i = 0; i < table.columns.size(); ++i) {
    ImGui::TableNextColumn();
    const ChartColumn& column = table.columns[i];
    const bool sorted = sort.column == i;
    const IdScope id(static_cast<int>(i));
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x;
    if (ImGui::Selectable("##title", false, 0, {0, height})) {
      // The first click sorts in ascending order, the second in descending order, the third removes the sorting.
      const char* next = !sorted ? "up" : !sort.down ? "down" : "off";
      ui.run("ui.chart_sort {} {} {}", chart.chart()->name, i + 1, next);
    }
    ui.mark("{}.column.{}", name, i + 1);
    tooltip(ui, column.help.empty() ? column.title : column.help, {}, "Click to sort by it");
    ImDrawList* list = ImGui::GetWindowDrawList();
    const float arrow = sorted ? ui.px(kArrow) : 0;
    const ImU32 ink = to_u32(sorted ? theme().text : theme().text_dim);
    const auto add = [&](const std::string& text, float y) {
      const float left = std::max(at.x + width - text_width(text) - arrow, at.x);
      list->AddText({std::floor(left), y}, ink, text.c_str());
    };
    list->PushClipRect({at.x, at.y}, {at.x + width, at.y + height}, true);
    add(column.title, at.y);
    if (!column.in.empty()) add(column.in, at.y + line);
    list->PopClipRect();
    if (!sorted) continue;
    const ImVec2 mid(at.x + width - ui.px(4), at.y + line / 2);
    const float r = ui.px(3), tip = sort.down ? r : -r;
    list->AddTriangleFilled({mid.x - r, mid.y - tip}, {mid.x + r, mid.y - tip}, {mid.x, mid.y + tip},
                            to_u32(theme().accent));
  }
}

// Returns whether the value is the smallest in its row, among the columns of all series.
bool is_best(const ChartTable& table, size_t row, size_t column) {
  const double own = table.at(row, column);
  size_t others = 0;
  for (size_t i = 0; i < table.columns.size(); ++i) {
    if (i == column || table.columns[i].series.empty() || table.columns[i].unit != table.columns[column].unit) continue;
    const double value = table.at(row, i);
    if (!is_figure(value)) continue;
    if (value < own) return false;
    ++others;
  }
  return others > 0 && is_figure(own);
}

}  // namespace

void ChartTableView::draw(Ui& ui, const Lab& lab, ChartReader& chart, std::string_view name, float width,
                          float height) {
  const FontScope font(ui.fonts().table);
  const ChartTable& table = chart.data().table;
  const auto columns = static_cast<int>(table.columns.size());
  if (columns == 0 || columns > 60) return;
  const ChartSort& sort = sort_of(lab.state(), *chart.chart());
  const auto current = chart.chart()->current != nullptr ? chart.chart()->current(lab) : std::nullopt;
  const auto order = chart.order(sort);
  if (version_ != chart.version() || chart_ != chart.chart() || scale_ != ui.scale()) {
    version_ = chart.version();
    chart_ = chart.chart();
    scale_ = ui.scale();
    widths_.clear();
    largest_.assign(table.columns.size(), 0);
    for (size_t i = 0; i < table.columns.size(); ++i) {
      widths_.push_back(column_width(ui, table, i));
      for (size_t row = 0; table.columns[i].bars && row < table.rows(); ++row) {
        if (is_figure(table.at(row, i)) && !table.is_aside(row)) largest_[i] = std::max(largest_[i], table.at(row, i));
      }
    }
  }
  const ImVec2 pad(ui.px(3), ui.px(1));
  ImGuiTableFlags flags = ImGuiTableFlags_RowBg | ImGuiTableFlags_SizingFixedFit | ImGuiTableFlags_BordersOuter;
  if (height > 0) {
    flags |= ImGuiTableFlags_ScrollX | ImGuiTableFlags_ScrollY;
  } else {
    // The whole table scrolls sideways only, and only where it is wider than its room.
    const float needs = std::accumulate(widths_.begin(), widths_.end(), 2.0f * pad.x * static_cast<float>(columns));
    const auto lines = static_cast<float>(order.size()) + title_lines(table);
    height = std::ceil(lines * ImGui::GetTextLineHeight() + (static_cast<float>(order.size()) + 1) * 2 * pad.y) + 2;
    if (needs + ui.px(8) > ImGui::GetContentRegionAvail().x) {
      flags |= ImGuiTableFlags_ScrollX;
      height += ImGui::GetStyle().ScrollbarSize;
    }
  }
  const StyleScope padding(ImGuiStyleVar_CellPadding, pad);
  if (!ImGui::BeginTable("chart table", columns, flags, {width, height})) return;
  ImGui::TableSetupScrollFreeze(1, 1);
  for (const float one : widths_) ImGui::TableSetupColumn("", ImGuiTableColumnFlags_WidthFixed, one);
  ImGui::TableNextRow();
  draw_titles(ui, chart, sort.column || !table.ordered_by ? sort : ChartSort{table.ordered_by, false}, name);
  rows_in_sight(order.size(), -1, [&](size_t i) {
    const uint32_t row = order[i];
    ImGui::TableNextRow();
    for (size_t k = 0; k < table.columns.size(); ++k) {
      ImGui::TableNextColumn();
      const ChartColumn& column = table.columns[k];
      const double value = table.at(row, k);
      if (k == 0 && !table.command.empty()) {
        const auto number = static_cast<size_t>(table.at(row, table.command_column));
        const IdScope id(static_cast<int>(row));
        const ImVec2 at = ImGui::GetCursorPos();
        if (ImGui::Selectable("##row", current == number, ImGuiSelectableFlags_SpanAllColumns)) {
          ui.run("{} {}", table.command, number);
          if (!table.command_then.empty()) ui.run(table.command_then);
        }
        if (table.best == number) ImGui::TableSetBgColor(ImGuiTableBgTarget_RowBg1, to_u32(theme().good, 0.22f));
        ui.mark("{}.row.{}", name, number);
        if (table.is_aside(row)) tooltip(ui, "Not ranked", {}, table.aside[row]);
        ImGui::SetCursorPos(at);
      }
      const bool pale = table.is_aside(row) || !is_figure(value);
      const ImVec4& color = pale                              ? theme().text_dim
                            : column.unit == ChartUnit::kMore ? theme().warn
                            : column.series.empty()           ? theme().text
                            : is_best(table, row, k)          ? theme().good
                                                              : theme().text;
      if (column.bars && !pale && largest_[k] > 0) {
        const ImVec2 low = ImGui::GetCursorScreenPos();
        const float length = ImGui::GetContentRegionAvail().x * static_cast<float>(value / largest_[k]);
        ImGui::GetWindowDrawList()->AddRectFilled(low, {low.x + length, low.y + ImGui::GetTextLineHeight()},
                                                  to_u32(theme().accent, 0.25f));
      }
      right_aligned(ChartText(column.unit, value, column.names), color);
    }
  });
  ImGui::EndTable();
  ui.mark(name);
}

void draw_chart_reason(Ui& ui, const ChartData& data, std::string_view name) {
  text_colored_wrapped(theme().text_dim, data.reason);
  ui.mark("{}.reason", name);
  if (data.remedy.empty()) return;
  if (ImGui::Button(data.remedy.c_str())) run_lines(ui, data.remedy_lines);
  ui.mark("{}.remedy", name);
}

}  // namespace strata
