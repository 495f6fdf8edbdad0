#include <fmt/format.h>

#include <algorithm>
#include <new>
#include <pugixml.hpp>

#include "core/base/number_text.hpp"
#include "core/io/json_tree.hpp"
#include "core/io/text.hpp"
#include "core/io/tiled_document.hpp"

namespace strata {
namespace {

constexpr int kDeepestGroup = 32;

double double_of(const pugi::xml_node& node, const char* name) {
  return parse_finite(node.attribute(name).value()).value_or(0);
}

void add_properties(const pugi::xml_node& of, TerrainHints& hints) {
  for (const pugi::xml_node& property : of.child("properties").children("property")) {
    const pugi::xml_attribute value = property.attribute("value");
    hints.property(property.attribute("name").value(), value ? value.value() : property.child_value());
  }
}

// Reads one .tmx or .tsx text.
class TiledXmlReader {
 public:
  TiledXmlReader(std::string_view text, const std::string& name, std::string_view property)
      : text_(text), name_(name), property_(property) {}

  Result<pugi::xml_node> root(const char* wanted) {
    const pugi::xml_parse_result parsed =
        file_.load_buffer(text_.data(), text_.size(), pugi::parse_default, pugi::encoding_utf8);
    if (parsed.status == pugi::status_out_of_memory) throw std::bad_alloc();
    if (!parsed) {
      std::string what = parsed.description();
      if (!what.empty() && what[0] >= 'A' && what[0] <= 'Z') what[0] = static_cast<char>(what[0] - 'A' + 'a');
      return error_at_line(name_, line_at(text_, static_cast<size_t>(parsed.offset)), "XML: " + what);
    }
    const pugi::xml_node found = file_.child(wanted);
    if (!found) return error_at_line(name_, 1, fmt::format("expected an element <{}> of Tiled", wanted));
    return found;
  }

  Result<TiledDocument> map(const TiledInput& input) {
    const Result<pugi::xml_node> found = root("map");
    if (!found) return found.error();
    const pugi::xml_node& map = found.value();
    document_.infinite = std::string_view(map.attribute("infinite").value()) == "1";
    for (const auto& [key, side] : {std::pair("width", &document_.width), std::pair("height", &document_.height)}) {
      if (const Status read = whole(map, key, *side, !document_.infinite); !read) return read.error();
    }
    document_.tile_width = double_of(map, "tilewidth");
    document_.tile_height = double_of(map, "tileheight");
    if (const Status checked = check_tiled_map(map.attribute("orientation").value(), document_); !checked) {
      return at(map, checked.error().what);
    }
    for (const pugi::xml_node& one : map.children("tileset")) {
      if (const Status read = tileset_of_map(one, input); !read) return read.error();
    }
    if (const Status read = layers(map, 0); !read) return read.error();
    return std::move(document_);
  }

  Result<Tileset> tileset(const pugi::xml_node& root) {
    TerrainHints all(property_);
    add_properties(root, all);
    Tileset set;
    set.terrain = all.terrain();
    set.weight = all.weight();
    set.other_weight = all.other_weight();
    for (const pugi::xml_node& tile : root.children("tile")) {
      int id = 0;
      if (const Status read = whole(tile, "id", id, true); !read) return read.error();
      TerrainHints hints(property_);
      add_properties(tile, hints);
      const pugi::xml_attribute named = tile.attribute("class") ? tile.attribute("class") : tile.attribute("type");
      hints.class_name(named.value());
      if (hints.weight() != 0) set.weights[static_cast<uint32_t>(id)] = hints.weight();
      if (!hints.other_weight().empty()) set.other_weight = hints.other_weight();
      if (const auto terrain = hints.terrain()) {
        set.tiles[static_cast<uint32_t>(id)] = *terrain;
      } else if (tile.child("objectgroup").child("object")) {
        set.tiles[static_cast<uint32_t>(id)] = Terrain::kOut;
      }
    }
    return set;
  }

 private:
  Error at(const pugi::xml_node& node, std::string what) const {
    return error_at_line(name_, line_at(text_, static_cast<size_t>(std::max<ptrdiff_t>(node.offset_debug(), 0))),
                         std::move(what));
  }
  // Reads a whole number, which may be missing unless it is `needed`.
  Status whole(const pugi::xml_node& of, const char* key, int& number, bool needed) const {
    const pugi::xml_attribute value = of.attribute(key);
    if (!value && !needed) return success();
    if (!value) return at(of, fmt::format("the attribute {} is missing", key));
    const auto parsed = parse_number<int>(value.value());
    if (!parsed)
      return at(of, fmt::format("the attribute {} is {}, no whole number", key, strata::quoted(value.value())));
    number = *parsed;
    return success();
  }

