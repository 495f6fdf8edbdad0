#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <pugixml.hpp>

#include "core/base/number_text.hpp"
#include "core/io/json_tree.hpp"
#include "core/io/tiled_document.hpp"
#include "core/io/tiled_links.hpp"

namespace strata {
namespace {

using Kind = JsonValue::Kind;

constexpr int64_t kHighestId = int64_t{1} << 52;  // higher ones are not counted

// The places and numbers of the objects that are added.
struct AddedLinks {
  std::span<const LinkText> links;
  const TiledPlaces& places;
  int64_t first_id = 1;
};

std::string json_cost(uint32_t length) {
  return fmt::format(R"({{ "name": "{}", "type": "float", "value": {} }})", kTiledLinkCost, link_cost_text(length));
}
std::string json_both_ways(bool both_ways) {
  return fmt::format(R"({{ "name": "{}", "type": "bool", "value": {} }})", kTiledLinkBothWays, both_ways);
}
std::string xml_cost(uint32_t length) {
  return fmt::format(R"(<property name="{}" type="float" value="{}"/>)", kTiledLinkCost, link_cost_text(length));
}
std::string xml_both_ways(bool both_ways) {
  return fmt::format(R"(<property name="{}" type="bool" value="{}"/>)", kTiledLinkBothWays, both_ways);
}

std::string json_objects(const AddedLinks& added) {
  std::string out;
  int64_t id = added.first_id;
  for (const LinkText& link : added.links) {
    const TiledPoint from = added.places.middle_of(link.from), to = added.places.middle_of(link.to);
    out += fmt::format(
        R"({}    {{ "id": {}, "name": "", "type": "{}", "x": {}, "y": {}, "width": 0, "height": 0, "rotation": 0,)"
        "\n"
        R"(      "visible": true, "polyline": [{{ "x": 0, "y": 0 }}, {{ "x": {}, "y": {} }}],)"
        "\n"
        R"(      "properties": [{}, {}] }})",
        out.empty() ? "" : ",\n", id++, kTiledLinkClass, from.x, from.y, to.x - from.x, to.y - from.y,
        json_both_ways(link.both_ways), json_cost(link.length));
  }
  return out;
}

std::string xml_objects(const AddedLinks& added) {
  std::string out;
  int64_t id = added.first_id;
  for (const LinkText& link : added.links) {
    const TiledPoint from = added.places.middle_of(link.from), to = added.places.middle_of(link.to);
    out += fmt::format(
        "  <object id=\"{}\" type=\"{}\" x=\"{}\" y=\"{}\">\n   <properties>\n    {}\n    {}\n   </properties>\n"
        "   <polyline points=\"0,0 {},{}\"/>\n  </object>\n",
        id++, kTiledLinkClass, from.x, from.y, xml_both_ways(link.both_ways), xml_cost(link.length), to.x - from.x,
        to.y - from.y);
  }
  return out;
}

// Which numbers of layers and objects a file has used.
class UsedIds {
 public:
  void add_layer(std::optional<double> id) { raise(layer_, id, 1); }
  void add_object(std::optional<double> id) { raise(object_, id, 1); }
  void next_layer(std::optional<double> id) { raise(layer_, id, 0); }
  void next_object(std::optional<double> id) { raise(object_, id, 0); }
  int64_t layer() const { return layer_; }
  int64_t object() const { return object_; }

 private:
  static void raise(int64_t& next, std::optional<double> id, int64_t by) {
    if (id && *id >= 0 && *id <= static_cast<double>(kHighestId)) next = std::max(next, static_cast<int64_t>(*id) + by);
  }
  int64_t layer_ = 1, object_ = 1;  // the next ones
};

// --- JSON --------------------------------------------------------------------------------------------------------

std::optional<double> number_in(const JsonValue& of, std::string_view key) {
  const JsonValue* value = of.find(key);
  return value != nullptr && value->is(Kind::kNumber) ? std::optional(value->number) : std::nullopt;
}
std::string_view text_in(const JsonValue& of, std::string_view key) {
  const JsonValue* value = of.find(key);
  return value != nullptr && value->is(Kind::kText) ? std::string_view(value->text) : std::string_view();
}

class JsonLinkEdits {
 public:
  JsonLinkEdits(std::string_view text, const TiledLinkChanges& changes) : text_(text), changes_(changes) {}

