#include "app/lab/presentation.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>

#include "app/base/command_parameters.hpp"
#include "app/base/key_bindings.hpp"
#include "app/base/key_chords.hpp"
#include "app/lab/dump.hpp"
#include "app/lab/lab.hpp"
#include "app/ui/presentation_layout.hpp"
#include "core/base/rng.hpp"
#include "tests/lab_support.hpp"

using namespace strata;
using namespace strata::test;

namespace {

nlohmann::json presented_json(Lab& lab) {
  nlohmann::json view = nlohmann::json::parse(dump_state(lab))["view"];
  nlohmann::json parts = view["presented"];
  parts["legend"] = view["legend"];
  parts["code"] = view["large_code"];
  return parts;
}

bool overlap(const Box& a, const Box& b) {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

}  // namespace

TEST_CASE("each part of a presentation is switched alone, and a black screen ends with the presentation") {
  Lab lab;
  run(lab, "ui.presentation on");
  for (const PresentationPart& one : presentation_parts()) {
    const std::string part(one.name);
    CAPTURE(part);
    const nlohmann::json before = presented_json(lab);
    run(lab, "ui.present " + part + " toggle");
    nlohmann::json wanted = before;
    wanted[part] = !before[part].get<bool>();
    CHECK(presented_json(lab) == wanted);
    run(lab, "ui.present " + part + (before[part] == true ? " on" : " off"));
    CHECK(presented_json(lab) == before);
  }
  run(lab, {"ui.present black on", "ui.presentation off"});
  CHECK(presented_json(lab)["black"] == false);
  const std::string before = dump_state(lab);
  CHECK(test::failure(lab, "ui.present black on").find("only a presentation") != std::string::npos);
  CHECK(test::failure(lab, "ui.present curtain on").find("unknown part") != std::string::npos);
  CHECK(test::failure(lab, "ui.present code perhaps") != "");
  CHECK(dump_state(lab) == before);
}

TEST_CASE("the usage of the command names each part, and so does the menu") {
  const std::vector<std::string_view> named = first_words(*command_named("ui.present"));
  CHECK(named.size() == presentation_parts().size());
  for (const PresentationPart& part : presentation_parts()) {
    CAPTURE(std::string(part.name));
    CHECK(std::ranges::find(named, part.name) != named.end());
    CHECK(command_named(part.command.substr(0, part.command.find(' '))) != nullptr);
  }
}

TEST_CASE("a part that is switched outside of a presentation says what presentations show") {
  Lab lab;
  const auto said = [&] { return lab.state().messages.empty() ? std::string() : lab.state().messages.back().text; };
  run(lab, "ui.code toggle");
  CHECK(said() == "Presentations show the pseudo-code now");
  run(lab, "ui.present code toggle");
  CHECK(said() == "Presentations do not show the pseudo-code now");
  run(lab, "ui.present open_list toggle");
  CHECK(said() == "Presentations show the open list now");
  // Scripts say nothing, nor do keys while the part is in sight.
  lab.mutable_state().messages.clear();
  run(lab, {"ui.code on", "ui.presentation on", "ui.code toggle"});
  CHECK(said() == "");
}

TEST_CASE("lines and markers of a presentation are as large as its sentence asks for, and never smaller than usual") {
  CHECK(presentation_marks(600, 1) == 1);
  CHECK(presentation_marks(1080, 1) > 1.5f);
  CHECK(presentation_marks(1080, 2) == 2);
}

TEST_CASE("keys of presenters step while something is presented, and are bound as usual otherwise") {
  Lab lab;
  lab.finish_updates();
  const KeyChord next{key::kPageDown, 0}, before{key::kPageUp, 0};
  CHECK(presenter_line(lab.state(), next).empty());
  run(lab, "ui.presentation on");
  CHECK(presenter_line(lab.state(), next) == "step.forward");
  CHECK(presenter_line(lab.state(), before) == "step.back");
  CHECK(presenter_line(lab.state(), {key::kPageDown, modifier::kControl}).empty());
  // The other keys that presenters send have no other meaning.
  const auto line_of = [](std::string_view keys) {
    std::string line;
    for (const KeyBinding& binding : default_key_bindings()) {
      if (binding.keys == keys) line = line.empty() ? std::string(binding.line) : "two lines";
    }
    return line;
  };
  CHECK(line_of("F5") == "ui.presentation on");
  CHECK(line_of("Shift+F5") == "ui.presentation on");
  CHECK(line_of("Period") == "ui.present black toggle");
  CHECK(line_of("B") == "tool.select brush");
}

TEST_CASE("nothing lies over the maps of a presentation, and its text is 3 % of the window's height") {
  Rng rng(7);
  for (int round = 0; round < 3000; ++round) {
    const auto width = static_cast<float>(rng.between(320, 4000)), height = static_cast<float>(rng.between(240, 2400));
    const float scale = 1 + static_cast<float>(rng.below(9)) * 0.25f;
    using enum PresentationLayoutInputs::ChartPlace;
    PresentationLayoutInputs wish{.views = 1 << rng.below(3),
                                  .titles = rng.percent(50),
                                  .sentence = rng.percent(70),
                                  .moment = rng.percent(50),
                                  .coordinates = rng.percent(70),
                                  .digits = rng.between(1, 4),
                                  .legend = rng.percent(50),
                                  .open_list = rng.percent(50),
                                  .code = rng.percent(50),
                                  .texts = rng.percent(30),
                                  .chart = rng.percent(70)   ? kNone
                                           : rng.percent(50) ? kBeside
                                                             : kAlone};
    CAPTURE(width);
    CAPTURE(height);
    CAPTURE(scale);
    CHECK(presentation_text(height) == doctest::Approx(std::max(height * 0.03f, 10.0f)).epsilon(0.05));
    const PresentationBoxes boxes = arrange_presentation(width, height, scale, wish);
    CHECK(boxes.side.empty() == !(wish.legend || wish.open_list || wish.code || wish.texts));
    CHECK(boxes.chart.empty() == (wish.chart == kNone));
    if (!boxes.chart.empty()) {
      CHECK_FALSE(overlap(boxes.chart, boxes.caption));
      if (!boxes.side.empty()) CHECK_FALSE(overlap(boxes.chart, boxes.side));
      // A chart alone has the whole room of the maps, one beside them half of it.
      CHECK(overlap(boxes.chart, boxes.centre) == (wish.chart == kAlone));
      CHECK(boxes.chart.width >= boxes.centre.width - 1);
      CHECK(boxes.chart.height == boxes.centre.height);
    }
    CHECK(boxes.caption.y + boxes.caption.height == doctest::Approx(height));
    CHECK_FALSE(overlap(boxes.caption, boxes.centre));
    for (int i = 0; i < boxes.panes.count; ++i) {
      const Pane& pane = boxes.panes.panes[static_cast<size_t>(i)];
      CHECK(pane.header.empty() == !wish.titles);
      const Box left{pane.map.x - boxes.ruler_width, pane.map.y, boxes.ruler_width, pane.map.height};
      const Box below{pane.map.x, pane.map.y + pane.map.height, pane.map.width, boxes.ruler_height};
      for (const Box* other : {&boxes.caption, &boxes.side, &left, &below, &pane.header}) {
        if (!other->empty()) CHECK_FALSE(overlap(pane.map, *other));
      }
      CHECK(pane.map.width == boxes.panes.panes[0].map.width);
      CHECK(pane.map.height == boxes.panes.panes[0].map.height);
      CHECK(pane.map.x >= 0);
      CHECK(pane.map.x + pane.map.width <= boxes.centre.width + 0.5f);
      CHECK(pane.map.y + pane.map.height + boxes.ruler_height <= boxes.centre.height + 0.5f);
      // The map keeps the larger part of the window.
      if (wish.views == 1 && wish.chart == kNone && height >= 700 && width >= 1200 && scale <= 2) {
        CHECK(pane.map.width * pane.map.height > 0.35f * width * height);
      }
      for (int j = 0; j < i; ++j) CHECK_FALSE(overlap(pane.map, boxes.panes.panes[static_cast<size_t>(j)].map));
    }
  }
}

TEST_CASE("numbers along the edges stand at every 1, 2, 5, 10 cells and so on, as far apart as they need") {
  CHECK(ruler_step(64, 30) == 1);
  CHECK(ruler_step(16, 30) == 2);
  CHECK(ruler_step(16, 33) == 5);
  CHECK(ruler_step(0.15, 40) == 500);
  Rng rng(3);
  for (int round = 0; round < 1000; ++round) {
    const double zoom = 0.01 + rng.below(6400) * 0.01, needs = 10 + rng.below(80);
    CHECK(ruler_step(zoom, needs) * zoom >= needs);
  }
}
