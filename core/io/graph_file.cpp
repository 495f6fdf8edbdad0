#include "core/io/graph_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <vector>

#include "core/base/number_text.hpp"
#include "core/io/files.hpp"
#include "core/io/text.hpp"

namespace strata {
namespace {

constexpr size_t kMaxBytes = size_t{16} << 20;
constexpr int kFarthest = 8191;  // largest coordinate of a cell of a map

std::optional<Cell> parse_cell(std::string_view word) {
  const size_t comma = word.find(',');
  if (comma == word.npos) return std::nullopt;
  const auto x = parse_number<int>(word.substr(0, comma)), y = parse_number<int>(word.substr(comma + 1));
  if (!x || !y || *x < 0 || *y < 0 || *x > kFarthest || *y > kFarthest) return std::nullopt;
  return Cell{*x, *y};
}

// Reads the statements of one file, line by line.
class GraphFileReader {
 public:
  explicit GraphFileReader(const std::string& name) : name_(name) {}

  Status statement(size_t number, std::string_view line) {
    number_ = number;
    const std::string_view whole = line = trimmed(line);
    const std::string_view key = next_word(line);
    if (!typed_) {
      const std::string_view type = next_word(line);
      if (key != "type" || type != "graph" || !trimmed(line).empty()) {
        return error(fmt::format("expected 'type graph', got {}", strata::quoted(whole)));
      }
      typed_ = true;
      return success();
    }
    if (key == "node") return node(line);
    if (key == "edge") return edge(line);
    if (key == "order") return order(line);
    if (key == "map") return map(trimmed(line));
    if (key == "start") return end(line, key, file_.start, start_line_);
    if (key == "goal") return end(line, key, file_.goal, goal_line_);
    return error(fmt::format("expected node, edge, order, map, start or goal, got {}", strata::quoted(key)));
  }

  Result<GraphFile> finish(size_t lines) {
    number_ = lines + 1;
    if (!typed_) return error_of(lines == 0 ? "the file is empty" : "the file ends where 'type graph' should follow");
    if (!order_.empty()) {
      number_ = order_line_;
      const size_t left = file_.graph.node_count() - order_.size();
      if (left > 0) return error_of(fmt::format("the order leaves out {} of {} nodes", left, file_.graph.node_count()));
      STRATA_CHECK(file_.graph.set_order(order_));
    }
    for (const auto& [cell, line] : {std::pair(file_.start, start_line_), std::pair(file_.goal, goal_line_)}) {
      number_ = line;
      if (cell && !file_.graph.node_at(*cell)) return error_of(no_node(*cell));
    }
    return std::move(file_);
  }

 private:
  Error error_of(std::string what) const { return error_at_line(name_, number_, std::move(what)); }
  Status error(std::string what) const { return error_of(std::move(what)); }
  static std::string no_node(Cell cell) { return fmt::format("there is no node at {},{}", cell.x, cell.y); }

  Result<Cell> cell_word(std::string_view& line) const {
    const std::string_view word = next_word(line);
    if (const auto cell = parse_cell(word)) return *cell;
    return error_of(fmt::format("expected a cell as X,Y from 0 to {}, got {}", kFarthest, strata::quoted(word)));
  }
  Result<uint32_t> node_word(std::string_view& line) const {
    const Result<Cell> cell = cell_word(line);
    if (!cell) return cell.error();
    if (const auto node = file_.graph.node_at(cell.value())) return *node;
    return error_of(no_node(cell.value()));
  }
  Status at_end(std::string_view line) const {
    line = trimmed(line);
    return line.empty() ? success() : error(fmt::format("expected nothing more, got {}", strata::quoted(line)));
  }

  Status node(std::string_view line) {
    const Result<Cell> cell = cell_word(line);
    if (!cell) return cell.error();
    if (Status rest = at_end(line); !rest) return rest;
    const Cell at = cell.value();
    if (file_.graph.node_at(at)) return error(fmt::format("there is a node at {},{} already", at.x, at.y));
    if (!file_.graph.add_node(at)) return error(fmt::format("a graph has {} nodes at most", DrawnGraph::kMaxNodes));
    if (!order_.empty()) return error("nodes come before the order");
    return success();
  }
  Status edge(std::string_view line) {
    const Result<uint32_t> a = node_word(line);
    if (!a) return a.error();
    const Result<uint32_t> b = node_word(line);
    if (!b) return b.error();
    const std::string_view word = next_word(line);
    const auto weight = parse_weight(word);
    if (!weight) {
      return error(fmt::format("expected a weight above 0, {} at most, got {}", format_weight(DrawnGraph::kMaxWeight),
                               strata::quoted(word)));
    }
    if (Status rest = at_end(line); !rest) return rest;
    if (a.value() == b.value()) return error("an edge joins two nodes");
    if (file_.graph.edge(a.value(), b.value()) != nullptr) return error("there is an edge between these nodes already");
    STRATA_CHECK(file_.graph.set_edge(a.value(), b.value(), *weight));
    note_rounding(word, *weight);
    return success();
  }
  void note_rounding(std::string_view word, Cost weight) {
    if (!is_kept_otherwise(word, weight)) return;
    if (file_.rounded_weights++ == 0) {
      file_.first_rounded = fmt::format("in line {}: {} as {}", number_, word, format_weight(weight));
    }
  }
  Status order(std::string_view line) {
    order_line_ = number_;
    if (trimmed(line).empty()) return error("expected the nodes as X,Y, the least important first");
    while (!trimmed(line).empty()) {
      const Result<uint32_t> found = node_word(line);
      if (!found) return found.error();
      seen_.resize(DrawnGraph::kMaxNodes, false);
      if (seen_[found.value()]) {
        const Cell at = file_.graph.nodes()[found.value()];
        return error(fmt::format("the order has the node at {},{} twice", at.x, at.y));
      }
      seen_[found.value()] = true;
      order_.push_back(found.value());
    }
    return success();
  }
  Status map(std::string_view path) {
    // As in scenarios only the file name counts, so that a file of someone else cannot name a file in another folder.
    path = path.substr(path.rfind('/') + 1);
    if (path.empty() || path == "." || path == "..") return error("expected the name of a map");
    for (const char c : path) {
      if (static_cast<unsigned char>(c) < ' ') return error("a name has no control characters");
    }
    if (!file_.map.empty()) return error("a map is named already");
    file_.map = std::string(path);
    return success();
  }
  Status end(std::string_view line, std::string_view key, std::optional<Cell>& cell, size_t& at_line) {
    if (cell) return error(fmt::format("there is a {} already", key));
    const Result<Cell> found = cell_word(line);
    if (!found) return found.error();
    cell = found.value();
    at_line = number_;
    return at_end(line);
  }