  std::vector<TextEdit> edits(const JsonValue& root, const TiledPlaces& places) {
    ids_.next_layer(number_in(root, "nextlayerid"));
    ids_.next_object(number_in(root, "nextobjectid"));
    layers(root);
    const AddedLinks added{changes_.added, places, ids_.object()};
    for (size_t i = 0; i < lists_.size(); ++i) rewrite(*lists_[i], i == 0 ? json_objects(added) : std::string());
    if (added.links.empty()) return std::move(edits_);
    if (const JsonValue* all = root.find("layers"); lists_.empty() && all != nullptr) {
      const std::string layer = json_link_layer(added.links, places, ids_.layer(), ids_.object());
      edits_.push_back({all->end - 1, all->end - 1, ",\n  " + layer});
      set_number(root, "nextlayerid", ids_.layer() + 1);
    }
    set_number(root, "nextobjectid", ids_.object() + static_cast<int64_t>(added.links.size()));
    return std::move(edits_);
  }

 private:
  void layers(const JsonValue& of) {
    const JsonValue* all = of.find("layers");
    if (all == nullptr) return;
    for (const JsonValue& one : all->items) {
      ids_.add_layer(number_in(one, "id"));
      if (text_in(one, "type") == "group") layers(one);
      const JsonValue* objects = one.find("objects");
      if (text_in(one, "type") != "objectgroup" || objects == nullptr || !objects->is(Kind::kList)) continue;
      for (const JsonValue& object : objects->items) ids_.add_object(number_in(object, "id"));
      if (same_word(text_in(one, "name"), kTiledLinkLayer)) lists_.push_back(objects);
    }
  }

  // Leaves out what is removed, and puts `added` behind the last object.
  void rewrite(const JsonValue& list, const std::string& added) {
    const auto is_changed = [&](const JsonValue& one) { return changes_.objects.contains(one.begin); };
    if (added.empty() && std::ranges::none_of(list.items, is_changed)) return;
    std::string out = "[";
    size_t last = list.begin + 1;  // the end of the last object, or of the bracket
    bool any = false;
    for (const JsonValue& object : list.items) {
      const auto change = changes_.objects.find(object.begin);
      const bool removed = change != changes_.objects.end() && change->second.removed;
      // What stands between two objects, with its comma, goes with the latter.
      std::string_view between = text_.substr(last, object.begin - last);
      if (!any && between.find(',') != between.npos) between.remove_prefix(between.find(',') + 1);
      last = object.end;
      if (removed) continue;
      out += between;
      out += change != changes_.objects.end() ? changed(object, change->second)
                                              : text_.substr(object.begin, object.end - object.begin);
      any = true;
    }
    if (!added.empty()) out += (any ? ",\n" : "\n") + added;
    out += text_.substr(last, list.end - last);
    edits_.push_back({list.begin, list.end, std::move(out)});
  }

  // Returns the text of the object with other properties.
  std::string changed(const JsonValue& object, const TiledLinkChange& change) const {
    std::vector<TextEdit> edits;
    std::string missing;
    const JsonValue* properties = object.find("properties");
    const auto set = [&](std::string_view name, const std::string& property) {
      bool found = false;
      for (const JsonValue& one : properties != nullptr ? properties->items : std::vector<JsonValue>()) {
        if (!same_word(text_in(one, "name"), name)) continue;
        edits.push_back({one.begin - object.begin, one.end - object.begin, property});
        found = true;
      }
      if (!found) missing += (missing.empty() ? "" : ", ") + property;
    };
    if (change.length) set(kTiledLinkCost, json_cost(*change.length));
    if (change.both_ways) set(kTiledLinkBothWays, json_both_ways(*change.both_ways));
    if (!missing.empty()) {
      const size_t at = (properties != nullptr ? properties->begin : object.begin) + 1 - object.begin;
      if (properties == nullptr) {
        missing = " \"properties\": [" + missing + "],";
      } else if (!properties->items.empty()) {
        missing += ", ";
      }
      edits.push_back({at, at, missing});
    }
    return with_edits(text_.substr(object.begin, object.end - object.begin), std::move(edits));
  }

  void set_number(const JsonValue& root, std::string_view key, int64_t number) {
    const JsonValue* value = root.find(key);
    if (value == nullptr) {
      edits_.push_back({root.begin + 1, root.begin + 1, fmt::format(" \"{}\": {},", key, number)});
    } else if (value->is(Kind::kNumber)) {
      edits_.push_back({value->begin, value->end, fmt::format("{}", number)});
    }
  }

