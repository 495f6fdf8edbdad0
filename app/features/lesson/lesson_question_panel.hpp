// Purpose: draw_answer draws all that answers the question of a lesson's step: choices, a field, the steps of a
//          simulation, and the buttons below them.
#pragma once

#include <span>
#include <string>

namespace strata {

class LessonController;
class Ui;

// `choices` are the texts of the choices; `typed` is the text that the learner is typing.
void draw_answer(Ui& ui, const LessonController& controller, std::span<const std::string> choices,
                 std::span<char> typed);
// Returns whether the panel is so low that parts which are not needed are left out.
bool is_low_panel(const Ui& ui);

}  // namespace strata
