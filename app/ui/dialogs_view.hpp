// Purpose: These classes draw the bodies of dialogs with fields: new map, generated map, going to a cell, exporting.
#pragma once

#include <array>

namespace strata {

class DialogFrame;
class Lab;
class Ui;

class NewMapDialog {
 public:
  void draw(Ui& ui, DialogFrame& frame);

 private:
  int width_ = 64, height_ = 64, terrain_ = 0;
};

class GenerateDialog {
 public:
  void draw(Ui& ui, DialogFrame& frame);

 private:
  int kind_ = 0, width_ = 128, height_ = 128, seed_ = 1, detail_ = 0;
};

class GotoDialog {
 public:
  void draw(Ui& ui, const Lab& lab, DialogFrame& frame);

 private:
  int x_ = 0, y_ = 0;
};

class ExportDialog {
 public:
  void draw(Ui& ui, const Lab& lab, DialogFrame& frame);

 private:
  void choose_kind(Ui& ui, const char* label, const char* name, int value, const char* extension);

  std::array<char, 1024> path_{};
  int kind_ = 0;
};

}  // namespace strata
