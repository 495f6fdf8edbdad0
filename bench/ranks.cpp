#include "bench/ranks.hpp"

#include <cstdint>
#include <cstdio>
#include <cstring>
#include <deque>
#include <vector>

#include "core/base/check.hpp"

namespace strata::bench {
namespace {

const Ranks* of_program = nullptr;

// The first letter of a message. Rank 0 sends a task, a text for all ranks, the end of the tasks, or the confirmation
// that a rank has left; other ranks send a result, that they leave, or that they are done.
constexpr char kTask = 't', kShared = 's', kNoMore = 'n', kKnown = 'k', kAnswer = 'a', kLeaves = 'l', kDone = 'd';

std::string with_task(char kind, uint64_t task, const std::string& text = {}) {
  std::string message(1, kind);
  message.append(reinterpret_cast<const char*>(&task), sizeof task);
  return message + text;
}

uint64_t task_of(const std::string& message) {
  uint64_t task = 0;
  STRATA_CHECK(message.size() > sizeof task);
  std::memcpy(&task, message.data() + 1, sizeof task);
  return task;
}

char kind_of(const std::string& message) { return message.empty() ? '\0' : message[0]; }

std::string text_after_task(const std::string& message) { return message.substr(1 + sizeof(uint64_t)); }

}  // namespace

Ranks::Ranks(std::unique_ptr<RankMessages> messages) : messages_(std::move(messages)) {}

Ranks::~Ranks() {
  if (of_program == this) of_program = nullptr;
  if (!several() || leaves_) return;
  if (!is_first()) {
    messages_->send(0, std::string(1, kDone));
    return;
  }
  // Waits for the last message of every other rank: that it is done, or that it leaves.
  size_t to_come = static_cast<size_t>(count()) - 1 - left_.size();
  while (to_come > 0) {
    const RankMessages::Message message = messages_->receive(RankMessages::kAnyRank);
    if (kind_of(message.text) == kLeaves) note_leaving(message.from, message.text.substr(1));
    --to_come;
  }
}

void Ranks::note_leaving(int rank, std::string why) const {
  std::fprintf(stderr, "rank %d takes no part: %s\n", rank, why.c_str());
  left_[rank] = std::move(why);
  messages_->send(rank, std::string(1, kKnown));
}

void Ranks::work_for_first(const std::function<std::string(size_t)>& work) const {
  for (;;) {
    const std::string message = messages_->receive(0).text;
    if (kind_of(message) == kNoMore) return;
    STRATA_CHECK(kind_of(message) == kTask);
    const uint64_t task = task_of(message);
    messages_->send(0, with_task(kAnswer, task, work(task)));
  }
}

void Ranks::hand_out(size_t tasks, const std::function<std::string(size_t)>& work,
                     const std::function<void(size_t, std::string)>& take) const {
  if (!several()) {
    for (size_t i = 0; i < tasks; ++i) take(i, work(i));
    return;
  }
  if (!is_first()) return work_for_first(work);
  std::deque<size_t> to_do;
  for (size_t i = 0; i < tasks; ++i) to_do.push_back(i);
  std::vector<int> idle;
  for (int rank = count() - 1; rank > 0; --rank) {
    if (!is_gone(rank)) idle.push_back(rank);
  }
  std::map<int, size_t> at_work;  // current task by rank
  const auto give = [&] {
    while (!idle.empty() && !to_do.empty()) {
      const int rank = idle.back();
      idle.pop_back();
      at_work[rank] = to_do.front();
      to_do.pop_front();
      messages_->send(rank, with_task(kTask, at_work[rank]));
    }
  };
  for (give(); !at_work.empty(); give()) {
    const RankMessages::Message message = messages_->receive(RankMessages::kAnyRank);
    if (kind_of(message.text) == kLeaves) {
      if (const auto open = at_work.find(message.from); open != at_work.end()) {
        to_do.push_front(open->second);
        at_work.erase(open);
      }
      std::erase(idle, message.from);
      note_leaving(message.from, message.text.substr(1));
      continue;
    }
    STRATA_CHECK(kind_of(message.text) == kAnswer);
    at_work.erase(message.from);
    idle.push_back(message.from);
    give();  // the rank works while this result is taken
    take(task_of(message.text), text_after_task(message.text));
  }
  for (const size_t task : to_do) take(task, work(task));
  for (int rank = 1; rank < count(); ++rank) {
    if (!is_gone(rank)) messages_->send(rank, std::string(1, kNoMore));
  }
}

std::string Ranks::same_everywhere(const std::string& text) const {
  if (!several()) return text;
  if (!is_first()) {
    const std::string message = messages_->receive(0).text;
    STRATA_CHECK(kind_of(message) == kShared);
    return message.substr(1);
  }
  for (int rank = 1; rank < count(); ++rank) {
    if (!is_gone(rank)) messages_->send(rank, kShared + text);
  }
  return text;
}

void Ranks::leave(const std::string& why) const {
  STRATA_CHECK(!is_first());
  messages_->send(0, kLeaves + why);
  // Messages of rank 0 are ignored until it confirms that this rank has left.
  while (kind_of(messages_->receive(0).text) != kKnown) {
  }
  leaves_ = true;
}

void Ranks::end_all(int code) const {
  if (several()) messages_->end_all(code);
}

const Ranks& ranks() {
  if (of_program != nullptr) return *of_program;
  static const Ranks one;
  return one;
}

void set_ranks_of_program(const Ranks* ranks) { of_program = ranks; }

}  // namespace strata::bench
