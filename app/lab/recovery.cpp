#include "app/lab/recovery.hpp"

#include <algorithm>
#include <utility>

#include "app/lab/link_lines.hpp"

namespace strata {

namespace {
constexpr double kTickSeconds = 1.0 / 60;
}  // namespace

Recovery::Recovery(std::string folder, double seconds, RecoveryClock clock)
    : folder_(std::move(folder)),
      seconds_(seconds),
      clock_(clock ? std::move(clock) : RecoveryClock(&std::chrono::steady_clock::now)) {}

Recovery::~Recovery() = default;

void Recovery::set_seconds(double seconds) {
  seconds_ = seconds;
  if (writer_) writer_->set_seconds(seconds);
}

// --- The work of this lab ------------------------------------------------------------------------------------------

void Recovery::touched(const Rect& cells) {
  if (!known_ || cells.empty()) return;
  const auto first = static_cast<size_t>(cells.y0 / band_rows_);
  const size_t last = std::min(static_cast<size_t>((cells.y1 - 1) / band_rows_), dirty_.size() - 1);
  for (size_t band = first; band <= last; ++band) {
    dirty_bands_ += dirty_[band] == 0;
    dirty_[band] = 1;
  }
}

void Recovery::know(const GridMap& map) {
  band_rows_ = std::max(1, static_cast<int>(kBandBytes / static_cast<size_t>(map.width())));
  const int bands = (map.height() + band_rows_ - 1) / band_rows_;
  dirty_.assign(static_cast<size_t>(bands), 1);
  dirty_bands_ = dirty_.size();
  next_band_ = 0;
  versions_.clear();
  links_.reset();
  known_ = true;
}

// Copies changed bands of the map into the parcel: at least one, and more as long as they have at most `most` bytes
// together. Returns true if there are no changed bands left.
bool Recovery::hand_over(const GridMap& map, size_t most, RecoveryChanges& parcel) {
  const auto width = static_cast<size_t>(map.width());
  for (size_t used = 0; dirty_bands_ > 0; next_band_ = (next_band_ + 1) % dirty_.size()) {
    if (dirty_[next_band_] == 0) continue;
    const int row = static_cast<int>(next_band_) * band_rows_;
    const auto rows = static_cast<size_t>(std::min(band_rows_, map.height() - row));
    if (used > 0 && used + rows * width > most) return false;
    used += rows * width;
    handed_bytes_ += rows * width;
    const char* const from = map.letters().data() + static_cast<size_t>(row) * width;
    parcel.bands.emplace(row, std::string(from, rows * width));
    if (map.has_weights()) {
      const auto weights = map.weights().subspan(static_cast<size_t>(row) * width, rows * width);
      if (std::ranges::any_of(weights, [](uint8_t weight) { return weight != 0; })) {
        parcel.weights.emplace(row, std::vector<uint8_t>(weights.begin(), weights.end()));
        handed_bytes_ += rows * width;
      }
    }
    dirty_[next_band_] = 0;
    --dirty_bands_;
  }
  return true;
}

void Recovery::keep(const GridMap& map, std::span<const Document* const> documents, const RecoveryInfo& about) {
  if (!enabled()) return;
  if (writer_) {
    for (const RecoveryOutcome& news : writer_->take_outcomes()) {
      if (news.start_over) forget();
      if (news.failure.empty() == !failing_) continue;
      failing_ = !news.failure.empty();
      message_ = failing_ ? "Unsaved work is not protected: " + news.failure + ". This is tried again until it works."
                          : "Unsaved work is protected again: its copy could be written.";
    }
    if (restored_at_ && writer_->written() >= *restored_at_) drop_claimed();
  }
  const RecoveryTime now = clock_();
  const double passed = last_ ? std::chrono::duration<double>(now - *last_).count() : kTickSeconds;
  last_ = now;
  budget_ = std::min(budget_ + passed * static_cast<double>(kBytesInSecond), static_cast<double>(kByteLimit));
  RecoveryChanges parcel;
  if (!known_) {
    know(map);
    parcel.size = {map.width(), map.height()};
  }
  versions_.resize(documents.size());
  bool same = true;
  for (size_t i = 0; i < documents.size(); ++i) same = same && documents[i]->version() == versions_[i];
  if (dirty_bands_ == 0 && same && about == about_ && !parcel.size && links_ == map.links()) return;
  const size_t before = handed_bytes_;
  const bool complete = budget_ > 0 ? hand_over(map, static_cast<size_t>(budget_), parcel) : dirty_bands_ == 0;
  budget_ -= static_cast<double>(handed_bytes_ - before);
  for (size_t i = 0; i < documents.size(); ++i) {
    if (documents[i]->version() == versions_[i]) continue;
    versions_[i] = documents[i]->version();
    parcel.documents[std::string(documents[i]->kind())] = documents[i]->text();
  }
  if (links_ != map.links()) {
    links_ = map.links();
    parcel.documents[std::string(kLinksKind)] = link_lines(map);
  }
  if (about != about_ || parcel.size) parcel.about = about;
  about_ = about;
  if (!writer_) writer_ = std::make_unique<RecoveryWriter>(folder_, seconds_, clock_);
  writer_->hand_over(std::move(parcel), ++handed_, complete);
}

Status Recovery::flush(const GridMap& map, std::span<const Document* const> documents, const RecoveryInfo& about) {
  if (!enabled()) return success();
  keep(map, documents, about);
  RecoveryChanges rest;
  if (dirty_bands_ > 0) {
    (void)hand_over(map, SIZE_MAX, rest);
    writer_->hand_over(std::move(rest), ++handed_, true);
  }
  return writer_ ? writer_->flush() : success();
}

void Recovery::drop() {
  if (known_ && writer_) writer_->drop();
  forget();
  failing_ = false;
  if (restored_at_) drop_claimed();
}

void Recovery::forget() {
  known_ = false;
  dirty_.clear();
  dirty_bands_ = 0;
}

std::string Recovery::take_message() { return std::exchange(message_, {}); }

// --- The work of another lab ----------------------------------------------------------------------------------------

std::optional<RecoveryCopy> Recovery::claim() {
  if (!enabled()) return std::nullopt;
  RecoveryCopy copy;
  std::optional<RecoveryFiles> files = RecoveryFiles::claim(folder_, copy);
  if (!files) return std::nullopt;
  claimed_ = std::move(*files);
  return copy;
}

void Recovery::drop_claimed() {
  claimed_.remove();
  restored_at_.reset();
}

}  // namespace strata
