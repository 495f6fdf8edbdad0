// Purpose: The part of the state dump that is about drawn graphs and contraction hierarchies.
#pragma once

#include <nlohmann/json.hpp>

#include "app/lab/lab.hpp"

namespace strata::dump {

nlohmann::json drawn_json(const LabState& state);
nlohmann::json hierarchy_json(const LabState& state, const World& world, Structure structure);
nlohmann::json hierarchy_inspection_json(const Inspection& inspection, const GridMap& map);

}  // namespace strata::dump
