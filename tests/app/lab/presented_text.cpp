// What the parts of a presentation say beside the maps: the text of a figure, the X-ray, the last stroke, the crowd and
// the comparison; and that they say nothing which is hidden from a learner.
#include "app/lab/presented_text.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/base/count_text.hpp"
#include "app/features/crowd/crowd.hpp"
#include "app/features/gallery/gallery.hpp"
#include "app/features/xray/xray.hpp"
#include "app/lab/comparison.hpp"
#include "app/lab/lab.hpp"
#include "core/world/map_hpa.hpp"
#include "tests/lab_support.hpp"
#include "tests/source_path.hpp"

using namespace strata;
using namespace strata::test;

namespace {

using Kind = PresentedLine::Kind;

LabOptions clocked() {
  LabOptions options;
  options.fixed_clock = true;
  return options;
}

std::vector<std::string> said(const Lab& lab, PresentedPart part) {
  PresentedTexts texts;
  texts.read(lab);
  std::vector<std::string> lines;
  for (const PresentedLine& line : texts.at(part).lines()) {
    std::string text = line.text;
    for (const std::string& cell : line.cells) text += line.is_row() ? "|" + cell : "";
    lines.push_back(text);
  }
  return lines;
}

bool has(const std::vector<std::string>& lines, std::string_view text) {
  return std::ranges::find(lines, text) != lines.end();
}

}  // namespace

TEST_CASE("a fresh lab has nothing to say beside the maps of a presentation") {
  Lab lab(clocked());
  lab.finish_updates();
  PresentedTexts texts;
  texts.read(lab);
  CHECK(texts.empty());
}

TEST_CASE("the caption is the title and the text of the open card") {
  Lab lab(clocked());
  run_settled(lab, "figure.open HPA-4a");
  const FigureCard& card = *gallery_controller(lab).open_card();
  const std::vector<std::string> lines = said(lab, PresentedPart::kCaption);
  CHECK(lines == std::vector<std::string>{card.number + ": " + card.title, card.caption});
  run(lab, "ui.present caption off");
  CHECK(said(lab, PresentedPart::kCaption).empty());
  run(lab, {"ui.present caption on", "figure.leave"});
  CHECK(said(lab, PresentedPart::kCaption).empty());
}

TEST_CASE("the table of a card stands below its caption, row by row") {
  Lab lab(clocked());
  run_settled(lab, "figure.open HPA-T1");
  const FigureCard& card = *gallery_controller(lab).open_card();
  const std::vector<std::string> lines = said(lab, PresentedPart::kCaption);
  REQUIRE(lines.size() == 2 + card.table.size());
  CHECK(lines[2] == "level|connecting|search|both|refinement");
  CHECK(lines[4] == "L1|94 (16)|68 (67)|162 (83)|187 (145)");
  PresentedTexts texts;
  texts.read(lab);
  const auto all = texts.at(PresentedPart::kCaption).lines();
  CHECK(all[2].kind == Kind::kHead);
  CHECK(std::ranges::all_of(all.subspan(3), [](const PresentedLine& line) { return line.kind == Kind::kRow; }));
  // Rows of another table have only cells of their own.
  run_settled(lab, {"figure.leave", "ui.present comparison on"});
  for (const std::string& line : said(lab, PresentedPart::kComparison)) {
    CHECK(std::ranges::count(line, '|') == 3);
  }
}

TEST_CASE("a search counts as shown while one of its layers is on") {
  Lab lab(clocked());
  run_settled(lab, {"layer search off", "layer path off"});
  CHECK_FALSE(shows_stepped(lab.state()));
  for (const char* layer : {"search", "tree", "path"}) {
    CAPTURE(std::string(layer));
    run(lab, fmt::format("layer {} on", layer));
    CHECK(shows_stepped(lab.state()));
    run(lab, fmt::format("layer {} off", layer));
    CHECK_FALSE(shows_stepped(lab.state()));
  }
  // These cards show graphs alone.
  for (const char* card : {"HPA-1b", "HPA-2", "HPA-3"}) {
    CAPTURE(std::string(card));
    run_settled(lab, fmt::format("figure.open {} force", card));
    CHECK_FALSE(shows_stepped(lab.state()));
  }
  run_settled(lab, "figure.open HPA-C6 force");
  CHECK(shows_stepped(lab.state()));
}

