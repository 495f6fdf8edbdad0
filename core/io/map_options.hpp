// Purpose: The options with which a map file is read, as words such as "threshold=200", so that commands, scripts and
//          settings files can hold them.
// Format: A word is SETTING=VALUE. Which settings there are depends on the format of the file:
//           - .map: a letter; its value is a terrain: E=ground
//           - Tiled: layer=NAME, property=NAME (see tiled_map.hpp)
//           - images: threshold=0..256, alpha=0..256, invert=on|off, words=on|off (see image_map.hpp)
//           - maps of ROS: unknown=TERRAIN (see ros_map.hpp)
//           - tables of numbers: a number or a range of numbers, whose value is a terrain: 7=water, 5..9=blocked;
//             other=TERRAIN (see number_map.hpp)
//           - LDtk: level=NAME, layer=NAME, and what tables have (see ldtk_map.hpp)
//         Words that are missing leave their setting as it usually is.
// Errors: A message without a place. It names the word, and what could stand there.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.hpp"
#include "core/io/map_file.hpp"

namespace strata {

// Returns the options that the words stand for. A setting that occurs twice is refused.
Result<MapFileOptions> map_options_from_words(MapFormat format, std::span<const std::string> words);
// Returns the settings of a format as a sentence says them: "threshold, alpha, invert and words".
std::string_view map_settings_of(MapFormat format);
// Returns the name of a format in sentences: "an image".
std::string_view map_format_title(MapFormat format);
// Returns the words with one more, which replaces the word of the same setting.
std::vector<std::string> with_map_option(std::vector<std::string> words, const std::string& word);
// Returns a number as words contain it: "2.5".
std::string map_number_text(double value);

}  // namespace strata
