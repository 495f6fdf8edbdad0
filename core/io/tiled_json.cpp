#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/io/json_tree.hpp"
#include "core/io/text.hpp"
#include "core/io/tiled_document.hpp"

namespace strata {
namespace {

using Kind = JsonValue::Kind;

std::string_view text_of(const JsonValue* value) {
  return value != nullptr && value->is(Kind::kText) ? std::string_view(value->text) : std::string_view();
}
double number_of(const JsonValue* value) { return value != nullptr && value->is(Kind::kNumber) ? value->number : 0; }
// Returns the value of a property as text.
std::string property_text(const JsonValue& value) {
  if (value.is(Kind::kBool)) return value.number != 0 ? "true" : "false";
  return value.is(Kind::kNumber) ? fmt::format("{}", value.number) : value.text;
}
// Returns the items of a list of objects; none if there is no list.
const std::vector<JsonValue>& items_of(const JsonValue* value) {
  static const std::vector<JsonValue> kNone;
  return value != nullptr && value->is(Kind::kList) ? value->items : kNone;
}

void add_properties(const JsonValue& of, TerrainHints& hints) {
  for (const JsonValue& property : items_of(of.find("properties"))) {
    const JsonValue* value = property.find("value");
    if (value != nullptr) hints.property(text_of(property.find("name")), property_text(*value));
  }
}

// Reads one .tmj or .tsj text.
class TiledJsonReader {
 public:
  TiledJsonReader(std::string_view text, const std::string& name, std::string_view property)
      : text_(text), name_(name), property_(property) {}

  Result<TiledDocument> map(const JsonValue& root, const TiledInput& input) {
    if (!root.is(Kind::kObject) || text_of(root.find("type")) != "map") {
      return at(root, "this is no map of Tiled: it has no \"type\": \"map\"");
    }
    document_.infinite = root.find("infinite") != nullptr && root.find("infinite")->number != 0;
    for (const auto& [key, side] : {std::pair("width", &document_.width), std::pair("height", &document_.height)}) {
      if (const Status read = whole(root, key, *side, !document_.infinite); !read) return read.error();
    }
    document_.tile_width = number_of(root.find("tilewidth"));
    document_.tile_height = number_of(root.find("tileheight"));
    if (const Status checked = check_tiled_map(text_of(root.find("orientation")), document_); !checked) {
      return at(root, checked.error().what);
    }
    for (const JsonValue& one : items_of(root.find("tilesets"))) {
      if (const Status read = tileset_of_map(one, input); !read) return read.error();
    }
    if (const Status read = layers(root); !read) return read.error();
    return std::move(document_);
  }

  Result<Tileset> tileset(const JsonValue& root) {
    if (!root.is(Kind::kObject)) return at(root, "this is no tileset of Tiled");
    TerrainHints all(property_);
    add_properties(root, all);
    Tileset set;
    set.terrain = all.terrain();
    set.weight = all.weight();
    set.other_weight = all.other_weight();
    for (const JsonValue& tile : items_of(root.find("tiles"))) {
      int id = 0;
      if (const Status read = whole(tile, "id", id, true); !read) return read.error();
      TerrainHints hints(property_);
      add_properties(tile, hints);
      hints.class_name(text_of(tile.find("type")));
      if (const auto named = text_of(tile.find("class")); !named.empty()) hints.class_name(named);
      const JsonValue* shapes = tile.find("objectgroup");
      const bool has_shape = shapes != nullptr && !items_of(shapes->find("objects")).empty();
      if (hints.weight() != 0) set.weights[static_cast<uint32_t>(id)] = hints.weight();
      if (!hints.other_weight().empty()) set.other_weight = hints.other_weight();
      if (const auto terrain = hints.terrain()) {
        set.tiles[static_cast<uint32_t>(id)] = *terrain;
      } else if (has_shape) {
        set.tiles[static_cast<uint32_t>(id)] = Terrain::kOut;
      }
    }
    return set;
  }

