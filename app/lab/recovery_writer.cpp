#include "app/lab/recovery_writer.hpp"

#include <algorithm>
#include <cstring>
#include <new>

#include "core/io/cell_weights.hpp"

namespace strata {

namespace {

std::chrono::steady_clock::duration duration(double seconds) {
  return std::chrono::duration_cast<std::chrono::steady_clock::duration>(std::chrono::duration<double>(seconds));
}

// Assumed speed of the disk until it is measured: that of a slow one.
constexpr double kGuessedBytesInSecond = 32e6;
// A previous write that took longer than the last one still counts with this weight.
constexpr double kRemembered = 0.7;

// The thread looks at the clock at least this often, as the clock of a test may jump without a signal. In seconds.
constexpr double kLookSeconds = 0.25;

}  // namespace

void RecoveryChanges::add(RecoveryChanges later) {
  if (later.size) {
    *this = std::move(later);
    return;
  }
  for (auto& [row, letters] : later.bands) {
    bands.insert_or_assign(row, std::move(letters));
    weights.erase(row);
  }
  for (auto& [row, of_cells] : later.weights) weights.insert_or_assign(row, std::move(of_cells));
  for (auto& [kind, text] : later.documents) documents.insert_or_assign(kind, std::move(text));
  if (later.about) about = std::move(later.about);
}

// --- When --------------------------------------------------------------------------------------------------------

void RecoverySchedule::changed(RecoveryTime now) {
  if (!oldest_) oldest_ = now;
}

std::optional<RecoveryTime> RecoverySchedule::due(bool complete) const {
  if (retry_) return retry_;
  if (!oldest_) return std::nullopt;
  const double wait = std::max(0.0, seconds_ - write_seconds_);
  return *oldest_ + duration(wait + (complete ? 0 : kTornSeconds));
}

void RecoverySchedule::expect(size_t bytes) { write_seconds_ = static_cast<double>(bytes) / kGuessedBytesInSecond; }

void RecoverySchedule::succeeded(RecoveryTime begin, RecoveryTime end) {
  // A disk that was slow once may be slow again, so that the expected time decreases only slowly.
  const double took = std::chrono::duration<double>(end - begin).count();
  write_seconds_ = std::max(took, kRemembered * write_seconds_);
  retry_.reset();
}

void RecoverySchedule::failed(RecoveryTime now) { retry_ = now + duration(std::min(kRetrySeconds, seconds_)); }

void RecoverySchedule::clear() {
  oldest_.reset();
  retry_.reset();
}

// --- The thread's copy of the work ---------------------------------------------------------------------------------

void RecoveryWriter::WorkCopy::apply(const RecoveryChanges& parcel) {
  if (parcel.size) {
    width = parcel.size->first;
    height = parcel.size->second;
    text = "type octile\nheight " + std::to_string(height) + "\nwidth " + std::to_string(width) + "\nmap\n";
    first_row = text.size();
    // Rows that were not handed over yet consist of blocked cells.
    text.resize(first_row + (static_cast<size_t>(width) + 1) * static_cast<size_t>(height), '@');
    for (int y = 0; y < height; ++y) {
      text[first_row + (static_cast<size_t>(width) + 1) * static_cast<size_t>(y + 1) - 1] = '\n';
    }
    weights = std::vector<uint8_t>();
    map_due = true;
    for (auto& [kind, document] : documents) document = {{}, true};
  }
  const auto side = static_cast<size_t>(width);
  // Memory ran out before. The lab will hand over everything again.
  if (side == 0) return;
  for (const auto& [row, letters] : parcel.bands) {
    for (size_t i = 0; i * side < letters.size(); ++i) {
      char* const to = text.data() + first_row + (side + 1) * (static_cast<size_t>(row) + i);
      std::memcpy(to, letters.data() + i * side, side);
    }
    map_due = true;
  }
  apply_weights(parcel);
  for (const auto& [kind, document] : parcel.documents) documents[kind] = {document, true};
  if (parcel.about) about = *parcel.about;
}

void RecoveryWriter::WorkCopy::apply_weights(const RecoveryChanges& parcel) {
  if (parcel.weights.empty() && weights.empty()) return;
  weights.resize(static_cast<size_t>(width) * static_cast<size_t>(height), 0);
  for (const auto& [row, letters] : parcel.bands) {
    uint8_t* const to = weights.data() + static_cast<size_t>(row) * static_cast<size_t>(width);
    const auto given = parcel.weights.find(row);
    if (given != parcel.weights.end()) {
      std::ranges::copy(given->second, to);
    } else {
      std::fill_n(to, letters.size(), uint8_t{0});
    }
  }
  if (std::ranges::all_of(weights, [](uint8_t weight) { return weight == 0; })) weights = std::vector<uint8_t>();
}

std::string RecoveryWriter::WorkCopy::text_with_weights() const { return text + format_weights(weights, width); }

// --- The lab's side ----------------------------------------------------------------------------------------------

RecoveryWriter::RecoveryWriter(std::string folder, double seconds, RecoveryClock clock)
    : folder_(std::move(folder)), clock_(std::move(clock)), schedule_(seconds), thread_([this] { work(); }) {}

RecoveryWriter::~RecoveryWriter() {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    stop_ = true;
  }
  wake_.notify_all();
  thread_.join();
}

