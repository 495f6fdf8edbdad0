// Purpose: Ranks hands tasks out over several processes, so that commands run on many machines as they do on one: rank
//          0 hands out one task after another and takes the answers as they come, the other ranks work on them. In
//          a program without messages, or started alone, there is one rank.
// Errors: A rank that cannot go on leaves: another one does its task, and rank 0 knows why it has left. A rank that
//         crashes ends the run where the messages are those of MPI.
// Threads: All functions are called by the main thread.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <string>

namespace strata::bench {

// How ranks send texts to one another. Texts from one rank to another arrive in their order.
class RankMessages {
 public:
  struct Message {
    int from = 0;
    std::string text;
  };
  static constexpr int kAnyRank = -1;

  virtual ~RankMessages() = default;
  virtual int rank() const = 0;
  virtual int count() const = 0;
  virtual void send(int to, const std::string& text) = 0;
  virtual Message receive(int from) = 0;  // waits; from kAnyRank: the next one of any
  virtual void end_all(int code) = 0;     // ends all ranks with the exit code
};

class Ranks {
 public:
  // Null: there is one rank.
  explicit Ranks(std::unique_ptr<RankMessages> messages = nullptr);
  // On rank 0 it waits until all have come to their end.
  ~Ranks();
  Ranks(const Ranks&) = delete;
  Ranks& operator=(const Ranks&) = delete;

  int rank() const { return messages_ == nullptr ? 0 : messages_->rank(); }
  int count() const { return messages_ == nullptr ? 1 : messages_->count(); }
  bool is_first() const { return rank() == 0; }
  bool several() const { return count() > 1; }

  // Has the other ranks do all tasks: `work` returns the answer to the task of a number, and runs on any of them. On
  // rank 0 `take` is called with each answer, in the order in which they come. Returns on all ranks when all is done.
  // All ranks call it with equal `tasks`. Tasks that no rank is left for are done by rank 0.
  void hand_out(size_t tasks, const std::function<std::string(size_t)>& work,
                const std::function<void(size_t, std::string)>& take) const;
  // Returns the text of rank 0 on all ranks.
  std::string same_everywhere(const std::string& text) const;
  // Called by a rank other than 0 that cannot go on: it takes no further part. Returns when rank 0 knows.
  void leave(const std::string& why) const;
  // On rank 0: why ranks have left, by rank.
  const std::map<int, std::string>& left() const { return left_; }
  // Ends all ranks with the exit code, if there are several.
  void end_all(int code) const;

 private:
  bool is_gone(int rank) const { return left_.contains(rank); }
  void note_leaving(int rank, std::string why) const;
  void work_for_first(const std::function<std::string(size_t)>& work) const;

  std::unique_ptr<RankMessages> messages_;
  mutable std::map<int, std::string> left_;
  mutable bool leaves_ = false;  // this rank has left
};

// Returns those of this program: one rank, if main has set none.
const Ranks& ranks();
void set_ranks_of_program(const Ranks* ranks);

}  // namespace strata::bench
