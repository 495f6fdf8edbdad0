#include "papers/plots.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "core/base/xml_text.hpp"

namespace strata::bench {

namespace {

// --- From rows to plots ----------------------------------------------------------------------------------------------

// The items of a series: {x} is the number on the x axis, {set} the name of a set of maps. Items without {x} give a
// horizontal line. Each set gets its own plot.
struct SeriesRule {
  std::string_view label, items;
};

struct PlotRule {
  std::string_view table, title, x_title, y_title;
  Plot::Kind kind;
  bool log_x, log_y;
  std::vector<SeriesRule> series;
};

constexpr std::string_view kLength = "length of the path, straight steps", kGroup = "polygons per group µ";

PlotRule line_plot(std::string_view table, std::string_view title, std::string_view x_title, std::string_view y_title,
                   std::vector<SeriesRule> series, bool log_x = false, bool log_y = false) {
  return {table, title, x_title, y_title, Plot::Kind::kLines, log_x, log_y, std::move(series)};
}

PlotRule stacked_plot(std::string_view table, std::string_view title, std::string_view x_title,
                      std::string_view y_title, std::vector<SeriesRule> series) {
  return {table, title, x_title, y_title, Plot::Kind::kStacked, false, false, std::move(series)};
}

const std::vector<PlotRule> kHpaPlots = {
    line_plot("hpa-fig5", "Expanded nodes", kLength, "nodes a query",
              {{"A*", "expanded_astar_len_{x}"},
               {"HPA* 1 level", "expanded_hpa1_len_{x}"},
               {"HPA* 2 levels", "expanded_hpa2_len_{x}"},
               {"HPA* 3 levels", "expanded_hpa3_len_{x}"},
               {"HPA* 4 levels", "expanded_hpa4_len_{x}"}}),
    line_plot("hpa-fig5", "Time", kLength, "µs a query",
              {{"A*", "time_astar_len_{x}"},
               {"HPA* 1 level", "time_hpa1_len_{x}"},
               {"HPA* 2 levels", "time_hpa2_len_{x}"},
               {"HPA* 3 levels", "time_hpa3_len_{x}"},
               {"HPA* 4 levels", "time_hpa4_len_{x}"}}),
    stacked_plot("hpa-fig6", "Expansions by phase", "levels", "nodes a query",
                 {{"main search", "effort_main_{x}"},
                  {"insertion of S and G", "effort_sg_{x}"},
                  {"refinement", "effort_refine_{x}"}}),
    stacked_plot("hpa-fig6", "Expansions by length, 1 level", kLength, "nodes a query",
                 {{"main search", "effort_main_1_len_{x}"},
                  {"insertion of S and G", "effort_sg_1_len_{x}"},
                  {"refinement", "effort_refine_1_len_{x}"}}),
    stacked_plot("hpa-fig6", "Expansions by length, 2 levels", kLength, "nodes a query",
                 {{"main search", "effort_main_2_len_{x}"},
                  {"insertion of S and G", "effort_sg_2_len_{x}"},
                  {"refinement", "effort_refine_2_len_{x}"}}),
    stacked_plot("hpa-fig6", "Expansions by length, 3 levels", kLength, "nodes a query",
                 {{"main search", "effort_main_3_len_{x}"},
                  {"insertion of S and G", "effort_sg_3_len_{x}"},
                  {"refinement", "effort_refine_3_len_{x}"}}),
    line_plot("hpa-fig7", "Excess length", kLength, "% above optimal",
              {{"before smoothing", "excess_raw_len_{x}"}, {"after smoothing", "excess_smoothed_len_{x}"}}),
    line_plot("hpa-fig8", "Expansions over the cluster size", "cluster size, cells", "nodes a query",
              {{"insertion and main search", "expanded_c{x}"},
               {"main search", "expanded_main_c{x}"},
               {"insertion", "expanded_sg_c{x}"}}),
};

const std::vector<PlotRule> kHaaAndRoomPlots = {
    line_plot("haa", "Excess length", kLength, "% above optimal",
              {{"high quality", "excess_high_len_{x}"}, {"low quality", "excess_low_len_{x}"}}),
    line_plot("haa", "Speed-up over annotated A*", kLength, "times",
              {{"expanded nodes", "speedup_expanded_len_{x}"}, {"time", "speedup_time_len_{x}"}}),
    line_plot("rooms-fig5", "Speed-up over A*", kLength, "times",
              {{"expanded nodes", "{set}_expanded_speedup_len_{x}"},
               {"time", "{set}_time_speedup_len_{x}"},
               {"expanded nodes, published search", "{set}_published_expanded_speedup_len_{x}"},
               {"time, published search", "{set}_published_time_speedup_len_{x}"}}),
};

const std::vector<PlotRule> kHnaPlots = {
    line_plot("hna-memory", "Memory of the tables of level 1", kGroup, "bytes",
              {{"polygons to inter-edges", "{set}_l1_mu{x}_p_bytes"},
               {"portals to inter-edges", "{set}_l1_mu{x}_r_bytes"},
               {"with stored paths", "{set}_l1_mu{x}_stored_bytes"}},
              false, true),
    line_plot("hna-memory", "Memory of the tables of level 2", kGroup, "bytes",
              {{"polygons to inter-edges", "{set}_l2_mu{x}_p_bytes"},
               {"portals to inter-edges", "{set}_l2_mu{x}_r_bytes"},
               {"with stored paths", "{set}_l2_mu{x}_stored_bytes"}},
              false, true),
    line_plot("hna-levels", "Time of a path, level 1", kGroup, "µs",
              {{"A*", "{set}_astar_us"},
               {"HNA*", "{set}_l1_mu{x}_hna_us"},
               {"HNA*, an A* for each inter-edge", "{set}_l1_mu{x}_hna_portals_us"},
               {"PCCP", "{set}_l1_mu{x}_pccp_us"}},
              false, true),
    line_plot("hna-levels", "Time of a path, level 2", kGroup, "µs",
              {{"A*", "{set}_astar_us"},
               {"HNA*", "{set}_l2_mu{x}_hna_us"},
               {"HNA*, an A* for each inter-edge", "{set}_l2_mu{x}_hna_portals_us"},
               {"PCCP", "{set}_l2_mu{x}_pccp_us"}},
              false, true),
    line_plot("hna-levels", "Time of a path, level 3", kGroup, "µs",
              {{"A*", "{set}_astar_us"},
               {"HNA*", "{set}_l3_mu{x}_hna_us"},
               {"HNA*, an A* for each inter-edge", "{set}_l3_mu{x}_hna_portals_us"},
               {"PCCP", "{set}_l3_mu{x}_pccp_us"}},
              false, true),
    line_plot("hna-levels", "Time of linking start and goal, level 2", kGroup, "µs",
              {{"HNA*", "{set}_l2_mu{x}_hna_link_us"},
               {"HNA*, an A* for each inter-edge", "{set}_l2_mu{x}_portals_link_us"},
               {"PCCP", "{set}_l2_mu{x}_pccp_link_us"}},
              false, true),
    line_plot("hna-levels", "Inter-edges of a group", kGroup, "mean",
              {{"level 1", "{set}_l1_mu{x}_inter_edges_per_group"},
               {"level 2", "{set}_l2_mu{x}_inter_edges_per_group"},
               {"level 3", "{set}_l3_mu{x}_inter_edges_per_group"}}),
    line_plot("hna-fig7", "Length of PCCP against HNA*", "place of the query by distance, in tenths of all", "% longer",
              {{"as published", "{set}_excess_tenth_{x}"}, {"ends where they are", "{set}_excess_true_tenth_{x}"}}),
    line_plot("hna-agents", "Time of a batch", "agents", "ms",
              {{"A*", "{set}_{x}_astar_ms"},
               {"HNA*", "{set}_{x}_hna_ms"},
               {"PCCP", "{set}_{x}_pccp_ms"},
               {"tables", "{set}_{x}_mesh-tables_ms"},
               {"A*, device", "{set}_cuda_{x}_astar_ms"},
               {"HNA*, device", "{set}_cuda_{x}_hna_ms"},
               {"PCCP, device", "{set}_cuda_{x}_pccp_ms"}},
              true, true),
    line_plot("hna-agents", "Speed-up over A* for every agent", "agents", "times",
              {{"HNA*", "{set}_{x}_hna_speedup"},
               {"PCCP", "{set}_{x}_pccp_speedup"},
               {"HNA*, device", "{set}_cuda_{x}_hna_speedup"},
               {"PCCP, device", "{set}_cuda_{x}_pccp_speedup"}},
              true, false),
};

std::vector<const PlotRule*> plot_rules(std::string_view table) {
  std::vector<const PlotRule*> rules;
  for (const std::vector<PlotRule>* list : {&kHpaPlots, &kHaaAndRoomPlots, &kHnaPlots}) {
    for (const PlotRule& rule : *list) {
      if (rule.table == table) rules.push_back(&rule);
    }
  }
  return rules;
}

// The parts of an item that match the placeholders of a pattern.
struct ItemMatch {
  std::string set;
  std::optional<double> x;
};

std::optional<ItemMatch> match_item(std::string_view pattern, std::string_view item) {
  ItemMatch match;
  while (!pattern.empty()) {
    if (pattern.starts_with("{set}")) {
      const size_t end = std::min(item.find('_'), item.size());
      match.set = item.substr(0, end);
      pattern.remove_prefix(5);
      item.remove_prefix(end);
    } else if (pattern.starts_with("{x}")) {
      double x = 0;
      const auto [end, error] = std::from_chars(item.data(), item.data() + item.size(), x, std::chars_format::fixed);
      if (error != std::errc()) return std::nullopt;
      match.x = x;
      pattern.remove_prefix(3);
      item.remove_prefix(static_cast<size_t>(end - item.data()));
    } else {
      if (item.empty() || item.front() != pattern.front()) return std::nullopt;
      pattern.remove_prefix(1);
      item.remove_prefix(1);
    }
  }
  if (!item.empty()) return std::nullopt;
  return match;
}

using PointsBySet = std::map<std::string, std::map<double, double>>;
constexpr double kEverywhere = -1;  // x of a horizontal line

PointsBySet points_of(std::string_view pattern, const std::vector<ReportRow>& rows) {
  PointsBySet points;
  for (const ReportRow& row : rows) {
    const auto match = match_item(pattern, row["item"].get_ref<const std::string&>());
    if (match && row["measured"].is_number()) points[match->set][match->x.value_or(kEverywhere)] = row["measured"];
  }
  return points;
}

PlotSeries series_of(const SeriesRule& rule, const std::string& set, const std::vector<ReportRow>& rows) {
  PlotSeries series{std::string(rule.label), {}};
  PointsBySet points = points_of(rule.items, rows);
  for (const auto& [x, y] : points[set]) series.points.emplace_back(x, y);
  return series;
}

// Extends horizontal lines from the first to the last x of the other series; without others they are not drawn.
void span_level_lines(Plot& plot) {
  double first = 0, last = 0;
  bool any = false;
  for (const PlotSeries& series : plot.series) {
    for (const auto& [x, y] : series.points) {
      if (x == kEverywhere) continue;
      first = any ? std::min(first, x) : x;
      last = any ? std::max(last, x) : x;
      any = true;
    }
  }
  for (PlotSeries& series : plot.series) {
    if (series.points.empty() || series.points.front().first != kEverywhere) continue;
    const double y = series.points.front().second;
    series.points.clear();
    if (any) series.points = {{first, y}, {last, y}};
  }
}

}  // namespace

std::map<double, double> points_by_x(std::string_view items, const std::vector<ReportRow>& rows) {
  return points_of(items, rows)[""];
}

std::vector<Plot> plots_of(std::string_view table, const std::vector<ReportRow>& rows) {
  std::vector<Plot> plots;
  for (const PlotRule* of_table : plot_rules(table)) {
    const PlotRule& rule = *of_table;
    std::set<std::string> sets;
    for (const SeriesRule& series : rule.series) {
      for (const auto& [set, points] : points_of(series.items, rows)) sets.insert(set);
    }
    for (const std::string& set : sets) {
      Plot plot{.title = std::string(rule.title) + (set.empty() ? "" : ": " + set),
                .x_title = std::string(rule.x_title),
                .y_title = std::string(rule.y_title),
                .kind = rule.kind,
                .log_x = rule.log_x,
                .log_y = rule.log_y,
                .series = {}};
      for (const SeriesRule& series : rule.series) plot.series.push_back(series_of(series, set, rows));
      span_level_lines(plot);
      std::erase_if(plot.series, [](const PlotSeries& series) { return series.points.empty(); });
      if (!plot.series.empty()) plots.push_back(std::move(plot));
    }
  }
  return plots;
}

// --- Drawing ------------------------------------------------------------------------------------------------------

namespace {

constexpr double kWidth = 520, kHeight = 320, kLeft = 70, kRight = 14, kTop = 34, kBottom = 52;
// The palette of Okabe, Ito 2008, distinguishable for the colour-blind; dashes distinguish the series in grey.
constexpr std::array<std::string_view, 7> kColors = {"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                                     "#e69f00", "#56b4e9", "#000000"};
constexpr std::array<std::string_view, 7> kDashes = {"none", "7 3", "2 3", "9 3 2 3", "12 4", "4 2", "1 2"};

// An axis that maps values to pixels, with its ticks.
class PlotAxis {
 public:
  PlotAxis(double low, double high, bool logarithmic, double first_pixel, double last_pixel)
      : log_(logarithmic), first_(first_pixel), last_(last_pixel) {
    if (log_) {
      low_ = std::floor(std::log10(low));
      high_ = std::max(std::ceil(std::log10(high)), low_ + 1);
      for (double power = low_; power <= high_ + 0.5; ++power) marks_.push_back(std::pow(10.0, power));
      return;
    }
    const double span = high > low ? high - low : std::max(std::abs(high), 1.0);
    const double rough = span / 5, unit = std::pow(10.0, std::floor(std::log10(rough)));
    const double step = unit * (rough / unit < 1.5 ? 1 : rough / unit < 3.5 ? 2 : rough / unit < 7.5 ? 5 : 10);
    low_ = std::floor(low / step + 1e-9) * step;
    high_ = std::max(std::ceil(high / step - 1e-9) * step, low_ + step);
    for (int i = 0; low_ + i * step <= high_ + step / 2; ++i) marks_.push_back(low_ + i * step);
  }
  double pixel(double value) const {
    const double at = log_ ? std::log10(value) : value;
    return first_ + (last_ - first_) * (at - low_) / (high_ - low_);
  }
  const std::vector<double>& marks() const { return marks_; }

 private:
  bool log_;
  double first_, last_, low_ = 0, high_ = 1;
  std::vector<double> marks_;
};

std::string mark_text(double value) {
  if (std::abs(value) >= 1e6) return fmt::format("{:g}M", value / 1e6);
  if (std::abs(value) >= 1e4) return fmt::format("{:g}k", value / 1e3);
  return fmt::format("{:g}", std::abs(value) < 1e-12 ? 0 : value);
}

std::string svg_head(double width, double height, std::string_view title) {
  return fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {:g} {:g}\" width=\"{:g}\" height=\"{:g}\" role=\"img\" "
      "font-family=\"sans-serif\" font-size=\"11\">\n<title>{}</title>\n<rect width=\"100%\" height=\"100%\" "
      "fill=\"#fff\"/>\n",
      width, height, width, height, xml_text(title));
}

std::string svg_text(double x, double y, std::string_view anchor, std::string_view text, std::string_view more = "") {
  return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\" {}>{}</text>\n", x, y, anchor, more,
                     xml_text(text));
}

std::string svg_line(double x0, double y0, double x1, double y1, std::string_view color) {
  return fmt::format("<path d=\"M{:.1f} {:.1f}L{:.1f} {:.1f}\" stroke=\"{}\"/>\n", x0, y0, x1, y1, color);
}

std::string svg_legend(const Plot& plot, double y) {
  std::string out;
  for (size_t i = 0; i < plot.series.size(); ++i) {
    const double at = y + 14 * static_cast<double>(i);
    const std::string_view color = kColors[i % kColors.size()];
    if (plot.kind == Plot::Kind::kStacked) {
      out +=
          fmt::format("<rect x=\"{:g}\" y=\"{:.1f}\" width=\"12\" height=\"9\" fill=\"{}\"/>\n", kLeft, at - 8, color);
    } else {
      out += fmt::format("<path d=\"M{:g} {:.1f}h26\" stroke=\"{}\" stroke-width=\"2\" stroke-dasharray=\"{}\"/>\n",
                         kLeft, at - 4, color, kDashes[i % kDashes.size()]);
    }
    out += svg_text(kLeft + 32, at, "start", plot.series[i].label);
  }
  return out;
}

}  // namespace