  const std::string& name_;
  GraphFile file_;
  size_t number_ = 0;
  bool typed_ = false;
  std::vector<uint32_t> order_;
  std::vector<bool> seen_;
  size_t order_line_ = 0, start_line_ = 0, goal_line_ = 0;
};

}  // namespace

std::optional<Cost> parse_weight(std::string_view text) {
  const auto steps = parse_number<double>(text, std::chars_format::fixed);
  if (!steps || !(*steps > 0)) return std::nullopt;
  const double units = std::round(*steps * kDrawnUnit);
  if (!(units <= DrawnGraph::kMaxWeight)) return std::nullopt;
  return std::max(static_cast<Cost>(units), Cost{1});
}

bool is_kept_otherwise(std::string_view text, Cost weight) {
  double written = 0;
  std::from_chars(text.data(), text.data() + text.size(), written, std::chars_format::fixed);
  constexpr double kWritten = 0.5e-4;  // rounding error of the digits that `format_weight` writes
  return std::abs(weight / static_cast<double>(kDrawnUnit) - written) > std::max(written / 1000, kWritten);
}

std::string format_weight(Cost weight) {
  // Four digits tell any two weights apart.
  std::string text = fmt::format("{:.4f}", weight / static_cast<double>(kDrawnUnit));
  while (text.back() == '0') text.pop_back();
  if (text.back() == '.') text.pop_back();
  return text;
}

Result<GraphFile> parse_graph(std::string_view whole, const std::string& name) {
  const Result<PlainText> plain = PlainText::of(whole, name);
  if (!plain) return plain.error();
  std::string_view text = plain.value().view();
  GraphFileReader reader(name);
  size_t number = 0;
  while (!text.empty()) {
    const size_t end = text.find('\n');
    std::string_view line = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    ++number;
    // The name of a map may contain a #.
    std::string_view rest = line;
    if (next_word(rest) != "map") line = line.substr(0, line.find('#'));
    line = trimmed(line);
    if (line.empty()) continue;
    if (Status read = reader.statement(number, line); !read) return read.error();
  }
  return reader.finish(number);
}

std::string format_graph(const GraphFile& file) {
  const DrawnGraph& graph = file.graph;
  std::string text = "type graph\n";
  const auto cell = [&](uint32_t node) {
    const Cell at = graph.nodes()[node];
    return fmt::format("{},{}", at.x, at.y);
  };
  if (!file.map.empty()) text += fmt::format("map {}\n", file.map);
  if (file.start) text += fmt::format("start {},{}\n", file.start->x, file.start->y);
  if (file.goal) text += fmt::format("goal {},{}\n", file.goal->x, file.goal->y);
  for (uint32_t node = 0; node < graph.node_count(); ++node) text += fmt::format("node {}\n", cell(node));
  for (const DrawnGraphEdge& edge : graph.edges()) {
    text += fmt::format("edge {} {} {}\n", cell(edge.a), cell(edge.b), format_weight(edge.weight));
  }
  constexpr size_t kOrderInLine = 10;
  for (size_t i = 0; i < graph.order().size(); ++i) {
    text += i % kOrderInLine == 0 ? (i == 0 ? "order " : "\norder ") : " ";
    text += cell(graph.order()[i]);
  }
  return graph.empty() ? text : text + "\n";
}

Result<GraphFile> load_graph(const std::string& path) {
  const Result<std::string> text = read_file(path, kMaxBytes);
  if (!text) return text.error();
  return parse_graph(text.value(), path);
}

Status save_graph(const GraphFile& file, const std::string& path) {
  const std::string text = format_graph(file);
  const Result<GraphFile> again = parse_graph(text, path);
  if (!again || again.value() != file) {
    return error_at(path, fmt::format("the map's name {} cannot be written", strata::quoted(file.map)));
  }
  return write_file_atomic(path, text);
}

}  // namespace strata