TEST_CASE("the meter says how many clusters the last stroke has updated, of how many") {
  Lab lab(clocked());
  run_settled(lab, {"hpa.levels 2", "hpa.cluster_size 10", "sectors on"});
  CHECK(said(lab, PresentedPart::kMeter).empty());
  run_settled(lab, "paint.stroke brush blocked 1 round 15,15");
  const UpdateMeterReading& meter = lab.state().meter;
  const std::vector<std::string> lines = said(lab, PresentedPart::kMeter);
  REQUIRE_FALSE(lines.empty());
  CHECK(lines[0].find(fmt::format("in {} edit", meter.edits)) != std::string::npos);
  const size_t clusters = lab.world().get<MapHpa>().hpa().clusters(1).count();
  CHECK(meter.parts(StructureId::kHpa) > 0);
  CHECK(has(lines, fmt::format("HPA* level 1: {} of {} clusters", meter.parts(StructureId::kHpa), clusters)));
  CHECK(std::ranges::any_of(lines, [](const std::string& line) { return line.starts_with("HPA* level 2: "); }));
  CHECK(std::ranges::any_of(lines, [](const std::string& line) { return line.starts_with("Sectors: "); }));
  // What a learner is asked for is not told.
  run(lab, "predict.hide counts");
  CHECK(said(lab, PresentedPart::kMeter) == std::vector<std::string>{lines[0]});
}

TEST_CASE("a sum over several edits, in which parts count more than once, is told as such") {
  UpdateMeterReading meter;
  meter.edits = 3;
  PresentedText text;
  add_share(text, meter, "HPA*", "inter-edge", 9, 40, true);
  add_share(text, meter, "HPA*", "cluster", 4, 16);
  add_share(text, meter, "HPA*", "cluster", 1, 1);
  REQUIRE(text.lines().size() == 3);
  CHECK(text.lines()[0].text == "HPA*: 9 inter-edges in 3 edits");
  CHECK(text.lines()[1].text == "HPA*: 4 of 16 clusters");
  CHECK(text.lines()[2].text == "HPA*: 1 of 1 cluster");
}

TEST_CASE("the X-ray says in words what its mark on the map says, and only while the map shows it") {
  Lab lab(clocked());
  run_settled(lab, {"planner.show hpa1 on", "planner.trace hpa1", "step.last", "xray.show on"});
  const XrayController& xray = xray_controller(lab);
  REQUIRE(xray.current());
  const std::vector<std::string> lines = said(lab, PresentedPart::kXray);
  CHECK(has(lines, xray.blame() + "."));
  const std::string optimum = "Optimal path " + cost_text(xray.found()->optimum, cost_unit(lab.world())) + ";";
  CHECK(std::ranges::any_of(lines, [&](const std::string& line) { return line.starts_with(optimum); }));
  const auto told = [&] {
    const PathXray& found = *xray.found();
    const Cost unit = cost_unit(lab.world());
    const std::string cost = cost_text(found.cost, unit), least = cost_text(found.optimum, unit);
    if (found.cost == found.optimum) return fmt::format("The path costs {}, the optimum.", cost);
    const double over = 100.0 * found.cost / found.optimum - 100;
    return fmt::format("The path costs {}: {:.2f} % above the optimum, {}.", cost, over, least);
  };
  CHECK(has(lines, told()));
  run_settled(lab, {"plan.smooth off", "step.last"});
  REQUIRE(xray.current());
  CHECK(xray.found()->cost > xray.found()->optimum);
  CHECK(has(said(lab, PresentedPart::kXray), told()));
  run_settled(lab, "step.to 30");
  CHECK(said(lab, PresentedPart::kXray).empty());
  run_settled(lab, {"step.last", "predict.hide path"});
  CHECK(said(lab, PresentedPart::kXray).empty());
  run_settled(lab, {"predict.show path", "xray.show off"});
  CHECK(said(lab, PresentedPart::kXray).empty());
}