 private:
  Error at(const JsonValue& value, std::string what) const {
    return error_at_line(name_, line_at(text_, value.begin), std::move(what));
  }
  // Reads a whole number, which may be missing unless it is `needed`.
  Status whole(const JsonValue& of, std::string_view key, int& number, bool needed) const {
    const JsonValue* value = of.find(key);
    if (value == nullptr && !needed) return success();
    if (value == nullptr) return at(of, fmt::format("\"{}\" is missing", key));
    if (!value->is(Kind::kNumber) || !value->whole || std::abs(value->number) > INT32_MAX) {
      return at(*value, fmt::format("\"{}\" is no whole number", key));
    }
    number = static_cast<int>(value->number);
    return success();
  }

  Status tileset_of_map(const JsonValue& one, const TiledInput& input) {
    int first = 0;
    if (const Status read = whole(one, "firstgid", first, true); !read) return read;
    if (first < 1) return at(one, "\"firstgid\" is at least 1");
    if (const auto source = text_of(one.find("source")); !source.empty()) {
      return add_external_tileset(input, std::string(source), static_cast<uint32_t>(first), document_);
    }
    Result<Tileset> read = tileset(one);
    if (!read) return read.error();
    read.value().first = static_cast<uint32_t>(first);
    document_.tilesets.push_back(std::move(read.value()));
    return success();
  }

  // Groups may be nested as deep as `parse_json` allows.
  Status layers(const JsonValue& of) {
    for (const JsonValue& one : items_of(of.find("layers"))) {
      const std::string_view type = text_of(one.find("type"));
      Status read = type == "tilelayer"     ? tile_layer(one)
                    : type == "group"       ? layers(one)
                    : type == "objectgroup" ? objects(one)
                                            : success();
      if (!read) return read;
    }
    return success();
  }

  Status tile_layer(const JsonValue& one) {
    TiledTileLayer layer;
    layer.name = text_of(one.find("name"));
    TerrainHints hints(property_);
    add_properties(one, hints);
    hints.class_name(text_of(one.find("class")));
    layer.terrain = hints.terrain() ? hints.terrain() : terrain_by_layer_name(layer.name);
    layer.weight = hints.weight();
    if (!hints.other_weight().empty()) document_.notes.push_back(other_weight_note(hints.other_weight()));
    const Result<TileFormat> format = format_of(one);
    if (!format) return format.error();
    if (const JsonValue* chunks = one.find("chunks")) {
      for (const JsonValue& chunk : items_of(chunks)) {
        if (const Status read = part(chunk, format.value(), layer); !read) return read;
      }
    } else if (const Status read = part(one, format.value(), layer); !read) {
      return read;
    }
    document_.layers.push_back(std::move(layer));
    return success();
  }

  Result<TileFormat> format_of(const JsonValue& layer) const {
    const std::string_view encoding = text_of(layer.find("encoding"));
    Result<TileFormat> format = TileFormat::of(encoding.empty() ? "csv" : encoding, text_of(layer.find("compression")));
    if (!format) return at(layer, format.error().what);
    return format;
  }

  Status part(const JsonValue& one, TileFormat format, TiledTileLayer& layer) {
    TiledTiles part;
    part.format = format;
    struct Side {
      std::string_view key;
      int* number;
      bool needed;
    };
    for (const Side& side : {Side{"x", &part.x, false}, Side{"y", &part.y, false}, Side{"width", &part.width, true},
                             Side{"height", &part.height, true}}) {
      if (Status read = whole(one, side.key, *side.number, side.needed); !read) return read;
    }
    if (const Status checked = check_tiled_part(part, document_, tiles_); !checked)
      return at(one, checked.error().what);
    const JsonValue* data = one.find("data");
    if (data == nullptr) return at(one, "\"data\" is missing");
    const size_t count = static_cast<size_t>(part.width) * static_cast<size_t>(part.height);
    if (format.encoding == TileEncoding::kNumbers) {
      if (!data->is(Kind::kList) || !data->items.empty()) return at(*data, "\"data\" is no list of numbers of tiles");
      if (data->numbers.size() != count) {
        return at(*data, fmt::format("expected {} tiles, got {}", count, data->numbers.size()));
      }
      part.tiles = data->numbers;
      part.begin = data->begin;
      part.end = data->end;
    } else {
      if (!data->is(Kind::kText)) return at(*data, "\"data\" is no text in base64");
      Result<std::vector<uint32_t>> tiles = decode_tiles(data->text, format, count);
      if (!tiles) return at(*data, tiles.error().what);
      part.tiles = std::move(tiles.value());
      part.begin = data->begin + 1;
      part.end = data->end - 1;
    }
    layer.parts.push_back(std::move(part));
    return success();
  }

