// Purpose: Plays lines of a sequence (tests/soak/sequence.hpp) on a lab, and looks after each whether all that must
//          always hold does.
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

class Player {
 public:
  Player();

  MaybeFault play(const std::string& line);
  MaybeFault close();
  // How often each command was carried out, and was refused.
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
  int held_ = -1;  // the button of the pointer
  double x_ = 0, y_ = 0;
  bool rested_ = false;  // the step before let everything come to its end that is due
  size_t first_resident_ = 0;
  std::map<std::string, size_t> done_, refused_;
};

}  // namespace strata::soak
