#include "core/io/dimacs_graph.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

#include "core/base/number_text.hpp"
#include "core/io/text.hpp"

namespace strata {
namespace {

constexpr size_t kShortestArc = 7;  // bytes of "a 1 2 3"
constexpr double kMostDimacs = 1e15;

// Splits a file of DIMACS into lines and words, and counts the lines.
class DimacsLines {
 public:
  DimacsLines(std::string_view text, const std::string& name) : text_(text), name_(name) {}

  // Moves to the next line that is neither empty nor a comment. Returns its key; empty at the end of the file.
  std::string_view next() {
    while (!text_.empty()) {
      const size_t end = text_.find('\n');
      rest_ = text_.substr(0, end);
      text_.remove_prefix(end == text_.npos ? text_.size() : end + 1);
      ++line_;
      const std::string_view key = word();
      if (!key.empty() && key != "c") return key;
      if (word() == "unit") {
        if (const auto value = parse_finite(word()); value && *value >= 1) unit_ = *value;
      }
    }
    ++line_;
    return {};
  }
  double unit() const { return unit_; }  // that of the last comment "c unit N"
  std::string_view word() { return next_word(rest_); }
  Error error(std::string what) const { return error_at_line(name_, line_, std::move(what)); }
  Status at_end() const {
    const std::string_view rest = trimmed(rest_);
    return rest.empty() ? success() : Status(error(fmt::format("expected nothing more, got {}", strata::quoted(rest))));
  }
  Result<size_t> count(std::string_view what) {
    const std::string_view written = word();
    const auto value = parse_number<size_t>(written);
    if (!value) return error(fmt::format("expected {}, got {}", what, strata::quoted(written)));
    return *value;
  }
  Result<uint32_t> node(uint32_t nodes) {
    const std::string_view written = word();
    const auto value = parse_number<uint32_t>(written);
    if (!value || *value < 1 || *value > nodes) {
      return error(fmt::format("expected a node from 1 to {}, got {}", nodes, strata::quoted(written)));
    }
    return *value - 1;
  }
  Result<double> number(std::string_view what, double least) {
    const std::string_view written = word();
    const auto value = parse_finite(written);
    if (!value || *value < least || std::abs(*value) > kMostDimacs) {
      return error(fmt::format("expected {}, got {}", what, strata::quoted(written)));
    }
    return *value;
  }