  Status objects(const JsonValue& group) {
    const JsonValue* all = group.find("objects");
    const bool holds_links = same_word(text_of(group.find("name")), kTiledLinkLayer);
    const auto is_object = [](const JsonValue& one) { return one.is(Kind::kObject); };
    if (holds_links && all != nullptr &&
        !(all->is(Kind::kList) && all->numbers.empty() && std::ranges::all_of(all->items, is_object))) {
      return at(*all, "\"objects\" is no list of objects");
    }
    for (const JsonValue& one : items_of(all)) {
      TiledObject object;
      object.name = text_of(one.find("name"));
      object.class_name = text_of(one.find("type"));
      if (object.class_name.empty()) object.class_name = text_of(one.find("class"));
      if (holds_links && same_word(object.class_name, kTiledLinkClass)) {
        if (Status read = link(one); !read) return read;
        continue;
      }
      object.x = number_of(one.find("x"));
      object.y = number_of(one.find("y"));
      object.width = number_of(one.find("width"));
      object.height = number_of(one.find("height"));
      object.tile = one.find("gid") != nullptr;
      document_.objects.push_back(std::move(object));
    }
    return success();
  }

  // Reads x and y of a link or of one of its points.
  Result<TiledPoint> point(const JsonValue& of) const {
    for (const char* key : {"x", "y"}) {
      const JsonValue* value = of.find(key);
      if (value == nullptr || !value->is(Kind::kNumber)) return at(of, fmt::format("\"{}\" is no number", key));
    }
    return TiledPoint{number_of(of.find("x")), number_of(of.find("y"))};
  }

  Status link(const JsonValue& one) {
    const Result<TiledPoint> place = point(one);
    if (!place) return place.error();
    std::vector<TiledPoint> points;
    for (const JsonValue& corner : items_of(one.find("polyline"))) {
      const Result<TiledPoint> read = point(corner);
      if (!read) return read.error();
      points.push_back(read.value());
    }
    double cost = 1;
    bool both_ways = false;
    const JsonValue* properties = one.find("properties");
    if (properties != nullptr && !properties->is(Kind::kList)) return at(*properties, "\"properties\" is no list");
    for (const JsonValue& property : items_of(properties)) {
      const std::string_view name = text_of(property.find("name"));
      const JsonValue* value = property.find("value");
      if (same_word(name, kTiledLinkCost)) {
        if (value == nullptr || !value->is(Kind::kNumber)) return at(property, "the cost of a link is no number");
        cost = value->number;
      } else if (same_word(name, kTiledLinkBothWays)) {
        if (value == nullptr || !value->is(Kind::kBool)) {
          return at(property, "the property both_ways of a link is neither true nor false");
        }
        both_ways = value->number != 0;
      }
    }
    Result<TiledLink> link = check_tiled_link(place.value(), points, number_of(one.find("rotation")), cost, both_ways);
    if (!link) return at(one, link.error().what);
    link.value().begin = one.begin;
    document_.links.push_back(link.value());
    return success();
  }

  std::string_view text_;
  const std::string& name_;
  std::string_view property_;
  TiledDocument document_;
  size_t tiles_ = 0;
};

}  // namespace

Result<TiledDocument> read_tiled_json(const TiledInput& input) {
  const Result<JsonValue> root = parse_json(input.text, input.name);
  if (!root) return root.error();
  return TiledJsonReader(input.text, input.name, input.property).map(root.value(), input);
}

Result<Tileset> read_tileset_json(std::string_view text, const std::string& name, std::string_view property) {
  const Result<JsonValue> root = parse_json(text, name);
  if (!root) return root.error();
  return TiledJsonReader(text, name, property).tileset(root.value());
}

}  // namespace strata
