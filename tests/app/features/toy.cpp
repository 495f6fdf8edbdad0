// What CONTRIBUTING says of adding a feature, followed literally: a toy in this one file, named nowhere else, is found
// by everything that lists layers, commands, menus, settings or the dump, and is painted.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "app/base/command_arguments.hpp"
#include "app/draw/overlay.hpp"
#include "app/draw/overlay_tools.hpp"
#include "app/lab/command_search.hpp"
#include "app/lab/feature.hpp"
#include "app/lab/lab_parts.hpp"
#include "app/lab/menu_model.hpp"
#include "tests/lab_support.hpp"

namespace strata::test {
namespace {

extern const Feature kToy;

// It marks every cell whose coordinates add up to a multiple of `step`.
class ToyDesk : public Desk {
 public:
  explicit ToyDesk(Lab& lab) : Desk(lab) {}

  int step = 5;
  int edits = 0;
  Cell seen;

  void edited(const EditReport&) override { ++edits; }
  void look_at(Cell cell) override { seen = cell; }
  void dump(nlohmann::json& out, bool) const override { out["toy"] = {{"step", step}, {"edits", edits}}; }
  void dump_inspected(nlohmann::json& out) const override { out["toy"] = (seen.x + seen.y) % step == 0; }
  void setting_lines(std::vector<std::string>& lines) const override {
    if (step != 5) lines.push_back(fmt::format("toy.step {}", step));
  }
};

ToyDesk& toy_desk(const Lab& lab) { return static_cast<ToyDesk&>(lab.desk(kToy)); }

const FeatureLayer kToyLayer = {
    {.name = "toy-marks", .title = "Toy marks", .legend = "Marks on every fifth diagonal", .order = 45}};
constexpr std::array<const FeatureLayer*, 1> kLayers = {&kToyLayer};

Status set_step(Lab& lab, const Command& command) {
  STRATA_TRY(step, integer(command.args[0], 2, 100, "STEP"));
  toy_desk(lab).step = step;
  return success();
}

constexpr std::array<FeatureCommand, 1> kCommands = {{{{.name = "toy.step",
                                                        .usage = "STEP",
                                                        .title = "Distance of the toy's marks",
                                                        .group = "Search",
                                                        .min_args = 1,
                                                        .max_args = 1,
                                                        .help = "2 to 100 cells",
                                                        .keeps = keeps::kSetting | keeps::kLast},
                                                       set_step}}};

const PartTag kMarks;

void paint_marks(Painter& painter, Lab& lab) {
  const LayerState& layer = lab.state().layer(kToyLayer);
  if (!layer.on || !painter.shows(0)) return;
  const int step = toy_desk(lab).step;
  overlay_tools::Stamp stamp;
  stamp << painter.visible() << static_cast<uint64_t>(step);
  if (painter.renew(kMarks, stamp.value())) {
    const Rect& cells = painter.visible();
    for (int y = cells.y0; y < cells.y1; ++y) {
      for (int x = cells.x0; x < cells.x1; ++x) {
        if ((x + y) % step != 0) continue;
        painter.list(kMarks).markers.push_back(
            {overlay_tools::middle(x), overlay_tools::middle(y), 3, 0.2f, MarkerShape::kDisc, palette::kPurple});
      }
    }
  }
  painter.show(kMarks, layer.opacity);
}

constexpr std::array<PaintStep, 1> kPaint = {{{depth::kAreas, paint_marks}}};

const Feature kToy = {
    .name = "toy",
    .title = "Toy",
    .layers = kLayers,
    .commands = kCommands,
    .paint = kPaint,
    .menu = [](const Lab&, MenuList& menu) { menu.command("Toy: wide marks", "menu.map.toy", "toy.step 9"); },
    .make_desk = [](Lab& lab) -> std::unique_ptr<Desk> { return std::make_unique<ToyDesk>(lab); },
};

size_t markers(Lab& lab, OverlayBuilder& builder) {
  size_t count = 0;
  for (const Batch& batch : builder.build(lab).batches) count += batch.list->markers.size();
  return count;
}

bool is_offered(const Lab& lab, const std::string& words, const std::string& line) {
  const std::vector<Offer> offers = command_offers(lab, {.stock_maps = {}, .stock_graphs = {}});
  const std::vector<size_t> hits = find_offers(offers, words);
  return std::any_of(hits.begin(), hits.end(),
                     [&](size_t hit) { return offers[hit].lines == std::vector<std::string>{line}; });
}

TEST_CASE("a toy feature in one file is found by the command search, the layers, the tabs and the dump") {
  {
    Lab without;
    CHECK_FALSE(without.execute("toy.step 7").ok());
    CHECK_FALSE(layer_named("toy-marks").has_value());
  }
  std::string reproduction;
  {
    const GuestFeature guest(kToy);
    Lab lab;
    lab.set_view_size(700, 700);
    run(lab, "view.fit");
    OverlayBuilder builder;

    // Layers, the group of them in lists, and the tab that it leads to.
    REQUIRE(layer_named("toy-marks") == Layer{kToyLayer});
    CHECK(std::count(layers().begin(), layers().end(), Layer{kToyLayer}) == 1);
    const auto groups = layer_groups();
    const auto group = std::find_if(groups.begin(), groups.end(), [](const LayerGroup& g) { return g.title == "Toy"; });
    REQUIRE(group != groups.end());
    CHECK(group->tab == "tab.toy");
    CHECK(group->layers == std::vector<Layer>{kToyLayer});

    // Commands, menu, command search.
    CHECK(command_named("toy.step") != nullptr);
    CHECK(is_offered(lab, "toy wide marks", "toy.step 9"));
    CHECK(is_offered(lab, "layers toy marks", "layer toy-marks toggle"));
    CHECK(lab.execute("toy.step 1").error().message() ==
          "toy.step: STEP must be a whole number from 2 to 100, not '1'");

    // Painting: nothing while it is off, and nothing anew while nothing changes.
    const size_t before = markers(lab, builder);
    run(lab, "layer toy-marks on");
    const size_t fives = markers(lab, builder) - before;
    CHECK(fives == lab.world().map().cell_count() / 5);
    const uint64_t rebuilt = builder.rebuilt();
    markers(lab, builder);
    CHECK(builder.rebuilt() == rebuilt);
    run(lab, "toy.step 8");
    CHECK(markers(lab, builder) - before == lab.world().map().cell_count() / 8);

    // Hooks, dump, settings.
    run(lab, "paint.stroke brush blocked 1 round 5,5 9,9");
    run(lab, "inspect 3 5");
    lab.settle();
    CHECK(lab.check({"toy.step", "==", "8"}).ok());
    CHECK(lab.check({"toy.edits", "==", "2"}).ok());
    CHECK(lab.check({"inspected.toy", "==", "true"}).ok());
    CHECK(lab.check({"layers.toy-marks.on", "==", "true"}).ok());
    reproduction = lab.log().reproduction();
    run(lab, "map.new 20 20 force");
    CHECK(lab.log().reproduction().find("toy.step 8\n") != std::string::npos);
  }
  CHECK(reproduction.find("toy.step 8\n") != std::string::npos);
  CHECK_FALSE(layer_named("toy-marks").has_value());
  CHECK(command_named("toy.step") == nullptr);
}

}  // namespace
}  // namespace strata::test
