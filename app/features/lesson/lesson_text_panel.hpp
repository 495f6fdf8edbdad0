// Purpose: MarkupText draws a text of a lesson: emphasis, glossary terms with a tooltip, and cells that a click shows
//          on the map.
// How: The text is laid out word by word at every frame; the words are cached.
#pragma once

#include <imgui.h>

#include <string>
#include <vector>

#include "app/lesson/lesson_text.hpp"

namespace strata {

class Ui;
struct GlossaryEntry;

class MarkupText {
 public:
  explicit MarkupText(const std::string& text);
  // Draws the text into the remaining width of the panel. `name` is its name in the UI dump.
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