  Status tileset_of_map(const pugi::xml_node& one, const TiledInput& input) {
    int first = 0;
    if (const Status read = whole(one, "firstgid", first, true); !read) return read;
    if (first < 1) return at(one, "the attribute firstgid is at least 1");
    if (const pugi::xml_attribute source = one.attribute("source")) {
      return add_external_tileset(input, source.value(), static_cast<uint32_t>(first), document_);
    }
    Result<Tileset> read = tileset(one);
    if (!read) return read.error();
    read.value().first = static_cast<uint32_t>(first);
    document_.tilesets.push_back(std::move(read.value()));
    return success();
  }

  Status layers(const pugi::xml_node& of, int depth) {
    if (depth > kDeepestGroup) return at(of, fmt::format("groups are nested deeper than {}", kDeepestGroup));
    for (const pugi::xml_node& one : of.children()) {
      const std::string_view type = one.name();
      Status read = type == "layer"         ? tile_layer(one)
                    : type == "group"       ? layers(one, depth + 1)
                    : type == "objectgroup" ? objects(one)
                                            : success();
      if (!read) return read;
    }
    return success();
  }

  Status tile_layer(const pugi::xml_node& one) {
    TiledTileLayer layer;
    layer.name = one.attribute("name").value();
    TerrainHints hints(property_);
    add_properties(one, hints);
    hints.class_name(one.attribute("class").value());
    layer.terrain = hints.terrain() ? hints.terrain() : terrain_by_layer_name(layer.name);
    layer.weight = hints.weight();
    if (!hints.other_weight().empty()) document_.notes.push_back(other_weight_note(hints.other_weight()));
    const pugi::xml_node data = one.child("data");
    if (!data) return at(one, "the layer has no <data>");
    const Result<TileFormat> format =
        TileFormat::of(data.attribute("encoding").value(), data.attribute("compression").value());
    if (!format) return at(data, format.error().what);
    if (data.child("chunk")) {
      for (const pugi::xml_node& chunk : data.children("chunk")) {
        if (const Status read = part(chunk, chunk, format.value(), layer); !read) return read;
      }
    } else if (!document_.infinite) {
      if (const Status read = part(one, data, format.value(), layer); !read) return read;
    }
    document_.layers.push_back(std::move(layer));
    return success();
  }

  // `sides` has the attributes, `data` the tiles.
  Status part(const pugi::xml_node& sides, const pugi::xml_node& data, TileFormat format, TiledTileLayer& layer) {
    TiledTiles part;
    part.format = format;
    const bool is_chunk = sides == data;
    if (is_chunk) {
      if (Status read = whole(sides, "x", part.x, true); !read) return read;
      if (Status read = whole(sides, "y", part.y, true); !read) return read;
    }
    if (Status read = whole(sides, "width", part.width, true); !read) return read;
    if (Status read = whole(sides, "height", part.height, true); !read) return read;
    if (const Status checked = check_tiled_part(part, document_, tiles_); !checked) {
      return at(sides, checked.error().what);
    }
    const size_t count = static_cast<size_t>(part.width) * static_cast<size_t>(part.height);
    Status read = format.encoding == TileEncoding::kElements ? elements(data, count, part) : text(data, count, part);
    if (!read) return read;
    layer.parts.push_back(std::move(part));
    return success();
  }

  Status text(const pugi::xml_node& data, size_t count, TiledTiles& part) const {
    const pugi::xml_node content = data.first_child();
    if (!content || content.next_sibling() || content.type() != pugi::node_pcdata) {
      return at(data, "the tiles are not one piece of text");
    }
    const auto begin = static_cast<size_t>(content.offset_debug());
    const std::string_view written = text_.substr(begin, text_.find('<', begin) - begin);
    if (written.find('&') != written.npos) return at(data, "the tiles are written with character references");
    Result<std::vector<uint32_t>> tiles = decode_tiles(content.value(), part.format, count);
    if (!tiles) return at(data, tiles.error().what);
    part.tiles = std::move(tiles.value());
    part.begin = begin;
    part.end = begin + written.size();
    return success();
  }

