// Purpose: These functions turn a trace or a plan of another program into a recording that the timeline steps, with
//          pseudo-code whose lines are the types of its events.
// Differs: What the file does not say of a node is what it said last: its costs; and as the parent of a generated node
// the
//          node that was expanded last. Events that the recording has no type for are links, which change no node.
// Units: Costs of the recording are straight steps times kTraceUnit.
#pragma once

#include <array>
#include <initializer_list>
#include <string>
#include <string_view>

#include "core/search/pseudo_code.hpp"
#include "core/search/trace.hpp"
#include "traces/plan_check.hpp"
#include "traces/search_trace.hpp"

namespace strata {

inline constexpr Cost kTraceUnit = 1000;

// The types of events as lines of pseudo-code. The texts that the code refers to are in the object itself, which is
// filled from its beginning on: what refers to its lines and words stays good while it grows.
class TraceCode {
 public:
  static constexpr size_t kMostLines = 64;  // lines are bits of a word

  TraceCode();
  TraceCode(const TraceCode&) = delete;
  TraceCode& operator=(const TraceCode&) = delete;

  // Adds a type of events as the next line, which there must be.
  void add(std::string_view type);
  // Adds a line with a text and the word of these events.
  void add_line(std::string text, std::string_view word, std::initializer_list<EventType> events);
  size_t size() const { return code_.lines.size(); }
  const PseudoCode& code() const { return code_; }

 private:
  std::array<std::string, kMostLines> texts_, word_texts_;
  std::array<std::string_view, kMostLines> lines_;
  std::array<EventWord, 2 * kMostLines> words_{};
  size_t words_count_ = 0;
  PseudoCode code_{};
};
// Adds the types of the file; the last line is for all that have no line of their own.
void write_trace_code(const SearchTrace& trace, TraceCode& out);

// Returns the cost of a straight step in the file: the most usual difference in g over one step; 1 if there is none.
double straight_step(const SearchTrace& trace);
// Records event i of the file as event i.
void record_search_trace(const SearchTrace& trace, const GridMap& map, double straight, Trace& out);

// Pseudo-code of plans: the lines of a time step without and with a fault.
extern const PseudoCode kPlanCode;
// Records time step i as event i.
void record_plan(const MapfPlan& plan, const PlanReport& report, Trace& out);

}  // namespace strata
