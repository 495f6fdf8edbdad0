// Purpose: add_statements compares measured curves with what the text of a paper says of its figure: bounds, orders,
//          least points. Values that the paper only draws are not compared.
// Shapes: Each statement is a row with the columns of all rows and one more, agrees: "yes" or "no", which is computed
//         from the other rows of the report. Its item begins with "says_", its note has the statement.
#pragma once

#include "bench/report.hpp"

namespace strata::bench {

// Adds a row for each statement whose curves have points in the rows of the report.
void add_statements(Report& report);

}  // namespace strata::bench