TEST_CASE("the counts of a crowd are those of its agents, each with its sign") {
  Lab lab(clocked());
  run_settled(lab, {"crowd.count 60", "crowd.spawn"});
  for (int i = 0; i < 5; ++i) run(lab, "crowd.step");
  lab.finish_updates();
  const CrowdState& crowd = grid_crowd_controller(lab).state();
  PresentedTexts texts;
  texts.read(lab);
  const auto lines = texts.at(PresentedPart::kCrowd).lines();
  REQUIRE(lines.size() >= 5);
  CHECK(lines[0].text == "Crowd: 60 agents");
  const std::pair<CrowdStatus, std::string_view> kAlways[] = {{CrowdStatus::kWalking, "walking"},
                                                              {CrowdStatus::kArrived, "arrived"},
                                                              {CrowdStatus::kPlanning, "planning"},
                                                              {CrowdStatus::kCutOff, "with no path to the goal"}};
  for (const auto& [status, words] : kAlways) {
    const uint32_t count = crowd.counts[static_cast<size_t>(status)];
    const auto line = std::ranges::find(lines, fmt::format("{} {}", count_text(count), words), &PresentedLine::text);
    CAPTURE(std::string(crowd_status_name(status)));
    REQUIRE(line != lines.end());
    REQUIRE(line->sign.has_value());
    CHECK(line->sign->shape == crowd_style(status).shape);
    CHECK(line->sign->color == crowd_style(status).color);
  }
  run(lab, "crowd.clear");
  CHECK(said(lab, PresentedPart::kCrowd).empty());
}

TEST_CASE("the crowd says how many agents the last edit concerned, and which of them are stuck") {
  Lab lab(clocked());
  run_settled(lab, {"map.open " + source_path("assets/maps/rooms-256.map"), "crowd.seed 3", "crowd.spawn 300",
                    "crowd.step 60"});
  const auto planned_anew = [&] {
    const std::vector<std::string> lines = said(lab, PresentedPart::kCrowd);
    return std::ranges::count_if(lines, [](const std::string& line) { return line.starts_with("The last edit: "); });
  };
  CHECK(planned_anew() == 0);
  run_settled(lab, {"paint.line 96 0 96 150 blocked", "crowd.step 20"});
  const CrowdState& crowd = grid_crowd_controller(lab).state();
  REQUIRE(crowd.replan_stats.affected > 0);
  REQUIRE(crowd.replan_stats.pending == 0);
  const std::vector<std::string> lines = said(lab, PresentedPart::kCrowd);
  CHECK(has(lines, fmt::format("The last edit: {} agents planned anew", count_text(crowd.replan_stats.affected))));
  CHECK(planned_anew() == 1);
  if (const uint32_t stuck = crowd.counts[static_cast<size_t>(CrowdStatus::kWalledIn)]; stuck > 0) {
    CHECK(has(lines, fmt::format("{} stuck inside the wall", stuck)));
  }
}

TEST_CASE("the comparison has the figures of the table, and none while they are hidden") {
  Lab lab(clocked());
  run_settled(lab, {"planner.show jps on", "planner.show hpa1 on", "planner.trace hpa1"});
  CHECK(said(lab, PresentedPart::kComparison).empty());
  run(lab, "ui.present comparison on");
  const std::vector<std::string> lines = said(lab, PresentedPart::kComparison);
  REQUIRE(lines.size() >= 3);
  CHECK(lines[0] == "Planner|expanded|above optimal|time");
  Comparison comparison;
  comparison.read(lab);
  for (const char* name : {"astar", "jps", "hpa1"}) {
    const PlannerRow& row = *lab.state().row(name);
    const std::string begin =
        fmt::format("{}|{}|", lab.state().names.brief(*row.planner), comparison.cell(lab, row, kExpandedFigure).text);
    CAPTURE(begin);
    CHECK(std::ranges::any_of(lines, [&](const std::string& line) { return line.starts_with(begin); }));
  }
  run(lab, "predict.hide table");
  CHECK(said(lab, PresentedPart::kComparison) == std::vector<std::string>{"The comparison is hidden."});
  run_settled(lab, {"predict.show table", "step.to 20", "predict.hide future"});
  const std::vector<std::string> hidden = said(lab, PresentedPart::kComparison);
  CHECK(hidden == std::vector<std::string>{"No planner answers while the future of the search is hidden."});
}
