// Purpose: An ExternalService runs an external planner in a thread of its own. Other threads ask it and wait for the
//          reply, and may give up waiting at any time.
// How: Requests form a queue, and those that were given up leave it. Before a request the program gets the changes of
//      the map since its last request. If a request is given up while the program works on it, the next thread with the
//      same request gets its reply.
// Errors: When the program fails, every request is answered with the reason until `restart`.
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
    kNotAsked,  // the program starts with the first request
    kStarting,  // the program is reading the map
    kReady,
    kPlanning,
    kFailed,
    kEnded,
  };
  struct ServiceReport {
    State state = State::kNotAsked;
    std::string why;  // why the program has failed
    std::string said_name;
    std::string log;         // last part of the program's standard error
    double prepared_ms = 0;  // time of the preparation at its last start; 0: not yet started
    uint64_t answers = 0;    // number of well-formed replies
    uint64_t starts = 0;
  };

  explicit ExternalService(ExternalProgram program);
  ~ExternalService();  // ends the program and waits for that
  ExternalService(const ExternalService&) = delete;
  ExternalService& operator=(const ExternalService&) = delete;

  // Sends a request and waits for the reply. Its interruption points (core/base/interruption.hpp) may throw
  // SearchStopped, which gives the request up.
  Result<ExternalReply> ask(const MoveGrid& moves, const PlanQuery& query, bool events);
  // Ends the program, which the next request starts again. Present requests are answered with an error.
  void restart();
  // Ends the program with `why` as its failure, until `restart`.
  void stop(std::string why);
  // Sets the time limit of later queries, which is also the least limit of a start. The program receives
  // it when it starts.
  void set_query_limit(std::chrono::milliseconds limit);
  // Ends the program for good, without waiting for that.
  void close();
  // Ends the program for good and waits. Only the owner calls it.
  void end();

  ServiceReport report() const;
  State state() const;
  uint64_t version() const;   // changes with the report
  uint64_t restarts() const;  // number of calls of `restart`
  // Returns how long the program has been working on its current request, including its start; 0 if there is none.
  double busy_seconds() const;

 private:
  struct PlanRequest;

  void run();
  Result<ExternalReply> answer(const PlanRequest& question, std::chrono::milliseconds limit);
  void set_state(State state);
  void fail_all(const Error& error);

  ExternalProgram program_;
  std::shared_ptr<std::atomic<bool>> cancelled_;

  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::thread thread_;
  std::deque<std::shared_ptr<PlanRequest>> waiting_;
  std::shared_ptr<PlanRequest> running_;    // the request on which the program works; null: none
  std::shared_ptr<const MapSnapshot> map_;  // map of the last request
  ServiceReport report_;
  uint64_t version_ = 1, restarts_ = 0;
  bool restart_ = false;
  std::chrono::milliseconds start_limit_, query_limit_;
  std::chrono::steady_clock::time_point busy_since_;  // valid while `running_` is set

  // The members below are used by the service thread only.
  std::unique_ptr<ExternalPlanner> planner_;
  std::shared_ptr<const MapSnapshot> told_;  // the map as the program knows it
};

}  // namespace strata
