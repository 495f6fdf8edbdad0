#include "core/io/map_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "core/base/number_text.hpp"
#include "core/io/text.hpp"

namespace strata {
namespace {

struct OptionWord {
  std::string_view key, value;
};

// Splits a word at its first `=` that is not the key itself: "==ground" gives the letter = a terrain.
std::optional<OptionWord> split_option(std::string_view word) {
  const size_t sign = word.find('=', 1);
  if (sign == word.npos) return std::nullopt;
  return OptionWord{word.substr(0, sign), word.substr(sign + 1)};
}

Result<bool> switch_word(std::string_view word) {
  if (word == "on" || word == "off") return word == "on";
  return error_at("", fmt::format("expected on or off, got {}", strata::quoted(word)));
}

Status set_number(std::string_view word, int& number) {
  const auto parsed = parse_number<int>(word);
  if (!parsed || *parsed < 0 || *parsed > 256) {
    return error_at("", fmt::format("expected a whole number from 0 to 256, got {}", strata::quoted(word)));
  }
  number = *parsed;
  return success();
}

Status set_switch(std::string_view word, bool& on) {
  const Result<bool> parsed = switch_word(word);
  if (!parsed) return parsed.error();
  on = parsed.value();
  return success();
}

Status set_terrain(std::string_view word, Terrain& terrain) {
  const Result<Terrain> parsed = terrain_word(word);
  if (!parsed) return parsed.error();
  terrain = parsed.value();
  return success();
}

// Reads "7=water" and "5..9=blocked" into a rule. Returns false if the key is no number.
Result<bool> set_rule(const OptionWord& word, std::vector<NumberRule>& rules) {
  const size_t dots = word.key.find("..");
  const auto least = parse_finite(word.key.substr(0, dots));
  const auto most = dots == word.key.npos ? least : parse_finite(word.key.substr(dots + 2));
  if (!least || !most) return false;
  if (*least > *most) return error_at("", fmt::format("the range {} has no numbers", strata::quoted(word.key)));
  NumberRule rule{*least, *most, Terrain::kOut};
  if (Status read = set_terrain(word.value, rule.terrain); !read) return read.error();
  rules.push_back(rule);
  return true;
}

Status unknown_setting(MapFormat format, std::string_view key) {
  return error_at("", fmt::format("{} has no setting {}: it has {}", map_format_title(format), strata::quoted(key),
                                  map_settings_of(format)));
}

Status set_image(const OptionWord& word, ImageOptions& image) {
  if (word.key == "threshold") return set_number(word.value, image.threshold);
  if (word.key == "alpha") return set_number(word.value, image.alpha);
  if (word.key == "invert") return set_switch(word.value, image.negate);
  if (word.key != "words") return unknown_setting(MapFormat::kImage, word.key);
  bool words = true;
  Status read = set_switch(word.value, words);
  image.ignore_words = !words;
  return read;
}

Status set_tiled(const OptionWord& word, TiledOptions& tiled) {
  if (word.key != "layer" && word.key != "property") return unknown_setting(MapFormat::kTiled, word.key);
  (word.key == "layer" ? tiled.layer : tiled.property) = word.value;
  return success();
}

Status set_table(const OptionWord& word, std::vector<NumberRule>& given, NumberOptions& numbers) {
  if (word.key == "other") return set_terrain(word.value, numbers.other);
  const Result<bool> read = set_rule(word, given);
  if (!read) return read.error();
  return read.value() ? success() : unknown_setting(MapFormat::kNumbers, word.key);
}

Status set_ldtk(const OptionWord& word, LdtkOptions& ldtk) {
  if (word.key == "level" || word.key == "layer") {
    (word.key == "level" ? ldtk.level : ldtk.layer) = word.value;
    return success();
  }
  if (word.key == "other") {
    ldtk.other = Terrain::kOut;
    return set_terrain(word.value, *ldtk.other);
  }
  const Result<bool> read = set_rule(word, ldtk.rules);
  if (!read) return read.error();
  return read.value() ? success() : unknown_setting(MapFormat::kLdtk, word.key);
}

// Words whose settings differ follow each other in this order, so that equal options have equal words.
Status check_twice(std::span<const std::string> words) {
  std::vector<std::string_view> keys;
  for (const std::string& word : words) {
    const auto split = split_option(word);
    if (!split) {
      return error_at("", fmt::format("expected SETTING=VALUE, got {}", strata::quoted(word)));
    }
    if (std::ranges::find(keys, split->key) != keys.end()) {
      return error_at("", fmt::format("the setting {} is given twice", strata::quoted(split->key)));
    }
    keys.push_back(split->key);
  }
  return success();
}

}  // namespace

std::string_view map_settings_of(MapFormat format) {
  switch (format) {
    case MapFormat::kTiled:
      return "layer and property";
    case MapFormat::kImage:
      return "threshold, alpha, invert and words";
    case MapFormat::kRos:
      return "unknown";
    case MapFormat::kNumbers:
      return "its numbers, such as 7=water or 5..9=blocked, and other";
    case MapFormat::kLdtk:
      return "level, layer, the values of its cells, such as 2=water, and other";
    case MapFormat::kMovingAi:
      break;
  }
  return "its letters, such as E=ground";
}

std::string_view map_format_title(MapFormat format) {
  switch (format) {
    case MapFormat::kTiled:
      return "a map of Tiled";
    case MapFormat::kImage:
      return "an image";
    case MapFormat::kRos:
      return "a map of ROS";
    case MapFormat::kNumbers:
      return "a table of numbers";
    case MapFormat::kLdtk:
      return "a project of LDtk";
    case MapFormat::kMovingAi:
      break;
  }
  return "a map of letters";
}

Result<MapFileOptions> map_options_from_words(MapFormat format, std::span<const std::string> words) {
  MapFileOptions options;
  if (Status checked = check_twice(words); !checked) return checked.error();
  if (format == MapFormat::kMovingAi) {
    for (const std::string& word : words) {
      if (split_option(word)->key.size() != 1) return unknown_setting(format, split_option(word)->key).error();
    }
    Result<LetterTerrains> letters = LetterTerrains::from_words(words);
    if (!letters) return letters.error();
    options.letters = letters.value();
    return options;
  }
  std::vector<NumberRule> given;
  for (const std::string& word : words) {
    const OptionWord option = *split_option(word);
    Status read = success();
    if (format == MapFormat::kImage) {
      read = set_image(option, options.image);
    } else if (format == MapFormat::kTiled) {
      read = set_tiled(option, options.tiled);
    } else if (format == MapFormat::kLdtk) {
      read = set_ldtk(option, options.ldtk);
    } else if (format == MapFormat::kNumbers) {
      read = set_table(option, given, options.numbers);
    } else {
      read = option.key == "unknown" ? set_terrain(option.value, options.ros.unknown)
                                     : unknown_setting(format, option.key);
    }
    if (!read) return read.error();
  }
  options.numbers.rules.insert(options.numbers.rules.begin(), given.begin(), given.end());
  return options;
}

std::vector<std::string> with_map_option(std::vector<std::string> words, const std::string& word) {
  const auto option = split_option(word);
  const auto same = std::ranges::find_if(words, [&](const std::string& one) {
    const auto other = split_option(one);
    return option && other && other->key == option->key;
  });
  if (same != words.end()) {
    *same = word;
  } else {
    words.push_back(word);
  }
  return words;
}

std::string map_number_text(double value) { return fmt::format("{}", value); }

}  // namespace strata
