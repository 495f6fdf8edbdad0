#include "app/draw/map_texts.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/lab/gestures.hpp"
#include "app/lab/lab.hpp"
#include "tests/draw_support.hpp"
#include "tests/lab_support.hpp"

using namespace strata;

namespace {

// A text on the screen: its middle and its size, pixels, by the widths that letters have at most.
struct PlacedText {
  std::string text;
  double x = 0, y = 0, height = 0;
  double width() const { return static_cast<double>(text.size()) * height * 0.62; }
  bool covers(const PlacedText& other) const {
    return std::abs(x - other.x) < (width() + other.width()) / 2 * 0.9 &&
           std::abs(y - other.y) < (height + other.height) / 2 * 0.9;
  }
};

std::vector<PlacedText> placed_texts(const MapTexts& texts, double zoom, double pixel, bool letters) {
  std::vector<PlacedText> all;
  if (letters) {
    for (const MapTexts::EndpointLetter& letter : texts.letters()) {
      all.push_back({letter.text, static_cast<double>(letter.x) * zoom, static_cast<double>(letter.y) * zoom,
                     static_cast<double>(letter.size)});
    }
    return all;
  }
  for (const DrawLabel& label : texts.labels()) {
    const double height =
        label.share > 0 ? std::min(27 * pixel, std::floor(zoom * static_cast<double>(label.share))) : 12.5 * pixel;
    all.push_back({label.text, static_cast<double>(label.x) * zoom, static_cast<double>(label.y) * zoom, height});
  }
  return all;
}

}  // namespace

TEST_CASE("no number is written over the letters of start and goal, at any size of the cells") {
  for (const std::string& more : {std::string("layer search on"), std::string("layer clearance on"),
                                  std::string("landmarks on"), std::string("query.goal 1 1")}) {
    Lab lab;
    test::run(lab, {"map.new 8 6", "query.start 1 1", "query.goal 5 2"});
    test::run(lab, more);
    if (more.starts_with("landmarks")) {
      test::run(lab, "landmarks.place 1,1 3,2");
    }
    lab.finish_updates();
    lab.gestures().set_view_size(900, 700);
    OverlayBuilder builder;
    size_t numbers = 0;
    for (const double zoom : {16.0, 20.0, 27.0, 43.0, 64.0, 90.0}) {
      lab.mutable_state().camera.zoom = zoom;
      const Overlay& overlay = test::draw(builder, lab);
      MapTexts texts;
      texts.place(overlay.labels, {true, lab.state().query.start, lab.state().query.goal}, zoom, 1);
      CAPTURE(more);
      CAPTURE(zoom);
      const std::vector<PlacedText> letters = placed_texts(texts, zoom, 1, true);
      CHECK(letters.size() == (lab.state().query.start == lab.state().query.goal ? 1 : 2));
      for (const PlacedText& letter : letters) {
        for (const PlacedText& label : placed_texts(texts, zoom, 1, false)) {
          CAPTURE(label.text);
          CHECK_FALSE(label.covers(letter));
          ++numbers;
        }
      }
    }
    CHECK(numbers > 0);
  }
}

TEST_CASE("the number of a landmark stands above the numbers of its cell, and texts beside a sign stay") {
  const auto label = [](float x, float y, float share, std::string_view text) {
    DrawLabel made{.x = x, .y = y, .share = share};
    std::copy(text.begin(), text.end(), made.text);
    return made;
  };
  const std::vector<DrawLabel> labels = {label(2.5f, 3.2f, 0.27f, "g 1.0"), label(2.5f, 3.5f, 0.27f, "h 2.0"),
                                         label(2.5f, 3.8f, 0.27f, "f 3.0"), label(2.5f, 3.5f, 0, "12"),
                                         label(4.5f, 3.5f, 0.42f, "7.0")};
  for (const double zoom : {43.0, 64.0, 120.0}) {
    MapTexts texts;
    texts.place(labels, {}, zoom, 1);
    CHECK(texts.letters().empty());
    const std::vector<PlacedText> all = placed_texts(texts, zoom, 1, false);
    REQUIRE(all.size() == labels.size());
    for (size_t i = 0; i < all.size(); ++i) {
      for (size_t k = 0; k < i; ++k) CHECK_FALSE(all[i].covers(all[k]));
    }
    CHECK(all[3].y < all[0].y);
    CHECK(texts.labels()[4].y == labels[4].y);
  }
}

TEST_CASE("a label that is too long is cut between letters") {
  Lab lab;
  OverlayBuilder builder;
  (void)test::draw(builder, lab);
  std::string cyrillic;
  for (int i = 0; i < 13; ++i) cyrillic += "\xd0\x9a";
  for (const auto& [text, length] : {std::pair(cyrillic, 18u), std::pair("a" + cyrillic, 19u)}) {
    builder.add_label(0, 0, 0, 0, 0, text);
    CHECK(std::strlen(builder.overlay().labels.back().text) == length);
  }
}
