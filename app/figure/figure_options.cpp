#include "app/figure/figure_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "app/base/camera.hpp"
#include "app/base/command_arguments.hpp"
#include "app/figure/canvas.hpp"
#include "app/lab/lab_state.hpp"

namespace strata {
namespace {

Error bad_word(std::string_view key, std::string_view expected, std::string_view word) {
  return error_at(std::string(key), fmt::format("expected {}, not '{}'", expected, word));
}

Error with_key(std::string_view key, const Error& error) { return error_at(std::string(key), error.what); }

// Sets `out` to the index of the word in the list.
template <class Enum, size_t N>
Status choose(Enum& out, std::string_view key, const std::string_view (&words)[N], std::string_view expected,
              const std::string& word) {
  const auto found = std::find(std::begin(words), std::end(words), word);
  if (found == std::end(words)) return bad_word(key, expected, word);
  out = static_cast<Enum>(found - std::begin(words));
  return success();
}

template <class Out>
Status set_number(Out& out, std::string_view key, double low, double high, const std::string& word) {
  const Result<double> value = number(word, low, high, key);
  if (!value) return with_key(key, value.error());
  out = value.value();
  return success();
}

Status set_option(FigureOptions& o, const std::string& key, const std::string& word) {
  if (key == "ground") return choose(o.ground, key, kGroundWords, "view, white, dark or none", word);
  if (key == "area") return choose(o.area, key, kAreaWords, "view, all or selection", word);
  if (key == "palette") {
    if (word != "color" && word != "grey") return bad_word(key, "color or grey", word);
    o.grey = word == "grey";
    return success();
  }
  if (key == "legend") {
    if (word != "on" && word != "off") return bad_word(key, "on or off", word);
    o.legend = word == "on";
    return success();
  }
  if (key == "scale") return set_number(o.scale, key, kMinFigureScale, kMaxFigureScale, word);
  if (key == "width") return set_number(o.width_mm, key, 1, kMaxFigureMillimetres, word);
  if (key == "zoom") return set_number(o.zoom, key, Camera::kMinZoom, Camera::kMaxZoom, word);
  if (key == "stroke") return set_number(o.stroke, key, 0, kMaxFigureStroke, word);
  if (key == "view" && word == "all") {
    o.view = kEveryView;
    return success();
  }
  if (key == "pixels" || key == "view") {
    const int most = key == "view" ? kMaxViews : kMaxFigurePixels;
    const Result<int> value = integer(word, 1, most, key);
    if (!value) return with_key(key, value.error());
    if (key == "view") {
      o.view = value.value();
    } else {
      o.width_pixels = value.value();
    }
    return success();
  }
  if (key == "caption") {
    o.caption = word;
    return success();
  }
  return error_at("", fmt::format("unknown option '{}': ground, area, palette, legend, scale, width, pixels, zoom, "
                                  "stroke, view or caption",
                                  key));
}

}  // namespace

Result<FigureOptions> figure_options(std::span<const std::string> words) {
  FigureOptions options;
  for (size_t i = 0; i < words.size(); i += 2) {
    if (i + 1 == words.size()) return error_at(words[i], "its value is missing");
    const auto before = words.first(i);
    for (size_t k = 0; k < before.size(); k += 2) {
      if (before[k] == words[i]) return error_at(words[i], "is given twice");
    }
    if (Status set = set_option(options, words[i], words[i + 1]); !set) return set.error();
  }
  if (options.width_mm && options.width_pixels) {
    return error_at("pixels", "the width is given in millimetres already: width and pixels exclude each other");
  }
  return options;
}

std::vector<std::string> figure_words(const FigureOptions& o) {
  std::vector<std::string> words;
  const auto add = [&](const char* key, std::string word) {
    words.emplace_back(key);
    words.push_back(std::move(word));
  };
  const FigureOptions usual;
  if (o.ground != usual.ground) add("ground", std::string(kGroundWords[static_cast<size_t>(o.ground)]));
  if (o.area != usual.area) add("area", std::string(kAreaWords[static_cast<size_t>(o.area)]));
  if (o.grey) add("palette", "grey");
  if (o.legend) add("legend", *o.legend ? "on" : "off");
  if (o.scale != usual.scale) add("scale", fmt::format("{:g}", o.scale));
  if (o.width_mm) add("width", fmt::format("{:g}", *o.width_mm));
  if (o.width_pixels) add("pixels", fmt::format("{}", *o.width_pixels));
  if (o.zoom) add("zoom", fmt::format("{:g}", *o.zoom));
  if (o.stroke > 0) add("stroke", fmt::format("{:g}", o.stroke));
  if (o.view != usual.view) add("view", o.view == kEveryView ? "all" : fmt::format("{}", o.view));
  if (!o.caption.empty()) add("caption", o.caption);
  return words;
}

}  // namespace strata
