#include "app/features/crowd/crowd_present.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "app/base/count_text.hpp"
#include "app/features/crowd/crowd_state.hpp"
#include "app/lab/presented_text.hpp"
#include "core/base/count_of.hpp"

namespace strata {

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
    line.text = fmt::format("{} {}", count_text(counts[static_cast<size_t>(status)]), crowd_status_title(status));
    const CrowdStyle style = crowd_style(status);
    line.sign = {coloured ? style.color : palette::kBlack, signs ? style.shape : kDisc};
  };
  for (const CrowdStatus status : kAlways) add(status);
  for (int i = 0; i < kCrowdStatuses; ++i) {
    const auto status = static_cast<CrowdStatus>(i);
    if (counts[static_cast<size_t>(i)] > 0 && std::ranges::find(kAlways, status) == kAlways.end()) add(status);
  }
}

}  // namespace strata