void RecoveryWriter::hand_over(RecoveryChanges parcel, uint64_t number, bool complete) {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (parcel.size) {
      whole_ = false;
      schedule_.expect(static_cast<size_t>(parcel.size->first) * static_cast<size_t>(parcel.size->second));
    }
    if (complete) whole_ = true;
    if (!parcel.empty()) {
      inbox_.add(std::move(parcel));
      schedule_.changed(clock_());
    }
    handed_ = number;
    complete_ = complete;
  }
  wake_.notify_all();
}

void RecoveryWriter::set_seconds(double seconds) {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    schedule_.set_seconds(seconds);
  }
  wake_.notify_all();
}

void RecoveryWriter::drop() {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    inbox_ = {};
    schedule_.clear();
    drop_ = true;
    complete_ = true;
    unwritten_ = false;
    written_ = handed_;
    news_.clear();
  }
  wake_.notify_all();
}

Status RecoveryWriter::flush() {
  std::unique_lock<std::mutex> lock(mutex_);
  const auto done = [&] { return inbox_.empty() && !unwritten_ && written_ == handed_ && !drop_; };
  if (done()) return success();
  // The copy that is being written may not contain the last parcel, so that another one must follow.
  flush_ = true;
  wake_.notify_all();
  settled_.wait(lock, [&] { return done() || (!flush_ && !writing_ && !last_.ok()); });
  flush_ = false;
  return written_ == handed_ ? success() : last_;
}

uint64_t RecoveryWriter::written() const {
  const std::lock_guard<std::mutex> lock(mutex_);
  return written_;
}

std::vector<RecoveryOutcome> RecoveryWriter::take_outcomes() {
  const std::lock_guard<std::mutex> lock(mutex_);
  return std::exchange(news_, {});
}

// --- The thread --------------------------------------------------------------------------------------------------

void RecoveryWriter::work() {
  std::unique_lock<std::mutex> lock(mutex_);
  while (true) {
    if (drop_) {
      forget(lock);
      continue;
    }
    const bool something = !inbox_.empty() || unwritten_;
    if (something && ((flush_ && complete_) || (stop_ && whole_))) {
      const bool stopping = stop_;
      write(lock);
      if (stopping) return;
      continue;
    }
    if (stop_) return;
    const auto due = schedule_.due(complete_);
    if (!due || !something || !whole_) {
      wake_.wait(lock);
      continue;
    }
    const RecoveryTime now = clock_();
    if (now >= *due) {
      write(lock);
    } else {
      wake_.wait_for(lock, std::min(*due - now, duration(kLookSeconds)));
    }
  }
}

void RecoveryWriter::write(std::unique_lock<std::mutex>& lock) {
  const RecoveryChanges parcel = std::exchange(inbox_, {});
  const uint64_t number = handed_;
  const RecoveryTime begin = clock_();
  schedule_.begun();
  writing_ = true;
  // A flush makes only one attempt to write.
  flush_ = false;
  lock.unlock();
  RecoveryOutcome news;
  Status status = success();
  try {
    work_copy_.apply(parcel);
    RecoveryVersion version;
    const bool weighs = work_copy_.map_due && !work_copy_.weights.empty();
    const std::string with_weights = weighs ? work_copy_.text_with_weights() : std::string();
    if (work_copy_.map_due) version.map = weighs ? with_weights : work_copy_.text;
    for (const auto& [kind, document] : work_copy_.documents) {
      if (document.due) version.documents[kind] = document.text;
    }
    version.about = &work_copy_.about;
    status = files_.write(folder_, version);
    if (status) {
      work_copy_.map_due = false;
      for (auto& [kind, document] : work_copy_.documents) document.due = false;
    }
  } catch (const std::bad_alloc&) {
    work_copy_ = {};
    status = error_at(folder_, "there is not enough memory for the recovery copy");
    news.start_over = true;
  }
  lock.lock();
  writing_ = false;
  // If the copy was dropped meanwhile, it does not matter whether it could be written.
  if (!drop_) {
    last_ = status;
    if (status) {
      written_ = number;
      unwritten_ = false;
      schedule_.succeeded(begin, clock_());
    } else {
      news.failure = status.error().message();
      unwritten_ = !news.start_over;
      schedule_.failed(clock_());
    }
    news_.push_back(std::move(news));
    constexpr size_t kMaxNews = 16;
    if (news_.size() > kMaxNews) news_.erase(news_.begin());
  }
  settled_.notify_all();
}

void RecoveryWriter::forget(std::unique_lock<std::mutex>& lock) {
  lock.unlock();
  work_copy_ = {};
  files_.remove();
  lock.lock();
  drop_ = false;
  settled_.notify_all();
}

}  // namespace strata
