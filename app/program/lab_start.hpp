// Purpose: These functions start a lab with the options of the command line, with or without a window.
#pragma once

#include <optional>

#include "app/lab/lab.hpp"
#include "app/lab/script.hpp"
#include "app/program/main_options.hpp"

namespace strata {

// Returns the options of the lab. With `fresh` the lab neither reads nor writes settings and recovery copies: a run
// that is timed, repeated or controlled by a program must not depend on earlier ones.
LabOptions lab_options_of(const MainOptions& options, bool fresh);

// Limits how many threads and jobs of the program work at once; 0: as many as the processor has.
void limit_work(int threads);

// Applies the options on letters and levels, which the map that is opened next is read with.
Status set_reading(Lab& lab, const MainOptions& options);
// Starts the planners that the user has named on the command line.
Status add_own_planners(Lab& lab, const MainOptions& options);
Status open_figure_of(Lab& lab, const MainOptions& options);
// Opens the lesson or the run of show that the command line names.
Status open_lesson_or_show_of(Lab& lab, const MainOptions& options);
Status switch_layers_on(Lab& lab, const MainOptions& options);
// Parses the script of the command line; nullopt: none was given.
Result<std::optional<ScriptRunner>> script_of(const MainOptions& options);

}  // namespace strata
