#include "core/io/dot_graph.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <optional>
#include <unordered_map>

#include "core/base/number_text.hpp"
#include "core/io/graph_names.hpp"
#include "core/io/text.hpp"

namespace strata {
namespace {

constexpr size_t kMostDotEdges = size_t{1} << 22;
constexpr int kDeepestSubgraph = 64;

bool is_dot_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || static_cast<unsigned char>(c) >= 0x80;
}
bool is_dot_digit(char c) { return c >= '0' && c <= '9'; }

struct DotToken {
  enum class Kind : uint8_t { kEnd, kId, kKeyword, kMark };  // kKeyword: `text` in small letters
  Kind kind = Kind::kEnd;
  std::string text;
  bool is(Kind wanted, std::string_view word) const { return kind == wanted && text == word; }
};

// Splits a text into tokens.
class DotLexer {
 public:
  DotLexer(std::string_view text, const std::string& name) : text_(text), name_(name) {}

  size_t line() const { return token_line_; }  // of the last token
  Error error(std::string what) const { return error_in(token_line_, std::move(what)); }
  Error error_in(size_t line, std::string what) const { return error_at_line(name_, line, std::move(what)); }

  Result<DotToken> next() {
    if (Status skipped = skip_blanks(); !skipped) return skipped.error();
    token_line_ = line_;
    if (at_ == text_.size()) return DotToken{};
    const char c = text_[at_];
    if (is_dot_letter(c)) return word();
    if (is_dot_digit(c) || c == '.' || (c == '-' && at_ + 1 < text_.size() && starts_number(at_ + 1))) return number();
    if (c == '"') return quoted_text();
    if (c == '<') return html();
    const std::string_view rest = text_.substr(at_);
    for (const std::string_view mark : {"->", "--", "{", "}", "[", "]", ";", ",", "=", ":"}) {
      if (!rest.starts_with(mark)) continue;
      at_ += mark.size();
      return DotToken{DotToken::Kind::kMark, std::string(mark)};
    }
    return error(fmt::format("{} is no part of a graph", strata::quoted(rest.substr(0, 1))));
  }

 private:
  bool starts_number(size_t at) const {
    return is_dot_digit(text_[at]) || (text_[at] == '.' && at + 1 < text_.size() && is_dot_digit(text_[at + 1]));
  }
  void step() { line_ += text_[at_++] == '\n'; }