  std::string_view text_;
  const TiledLinkChanges& changes_;
  UsedIds ids_;
  std::vector<const JsonValue*> lists_;  // the objects of the layers called links
  std::vector<TextEdit> edits_;
};

// --- XML ---------------------------------------------------------------------------------------------------------

size_t begin_of(const pugi::xml_node& element) { return static_cast<size_t>(element.offset_debug()) - 1; }

// Returns where a tag ends whose `<` is at `at`.
size_t tag_end(std::string_view text, size_t at) {
  char quote = 0;
  for (; at < text.size(); ++at) {
    const char c = text[at];
    if (quote != 0) {
      if (c == quote) quote = 0;
    } else if (c == '"' || c == '\'') {
      quote = c;
    } else if (c == '>') {
      return at + 1;
    }
  }
  return text.size();
}

// Returns where the element ends whose `<` is at `at`.
size_t element_end(std::string_view text, size_t at) {
  const auto behind = [&](std::string_view word) {
    const size_t found = text.find(word, at);
    return found == text.npos ? text.size() : found + word.size();
  };
  int depth = 0;
  for (at = text.find('<', at); at < text.size(); at = text.find('<', at)) {
    const std::string_view rest = text.substr(at);
    if (rest.starts_with("<!--")) {
      at = behind("-->");
    } else if (rest.starts_with("<![CDATA[")) {
      at = behind("]]>");
    } else if (rest.starts_with("<?")) {
      at = behind("?>");
    } else {
      const size_t end = tag_end(text, at);
      const bool is_whole = end - at >= 2 && text[end - 2] == '/';
      if (!is_whole) depth += rest.starts_with("</") ? -1 : 1;
      at = end;
      if (depth <= 0) return at;
    }
  }
  return text.size();
}

// Returns the bytes of an attribute's value in the element whose `<` is at `at`; nothing if it has no such attribute.
std::optional<TextEdit> attribute_value(std::string_view text, size_t at, std::string_view name) {
  const size_t end = tag_end(text, at);
  for (at = text.find_first_of(" \t\r\n", at); at < end;) {
    const size_t begin = text.find_first_not_of(" \t\r\n", at);
    const size_t equals = text.find('=', at);
    if (equals >= end || begin >= equals) return std::nullopt;
    const size_t quote = text.find_first_of("\"'", equals);
    if (quote >= end) return std::nullopt;
    const size_t close = text.find(text[quote], quote + 1);
    if (close >= end) return std::nullopt;
    const std::string_view word = text.substr(begin, equals - begin);
    if (word.substr(0, word.find_first_of(" \t\r\n")) == name) return TextEdit{quote + 1, close, {}};
    at = close + 1;
  }
  return std::nullopt;
}

std::optional<double> attribute_number(const pugi::xml_node& of, const char* name) {
  return parse_finite(of.attribute(name).value());
}

class XmlLinkEdits {
 public:
  XmlLinkEdits(std::string_view text, const TiledLinkChanges& changes) : text_(text), changes_(changes) {}

  std::vector<TextEdit> edits(const pugi::xml_node& map, const TiledPlaces& places) {
    ids_.next_layer(attribute_number(map, "nextlayerid"));
    ids_.next_object(attribute_number(map, "nextobjectid"));
    layers(map);
    const AddedLinks added{changes_.added, places, ids_.object()};
    if (added.links.empty()) return std::move(edits_);
    if (first_) {
      add_to(first_, xml_objects(added));
    } else {
      add_to(map, xml_link_layer(added.links, places, ids_.layer(), ids_.object()));
      set_attribute(map, "nextlayerid", ids_.layer() + 1);
    }
    set_attribute(map, "nextobjectid", ids_.object() + static_cast<int64_t>(added.links.size()));
    return std::move(edits_);
  }

 private:
  void layers(const pugi::xml_node& of) {
    for (const pugi::xml_node& one : of.children()) {
      const std::string_view type = one.name();
      if (type != "layer" && type != "group" && type != "objectgroup" && type != "imagelayer") continue;
      ids_.add_layer(attribute_number(one, "id"));
      if (type == "group") layers(one);
      if (type != "objectgroup") continue;
      if (!first_ && same_word(one.attribute("name").value(), kTiledLinkLayer)) first_ = one;
      for (const pugi::xml_node& object : one.children("object")) {
        ids_.add_object(attribute_number(object, "id"));
        const auto change = changes_.objects.find(begin_of(object));
        if (change != changes_.objects.end()) edit(object, change->second);
      }
    }
  }

