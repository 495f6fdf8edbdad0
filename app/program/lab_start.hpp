// Purpose: These functions start a lab as the command line asks, with or without a window.
#pragma once

#include <optional>

#include "app/lab/lab.hpp"
#include "app/lab/script.hpp"
#include "app/program/main_options.hpp"

namespace strata {

// A lab of a run that is timed, repeated or driven from outside must not depend on what the user did before: with
// `fresh` it neither reads nor writes settings and recovery copies.
LabOptions lab_options_of(const MainOptions& options, bool fresh);

// Sets the letters of maps and the settings of levels, for the map that is opened next.
Status set_reading(Lab& lab, const MainOptions& options);
// Starts the planners of the user's own, which the command line names.
Status add_own_planners(Lab& lab, const MainOptions& options);
Status open_figure_of(Lab& lab, const MainOptions& options);
Status switch_layers_on(Lab& lab, const MainOptions& options);
// Reads the script. Nothing: none was asked for.
Result<std::optional<ScriptRunner>> script_of(const MainOptions& options);

}  // namespace strata
