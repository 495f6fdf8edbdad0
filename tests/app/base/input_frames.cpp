#include "app/base/input_frame_splitter.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "app/base/key_chords.hpp"
#include "core/base/rng.hpp"

using namespace strata;

namespace {

constexpr int kLeftControl = 341, kLeftShift = 340;

InputEvent key_event(int code, bool down, int mods = 0) {
  return {.kind = InputKind::kKey, .down = down, .code = code, .mods = mods};
}
InputEvent letter(char code) { return {.kind = InputKind::kChar, .code = code}; }
InputEvent button(bool down, float x = 0) {
  return {.kind = InputKind::kButton, .down = down, .code = 0, .x = x, .y = 0};
}
InputEvent move(float x) { return {.kind = InputKind::kMove, .x = x, .y = 0}; }

std::vector<std::vector<InputEvent>> frames_of(const std::vector<InputEvent>& events, bool typing) {
  InputFrameSplitter frames;
  for (const InputEvent& event : events) frames.push(event);
  std::vector<std::vector<InputEvent>> all;
  while (!frames.empty()) {
    all.push_back(frames.take(typing));
    REQUIRE_FALSE(all.back().empty());
  }
  CHECK(frames.take(typing).empty());
  return all;
}

// What a line of text holds that, as Dear ImGui does, takes the letters of a frame before the keys of the frame.
std::string typed_text(const std::vector<std::vector<InputEvent>>& frames) {
  std::string text;
  for (const auto& frame : frames) {
    for (const InputEvent& event : frame) {
      if (event.kind == InputKind::kChar) text += static_cast<char>(event.code);
    }
    for (const InputEvent& event : frame) {
      if (event.kind == InputKind::kKey && event.down && event.code == key::kBackspace && !text.empty()) {
        text.pop_back();
      }
    }
  }
  return text;
}

}  // namespace

TEST_CASE("two clicks that come in at once are four frames, so that none is lost") {
  const auto frames = frames_of({button(true), button(false), button(true), button(false)}, false);
  REQUIRE(frames.size() == 4);
  for (const auto& frame : frames) CHECK(frame.size() == 1);
}

TEST_CASE("many moves share a frame with the press that follows, and a release waits for the last move") {
  const auto frames = frames_of({move(1), move(2), button(true, 2), move(3), move(4), button(false, 4)}, false);
  REQUIRE(frames.size() == 3);
  CHECK(frames[0].size() == 3);
  CHECK(frames[1].size() == 2);
  CHECK(frames[2].size() == 1);
}

TEST_CASE("a chord that is over before a frame was drawn is seen with its modifiers") {
  const int ctrl = modifier::kControl;
  const std::vector<InputEvent> chord = {key_event(kLeftControl, true, ctrl), key_event('S', true, ctrl),
                                         key_event('S', false, ctrl), key_event(kLeftControl, false, 0)};
  std::vector<InputEvent> release_first = chord;
  std::swap(release_first[2], release_first[3]);
  release_first[2].mods = 0;
  release_first[3].mods = 0;
  for (const auto& events : {chord, release_first}) {
    for (const bool typing : {false, true}) {
      bool seen = false;
      for (const auto& frame : frames_of(events, typing)) {
        const bool pressed = std::ranges::any_of(frame, [](const InputEvent& e) { return e.code == 'S' && e.down; });
        if (!pressed) continue;
        seen = true;
        CHECK(frame.back().mods == ctrl);  // the modifiers of a frame are those of its last event
      }
      CHECK(seen);
    }
  }
}

TEST_CASE("letters typed within one frame arrive whole, and keys that edit act between them") {
  std::vector<InputEvent> events;
  for (const char code : std::string("MAPS")) {
    events.push_back(key_event(code, true));
    events.push_back(letter(code));
    events.push_back(key_event(code, false));
  }
  CHECK(frames_of(events, true).size() == 1);
  CHECK(typed_text(frames_of(events, true)) == "MAPS");
  events.push_back(key_event(key::kBackspace, true));
  events.push_back(key_event(key::kBackspace, false));
  events.push_back(key_event('X', true));
  events.push_back(letter('X'));
  CHECK(typed_text(frames_of(events, true)) == "MAPX");
}

TEST_CASE("whatever comes in, frames keep the order, lose nothing, and show each press of a key or button") {
  Rng rng(20);
  for (int round = 0; round < 2000; ++round) {
    std::vector<InputEvent> events;
    std::set<int> keys_down;
    bool down = false;
    const bool typing = rng.below(2) == 0;
    const auto count = 1 + rng.below(30);
    for (uint64_t i = 0; i < count; ++i) {
      const int mods = static_cast<int>(rng.below(4));
      switch (rng.below(6)) {
        case 0:
          events.push_back(move(static_cast<float>(i)));
          break;
        case 1:
          down = !down;
          events.push_back(button(down));
          break;
        case 2:
          events.push_back({.kind = InputKind::kWheel, .mods = mods, .y = 1});
          break;
        case 3:
          events.push_back(letter('A'));
          break;
        default: {
          static constexpr int kCodes[] = {'A', 'B', key::kBackspace, kLeftControl, kLeftShift, key::kLast};
          const int code = kCodes[rng.below(6)];
          const bool was = keys_down.contains(code);
          if (was) {
            keys_down.erase(code);
          } else {
            keys_down.insert(code);
          }
          events.push_back(key_event(code, !was, mods));
        }
      }
    }
    for (InputEvent& event : events) event.scancode = static_cast<int>(&event - events.data());
    int at = 0;
    for (const auto& frame : frames_of(events, typing)) {
      int buttons = 0;
      std::set<int> keys;
      for (const InputEvent& event : frame) {
        CHECK(event.scancode == at++);
        buttons += event.kind == InputKind::kButton ? 1 : 0;
        const bool types = typing && event.code < 256 && (event.mods & ~modifier::kShift) == 0;
        if (event.kind == InputKind::kKey && !types) CHECK(keys.insert(event.code).second);
      }
      CHECK(buttons <= 1);
    }
    CHECK(at == static_cast<int>(events.size()));
  }
}
