// What CONTRIBUTING says of adding a feature, followed literally: a toy in this one file, named nowhere else, is found
// by everything that lists layers, commands, menus, settings or the dump, and is painted.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <utility>

#include "app/base/command_arguments.hpp"
#include "app/base/key_bindings.hpp"
#include "app/draw/overlay_tools.hpp"
#include "app/lab/command_log.hpp"
#include "app/lab/command_search.hpp"
#include "app/lab/feature.hpp"
#include "app/lab/gestures.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/log_contributor.hpp"
#include "app/lab/map_input_handler.hpp"
#include "app/lab/menu_model.hpp"
#include "app/lab/planner_levels.hpp"
#include "app/lab/script_state.hpp"
#include "app/lab/undo_history.hpp"
#include "core/world/map_hpa.hpp"
#include "tests/draw_support.hpp"
#include "tests/lab_support.hpp"

namespace strata::test {
namespace {

extern const Feature kToy;

// It marks every cell whose coordinates add up to a multiple of `step`.
class ToyController : public FeatureController, public MapInputHandler, public LogContributor {
 public:
  explicit ToyController(Lab& lab) : FeatureController(lab) {}

  int step = 5;
  int edits = 0;
  Cell seen;
  bool pulled = false, kept = false;  // its drag is under way; was let go by the user
  Cell pulled_to;
  Cell flag;  // set down where it was pulled to
  int clicks = 0, waited = 0, queries = 0, closed = 0, unlogged = 0, rules = 0;

