// Purpose: Ranks distributes tasks over several processes, so that commands run on many machines as on one: rank 0
//          hands out the tasks one by one and collects the results, the other ranks work. A program without messages,
//          or started alone, has one rank.
// Errors: A rank that cannot continue leaves the run: another rank repeats its task, and rank 0 knows the reason. With
//         MPI a rank that crashes ends the run.
// Threads: Only the main thread calls these functions.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <string>

namespace strata::bench {

// The interface for texts between ranks. Texts from one rank to another arrive in order.
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
  virtual Message receive(int from) = 0;  // waits; kAnyRank: the next message from any rank
  virtual void end_all(int code) = 0;     // ends the processes of all ranks with the exit code
};

class Ranks {
 public:
  // Makes the ranks of a program. `messages` connects them; null: there is one rank.
  explicit Ranks(std::unique_ptr<RankMessages> messages = nullptr);
  // Lets rank 0 wait until all ranks have finished.
  ~Ranks();
  Ranks(const Ranks&) = delete;
  Ranks& operator=(const Ranks&) = delete;

  int rank() const { return messages_ == nullptr ? 0 : messages_->rank(); }
  int count() const { return messages_ == nullptr ? 1 : messages_->count(); }
  bool is_first() const { return rank() == 0; }
  bool several() const { return count() > 1; }

  // Distributes the tasks 0 .. tasks - 1 over the other ranks. work(task) returns the result and runs on any of
  // them; on rank 0 take(task, result) gets the results in the order of arrival. All ranks must call it with
  // the same `tasks`; it returns on all of them when all tasks are done. If no other rank is left, rank 0 does
  // the remaining tasks.
  void hand_out(size_t tasks, const std::function<std::string(size_t)>& work,
                const std::function<void(size_t, std::string)>& take) const;
  // Returns the text of rank 0 on all ranks.
  std::string same_everywhere(const std::string& text) const;
  // Lets a rank other than 0 that cannot continue leave the run: tells rank 0 why, and waits for its confirmation. The
  // rank gets no more tasks.
  void leave(const std::string& why) const;
  // Returns, on rank 0, the reasons of ranks that have left, by rank.
  const std::map<int, std::string>& left() const { return left_; }
  // Ends the processes of all ranks with the exit code, if there are several.
  void end_all(int code) const;

 private:
  bool is_gone(int rank) const { return left_.contains(rank); }
  void note_leaving(int rank, std::string why) const;
  void work_for_first(const std::function<std::string(size_t)>& work) const;

  std::unique_ptr<RankMessages> messages_;
  mutable std::map<int, std::string> left_;
  mutable bool leaves_ = false;  // this rank has left
};

// Returns the ranks of this program: a single rank unless `main` has set others.
const Ranks& ranks();
void set_ranks_of_program(const Ranks* ranks);

}  // namespace strata::bench