std::string svg_of(const Plot& plot) {
  std::map<double, double> stack;  // by x: sum of the bars
  double x_low = INFINITY, x_high = -INFINITY, y_low = INFINITY, y_high = -INFINITY;
  for (const PlotSeries& series : plot.series) {
    for (const auto& [x, y] : series.points) {
      stack[x] += y;
      if (plot.log_y && y <= 0) continue;
      x_low = std::min(x_low, x), x_high = std::max(x_high, x);
      y_low = std::min(y_low, y), y_high = std::max(y_high, y);
    }
  }
  const bool stacked = plot.kind == Plot::Kind::kStacked;
  for (const auto& [x, sum] : stack) y_high = stacked ? std::max(y_high, sum) : y_high;
  if (x_low > x_high) return {};
  if (!plot.log_y) y_low = std::min(y_low, 0.0);
  const double height = kHeight + 14 * static_cast<double>(plot.series.size());
  const PlotAxis xs(x_low, x_high, plot.log_x, kLeft, kWidth - kRight);
  const PlotAxis ys(y_low, y_high, plot.log_y, kHeight - kBottom, kTop);
  std::string out = svg_head(kWidth, height, plot.title);
  out += svg_text(kLeft, 18, "start", plot.title, "font-size=\"13\" font-weight=\"bold\"");
  for (const double mark : ys.marks()) {
    out += svg_line(kLeft, ys.pixel(mark), kWidth - kRight, ys.pixel(mark), "#ddd");
    out += svg_text(kLeft - 6, ys.pixel(mark) + 4, "end", mark_text(mark));
  }
  out += svg_text((kLeft + kWidth - kRight) / 2, kHeight - 14, "middle", plot.x_title);
  out += fmt::format("<text transform=\"translate(14 {:g}) rotate(-90)\" text-anchor=\"middle\">{}</text>\n",
                     (kTop + kHeight - kBottom) / 2, xml_text(plot.y_title));
  if (stacked) {
    const double pitch = (kWidth - kRight - kLeft) / static_cast<double>(stack.size());
    std::map<double, double> below;
    size_t column = 0;
    for (const auto& [x, sum] : stack) {
      out += svg_text(kLeft + pitch * (static_cast<double>(column++) + 0.5), kHeight - kBottom + 16, "middle",
                      mark_text(x));
    }
    for (size_t i = 0; i < plot.series.size(); ++i) {
      for (const auto& [x, y] : plot.series[i].points) {
        const auto place = static_cast<double>(std::distance(stack.begin(), stack.find(x)));
        const double top = ys.pixel(below[x] + y), bottom = ys.pixel(below[x]);
        below[x] += y;
        out += fmt::format(
            "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" fill=\"{}\" stroke=\"#fff\" "
            "stroke-width=\"0.5\"/>\n",
            kLeft + pitch * (place + 0.15), top, pitch * 0.7, bottom - top, kColors[i % kColors.size()]);
      }
    }
  } else {
    for (const double mark : xs.marks()) {
      out += svg_line(xs.pixel(mark), kHeight - kBottom, xs.pixel(mark), kHeight - kBottom + 4, "#888");
      out += svg_text(xs.pixel(mark), kHeight - kBottom + 16, "middle", mark_text(mark));
    }
    for (size_t i = 0; i < plot.series.size(); ++i) {
      std::string path, dots;
      for (const auto& [x, y] : plot.series[i].points) {
        if (plot.log_y && y <= 0) continue;
        path += fmt::format("{}{:.1f} {:.1f}", path.empty() ? "M" : "L", xs.pixel(x), ys.pixel(y));
        dots += fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"2.5\" fill=\"{}\"/>\n", xs.pixel(x), ys.pixel(y),
                            kColors[i % kColors.size()]);
      }
      out += fmt::format("<path d=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"2\" stroke-dasharray=\"{}\"/>\n{}",
                         path, kColors[i % kColors.size()], kDashes[i % kDashes.size()], dots);
    }
  }
  out += svg_line(kLeft, kHeight - kBottom, kWidth - kRight, kHeight - kBottom, "#888");
  out += svg_line(kLeft, kTop, kLeft, kHeight - kBottom, "#888");
  out += svg_legend(plot, kHeight + 6);
  return out + "</svg>\n";
}