  void map_changes(const MapChange& change) override { closed += change.what == MapChange::Kind::kOther; }
  void map_changed(const MapChange& change) override { edits += change.what == MapChange::Kind::kEdit; }
  void inspect_cell(Cell cell) override { seen = cell; }
  void end_inspection() override { seen = {-1, -1}; }
  std::function<void()> follow_rules(const Rules&, WorldSetup&) override {
    return [this] { ++rules; };
  }
  void query_changed() override { ++queries; }
  void choose(WorldSetup& setup, ChosenFor map) const override {
    if (map == ChosenFor::kOpenMap || step != 77) return;
    setup.get<MapHpa>() = HpaOptions{};
    setup.get<MapHpa>()->cluster_size = 7;
  }
  Activity activity() const override { return pulled ? Activity::kEndless : Activity::kIdle; }
  void dump_meter(nlohmann::json& out) const override { out["toy"] = edits; }
  // With Alt the pointer pulls, with Shift it clicks, with Ctrl it waits for a click.
  PressResult press(const PointerEvent& event, Cell) override {
    if (event.ctrl) return PressResult::kClickPending;
    pulled = event.alt;
    return pulled ? PressResult::kDrag : PressResult::kIgnored;
  }
  void drag(const PointerEvent&, Cell cell, bool) override { pulled_to = cell; }
  void drop(bool keep) override {
    pulled = false;
    kept = keep;
    ++unlogged;
    if (!keep) return;
    const Cell before = std::exchange(flag, pulled_to);
    lab_.undo_history().add("Toy flag", [this, other = before]() mutable { std::swap(flag, other); });
  }
  bool click(const PointerEvent& event, Cell) override {
    clicks += event.shift;
    waited += event.ctrl;
    return event.shift || event.ctrl;
  }
  void before_log_line() override {
    for (; unlogged > 0; --unlogged) lab_.log().add(fmt::format("toy.step {}", step));
  }
  void unlogged_lines(std::vector<std::string>& lines) const override {
    if (unlogged > 0) lines.push_back("toy.step 99");
  }
  void dump(nlohmann::json& out) const override { out["toy"] = {{"step", step}, {"edits", edits}}; }
  void dump_inspected(nlohmann::json& out) const override { out["toy"] = (seen.x + seen.y) % step == 0; }
  void setting_lines(std::vector<std::string>& lines) const override {
    if (step != 5) lines.push_back(fmt::format("toy.step {}", step));
  }
};

ToyController& toy_controller(const Lab& lab) { return static_cast<ToyController&>(lab.controller(kToy)); }

void add_to_menus(const Lab&, const MenuContext&, MenuList& menu, MenuSection section) {
  if (section == MenuSection::kSearch) menu.command("Toy: few marks", "menu.search.toy", "toy.step 20");
  if (section == MenuSection::kOwn) menu.command("Narrow marks", "menu.toy.narrow", "toy.step 3");
}

const FeatureLayer kToyLayer = {{.name = "toy-marks",
                                 .title = "Toy marks",
                                 .legend = "Marks on every fifth diagonal",
                                 .order = 45,
                                 .general = true,
                                 .splits = true}};
constexpr std::array<const FeatureLayer*, 1> kLayers = {&kToyLayer};

Status set_step(Lab& lab, const Command& command) {
  STRATA_TRY(step, integer(command.args[0], 2, 100, "STEP"));
  toy_controller(lab).step = step;
  return success();
}

// Nothing makes up for thirteen.
bool leaves_thirteen(const Lab&, const Command& earlier, const Command&) { return earlier.args[0] == "13"; }

Command twelve_for_eleven(const Lab&, const Command& command) {
  return command.args[0] == "11" ? Command{command.name, {"12"}} : command;
}

constexpr std::array<FeatureCommand, 1> kCommands = {{{{.name = "toy.step",
                                                        .usage = "STEP",
                                                        .title = "Distance of the toy's marks",
                                                        .group = CommandGroup::kSearch,
                                                        .min_args = 1,
                                                        .max_args = 1,
                                                        .help = "2 to 100 cells",
                                                        .keeps = keeps::kSetting | keeps::kLast},
                                                       set_step,
                                                       {.leaves = leaves_thirteen, .logged = twelve_for_eleven}}}};

const DrawListTag kMarks{kToyLayer};

void paint_marks(Painter& painter, const Lab& lab) {
  const LayerState& layer = lab.state().layer(kToyLayer);
  if (!layer.on || !painter.shows(0)) return;
  const int step = toy_controller(lab).step;
  overlay_tools::DrawInputHash stamp;
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

constexpr LabelStep kLabels[] = {
    {[](const Painter& painter, const Lab& lab) -> uint64_t {
       return painter.layer(kToyLayer).on && painter.shows(0) ? static_cast<uint64_t>(toy_controller(lab).step) : 0;
     },
     [](Painter& painter, const Lab& lab) {
       painter.add_label(2.5f, 2.5f, 0, palette::kBlack, 0, fmt::format("toy {}", toy_controller(lab).step));
     },
     [](Painter& painter, const Lab&, bool, bool) { painter.layer(kToyLayer).note = "toys"; }}};

// Below the nodes of abstract paths.
void paint_nodes(const Lab& lab, const PlannerRow& row, int, DrawList& out) {
  if (!lab.state().layer(kToyLayer).on) return;
  for (size_t i = 0; i < row.result.abstract_path.size(); ++i) {
    out.markers.push_back({0, 0, 3, 0.2f, MarkerShape::kCross, palette::kPurple});
  }
}

constexpr std::array<PaintStep, 1> kPaint = {{{depth::kAreas, paint_marks}}};

const FeatureTool kToyTool = {.name = "toy",
                              .title = "Pull marks",
                              .icon = "",
                              .bar_name = "toolbar.toy",
                              .line = "tool.select toy",
                              .hint = "With Alt"};
constexpr KeyBinding kKeys[] = {{"Ctrl+Shift+Y", "toy.step 6", "Marks apart", true}};

const Feature kToy = {
    .name = "toy",
    .title = "Toy",
    .layers = kLayers,
    .commands = kCommands,
    .paint = kPaint,
    .labels = kLabels,
    .under_path = paint_nodes,
    .menu = add_to_menus,
    .own_menu = {"Toy", "menu.toy"},
    .tool = &kToyTool,
    .keys = kKeys,
    .make_controller = [](Lab& lab) -> std::unique_ptr<FeatureController> {
      return std::make_unique<ToyController>(lab);
    },
};

size_t markers(Lab& lab, OverlayBuilder& builder) {
  size_t count = 0;
  for (const DrawBatch& batch : test::draw(builder, lab).batches) count += batch.list->markers.size();
  return count;
}

bool is_offered(const Lab& lab, const std::string& words, const std::string& line) {
  const std::vector<CommandSuggestion> offers =
      command_suggestions(lab, {.stock_maps = {}, .stock_graphs = {}, .stock_levels = {}});
  const std::vector<size_t> hits = find_suggestions(offers, words);
  return std::any_of(hits.begin(), hits.end(),
                     [&](size_t hit) { return offers[hit].lines == std::vector<std::string>{line}; });
}

TEST_CASE("a toy feature holds the pointer, takes clicks, and has a say in the log") {
  const FeatureRegistration guest(kToy);
  LabInView lab(700, 700);
  run(lab, "view.fit");
  ToyController& toy = toy_controller(lab);
  CHECK(toy.closed == 1);
  CHECK(toy.queries > 0);
  const auto point = [&](PointerEvent::Kind kind, Cell at, bool alt, bool shift) {
    const Camera& camera = lab.state().camera;
    lab.gestures().pointer(
        {.kind = kind, .x = camera.screen_x(at.x + 0.5), .y = camera.screen_y(at.y + 0.5), .shift = shift, .alt = alt});
  };
  using enum PointerEvent::Kind;
  const double before = lab.state().camera.center_x;
  point(kPress, {3, 3}, true, false);
  point(kMove, {9, 4}, true, false);
  CHECK(toy.activity() == Activity::kEndless);
  CHECK(toy.pulled_to == Cell{9, 4});
  point(kRelease, {9, 4}, true, false);
  CHECK(toy.kept);
  CHECK(toy.activity() == Activity::kIdle);
  CHECK(lab.state().camera.center_x == before);  // the view was not pulled instead
  CHECK(lab.log().reproduction().find("toy.step 99\n") != std::string::npos);
  run(lab, "toy.step 11");
  CHECK(lab.log().lines().back() == "toy.step 12");  // which says the same wherever the log begins
  CHECK(toy.unlogged == 0);

  // What cannot wait ends the drag.
  point(kPress, {3, 3}, true, false);
  run(lab, "paint.fill 5 5 water");
  CHECK_FALSE(toy.pulled);
  CHECK_FALSE(toy.kept);

  point(kPress, {2, 2}, false, true);
  point(kRelease, {2, 2}, false, true);
  CHECK(toy.clicks == 1);
  CHECK_FALSE(lab.state().inspected.has_value());
  point(kPress, {2, 2}, false, false);
  point(kRelease, {2, 2}, false, false);
  CHECK(lab.state().inspected.has_value());
  run(lab, "agent.size 2");
  CHECK(toy.rules == 1);
  run(lab, "map.new 20 20 force");
  CHECK(toy.closed == 2);
}

TEST_CASE("a toy feature in one file is found by the command search, the layers, the tabs and the dump") {
  {
    Lab without;
    CHECK_FALSE(without.execute("toy.step 7").ok());
    CHECK_FALSE(layer_named("toy-marks").has_value());
  }
  std::string reproduction;
  {
    const FeatureRegistration guest(kToy);
    LabInView lab(700, 700);
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
    CHECK(is_offered(lab, "layers toy marks", "layer toy-marks toggle"));
    CHECK(is_offered(lab, "narrow marks", "toy.step 3"));
    CHECK(is_offered(lab, "few marks", "toy.step 20"));
    CHECK(is_offered(lab, "pull marks", "tool.select toy"));
    CHECK(is_offered(lab, "marks apart", "toy.step 6"));
    CHECK(lab.keys().bound("toy.step 6") == "Ctrl+Shift+Y");
    CHECK(command_named("tool.select")->help.ends_with(" or toy"));
    CHECK(command_named("layer")->help.find("toy-marks") != std::string_view::npos);
    run(lab, "tool.select toy");
    CHECK(lab.scripts().check({"tool.name", "==", "toy"}).ok());
    run(lab, "tool.select select");
    CHECK(lab.execute("toy.step 1").error().message() ==
          "toy.step: STEP must be a whole number from 2 to 100, not '1'");

    // Painting: nothing while it is off, and nothing anew while nothing changes.
    const size_t before = markers(lab, builder);
    run(lab, "layer toy-marks on");
    const size_t fives = markers(lab, builder) - before;
    CHECK(fives == lab.world().map().cell_count() / 5);
    CHECK(test::draw(builder, lab).labels.size() == 1);
    CHECK(lab.state().layer(kToyLayer).note == "toys");
    const uint64_t rebuilt = builder.rebuilt();
    markers(lab, builder);
    CHECK(builder.rebuilt() == rebuilt);
    run(lab, "toy.step 8");
    CHECK(markers(lab, builder) - before == lab.world().map().cell_count() / 8);

    // Hooks, dump, settings.
    run_settled(lab, {"paint.stroke brush blocked 1 round 5,5 9,9", "inspect 3 5"});
    CHECK(lab.scripts().check({"toy.step", "==", "8"}).ok());
    CHECK(lab.scripts().check({"toy.edits", "==", "2"}).ok());
    CHECK(lab.scripts().check({"inspected.toy", "==", "true"}).ok());
    CHECK(lab.scripts().check({"layers.toy-marks.on", "==", "true"}).ok());
    reproduction = lab.log().reproduction();
    run(lab, "map.new 20 20 force");
    CHECK(lab.log().reproduction().find("toy.step 8\n") != std::string::npos);
  }
  CHECK(reproduction.find("toy.step 8\n") != std::string::npos);
  CHECK_FALSE(layer_named("toy-marks").has_value());
  CHECK(command_named("toy.step") == nullptr);
}

TEST_CASE("a toy feature lies below paths, and is asked by the log and the meter") {
  const FeatureRegistration guest(kToy);
  LabInView lab(700, 700);
  run_settled(lab, "view.fit");
  OverlayBuilder builder;
  const auto crosses = [&] {
    size_t count = 0;
    for (const DrawBatch& batch : test::draw(builder, lab).batches) {
      for (const DrawMarker& marker : batch.list->markers) count += marker.shape == MarkerShape::kCross;
    }
    return count;
  };
  run(lab, {"layer all off", "view.level 1 all", "layer abstract-path on"});
  const size_t none = crosses();
  run_settled(lab, {"layer toy-marks on", "query.swap"});
  size_t nodes = 0;
  for (const PlannerRow& row : lab.state().rows)
    nodes += draws_path(lab.state(), row) ? row.result.abstract_path.size() : 0;
  CHECK(nodes > 0);
  CHECK(crosses() == none + nodes);

  // The log keeps the last of several, unless the one before has left something.
  run(lab, {"toy.step 13", "toy.step 7", "toy.step 9"});
  CHECK(lab.log().reproduction().find("toy.step 13\ntoy.step 9\n") != std::string::npos);

  run(lab, "paint.stroke brush blocked 1 round 5,5");
  CHECK(lab.scripts().check({"meter.toy", "==", "1"}).ok());
}

TEST_CASE("a toy feature's layer comes with a split view, its news with an answer, its choice with another map") {
  const FeatureRegistration guest(kToy);
  LabInView lab(700, 700);
  run(lab, {"layer all off", "view.split 2"});
  CHECK(lab.state().layer(kToyLayer).on);

  lab.finish_updates();
  lab.tick(0.01);
  const auto solved = [&] {
    return std::all_of(lab.state().rows.begin(), lab.state().rows.end(),
                       [](const PlannerRow& row) { return !row.shown || !row.allowed || row.solved; });
  };
  REQUIRE(solved());
  const PlannerRow& first = lab.state().rows.front();
  lab.mutable_state().rows.front().solved = false;
  lab.tick(0.01);
  CHECK_FALSE(first.solved);  // nothing that answers follow has changed
  lab.mutable_state().set_plan_options(lab.state().plan_options());
  for (int i = 0; i < 3; ++i) lab.tick(0.01);
  CHECK(solved());

  run(lab, "toy.step 77");
  CHECK(lab.world().get<MapHpa>().options()->cluster_size != 7);
  run(lab, "map.new 20 20 force");
  CHECK(lab.world().get<MapHpa>().options()->cluster_size == 7);
}

bool has_label(Lab& lab, OverlayBuilder& builder, std::string_view text) {
  const std::vector<DrawLabel>& labels = test::draw(builder, lab).labels;
  return std::any_of(labels.begin(), labels.end(), [&](const DrawLabel& label) { return label.text == text; });
}

TEST_CASE("a toy feature writes on the map, only anew when its text has changed") {
  const FeatureRegistration guest(kToy);
  LabInView lab(700, 700);
  OverlayBuilder builder;
  CHECK_FALSE(has_label(lab, builder, "toy 5"));
  run(lab, "layer toy-marks on");
  CHECK(has_label(lab, builder, "toy 5"));
  const uint64_t rebuilt = builder.rebuilt();
  CHECK(has_label(lab, builder, "toy 5"));
  CHECK(builder.rebuilt() == rebuilt);
  run(lab, "toy.step 7");
  CHECK(has_label(lab, builder, "toy 7"));
  run(lab, "layer toy-marks off");
  CHECK_FALSE(has_label(lab, builder, "toy 7"));
}

TEST_CASE("a toy feature holds a drag, waits for a click, and what it did is undone among the edits of the map") {
  const FeatureRegistration guest(kToy);
  LabInView lab(800, 800);
  run(lab, "view.fit");
  ToyController& toy = toy_controller(lab);
  const auto at = [&](PointerEvent::Kind kind, Cell cell, bool alt, bool ctrl) {
    const Camera& camera = lab.state().camera;
    lab.gestures().pointer({.kind = kind,
                            .x = camera.screen_x(cell.x + 0.5),
                            .y = camera.screen_y(cell.y + 0.5),
                            .button = 0,
                            .ctrl = ctrl,
                            .alt = alt});
  };
  using enum PointerEvent::Kind;
  at(kPress, {3, 3}, true, false);
  at(kMove, {9, 4}, true, false);
  CHECK(toy.pulled_to == Cell{9, 4});
  CHECK(toy.flag == Cell{});
  at(kRelease, {9, 4}, true, false);
  CHECK(toy.flag == Cell{9, 4});
  // A command in between ends a drag, and what was not decided is dropped.
  at(kPress, {3, 3}, true, false);
  at(kMove, {20, 20}, true, false);
  run(lab, "paint.line 1 1 5 1 blocked");
  at(kRelease, {20, 20}, true, false);
  CHECK(toy.flag == Cell{9, 4});
  // In one order with the map.
  CHECK(lab.undo_history().undo_name() == "Line");
  run(lab, "edit.undo");
  CHECK(lab.undo_history().undo_name() == "Toy flag");
  run(lab, "edit.undo");
  CHECK(toy.flag == Cell{});
  run(lab, "edit.redo");
  CHECK(toy.flag == Cell{9, 4});
  // It is told of a click; a drag pans instead.
  at(kPress, {6, 6}, false, true);
  at(kRelease, {6, 6}, false, true);
  CHECK(toy.waited == 1);
  CHECK_FALSE(lab.state().inspected.has_value());
  const double before = lab.state().camera.center_x;
  at(kPress, {6, 6}, false, true);
  at(kMove, {12, 6}, false, true);
  at(kRelease, {12, 6}, false, true);
  CHECK(toy.waited == 1);
  CHECK(lab.state().camera.center_x != before);
}

}  // namespace
}  // namespace strata::test
