// Purpose: A ProcessTreeMarker finds and ends all programs that one program has started, directly or indirectly, even
// if they
//          have left its process group and session and their parents have ended. They are recognised by a variable in
//          their environment, which child processes inherit.
// Not held: Programs whose parent has removed the variable from the environment are not found.
#pragma once

#include <string>
#include <vector>

namespace strata {

class ProcessTreeMarker {
 public:
  ProcessTreeMarker();  // creates a unique value of the variable

  // Returns the environment of this program with the variable added. It is valid as long as this object exists.
  char** environment() { return pointers_.data(); }
  // Ends all running programs with this value of the variable.
  void end_all() const;

 private:
  std::string word_;
  std::vector<std::string> texts_;
  std::vector<char*> pointers_;
};

}  // namespace strata
