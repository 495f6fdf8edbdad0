// Purpose: MarkedText is a text of a lesson on the screen: emphasis, terms of the glossary with their meaning under the
//          pointer, and cells that a click shows on the map.
// Units: The text is laid out word by word at every frame; its words are kept.
#pragma once

#include <imgui.h>

#include <string>
#include <vector>

#include "app/lesson/lesson_text.hpp"

namespace strata {

class Ui;
struct GlossaryEntry;

class MarkedText {
 public:
  explicit MarkedText(const std::string& text);
  // Draws the text over the rest of the width. `name` is for the UI dump.
  void draw(Ui& ui, const ImVec4& color, const char* name) const;

 private:
  struct Word {
    std::string text;
    TextPiece::Kind kind = TextPiece::Kind::kPlain;
    bool blank_before = false;
    bool new_line = false;
    Cell cell{};
    const GlossaryEntry* entry = nullptr;
  };
  void add_piece(const TextPiece& piece);

  std::vector<Word> words_;
};

}  // namespace strata
