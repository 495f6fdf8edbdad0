// Purpose: This header lists the settings of contraction hierarchies and hub labels, one row for each option.
// Source: Geisberger et al. 2008; Dibbelt, Strasser, Wagner 2016; Sturtevant, Geisberger 2010.
#pragma once

#include <span>

#include "core/base/setting.hpp"
#include "core/world/ch_graphs.hpp"

namespace strata {

std::span<const SettingOf<ChOptions>> ch_settings();
std::span<const SettingOf<CchOptions>> cch_settings();
std::span<const SettingOf<LabelsOptions>> labels_settings();

}  // namespace strata
