// Purpose: ScriptState keeps what scripts need beyond the commands: assertions on the state, values that are
//          remembered, and the folder in which their files lie.
#pragma once

#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/base/command.hpp"
#include "app/lab/lab_part.hpp"

namespace strata {

class ScriptState : public LabPart {
 public:
  explicit ScriptState(Lab& lab) : LabPart(lab) { remembered_["OUT"] = "out"; }

  // Implements `assert`: KEY is a dotted path into the dump. Returns an error if the assertion does not hold.
  Status check(const std::vector<std::string>& args) const;
  // Implements `remember`.
  Status remember_value(const std::string& name, const std::string& key);
  // Replaces arguments of the form $NAME or $NAME/... by the text remembered under the name. "OUT" is the folder for
  // files that scripts write; "out" unless set.
  void remember(const std::string& name, std::string text) { remembered_[name] = std::move(text); }
  Status expand(Command& command) const;
  // Sets the folder in which relative paths of commands are looked up first. Empty: the working directory.
  void set_base_folder(std::string folder) { base_folder_ = std::move(folder); }
  std::string resolve(const std::string& path) const;
  // Whether a script is running that the command script.run has begun.
  bool running() const { return running_; }
  void set_running(bool on) { running_ = on; }
  // What commands that answer in words print to, where there is no window that shows them. Empty: nothing is printed.
  void set_print(std::function<void(std::string_view)> print) { print_ = std::move(print); }
  const std::function<void(std::string_view)>& print() const { return print_; }
  // Whether the user has allowed a script with this text to run, and notes that.
  bool allows(const std::string& text) const { return allowed_.contains(text); }
  void allow(std::string text) { allowed_.insert(std::move(text)); }
  // Whether the next command comes from the user's own hand (app/lab/by_hand.hpp). It holds for one command.
  void set_by_hand(bool on) { by_hand_ = on; }
  bool take_by_hand() { return std::exchange(by_hand_, false); }
  // Whether commands come from a file of somebody else (app/lab/foreign_scope.hpp).
  bool foreign() const { return foreign_ > 0; }
  void begin_foreign() { ++foreign_; }
  void end_foreign() { --foreign_; }

 private:
  std::string base_folder_;
  bool running_ = false;
  bool by_hand_ = false;
  std::set<std::string> allowed_;
  int foreign_ = 0;  // scopes that are open
  std::map<std::string, std::string> remembered_;
  std::function<void(std::string_view)> print_;
};

}  // namespace strata
