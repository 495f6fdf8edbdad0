// Purpose: A PresentedText is what a part of a presentation says, as plain data: the card of a figure, the X-ray, what
//          the last stroke updated, the crowd, and the comparison. Features add lines by Feature::present; a
//          presentation draws them beside the maps.
// How: The lines keep their memory from frame to frame.
// Threads: The main thread.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/base/palette.hpp"

namespace strata {

class Lab;
struct LabState;
struct UpdateMeterReading;

// The parts that consist of texts, in the order in which they are drawn.
enum class PresentedPart : uint8_t { kCaption, kXray, kMeter, kCrowd, kComparison };
inline constexpr int kPresentedParts = 5;

// A line of such a part: a text that may be wrapped, or a row of a table.
struct PresentedLine {
  enum class Kind : uint8_t { kTitle, kText, kDim, kGood, kWarn, kHead, kRow, kOwnRow } kind = Kind::kText;
  std::string text;
  // For rows of a table (kOwnRow: of the stepped planner): the values after the text.
  std::vector<std::string> cells;
  // The sign in front of the text: a shape of agents, numbered as in CrowdStyle, and its colour.
  struct AgentSign {
    Rgba color = palette::kBlack;
    uint32_t shape = 0;
  };
  std::optional<AgentSign> sign;

  bool is_row() const { return kind >= Kind::kHead; }
};

class PresentedText {
 public:
  // Adds an empty line of this kind.
  PresentedLine& add(PresentedLine::Kind kind);
  PresentedLine& add(PresentedLine::Kind kind, std::string_view text);
  void clear() { count_ = 0; }
  std::span<const PresentedLine> lines() const { return std::span(lines_).first(count_); }

 private:
  std::vector<PresentedLine> lines_;  // those after the first `count_` are kept for their memory
  size_t count_ = 0;
};

// Adds how much of a structure the last gesture has updated: "HPA*: 4 of 16 clusters", or, as a sum over several edits
// may count a part more than once, "HPA*: 9 clusters in 3 edits". `sum`: the number is such a sum.
void add_share(PresentedText& out, const UpdateMeterReading& meter, std::string_view title, std::string_view parts,
               size_t redone, size_t all, bool sum = false);

// Returns whether the map shows what is stepped. While the layers of the search and of its path are off, a presentation
// says nothing of a search.
bool shows_stepped(const LabState& state);

struct PresentedTexts {
  std::array<PresentedText, kPresentedParts> of;

  const PresentedText& at(PresentedPart part) const { return of[static_cast<size_t>(part)]; }
  bool empty() const;
  // Reads the texts of all parts that a presentation shows now. A part that says nothing has no lines; so has one that
  // would tell what is hidden from a learner.
  void read(const Lab& lab);
};

}  // namespace strata
