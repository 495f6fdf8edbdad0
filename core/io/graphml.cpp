#include "core/io/graphml.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <new>
#include <pugixml.hpp>
#include <unordered_map>

#include "core/base/number_text.hpp"
#include "core/io/graph_names.hpp"
#include "core/io/json_tree.hpp"
#include "core/io/text.hpp"

namespace strata {
namespace {

// An attribute of nodes or edges that is read: which <key> it is, and its value where an element has none.
struct GraphMlKey {
  std::string id;
  std::string usual;
};

// Reads one GraphML text.
class GraphMlReader {
 public:
  GraphMlReader(std::string_view text, const std::string& name, const FileGraphLimits& limits)
      : text_(text), name_(name), limits_(limits) {}

  Result<FileGraph> read() {
    const pugi::xml_parse_result parsed =
        file_.load_buffer(text_.data(), text_.size(), pugi::parse_default, pugi::encoding_utf8);
    if (parsed.status == pugi::status_out_of_memory) throw std::bad_alloc();
    if (!parsed) {
      std::string what = parsed.description();
      if (!what.empty() && what[0] >= 'A' && what[0] <= 'Z') what[0] = static_cast<char>(what[0] - 'A' + 'a');
      return error_at_line(name_, line_at(text_, static_cast<size_t>(parsed.offset)), "XML: " + what);
    }
    const pugi::xml_node root = file_.child("graphml");
    if (!root) return error_at_line(name_, 1, "expected an element <graphml>");
    read_keys(root);
    const pugi::xml_node graph = root.child("graph");
    if (!graph) return at(root, "there is no <graph>");
    if (graph.next_sibling("graph")) return at(graph.next_sibling("graph"), "a second <graph> is not read");
    is_directed_ = std::string_view(graph.attribute("edgedefault").value()) == "directed";
    for (const pugi::xml_node& one : graph.children()) {
      const std::string_view kind = one.name();
      Status read = kind == "node"        ? node(one)
                    : kind == "hyperedge" ? Status(at(one, "edges between more than two nodes are not read"))
                                          : success();
      if (!read) return read.error();
    }
    // Edges may stand before their nodes.
    for (const pugi::xml_node& one : graph.children("edge")) {
      if (const Status read = edge(one); !read) return read.error();
    }
    if (!has_places_) out_.places.clear();
    return finish();
  }

 private:
  Error at(const pugi::xml_node& node, std::string what) const {
    return error_at_line(name_, line_at(text_, static_cast<size_t>(std::max<ptrdiff_t>(node.offset_debug(), 0))),
                         std::move(what));
  }

  void read_keys(const pugi::xml_node& root) {
    bool has_weight = false;
    for (const pugi::xml_node& key : root.children("key")) {
      const std::string_view of = key.attribute("for").value(), title = key.attribute("attr.name").value();
      const GraphMlKey read{key.attribute("id").value(), key.child("default").child_value()};
      const bool of_nodes = of == "node" || of == "all" || of.empty();
      const bool of_edges = of == "edge" || of == "all" || of.empty();
      if (of_nodes && title == "x") x_ = read;
      if (of_nodes && title == "y") y_ = read;
      if (of_edges && (title == "weight" || (title == "length" && !has_weight))) weight_ = read;
      has_weight |= of_edges && title == "weight";
    }
  }
  // Returns the value of an attribute; NaN where the element has none.
  Result<double> value(const pugi::xml_node& of, const GraphMlKey& key) const {
    if (key.id.empty()) return std::nan("");
    std::string_view text = key.usual;
    pugi::xml_node place = of;
    for (const pugi::xml_node& data : of.children("data")) {
      if (key.id != data.attribute("key").value()) continue;
      text = data.child_value();
      place = data;
    }
    while (!text.empty() && (is_blank(text.front()) || text.front() == '\n')) text.remove_prefix(1);
    while (!text.empty() && (is_blank(text.back()) || text.back() == '\n')) text.remove_suffix(1);
    if (text.empty()) return std::nan("");
    const auto number = parse_finite(text);
    if (!number) return at(place, fmt::format("expected a number, got {}", strata::quoted(text)));
    return *number;
  }

