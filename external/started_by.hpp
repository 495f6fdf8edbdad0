// Purpose: Finds and ends all programs that one program has started, and that those have started, also such as have
// left
//          its group and session and whose parents have ended. They are known by a word in their environment, which
//          every program hands on to those that it starts.
// Not held: A program that takes the word out of the environment before it starts another one.
#pragma once

#include <string>
#include <vector>

namespace strata {

class StartedBy {
 public:
  StartedBy();  // a word that no other program has

  // Returns the environment of this program with the word. It is valid as long as this object.
  char** environment() { return pointers_.data(); }
  // Ends all living programs that have the word.
  void end_all() const;

 private:
  std::string word_;
  std::vector<std::string> texts_;
  std::vector<char*> pointers_;
};

}  // namespace strata