std::string svg_of_ratios(const std::vector<ReportRow>& rows) {
  std::vector<std::pair<std::string, double>> ratios;
  for (const ReportRow& row : rows) {
    if (!row["paper"].is_number() || !row["measured"].is_number()) continue;
    const double paper = row["paper"], measured = row["measured"];
    if (paper > 0 && measured > 0) ratios.emplace_back(row["item"], measured / paper);
  }
  if (ratios.size() < 2) return {};
  double low = 0.5, high = 2;
  for (const auto& [item, ratio] : ratios) low = std::min(low, ratio), high = std::max(high, ratio);
  constexpr double kNames = 190, kPitch = 16, kHead = 46;
  const double height = kHead + kPitch * static_cast<double>(ratios.size()) + 12;
  const auto pixel = [&](double ratio) {
    return kNames + (kWidth - kNames - 60) * std::log(ratio / low) / std::log(high / low);
  };
  std::string out = svg_head(kWidth, height, "Measured over printed");
  out += svg_text(14, 18, "start", "Measured over printed", "font-size=\"13\" font-weight=\"bold\"");
  for (const double mark : {0.001, 0.01, 0.1, 0.5, 1.0, 2.0, 10.0, 100.0, 1000.0}) {
    if (mark < low || mark > high) continue;
    out += svg_line(pixel(mark), kHead - 8, pixel(mark), height - 10, mark == 1 ? "#555" : "#ddd");
    out += svg_text(pixel(mark), kHead - 12, "middle", fmt::format("{:g}", mark));
  }
  for (size_t i = 0; i < ratios.size(); ++i) {
    const auto& [item, ratio] = ratios[i];
    const double y = kHead + kPitch * (static_cast<double>(i) + 0.5);
    out += svg_text(kNames - 8, y + 4, "end", item);
    out += fmt::format("<path d=\"M{:.1f} {:.1f}H{:.1f}\" stroke=\"{}\" stroke-width=\"6\"/>\n", pixel(1), y,
                       pixel(ratio), kColors[0]);
    out += svg_text(std::max(pixel(ratio), pixel(1)) + 6, y + 4, "start", fmt::format("{:.2f}", ratio));
  }
  return out + "</svg>\n";
}

}  // namespace strata::bench
