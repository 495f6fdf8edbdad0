#include "external/external_service.hpp"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "core/base/interruption.hpp"
#include "external/messages.hpp"

namespace strata {

namespace {

constexpr std::chrono::milliseconds kBetweenPoints{1};  // between two interruption points of a waiting thread
constexpr size_t kMaxEdits = 100'000;  // changed cells up to which edits are sent; otherwise the whole map is sent

// Returns the cells that differ between two maps of the same size.
std::vector<CellId> differing_cells(const MapSnapshot& a, const MapSnapshot& b) {
  std::vector<CellId> cells;
  for (size_t i = 0; i < a.weights.size(); ++i) {
    if (a.weights[i] != b.weights[i]) cells.push_back(static_cast<CellId>(i));
  }
  return cells;
}

}  // namespace

struct ExternalService::PlanRequest {
  PlanQuery query;
  std::shared_ptr<const MapSnapshot> map;
  bool events = false;
  bool given_up = false;
  std::optional<Result<ExternalReply>> reply;
};

ExternalService::ExternalService(ExternalProgram program)
    : program_(std::move(program)),
      cancelled_(std::make_shared<std::atomic<bool>>(false)),
      start_limit_(program_.start_limit),
      query_limit_(program_.query_limit) {
  program_.cancelled = cancelled_;
  program_.ends_with_thread = true;
}

ExternalService::~ExternalService() { end(); }

void ExternalService::end() {
  close();
  if (thread_.joinable()) thread_.join();
}

Result<ExternalReply> ExternalService::ask(const MoveGrid& moves, const PlanQuery& query, bool events) {
  std::shared_ptr<PlanRequest> question;
  std::unique_lock lock(mutex_);
  if (report_.state == State::kEnded) return error_at(program_.name, "has ended");
  if (report_.state == State::kFailed) return error_at(program_.name, report_.why);
  // The mutex is unlocked while a large map is compared and copied, so that others can read the state.
  std::shared_ptr<const MapSnapshot> map = map_;
  lock.unlock();
  if (map == nullptr || !map->is(moves)) map = std::make_shared<const MapSnapshot>(MapSnapshot::of(moves));
  lock.lock();
  if (report_.state == State::kEnded) return error_at(program_.name, "has ended");
  if (report_.state == State::kFailed) return error_at(program_.name, report_.why);
  map_ = std::move(map);
  if (running_ != nullptr && running_->given_up && running_->map == map_ && running_->query == query &&
      running_->events == events) {
    question = running_;
    question->given_up = false;
  } else {
    question = std::make_shared<PlanRequest>();
    question->query = query;
    question->map = map_;
    question->events = events;
    waiting_.push_back(question);
  }
  if (!thread_.joinable()) thread_ = std::thread([this] { run(); });
  changed_.notify_all();
  try {
    while (!question->reply) {
      changed_.wait_for(lock, kBetweenPoints);
      lock.unlock();
      interruption_point();
      lock.lock();
    }
  } catch (const SearchStopped&) {
    lock.lock();
    question->given_up = true;
    throw;
  }
  return std::move(*question->reply);
}

void ExternalService::restart() {
  const std::lock_guard lock(mutex_);
  if (report_.state == State::kEnded) return;
  ++restarts_;
  restart_ = thread_.joinable();
  *cancelled_ = restart_ && running_ != nullptr;
  report_.why.clear();
  set_state(State::kNotAsked);
}

void ExternalService::stop(std::string why) {
  const std::lock_guard lock(mutex_);
  if (report_.state == State::kEnded || report_.state == State::kFailed) return;
  restart_ = thread_.joinable();
  *cancelled_ = restart_ && running_ != nullptr;
  report_.why = std::move(why);
  set_state(State::kFailed);
  fail_all(error_at(program_.name, report_.why));
}

void ExternalService::set_query_limit(std::chrono::milliseconds limit) {
  const std::lock_guard lock(mutex_);
  query_limit_ = limit;
}

double ExternalService::busy_seconds() const {
  const std::lock_guard lock(mutex_);
  if (running_ == nullptr) return 0;
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - busy_since_).count();
}

void ExternalService::close() {
  const std::lock_guard lock(mutex_);
  *cancelled_ = true;
  set_state(State::kEnded);
  fail_all(error_at(program_.name, "was ended"));
}