  void edit(const pugi::xml_node& object, const TiledLinkChange& change) {
    if (change.removed) {
      size_t begin = begin_of(object);
      const size_t end = element_end(text_, begin);
      while (begin > 0 && std::string_view(" \t\r\n").find(text_[begin - 1]) != std::string_view::npos) --begin;
      edits_.push_back({begin, end, {}});
      return;
    }
    std::string missing;
    pugi::xml_node first;
    const auto set = [&](std::string_view name, const std::string& property) {
      bool found = false;
      for (const pugi::xml_node& all : object.children("properties")) {
        for (const pugi::xml_node& one : all.children("property")) {
          if (!first) first = one;
          if (!same_word(one.attribute("name").value(), name)) continue;
          edits_.push_back({begin_of(one), element_end(text_, begin_of(one)), property});
          found = true;
        }
      }
      if (!found) missing += property;
    };
    if (change.length) set(kTiledLinkCost, xml_cost(*change.length));
    if (change.both_ways) set(kTiledLinkBothWays, xml_both_ways(*change.both_ways));
    if (missing.empty()) return;
    if (!first) missing = "<properties>" + missing + "</properties>";
    const size_t at = begin_of(first ? first : object.child("polyline"));
    edits_.push_back({at, at, missing});
  }

  // Adds the text as the last content of an element.
  void add_to(const pugi::xml_node& element, const std::string& content) {
    const size_t end = element_end(text_, begin_of(element));
    if (text_[end - 2] == '/') {
      edits_.push_back({end - 2, end, fmt::format(">\n{} </{}>", content, element.name())});
    } else {
      size_t close = text_.rfind("</", end - 1);
      while (text_[close - 1] == ' ') --close;
      edits_.push_back({close, close, (text_[close - 1] == '\n' ? "" : "\n") + content});
    }
  }

  void set_attribute(const pugi::xml_node& map, std::string_view name, int64_t number) {
    const size_t begin = begin_of(map);
    if (const std::optional<TextEdit> value = attribute_value(text_, begin, name)) {
      edits_.push_back({value->begin, value->end, fmt::format("{}", number)});
    } else {
      const size_t at = begin + 1 + std::string_view(map.name()).size();
      edits_.push_back({at, at, fmt::format(" {}=\"{}\"", name, number)});
    }
  }

  std::string_view text_;
  const TiledLinkChanges& changes_;
  UsedIds ids_;
  pugi::xml_node first_;  // the first layer called links
  std::vector<TextEdit> edits_;
};

}  // namespace

std::vector<TextEdit> json_link_edits(std::string_view text, const TiledLinkChanges& changes,
                                      const TiledPlaces& places) {
  const Result<JsonValue> root = parse_json(text, {});
  if (!root) return {};
  return JsonLinkEdits(text, changes).edits(root.value(), places);
}

std::vector<TextEdit> xml_link_edits(std::string_view text, const TiledLinkChanges& changes,
                                     const TiledPlaces& places) {
  pugi::xml_document file;
  const pugi::xml_parse_result parsed =
      file.load_buffer(text.data(), text.size(), pugi::parse_default, pugi::encoding_utf8);
  if (parsed.status == pugi::status_out_of_memory) throw std::bad_alloc();
  return XmlLinkEdits(text, changes).edits(file.child("map"), places);
}

std::string json_link_layer(std::span<const LinkText> links, const TiledPlaces& places, int64_t layer_id,
                            int64_t first_id) {
  return fmt::format(
      "{{ \"type\": \"objectgroup\", \"id\": {}, \"name\": \"{}\", \"draworder\": \"topdown\", \"x\": 0, \"y\": 0, "
      "\"opacity\": 1,\n    \"visible\": true, \"objects\": [\n{}] }}",
      layer_id, kTiledLinkLayer, json_objects({links, places, first_id}));
}

std::string xml_link_layer(std::span<const LinkText> links, const TiledPlaces& places, int64_t layer_id,
                           int64_t first_id) {
  return fmt::format(" <objectgroup id=\"{}\" name=\"{}\">\n{} </objectgroup>\n", layer_id, kTiledLinkLayer,
                     xml_objects({links, places, first_id}));
}

}  // namespace strata
