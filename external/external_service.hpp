// Purpose: An ExternalService runs an external planner in a thread of its own. Others ask it and wait for the answer,
// and
//          may give up waiting at any time: the program is never waited for by those who must not.
// How: Questions wait in a line, and those that were given up leave it. Before a question the program is told the map
// of
//      the question, if it knows another one: edits in between are told together. A question that was given up while
//      the program works on it is taken up again by the next who asks the same.
// Errors: When the program fails, the reason stays, and every question is answered with it until `restart`.
// Threads: Calls may come from several threads at once.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

#include "external/external_planner.hpp"

namespace strata {

class ExternalService {
 public:
  enum class State : uint8_t {
    kNotAsked,  // the program is started with the first question
    kStarting,  // it reads the map
    kReady,
    kPlanning,
    kFailed,
    kEnded,
  };
  struct Report {
    State state = State::kNotAsked;
    std::string why;  // it has failed
    std::string said_name;
    std::string log;         // the end of its standard error
    double prepared_ms = 0;  // of its last start; 0: it was not started yet
    uint64_t answers = 0;    // replies that could be read
    uint64_t starts = 0;
  };

  explicit ExternalService(ExternalProgram program);
  ~ExternalService();  // ends the program and waits for its end
  ExternalService(const ExternalService&) = delete;
  ExternalService& operator=(const ExternalService&) = delete;

  // Waits for the reply. Its interruption points (core/base/interruption.hpp) throw SearchStopped, which gives the
  // question up.
  Result<ExternalReply> ask(const MoveGrid& moves, const Query& query, bool events);
  // Ends the program; the next question starts it again. What is asked now is answered with an error.
  void restart();
  // Ends the program until `restart`; it has failed for that reason.
  void stop(std::string why);
  // The time that a query may take, from the next one on, and a start at the least. The program is told of it when it
  // starts.
  void set_query_limit(std::chrono::milliseconds limit);
  // Ends the program for good, soon: does not wait.
  void close();
  // The same, and waits for its end. Only the owner calls it.
  void end();

  Report report() const;
  State state() const;
  uint64_t version() const;   // changes with the report
  uint64_t restarts() const;  // counts the calls of `restart`
  // How long the program has been at what it was asked last, its start included; 0: it is asked nothing.
  double busy_seconds() const;

 private:
  struct Question;

  void run();
  Result<ExternalReply> answer(const Question& question, std::chrono::milliseconds limit);
  void set_state(State state);
  void fail_all(const Error& error);

  ExternalProgram program_;
  std::shared_ptr<std::atomic<bool>> cancelled_;

  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::thread thread_;
  std::deque<std::shared_ptr<Question>> waiting_;
  std::shared_ptr<Question> running_;   // the one that the program works on; null: none
  std::shared_ptr<const ToldMap> map_;  // of the last question
  Report report_;
  uint64_t version_ = 1, restarts_ = 0;
  bool restart_ = false;
  std::chrono::milliseconds start_limit_, query_limit_;
  std::chrono::steady_clock::time_point busy_since_;  // while `running_` is there

  // Members of the thread.
  std::unique_ptr<ExternalPlanner> planner_;
  std::shared_ptr<const ToldMap> told_;  // what the program knows
};

}  // namespace strata