  Status skip_blanks() {
    while (at_ < text_.size()) {
      const std::string_view rest = text_.substr(at_);
      if (is_blank(rest.front()) || rest.front() == '\n') {
        step();
      } else if (rest.starts_with("//") || (rest.front() == '#' && (at_ == 0 || text_[at_ - 1] == '\n'))) {
        at_ = std::min(text_.find('\n', at_), text_.size());
      } else if (rest.starts_with("/*")) {
        const size_t end = text_.find("*/", at_ + 2);
        token_line_ = line_;
        if (end == text_.npos) return error("the comment has no end");
        while (at_ < end + 2) step();
      } else {
        break;
      }
    }
    return success();
  }
  DotToken word() {
    const size_t begin = at_;
    while (at_ < text_.size() && (is_dot_letter(text_[at_]) || is_dot_digit(text_[at_]))) ++at_;
    DotToken token{DotToken::Kind::kId, std::string(text_.substr(begin, at_ - begin))};
    std::string lower = token.text;
    std::ranges::transform(lower, lower.begin(),
                           [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    for (const std::string_view keyword : {"node", "edge", "graph", "digraph", "subgraph", "strict"}) {
      if (lower == keyword) return {DotToken::Kind::kKeyword, lower};
    }
    return token;
  }
  DotToken number() {
    const size_t begin = at_;
    at_ += text_[at_] == '-';
    bool point = false;
    while (at_ < text_.size() && (is_dot_digit(text_[at_]) || (text_[at_] == '.' && !point))) {
      point |= text_[at_++] == '.';
    }
    return {DotToken::Kind::kId, std::string(text_.substr(begin, at_ - begin))};
  }
  // Reads texts in quotes, which a + joins.
  Result<DotToken> quoted_text() {
    DotToken token{DotToken::Kind::kId, {}};
    while (true) {
      step();
      while (at_ < text_.size() && text_[at_] != '"') {
        const std::string_view rest = text_.substr(at_);
        if (rest.starts_with("\\\"")) {
          token.text += '"';
          at_ += 2;
        } else if (rest.starts_with("\\\n") || rest.starts_with("\\\r\n")) {
          at_ += rest[1] == '\n' ? 2 : 3;
          ++line_;
        } else if (rest.starts_with("\\\\")) {
          token.text += "\\\\";
          at_ += 2;
        } else {
          token.text += text_[at_];
          step();
        }
      }
      if (at_ == text_.size()) return error("the text has no closing quote");
      ++at_;
      const size_t end = at_, end_line = line_;
      if (Status skipped = skip_blanks(); !skipped) return skipped.error();
      if (at_ < text_.size() && text_[at_] == '+') {
        ++at_;
        if (Status skipped = skip_blanks(); !skipped) return skipped.error();
        if (at_ < text_.size() && text_[at_] == '"') continue;
        return error("expected a text in quotes after +");
      }
      at_ = end;
      line_ = end_line;
      return token;
    }
  }
  Result<DotToken> html() {
    const size_t begin = at_;
    size_t depth = 0;
    while (at_ < text_.size()) {
      depth += text_[at_] == '<';
      const bool closes = text_[at_] == '>';
      step();
      if (closes && --depth == 0) return DotToken{DotToken::Kind::kId, std::string(text_.substr(begin, at_ - begin))};
    }
    return error("the text in angle brackets has no end");
  }

  std::string_view text_;
  const std::string& name_;
  size_t at_ = 0;
  size_t line_ = 1, token_line_ = 1;
};

// Values of attributes that are read; those of edges and nodes have different names.
struct DotAttributes {
  std::optional<std::string> weight, len, pos, x, y;
};

// Reads one graph.
class DotReader {
 public:
  DotReader(std::string_view text, const std::string& name, const FileGraphLimits& limits)
      : lexer_(text, name), limits_(limits) {}

  Result<FileGraph> read() {
    graph_.y_is_up = true;
    if (Status moved = advance(); !moved) return moved.error();
    if (token_.is(Kind::kKeyword, "strict")) {
      if (Status moved = advance(); !moved) return moved.error();
    }
    graph_.directed = token_.is(Kind::kKeyword, "digraph");
    if (!graph_.directed && !token_.is(Kind::kKeyword, "graph")) return expected("graph or digraph");
    if (Status moved = advance(); !moved) return moved.error();
    if (token_.kind == Kind::kId) {
      if (Status moved = advance(); !moved) return moved.error();
    }
    std::vector<uint32_t> all;
    if (const Status read = body({}, 0, all); !read) return read.error();
    if (token_.kind != Kind::kEnd) return expected("nothing more");
    if (!has_places_) graph_.places.clear();
    return std::move(graph_);
  }

 private:
  using Kind = DotToken::Kind;
  // Edges of one statement. Those of a subgraph at one of their ends have weights of their own.
  struct EdgeRange {
    size_t first, end;
  };

  Error expected(std::string_view what) const {
    return token_.kind == Kind::kEnd
               ? lexer_.error(fmt::format("the file ends where {} should follow", what))
               : lexer_.error(fmt::format("expected {}, got {}", what, strata::quoted(token_.text)));
  }
  Status advance() {
    Result<DotToken> token = lexer_.next();
    if (!token) return token.error();
    token_ = std::move(token.value());
    return success();
  }
  bool is_mark(std::string_view mark) const { return token_.is(Kind::kMark, mark); }
  // Moves behind a mark that must stand here.
  Status mark(std::string_view wanted) { return is_mark(wanted) ? advance() : Status(expected(wanted)); }

  // Reads statements in braces. `nodes` gets the nodes that they name.
  Status body(DotAttributes defaults, int depth, std::vector<uint32_t>& nodes) {
    if (depth > kDeepestSubgraph) {
      return lexer_.error(fmt::format("subgraphs are nested deeper than {}", kDeepestSubgraph));
    }
    if (Status opened = mark("{"); !opened) return opened;
    while (!is_mark("}")) {
      if (token_.kind == Kind::kEnd) return expected("}");
      if (is_mark(";")) {
        if (Status moved = advance(); !moved) return moved;
        continue;
      }
      if (Status read = statement(defaults, depth, nodes); !read) return read;
    }
    return advance();
  }

  Status statement(DotAttributes& defaults, int depth, std::vector<uint32_t>& nodes) {
    const bool of_edges = token_.is(Kind::kKeyword, "edge");
    if (of_edges || token_.is(Kind::kKeyword, "node") || token_.is(Kind::kKeyword, "graph")) {
      if (Status moved = advance(); !moved) return moved;
      if (!is_mark("[")) return expected("[");
      DotAttributes read;
      if (Status listed = attributes(read); !listed) return listed;
      if (of_edges && read.weight) defaults.weight = read.weight;
      if (of_edges && read.len) defaults.len = read.len;
      return success();
    }
    std::vector<uint32_t> from;
    bool is_node = false;
    if (Status read = end_of_edge(defaults, depth, from, is_node); !read) return read;
    if (from.empty() && is_node) return success();  // NAME = VALUE
    nodes.insert(nodes.end(), from.begin(), from.end());
    const std::string_view link = graph_.directed ? "->" : "--";
    if (!is_mark("->") && !is_mark("--")) {
      if (!is_mark("[")) return success();
      if (!is_node) return lexer_.error("a subgraph has no attributes behind it");
      DotAttributes read;
      if (Status listed = attributes(read); !listed) return listed;
      return place_node(from[0], read);
    }
    std::vector<EdgeRange> own_edges;
    while (is_mark("->") || is_mark("--")) {
      if (!is_mark(link)) return lexer_.error(fmt::format("edges of this kind of graph are written {}", link));
      if (Status moved = advance(); !moved) return moved;
      std::vector<uint32_t> to;
      if (Status read = end_of_edge(defaults, depth, to, is_node); !read) return read;
      if (to.empty() && is_node) return expected("a node");
      nodes.insert(nodes.end(), to.begin(), to.end());
      const size_t most = std::min(limits_.edges, kMostDotEdges);
      if (!to.empty() && from.size() > (most - graph_.edges.size()) / to.size()) {
        return lexer_.error(fmt::format("the graph has more than {} edges", most));
      }
      const size_t first = graph_.edges.size();
      for (const uint32_t a : from) {
        for (const uint32_t b : to) graph_.edges.push_back({a, b, std::nan("")});
      }
      own_edges.push_back({first, graph_.edges.size()});
      from = std::move(to);
    }
    DotAttributes read = defaults;
    if (is_mark("[")) {
      // What the edge says itself counts more than a default of another attribute.
      DotAttributes own;
      if (Status listed = attributes(own); !listed) return listed;
      if (own.weight || own.len) read = own;
    }
    return weigh_edges(own_edges, read);
  }

  // Reads a node or a subgraph. `is_node` is set without a node if NAME = VALUE was read.
  Status end_of_edge(const DotAttributes& defaults, int depth, std::vector<uint32_t>& nodes, bool& is_node) {
    is_node = false;
    if (token_.is(Kind::kKeyword, "subgraph") || is_mark("{")) {
      if (!is_mark("{")) {
        if (Status moved = advance(); !moved) return moved;
        if (token_.kind == Kind::kId) {
          if (Status moved = advance(); !moved) return moved;
        }
      }
      if (Status read = body(defaults, depth + 1, nodes); !read) return read;
      std::ranges::sort(nodes);
      nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
      return success();
    }
    if (token_.kind != Kind::kId) return expected("a node");
    is_node = true;
    const std::string id = token_.text;
    if (Status moved = advance(); !moved) return moved;
    if (is_mark("=")) {
      if (Status moved = advance(); !moved) return moved;
      return token_.kind == Kind::kId ? advance() : Status(expected("a value"));
    }
    // A port and a side of the node: NAME:PORT:SIDE.
    for (int i = 0; i < 2 && is_mark(":"); ++i) {
      if (Status moved = advance(); !moved) return moved;
      if (token_.kind != Kind::kId) return expected("a port");
      if (Status moved = advance(); !moved) return moved;
    }
    const auto known = nodes_.find(id);
    if (known != nodes_.end()) {
      nodes.push_back(known->second);
      return success();
    }
    if (graph_.nodes >= limits_.nodes) {
      return lexer_.error(fmt::format("the graph has more than {} nodes", limits_.nodes));
    }
    nodes_.emplace(id, graph_.nodes);
    nodes.push_back(graph_.nodes++);
    graph_.names.push_back(id);
    graph_.places.emplace_back();
    return success();
  }

  // Reads lists of attributes in brackets.
  Status attributes(DotAttributes& read) {
    while (is_mark("[")) {
      if (Status moved = advance(); !moved) return moved;
      while (!is_mark("]")) {
        if (token_.kind != Kind::kId) return expected("an attribute or ]");
        const std::string key = token_.text;
        if (Status moved = advance(); !moved) return moved;
        std::string value = "true";
        if (is_mark("=")) {
          if (Status moved = advance(); !moved) return moved;
          if (token_.kind != Kind::kId) return expected("a value");
          value = token_.text;
          value_line_ = lexer_.line();
          if (Status moved = advance(); !moved) return moved;
        }
        for (const auto& [name, place] :
             {std::pair("weight", &read.weight), std::pair("len", &read.len), std::pair("pos", &read.pos),
              std::pair("x", &read.x), std::pair("y", &read.y)}) {
          if (key == name) *place = value;
        }
        if (is_mark(";") || is_mark(",")) {
          if (Status moved = advance(); !moved) return moved;
        }
      }
      if (Status moved = advance(); !moved) return moved;
    }
    return success();
  }

  Status weigh_edges(const std::vector<EdgeRange>& edges, const DotAttributes& read) {
    const std::optional<std::string>& text = read.weight ? read.weight : read.len;
    if (!text) return success();
    const auto weight = parse_finite(*text);
    if (!weight || *weight < 0) {
      return lexer_.error_in(value_line_, fmt::format("expected a weight from 0 on, got {}", strata::quoted(*text)));
    }
    for (const EdgeRange& range : edges) {
      for (size_t i = range.first; i < range.end; ++i) graph_.edges[i].weight = *weight;
    }
    return success();
  }
  Status place_node(uint32_t node, const DotAttributes& read) {
    std::optional<std::string> x = read.x, y = read.y;
    if (read.pos) {
      // X,Y or X,Y,Z, with ! where it is pinned.
      std::string_view rest = trimmed(*read.pos);
      if (rest.ends_with('!')) rest.remove_suffix(1);
      const size_t comma = std::min(rest.find(','), rest.size());
      x = std::string(rest.substr(0, comma));
      rest.remove_prefix(std::min(comma + 1, rest.size()));
      y = std::string(rest.substr(0, rest.find(',')));
    }
    if (!x || !y) return success();
    const auto x_value = parse_finite(*x), y_value = parse_finite(*y);
    if (!x_value || !y_value) {
      return lexer_.error_in(value_line_, fmt::format("expected coordinates X,Y, got {}",
                                                      strata::quoted(read.pos ? *read.pos : *x + "," + *y)));
    }
    graph_.places[node] = {*x_value, *y_value};
    has_places_ = true;
    return success();
  }

  DotLexer lexer_;
  FileGraphLimits limits_;
  DotToken token_;
  FileGraph graph_;
  std::unordered_map<std::string, uint32_t> nodes_;
  bool has_places_ = false;
  size_t value_line_ = 0;  // of the last value of an attribute
};

std::string dot_text(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"') out += '\\';
    out += c;
  }
  return out + "\"";
}

}  // namespace

Result<FileGraph> parse_dot(std::string_view whole, const std::string& name, const FileGraphLimits& limits) {
  const Result<PlainText> plain = PlainText::of(whole, name);
  if (!plain) return plain.error();
  return DotReader(plain.value().view(), name, limits).read();
}

std::string format_dot(const FileGraph& graph) {
  std::string text = graph.directed ? "digraph {\n" : "graph {\n";
  const std::vector<std::string> names = node_names(graph, {});
  for (uint32_t node = 0; node < graph.nodes; ++node) {
    text += "  " + dot_text(names[node]);
    if (!graph.places.empty() && graph.places[node].known()) {
      fmt::format_to(std::back_inserter(text), " [pos=\"{},{}!\"]", graph.places[node].x, graph.places[node].y);
    }
    text += ";\n";
  }
  for (const FileGraphEdge& edge : graph.edges) {
    fmt::format_to(std::back_inserter(text), "  {} {} {}", dot_text(names[edge.from]), graph.directed ? "->" : "--",
                   dot_text(names[edge.to]));
    if (!std::isnan(edge.weight)) fmt::format_to(std::back_inserter(text), " [weight=\"{}\"]", edge.weight);
    text += ";\n";
  }
  return text + "}\n";
}

}  // namespace strata
