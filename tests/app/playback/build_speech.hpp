// Purpose: These helpers check the sentences about a construction against the map and the structure: a sentence has a
//          pattern, and each of its fields is a claim.
// Differs: Distances come from plain Dijkstra searches over the map.
#pragma once

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "app/lab/lab.hpp"
#include "app/lab/planner_appearance.hpp"
#include "app/lab/query_controller.hpp"
#include "app/playback/construction.hpp"
#include "app/playback/playback.hpp"
#include "app/playback/sentence.hpp"
#include "tests/app/playback/speech.hpp"
#include "tests/support.hpp"

namespace strata::test {

// A sentence of a construction with the state at its event.
struct BuildMoment {
  const Lab& lab;
  const Playback& playback;
  size_t index;
  const SearchEvent& event;
  Cost unit;
  const SpeechFields& fields;
  std::vector<std::string>& faults;

  const std::string& field(std::string_view name) const {
    static const std::string kNone;
    const auto own = std::find_if(fields.begin(), fields.end(), [&](const auto& f) { return f.first == name; });
    return own == fields.end() ? kNone : own->second;
  }
  bool has(std::string_view name) const { return !field(name).empty(); }
  void claim(std::string_view what, bool holds) const {
    if (!holds) faults.emplace_back(what);
  }
  void number(std::string_view name, uint64_t truth) const {
    claim(fmt::format("{{{}}} is {}", name, truth), field(name) == fmt::format("{}", truth));
  }
  void cost(std::string_view name, Cost truth) const {
    const std::string text = truth == kInfinite ? "no end" : fmt::format("{:.2f}", truth / static_cast<double>(unit));
    claim(fmt::format("{{{}}} is {}", name, text), field(name) == text);
  }
  void cell(std::string_view name, Cell truth) const {
    const std::string text = fmt::format("({},{})", truth.x, truth.y);
    claim(fmt::format("{{{}}} is {}", name, text), field(name) == text);
  }
  Cell at(NodeId node) const { return lab.world().map().cell(node); }
  // Returns the last event of this type before the present one; null: none.
  const SearchEvent* before(EventType type) const {
    for (size_t i = index; i-- > 0;) {
      if (playback.event(i)->type == type) return playback.event(i);
    }
    return nullptr;
  }
  // Returns the first event of the present event's search.
  const SearchEvent* root() const {
    for (size_t i = index + 1; i-- > 0;) {
      const SearchEvent* own = playback.event(i);
      if (own->type == EventType::kGenerate && own->parent == kNoNodeId) return own;
    }
    return nullptr;
  }
  // Returns the later events with this line of the pseudo-code; `next`: only those that follow directly, without other
  // events in between.
  std::vector<const SearchEvent*> later(uint8_t line, bool next = false) const {
    std::vector<const SearchEvent*> events;
    for (size_t i = index + 1; i < playback.size(); ++i) {
      const SearchEvent* own = playback.event(i);
      if (own->line == line) events.push_back(own);
      if (own->line != line && next) break;
    }
    return events;
  }
  // Checks why the node of the event is expanded now: its g is the smallest, or less than a step above it.
  void expanded_in_turn() const {
    std::map<NodeId, Cost> open;
    for (size_t i = static_cast<size_t>(root() - playback.event(0)); i < index; ++i) {
      const SearchEvent& own = *playback.event(i);
      if (own.type == EventType::kExpand) {
        open.erase(own.node);
      } else {
        open[own.node] = own.g;
      }
    }
    Cost least = kInfinite;
    for (const auto& [node, g] : open) least = std::min(least, g);
    if (has("only")) return claim("it is the only open one", open.size() == 1 && open.contains(event.node));
    number("open", open.size());
    if (!has("least")) return claim("no open node has a smaller g", least == event.g);
    cost("least", least);
    claim("a step from the smallest g leads above its own", least < event.g && event.g - least < unit);
  }
  // Returns the area on which the construction works at the event.
  Rect part() const {
    const SearchEvent* own = event.type == build_event::kPart ? &event : before(build_event::kPart);
    const Cell low = at(own->parent), high = at(own->node);
    return {low.x, low.y, high.x + 1, high.y + 1};
  }
};

struct BuildKind {
  EventType type;
  uint8_t line;  // kAnyLine: any line
  std::string_view pattern;
  void (*check)(const BuildMoment&) = nullptr;
};

// Checks the sentences of all events of the stepped construction, and adds the patterns that occurred to `heard`.
inline void check_build_speech(Lab& lab, const std::vector<BuildKind>& kinds, std::set<std::string_view>& heard) {
  Playback& playback = lab.playback();
  REQUIRE(is_construction(playback.outline()));
  REQUIRE(playback.size() > 0);
  const Cost unit = lab.query().trace_unit();
  std::map<std::string, std::string> faults;
  for (size_t i = 0; i < playback.size(); ++i) {
    playback.jump(i + 1);
    const SearchEvent& event = *playback.event(i);
    const std::string text = sentence(playback, stepped_narration(lab), unit);
    SpeechFields fields;
    const auto kind = std::find_if(kinds.begin(), kinds.end(), [&](const BuildKind& own) {
      return own.type == event.type && (own.line == kAnyLine || own.line == event.line) &&
             speech_matches(own.pattern, text, fields);
    });
    if (kind == kinds.end()) {
      faults.emplace("no pattern for " + std::string(event_name(event.type)), text);
      continue;
    }
    heard.insert(kind->pattern);
    std::vector<std::string> untrue;
    if (counts_one_as_many(text)) untrue.emplace_back("one is no plural");
    const BuildMoment moment{lab, playback, i, event, unit, fields, untrue};
    const auto node = [&](NodeId id) { return place_text(playback.place(event.level, id)); };
    if (moment.has("node")) moment.claim("{node} is the node", moment.field("node") == node(event.node));
    if (moment.has("parent")) moment.claim("{parent} is the other node", moment.field("parent") == node(event.parent));
    if (moment.has("g")) moment.cost("g", event.g);
    if (kind->check != nullptr) kind->check(moment);
    for (const std::string& claim : untrue) faults.emplace(fmt::format("{} -- \"{}\"", claim, kind->pattern), text);
  }
  for (const auto& [what, text] : faults) FAIL_CHECK(what << ": " << text);
}

}  // namespace strata::test
