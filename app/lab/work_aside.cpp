#include "app/lab/work_aside.hpp"

#include "app/lab/lab.hpp"

namespace strata {

const Feature kWorkAsideFeature = {
    .name = "aside",
    .title = "Work that was put aside",
    .make_controller = [](Lab& lab) -> std::unique_ptr<FeatureController> { return std::make_unique<WorkAside>(lab); }};

WorkAside& work_aside(const Lab& lab) { return static_cast<WorkAside&>(lab.controller(kWorkAsideFeature)); }

}  // namespace strata
