#include "app/lab/long_work.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <thread>
#include <utility>

#include "app/lab/lab.hpp"
#include "app/lab/session.hpp"
#include "core/world/world.hpp"

namespace strata {
namespace {

// Interval of the checks whether the work goes on.
constexpr std::chrono::milliseconds kLook(50);

// Returns the resident memory of the program in bytes.
size_t resident_bytes() {
  size_t all = 0, resident = 0;
  std::ifstream("/proc/self/statm") >> all >> resident;
  return resident * static_cast<size_t>(::sysconf(_SC_PAGESIZE));
}

}  // namespace

const Feature kLongWorkFeature = {
    .name = "work",
    .title = "Work that takes long",
    .make_controller = [](Lab& lab) -> std::unique_ptr<FeatureController> { return std::make_unique<LongWork>(lab); }};

LongWork& long_work(const Lab& lab) { return static_cast<LongWork&>(lab.controller(kLongWorkFeature)); }

LongWork::WorkScope::WorkScope(const Lab& lab, std::string_view title, const WorkLimits& limits)
    : work_(long_work(lab).leader()), before_(work_.bounds_), ends_stop_(limits.seconds > 0 || work_.depth_ == 0) {
  const Clock::time_point now = Clock::now();
  const bool is_file = limits.seconds > 0 || !limits.can_stop;
  // The work is shown under this title, and so are the commands executed within the scope.
  if (work_.depth_ == 0 || is_file) work_.bounds_.title = title;
  if (work_.depth_++ == 0) {
    work_.begun_ = now;
    work_.next_look_ = now + kLook;
  }
  CombinedLimits& bounds = work_.bounds_;
  bounds.can_stop = bounds.can_stop && limits.can_stop;
  const auto end = now + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(limits.seconds));
  if (limits.seconds > 0 && end < bounds.end) {
    bounds.end = end;
    bounds.seconds = limits.seconds;
  }
  if (limits.bytes > 0) {
    if (const size_t most = resident_bytes() + limits.bytes; most < bounds.most_bytes) {
      bounds.most_bytes = most;
      bounds.bytes = limits.bytes;
    }
  }
}

LongWork::WorkScope::~WorkScope() {
  work_.bounds_ = std::move(before_);
  --work_.depth_;
  if (ends_stop_) work_.stopped_.clear();
}

Status LongWork::status() const {
  const std::string& why = leader().stopped_;
  return why.empty() ? success() : Status(error_at("", "stopped, as " + why));
}

bool LongWork::go_on() {
  if (leader_ != nullptr) return leader_->go_on();
  const bool can_stop = bounds_.can_stop;
  if (depth_ == 0) return true;
  if (can_stop && !stopped_.empty()) return false;
  const Clock::time_point now = Clock::now();
  if (now < next_look_) return true;
  const LongWorkStatus shown{bounds_.title, std::chrono::duration<double>(now - begun_).count(), can_stop};
  const bool wanted = !host_ || host_(shown);
  next_look_ = Clock::now() + kLook;
  if (!can_stop) return true;
  if (now > bounds_.end) {
    stopped_ = fmt::format("it takes longer than {} s", bounds_.seconds);
  } else if (bounds_.bytes > 0 && resident_bytes() > bounds_.most_bytes) {
    stopped_ = fmt::format("it takes more than {:.1f} GB of memory", static_cast<double>(bounds_.bytes) / (1u << 30));
  } else if (!wanted) {
    stopped_ = "you asked for it";
  }
  return stopped_.empty();
}

namespace {

// Values that change whenever a build makes progress.
struct BuildProgressMarks {
  bool building = false;  // a background build is running
  double progress = 0;
  uint64_t versions = 0;
  bool operator==(const BuildProgressMarks&) const = default;
};

BuildProgressMarks build_signs(const World& world) {
  BuildProgressMarks signs;
  for (const StructureId id : kAllStructures) {
    const StructureState state = world.state(id);
    signs.building |= state.building;
    signs.progress += state.progress;
    signs.versions += state.version;
  }
  return signs;
}

}  // namespace

bool build_in_slices(Lab& lab) {
  LongWork& work = long_work(lab);
  if (!work.any()) return true;
  constexpr double kSliceMs = 10;
  constexpr std::chrono::microseconds kRest(200);
  // If no build makes progress for this long, the function returns; what is left is built elsewhere.
  constexpr std::chrono::seconds kPatience(3);
  BuildProgressMarks last;
  auto changed = std::chrono::steady_clock::now();
  for (;;) {
    const bool built = lab.session().edit_during_gesture().work(kSliceMs);
    const BuildProgressMarks now = build_signs(lab.world());
    if (built && !now.building) return true;
    if (!work.go_on()) return false;
    if (now != last) {
      last = now;
      changed = std::chrono::steady_clock::now();
    } else if (std::chrono::steady_clock::now() - changed > kPatience) {
      return true;
    }
    if (built) std::this_thread::sleep_for(kRest);
  }
}

}  // namespace strata
