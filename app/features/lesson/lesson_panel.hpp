// Purpose: These functions are the interface of lessons: a section of the right panel, or beside the maps in a
//          presentation, and the dialog that lists the lessons.
#pragma once

namespace strata {

struct FeaturePanel;
struct PanelDialog;

FeaturePanel lesson_panel();
FeaturePanel lesson_recorder_panel();
PanelDialog lessons_dialog();

}  // namespace strata
