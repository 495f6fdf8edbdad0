#include "app/features/crowd/crowd_present.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "app/base/count_text.hpp"
#include "app/features/crowd/crowd_state.hpp"
#include "app/lab/presented_text.hpp"
#include "core/base/count_of.hpp"

namespace strata {
namespace {

// Returns what an audience reads about agents of the status. Two of its titles need words.
std::string_view status_in_words(CrowdStatus status) {
  if (status == CrowdStatus::kCutOff) return "with no path to the goal";
  if (status == CrowdStatus::kWalledIn) return "stuck inside the wall";
  return crowd_status_title(status);
}

}  // namespace

void add_crowd_counts(PresentedText& out, std::string_view title, const std::array<uint32_t, kCrowdStatuses>& counts,
                      bool signs, bool coloured) {
  constexpr std::array kAlways = {CrowdStatus::kWalking, CrowdStatus::kArrived, CrowdStatus::kPlanning,
                                  CrowdStatus::kCutOff};
  constexpr uint32_t kDisc = 3;
  uint64_t agents = 0;
  for (int i = 0; i < kCrowdStatuses; ++i) {
    if (static_cast<CrowdStatus>(i) != CrowdStatus::kGone) agents += counts[static_cast<size_t>(i)];
  }
  out.add(PresentedLine::Kind::kTitle, fmt::format("{}: {}", title, count_of(agents, "agent")));
  const auto add = [&](CrowdStatus status) {
    PresentedLine& line = out.add(PresentedLine::Kind::kText);
    line.text = fmt::format("{} {}", count_text(counts[static_cast<size_t>(status)]), status_in_words(status));
    const CrowdStyle style = crowd_style(status);
    line.sign = {coloured ? style.color : palette::kBlack, signs ? style.shape : kDisc};
  };
  for (const CrowdStatus status : kAlways) add(status);
  for (int i = 0; i < kCrowdStatuses; ++i) {
    const auto status = static_cast<CrowdStatus>(i);
    if (counts[static_cast<size_t>(i)] > 0 && std::ranges::find(kAlways, status) == kAlways.end()) add(status);
  }
}

void add_crowd_replanned(PresentedText& out, const ReplanStats& replanned) {
  if (replanned.edits == 0) return;
  std::string text = fmt::format("The last edit: {} planned anew", count_of(replanned.affected, "agent"));
  if (replanned.pending > 0) text += fmt::format(", {} of them still to do", count_text(replanned.pending));
  out.add(PresentedLine::Kind::kTitle, text);
}

}  // namespace strata
