// Purpose: A CommandPlayer executes lines of a sequence (tests/soak/sequence.hpp) in a lab, and checks all
//          invariants after each.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/draw/overlay.hpp"
#include "app/lab/lab.hpp"
#include "tests/soak/checks.hpp"
#include "tests/soak/crowd_watch.hpp"
#include "tests/temp_folder.hpp"

namespace strata::soak {

class CommandPlayer {
 public:
  CommandPlayer();

  MaybeFault play(const std::string& line);
  MaybeFault close();
  // Return how often each command succeeded, and was refused.
  const std::map<std::string, size_t>& done() const { return done_; }
  const std::map<std::string, size_t>& refused() const { return refused_; }

 private:
  MaybeFault play_own(const Command& command);
  MaybeFault open(bool fixed_clock, bool threads);
  MaybeFault command(const std::string& line);
  void finish_updates();
  MaybeFault check();
  MaybeFault undo_redo();
  MaybeFault reopen();
  MaybeFault workspace();
  MaybeFault reopen_documents();
  void pointer(const Command& command);
  void let_go();
  bool at_rest() const;
  MaybeFault must(const std::string& line);
  std::string state_text();

  test::TempFolder folder_;
  LabOptions options_;
  std::unique_ptr<Lab> lab_;
  std::optional<OverlayBuilder> builder_;
  CrowdWatch crowd_watch_;
  AnswerWatch answer_watch_;
  int held_ = -1;  // the button that is held; -1: none
  double x_ = 0, y_ = 0;
  bool rested_ = false;  // the last step let all due work end
  size_t first_resident_ = 0;
  std::map<std::string, size_t> done_, refused_;
};

}  // namespace strata::soak