ExternalService::ServiceReport ExternalService::report() const {
  const std::lock_guard lock(mutex_);
  return report_;
}

ExternalService::State ExternalService::state() const {
  const std::lock_guard lock(mutex_);
  return report_.state;
}

uint64_t ExternalService::version() const {
  const std::lock_guard lock(mutex_);
  return version_;
}

uint64_t ExternalService::restarts() const {
  const std::lock_guard lock(mutex_);
  return restarts_;
}

// Sets the state in the report. The caller must hold the mutex, as in fail_all.
void ExternalService::set_state(State state) {
  report_.state = state;
  ++version_;
  changed_.notify_all();
}

void ExternalService::fail_all(const Error& error) {
  for (const auto& question : waiting_) question->reply = error;
  waiting_.clear();
  changed_.notify_all();
}

void ExternalService::run() {
  std::unique_lock lock(mutex_);
  for (;;) {
    changed_.wait(lock, [this] { return report_.state == State::kEnded || restart_ || !waiting_.empty(); });
    if (report_.state == State::kEnded) break;
    if (std::exchange(restart_, false)) {
      *cancelled_ = false;
      lock.unlock();
      planner_.reset();
      lock.lock();
      continue;
    }
    running_ = waiting_.front();
    waiting_.pop_front();
    if (running_->given_up) {
      running_.reset();
      continue;
    }
    set_state(planner_ == nullptr ? State::kStarting : State::kPlanning);
    busy_since_ = std::chrono::steady_clock::now();
    const std::chrono::milliseconds limit = query_limit_;
    lock.unlock();
    Result<ExternalReply> reply = answer(*running_, limit);
    std::string log = planner_ != nullptr ? planner_->log() : std::string();
    if (!reply) planner_.reset();
    lock.lock();
    if (!log.empty()) report_.log = std::move(log);
    const bool meanwhile = restart_ || report_.state == State::kEnded;
    if (!meanwhile && reply) {
      ++report_.answers;
      set_state(State::kReady);
    } else if (!meanwhile) {
      report_.why = reply.error().what;
      set_state(State::kFailed);
      fail_all(reply.error());
    } else if (report_.state == State::kFailed) {
      reply = error_at(program_.name, report_.why);  // the service was stopped
    }
    running_->reply = std::move(reply);
    running_.reset();
    changed_.notify_all();
  }
  lock.unlock();
  planner_.reset();
}

// Asks the program, after starting it or sending it the changes of the map. The mutex must not be held.
Result<ExternalReply> ExternalService::answer(const PlanRequest& question, std::chrono::milliseconds limit) {
  program_.query_limit = limit;
  program_.start_limit = std::max(start_limit_, limit);
  if (planner_ != nullptr) planner_->set_query_limit(limit);
  const auto started = [this](double ms, std::string name, std::string log) {
    const std::lock_guard lock(mutex_);
    report_.prepared_ms = ms;
    report_.said_name = std::move(name);
    if (!log.empty()) report_.log = std::move(log);
    ++report_.starts;
    if (report_.state == State::kStarting) set_state(State::kPlanning);
  };
  if (planner_ != nullptr && told_ != question.map) {
    const bool same_grid = told_->width == question.map->width && told_->height == question.map->height &&
                           told_->rules == question.map->rules;
    const std::vector<CellId> changed = same_grid ? differing_cells(*told_, *question.map) : std::vector<CellId>();
    if (!same_grid || changed.size() > kMaxEdits) {
      planner_.reset();
    } else if (!changed.empty()) {
      const bool again = !planner_->takes_edits();
      if (Status told = planner_->edit(*question.map, changed); !told) return told.error();
      if (again) started(planner_->prepared_ms(), planner_->said_name(), planner_->log());
    }
  }
  if (planner_ == nullptr) {
    auto planner = ExternalPlanner::start(program_, *question.map);
    if (!planner) return planner.error();
    planner_ = std::move(planner.value());
    started(planner_->prepared_ms(), planner_->said_name(), planner_->log());
  }
  told_ = question.map;
  return planner_->ask(*question.map, question.query, question.events);
}

}  // namespace strata
