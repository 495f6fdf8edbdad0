// Strata plans paths on grid maps that change. This header includes all of its interface; docs/library.md is the guide.
#pragma once

#include "strata/cell.hpp"
#include "strata/navigator.hpp"
#include "strata/path.hpp"
#include "strata/planner_spec.hpp"
#include "strata/query.hpp"
#include "strata/result.hpp"