  Status node(const pugi::xml_node& one) {
    if (one.child("graph")) return at(one.child("graph"), "graphs within nodes are not read");
    const std::string id = one.attribute("id").value();
    if (id.empty()) return at(one, "the node has no id");
    if (out_.nodes >= limits_.nodes) return at(one, fmt::format("the graph has more than {} nodes", limits_.nodes));
    if (!nodes_.try_emplace(id, out_.nodes).second)
      return at(one, fmt::format("there is a node {} already", strata::quoted(id)));
    ++out_.nodes;
    out_.names.push_back(id);
    const Result<double> x = value(one, x_);
    if (!x) return x.error();
    const Result<double> y = value(one, y_);
    if (!y) return y.error();
    FileGraphPlace& place = out_.places.emplace_back();
    if (std::isnan(x.value()) || std::isnan(y.value())) return success();
    place = {x.value(), y.value()};
    has_places_ = true;
    return success();
  }
  Result<uint32_t> end(const pugi::xml_node& edge, const char* which) const {
    const std::string id = edge.attribute(which).value();
    if (const auto known = nodes_.find(id); known != nodes_.end()) return known->second;
    return at(edge, fmt::format("the {} of the edge is {}, and there is no such node", which, strata::quoted(id)));
  }
  Status edge(const pugi::xml_node& one) {
    const Result<uint32_t> from = end(one, "source");
    if (!from) return from.error();
    const Result<uint32_t> to = end(one, "target");
    if (!to) return to.error();
    const Result<double> weight = value(one, weight_);
    if (!weight) return weight.error();
    if (weight.value() < 0) return at(one, fmt::format("the weight {} is below 0", weight.value()));
    const std::string_view written = one.attribute("directed").value();
    const bool directed = written.empty() ? is_directed_ : written == "true";
    if (out_.edges.size() + two_way_ >= limits_.edges) {
      return at(one, fmt::format("the graph has more than {} edges", limits_.edges));
    }
    out_.directed |= directed;
    two_way_ += !directed;
    is_two_way_.push_back(!directed);
    out_.edges.push_back({from.value(), to.value(), weight.value()});
    return success();
  }
  FileGraph finish() {
    if (out_.edges.empty()) out_.directed = is_directed_;
    if (out_.directed && two_way_ > 0) {
      std::vector<FileGraphEdge> all;
      all.reserve(out_.edges.size() + two_way_);
      for (size_t i = 0; i < out_.edges.size(); ++i) {
        const FileGraphEdge& edge = out_.edges[i];
        all.push_back(edge);
        if (is_two_way_[i]) all.push_back({edge.to, edge.from, edge.weight});
      }
      out_.edges = std::move(all);
    }
    return std::move(out_);
  }

  std::string_view text_;
  const std::string& name_;
  FileGraphLimits limits_;
  pugi::xml_document file_;
  GraphMlKey x_, y_, weight_;
  FileGraph out_;
  std::unordered_map<std::string, uint32_t> nodes_;
  std::vector<bool> is_two_way_;  // by edge
  size_t two_way_ = 0;
  bool is_directed_ = false, has_places_ = false;
};

std::string graphml_text(std::string_view text) {
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      default:
        out += c;
    }
  }
  return out;
}

}  // namespace

Result<FileGraph> parse_graphml(std::string_view whole, const std::string& name, const FileGraphLimits& limits) {
  const Result<PlainText> plain = PlainText::of(whole, name);
  if (!plain) return plain.error();
  return GraphMlReader(plain.value().view(), name, limits).read();
}

std::string format_graphml(const FileGraph& graph) {
  std::string text =
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      "<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">\n"
      "  <key id=\"x\" for=\"node\" attr.name=\"x\" attr.type=\"double\"/>\n"
      "  <key id=\"y\" for=\"node\" attr.name=\"y\" attr.type=\"double\"/>\n"
      "  <key id=\"weight\" for=\"edge\" attr.name=\"weight\" attr.type=\"double\"/>\n";
  fmt::format_to(std::back_inserter(text), "  <graph edgedefault=\"{}\">\n",
                 graph.directed ? "directed" : "undirected");
  const std::vector<std::string> names = node_names(graph, "n");
  for (uint32_t node = 0; node < graph.nodes; ++node) {
    fmt::format_to(std::back_inserter(text), "    <node id=\"{}\"", graphml_text(names[node]));
    if (graph.places.empty() || !graph.places[node].known()) {
      text += "/>\n";
      continue;
    }
    fmt::format_to(std::back_inserter(text), "><data key=\"x\">{}</data><data key=\"y\">{}</data></node>\n",
                   graph.places[node].x, graph.places[node].y);
  }
  for (const FileGraphEdge& edge : graph.edges) {
    fmt::format_to(std::back_inserter(text), "    <edge source=\"{}\" target=\"{}\"", graphml_text(names[edge.from]),
                   graphml_text(names[edge.to]));
    if (std::isnan(edge.weight)) {
      text += "/>\n";
    } else {
      fmt::format_to(std::back_inserter(text), "><data key=\"weight\">{}</data></edge>\n", edge.weight);
    }
  }
  return text + "  </graph>\n</graphml>\n";
}

}  // namespace strata
