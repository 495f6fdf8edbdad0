// Purpose: These functions convert a trace or plan of another program to a recording that can be stepped. The types of
//          its events become lines of pseudo-code.
// Differs: Costs that the file omits are the node's previous ones, and an omitted parent of a generated node is the
//          node expanded last. Events without an equivalent in recordings become links, which change no node.
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

// Pseudo-code made from the types of events in a file, one line per type. The object owns the texts. Its buffers are
// reserved in advance, so that references to lines and words stay valid while lines are added.
class TraceCode {
 public:
  static constexpr size_t kMostLines = 64;  // maximum number of lines, as a bit set has one bit per line

  TraceCode();
  TraceCode(const TraceCode&) = delete;
  TraceCode& operator=(const TraceCode&) = delete;

  // Adds a type of event as the next line. There must be room for another line.
  void add(std::string_view type);
  // Adds a line of pseudo-code with its text, and the word that denotes its events.
  void add_line(std::string text, std::string_view word, std::initializer_list<EventType> events);
  size_t size() const { return code_.lines.size(); }
  const PseudoCode& code() const { return code_; }

 private:
  std::array<std::string, kMostLines> texts_, word_texts_;
  std::array<std::string_view, kMostLines> lines_;
  std::array<EventTerm, 2 * kMostLines> words_{};
  size_t words_count_ = 0;
  PseudoCode code_{};
};
// Adds the types of events that occur in the file. The last line stands for all types that have no line of their own.
void write_trace_code(const SearchTrace& trace, TraceCode& out);

// Returns the cost of a straight step in the file. It is the most frequent difference of g over one step; 1
// if there is none.
double straight_step(const SearchTrace& trace);
// Records the file's events; their indices stay the same.
void record_search_trace(const SearchTrace& trace, const GridMap& map, double straight, Trace& out);

// Pseudo-code of plans: a line for a time step without a fault, and one for a time step with a fault.
extern const PseudoCode kPlanCode;
// Records each time step as an event.
void record_plan(const MapfPlan& plan, const PlanReport& report, Trace& out);

}  // namespace strata