  Status elements(const pugi::xml_node& data, size_t count, TiledTiles& part) const {
    for (const pugi::xml_node& tile : data.children("tile")) {
      int64_t number = 0;
      if (const pugi::xml_attribute gid = tile.attribute("gid")) {
        number = parse_number<int64_t>(gid.value()).value_or(-1);
      }
      if (number < 0 || number > UINT32_MAX) return at(tile, "the attribute gid is no number of a tile");
      part.tiles.push_back(static_cast<uint32_t>(number));
    }
    if (part.tiles.size() != count) {
      return at(data, fmt::format("expected {} tiles, got {}", count, part.tiles.size()));
    }
    part.begin = static_cast<size_t>(data.first_child().offset_debug()) - 1;
    part.end = text_.find(std::string("</") + data.name(), part.begin);
    return success();
  }

  Status objects(const pugi::xml_node& group) {
    const bool holds_links = same_word(group.attribute("name").value(), kTiledLinkLayer);
    for (const pugi::xml_node& one : group.children("object")) {
      TiledObject object;
      object.name = one.attribute("name").value();
      object.class_name = (one.attribute("class") ? one.attribute("class") : one.attribute("type")).value();
      if (holds_links && same_word(object.class_name, kTiledLinkClass)) {
        if (Status read = link(one); !read) return read;
        continue;
      }
      object.x = double_of(one, "x");
      object.y = double_of(one, "y");
      object.width = double_of(one, "width");
      object.height = double_of(one, "height");
      object.tile = !one.attribute("gid").empty();
      document_.objects.push_back(std::move(object));
    }
    return success();
  }

  Status link(const pugi::xml_node& one) {
    TiledPoint place;
    for (const auto& [key, number] : {std::pair("x", &place.x), std::pair("y", &place.y)}) {
      const auto parsed = parse_finite(one.attribute(key).value());
      if (!parsed) return at(one, fmt::format("the attribute {} is no number", key));
      *number = *parsed;
    }
    std::vector<TiledPoint> points;
    std::string_view corners = one.child("polyline").attribute("points").value();
    for (std::string_view word = next_word(corners); !word.empty(); word = next_word(corners)) {
      const size_t comma = std::min(word.find(','), word.size());
      const auto x = parse_finite(word.substr(0, comma));
      const auto y = parse_finite(word.substr(std::min(comma + 1, word.size())));
      if (!x || !y) return at(one, fmt::format("a point of a link is {}, no two numbers", strata::quoted(word)));
      points.push_back({*x, *y});
    }
    double cost = 1;
    bool both_ways = false;
    for (const pugi::xml_node& properties : one.children("properties")) {
      for (const pugi::xml_node& property : properties.children("property")) {
        const char* const name = property.attribute("name").value();
        const pugi::xml_attribute said = property.attribute("value");
        const std::string_view value = said ? said.value() : property.child_value();
        if (same_word(name, kTiledLinkCost)) {
          const auto parsed = parse_finite(value);
          if (!parsed) return at(property, "the cost of a link is no number");
          cost = *parsed;
        } else if (same_word(name, kTiledLinkBothWays)) {
          if (value != "true" && value != "false") {
            return at(property, "the property both_ways of a link is neither true nor false");
          }
          both_ways = value == "true";
        }
      }
    }
    Result<TiledLink> link = check_tiled_link(place, points, double_of(one, "rotation"), cost, both_ways);
    if (!link) return at(one, link.error().what);
    link.value().begin = static_cast<size_t>(one.offset_debug()) - 1;
    document_.links.push_back(link.value());
    return success();
  }

  std::string_view text_;
  const std::string& name_;
  std::string_view property_;
  pugi::xml_document file_;
  TiledDocument document_;
  size_t tiles_ = 0;
};

}  // namespace

Result<TiledDocument> read_tiled_xml(const TiledInput& input) {
  return TiledXmlReader(input.text, input.name, input.property).map(input);
}

Result<Tileset> read_tileset_xml(std::string_view text, const std::string& name, std::string_view property) {
  TiledXmlReader reader(text, name, property);
  const Result<pugi::xml_node> root = reader.root("tileset");
  if (!root) return root.error();
  return reader.tileset(root.value());
}

}  // namespace strata