 private:
  std::string_view text_, rest_;
  const std::string& name_;
  size_t line_ = 0;
  double unit_ = 1;
};

Status read_problem(DimacsLines& lines, std::string_view text, const FileGraphLimits& limits, FileGraph& graph,
                    size_t& arcs) {
  if (const std::string_view kind = lines.word(); kind != "sp") {
    return lines.error(fmt::format("expected 'p sp NODES ARCS', got 'p' and {}", strata::quoted(kind)));
  }
  const Result<size_t> nodes = lines.count("the number of nodes");
  if (!nodes) return nodes.error();
  const Result<size_t> count = lines.count("the number of arcs");
  if (!count) return count.error();
  if (nodes.value() > limits.nodes) {
    return lines.error(fmt::format("the graph has {} nodes, more than {}", nodes.value(), limits.nodes));
  }
  if (count.value() > limits.edges) {
    return lines.error(fmt::format("the graph has {} arcs, more than {}", count.value(), limits.edges));
  }
  if (count.value() > text.size() / kShortestArc) {
    return lines.error(fmt::format("{} arcs do not fit into a file of {} bytes", count.value(), text.size()));
  }
  graph.nodes = static_cast<uint32_t>(nodes.value());
  arcs = count.value();
  graph.edges.reserve(arcs);
  return lines.at_end();
}

std::optional<int64_t> whole_number(double value) {
  if (value != std::floor(value) || std::abs(value) > kMostDimacs) return std::nullopt;
  return static_cast<int64_t>(value);
}

}  // namespace

Result<FileGraph> parse_dimacs(std::string_view whole, const std::string& name, const FileGraphLimits& limits) {
  const Result<PlainText> plain = PlainText::of(whole, name);
  if (!plain) return plain.error();
  const std::string_view text = plain.value().view();
  DimacsLines lines(text, name);
  FileGraph graph;
  graph.directed = true;
  size_t arcs = 0;
  bool has_problem = false;
  for (std::string_view key = lines.next(); !key.empty(); key = lines.next()) {
    if (key == "p" && !has_problem) {
      has_problem = true;
      if (const Status read = read_problem(lines, text, limits, graph, arcs); !read) return read.error();
      continue;
    }
    if (!has_problem) return lines.error(fmt::format("expected 'p sp NODES ARCS' first, got {}", strata::quoted(key)));
    if (key != "a") return lines.error(fmt::format("expected an arc 'a FROM TO WEIGHT', got {}", strata::quoted(key)));
    if (graph.edges.size() == arcs) return lines.error(fmt::format("more than the {} arcs of the header", arcs));
    const Result<uint32_t> from = lines.node(graph.nodes);
    if (!from) return from.error();
    const Result<uint32_t> to = lines.node(graph.nodes);
    if (!to) return to.error();
    const Result<double> weight = lines.number("a weight from 0 to 1e15", 0);
    if (!weight) return weight.error();
    if (const Status rest = lines.at_end(); !rest) return rest.error();
    graph.edges.push_back({from.value(), to.value(), weight.value()});
  }
  if (!has_problem) return lines.error("the file ends without a line 'p sp NODES ARCS'");
  if (graph.edges.size() < arcs) {
    return lines.error(fmt::format("the file ends after {} of {} arcs", graph.edges.size(), arcs));
  }
  graph.unit = lines.unit();
  return graph;
}

Status parse_dimacs_coordinates(std::string_view whole, const std::string& name, FileGraph& graph) {
  const Result<PlainText> plain = PlainText::of(whole, name);
  if (!plain) return plain.error();
  const std::string_view text = plain.value().view();
  DimacsLines lines(text, name);
  std::vector<FileGraphPlace> places;
  bool has_problem = false;
  for (std::string_view key = lines.next(); !key.empty(); key = lines.next()) {
    if (key == "p" && !has_problem) {
      has_problem = true;
      for (const std::string_view wanted : {"aux", "sp", "co"}) {
        const std::string_view word = lines.word();
        if (word != wanted)
          return lines.error(fmt::format("expected 'p aux sp co NODES', got {}", strata::quoted(word)));
      }
      const Result<size_t> nodes = lines.count("the number of nodes");
      if (!nodes) return nodes.error();
      if (nodes.value() != graph.nodes) {
        return lines.error(
            fmt::format("these are the coordinates of {} nodes, but the graph has {}", nodes.value(), graph.nodes));
      }
      if (Status rest = lines.at_end(); !rest) return rest;
      if (graph.nodes > text.size() / kShortestArc) {
        return lines.error(
            fmt::format("coordinates of {} nodes do not fit into a file of {} bytes", graph.nodes, text.size()));
      }
      places.resize(graph.nodes);
      continue;
    }
    if (!has_problem)
      return lines.error(fmt::format("expected 'p aux sp co NODES' first, got {}", strata::quoted(key)));
    if (key != "v") return lines.error(fmt::format("expected 'v NODE X Y', got {}", strata::quoted(key)));
    const Result<uint32_t> node = lines.node(graph.nodes);
    if (!node) return node.error();
    const Result<double> x = lines.number("a coordinate", -kMostDimacs);
    if (!x) return x.error();
    const Result<double> y = lines.number("a coordinate", -kMostDimacs);
    if (!y) return y.error();
    if (Status rest = lines.at_end(); !rest) return rest;
    FileGraphPlace& place = places[node.value()];
    if (place.known()) return lines.error(fmt::format("the node {} has coordinates already", node.value() + 1));
    place = {x.value(), y.value()};
  }
  if (!has_problem) return lines.error("the file ends without a line 'p aux sp co NODES'");
  graph.places = std::move(places);
  return success();
}

Result<std::string> format_dimacs(const FileGraph& graph) {
  const size_t loops = static_cast<size_t>(
      std::ranges::count_if(graph.edges, [](const FileGraphEdge& edge) { return edge.from == edge.to; }));
  const size_t arcs = graph.directed ? graph.edges.size() : 2 * graph.edges.size() - loops;
  std::string text = fmt::format("c Written by Strata.\nc unit {}\np sp {} {}\n", graph.unit, graph.nodes, arcs);
  for (const FileGraphEdge& edge : graph.edges) {
    const auto weight = whole_number(std::isnan(edge.weight) ? 1 : edge.weight);
    if (!weight) {
      return error_at("", fmt::format("the edge {} - {} has the weight {}, and files of DIMACS have whole numbers only",
                                      edge.from + 1, edge.to + 1, edge.weight));
    }
    fmt::format_to(std::back_inserter(text), "a {} {} {}\n", edge.from + 1, edge.to + 1, *weight);
    if (graph.directed || edge.from == edge.to) continue;
    fmt::format_to(std::back_inserter(text), "a {} {} {}\n", edge.to + 1, edge.from + 1, *weight);
  }
  return text;
}

Result<std::string> format_dimacs_coordinates(const FileGraph& graph) {
  std::string text = fmt::format("c Written by Strata.\np aux sp co {}\n", graph.nodes);
  for (size_t node = 0; node < graph.places.size(); ++node) {
    const FileGraphPlace& place = graph.places[node];
    if (!place.known()) continue;
    const auto x = whole_number(place.x), y = whole_number(place.y);
    if (!x || !y) {
      return error_at("", fmt::format("the node {} lies at {}, {}, and files of DIMACS have whole numbers only",
                                      node + 1, place.x, place.y));
    }
    fmt::format_to(std::back_inserter(text), "v {} {} {}\n", node + 1, *x, *y);
  }
  return text;
}

}  // namespace strata
