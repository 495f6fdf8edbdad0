// Purpose: ScriptState keeps the state of scripts that is not in the lab's commands: assertions, remembered values, and
//          the folder of the script's files.
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

  // Executes the command `assert`: compares the value at KEY, a path with dots into the state dump. Returns an error if
  // the condition does not hold.
  Status check(const std::vector<std::string>& args) const;
  // Executes the command `remember`: stores the value at `key` in the state dump under `name`.
  Status remember_value(const std::string& name, const std::string& key);
  // expand() replaces arguments of the form $NAME or $NAME/... by the text that remember() has stored under NAME. The
  // name "OUT" is the folder for files that scripts write; it is "out" by default.
  void remember(const std::string& name, std::string text) { remembered_[name] = std::move(text); }
  Status expand(Command& command) const;
  // Sets the folder in which relative paths are looked up first; empty: the working directory.
  void set_base_folder(std::string folder) { base_folder_ = std::move(folder); }
  std::string resolve(const std::string& path) const;
  // Returns whether a script is running that was begun by the command script.run.
  bool running() const { return running_; }
  void set_running(bool on) { running_ = on; }
  // Sets the function that prints the output of commands while there is no window to show it; empty:
  // nothing is printed.
  void set_print(std::function<void(std::string_view)> print) { print_ = std::move(print); }
  const std::function<void(std::string_view)>& print() const { return print_; }
  // allows() returns whether the user has allowed a script with exactly this text to run; allow() stores
  // that permission.
  bool allows(const std::string& text) const { return allowed_.contains(text); }
  void allow(std::string text) { allowed_.insert(std::move(text)); }
  // These functions mark the next command as given directly by the user (app/lab/user_only_commands.hpp), and say
  // whether it is. take_by_hand() uses the mark up.
  void set_by_hand(bool on) { by_hand_ = on; }
  bool by_hand() const { return by_hand_; }
  bool take_by_hand() { return std::exchange(by_hand_, false); }
  // These functions return and set whether the commands come from a file of somebody else
  // (app/lab/untrusted_command_scope.hpp).
  bool foreign() const { return foreign_ > 0; }
  void begin_foreign() { ++foreign_; }
  void end_foreign() { --foreign_; }

 private:
  std::string base_folder_;
  bool running_ = false;
  bool by_hand_ = false;
  std::set<std::string> allowed_;
  int foreign_ = 0;  // number of open ForeignScopes
  std::map<std::string, std::string> remembered_;
  std::function<void(std::string_view)> print_;
};

}  // namespace strata
