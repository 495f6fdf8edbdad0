#include "app/lesson/lesson_text.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/number_text.hpp"
#include "core/io/text.hpp"

namespace strata {
namespace {

using Kind = TextPiece::Kind;

bool is_word_byte(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || (byte >= '0' && byte <= '9') || byte >= 128;
}

// Markup with parentheses.
struct MarkupRule {
  std::string_view opening;
  Kind kind;
};
constexpr MarkupRule kMarks[] = {{"glossary(", Kind::kGlossary}, {"cell(", Kind::kCell}, {"value(", Kind::kValue}};

class TextReader {
 public:
  explicit TextReader(std::string_view text) : text_(text) {}

  Result<std::vector<TextPiece>> read() {
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (c == '\\' && at_ + 1 < text_.size()) {
        plain_ += text_[at_ + 1];
        at_ += 2;
        continue;
      }
      const bool after_word = at_ > 0 && is_word_byte(text_[at_ - 1]);
      if (c == '*' && !after_word && at_ + 1 < text_.size() && is_word_byte(text_[at_ + 1])) {
        if (Status read = emphasis(); !read) return read.error();
        continue;
      }
      const MarkupRule* mark = after_word ? nullptr : mark_here();
      if (mark == nullptr) {
        plain_ += c;
        ++at_;
        continue;
      }
      if (Status read = marked(*mark); !read) return read.error();
    }
    end_plain();
    return std::move(pieces_);
  }

 private:
  void end_plain() {
    if (!plain_.empty()) pieces_.push_back({Kind::kPlain, std::move(plain_), {}});
    plain_.clear();
  }
  const MarkupRule* mark_here() const {
    for (const MarkupRule& mark : kMarks) {
      if (text_.substr(at_).starts_with(mark.opening)) return &mark;
    }
    return nullptr;
  }
  Status emphasis() {
    const size_t begin = at_++;
    std::string inner;
    for (; at_ < text_.size(); ++at_) {
      const char c = text_[at_];
      if (c == '\\' && at_ + 1 < text_.size()) {
        inner += text_[++at_];
        continue;
      }
      if (c == '*' && text_[at_ - 1] != 'A') break;
      inner += c;
    }
    if (at_ == text_.size()) {
      return error_at("", fmt::format("the emphasis is never closed: {}", strata::quoted(text_.substr(begin, 30))));
    }
    ++at_;
    end_plain();
    pieces_.push_back({Kind::kEmphasis, std::move(inner), {}});
    return success();
  }
  Status marked(const MarkupRule& mark) {
    const size_t begin = at_ + mark.opening.size();
    const size_t end = text_.find(')', begin);
    if (end == text_.npos) {
      return error_at("", fmt::format("the parenthesis is never closed: {}", strata::quoted(text_.substr(at_, 30))));
    }
    const std::string_view inner = text_.substr(begin, end - begin);
    TextPiece piece{mark.kind, std::string(inner), {}};
    if (mark.kind == Kind::kCell) {
      const std::optional<Cell> cell = cell_of(inner);
      if (!cell) return error_at("", fmt::format("expected cell(x,y), not cell({})", strata::quoted(inner)));
      piece.cell = *cell;
      piece.text = fmt::format("({},{})", cell->x, cell->y);
    } else if (mark.kind == Kind::kValue && !is_state_key(inner)) {
      return error_at(
          "", fmt::format("expected value(KEY) with a key of the state dump, not value({})", strata::quoted(inner)));
    } else if (inner.empty() || inner.size() > 60 || inner.find('\n') != inner.npos) {
      return error_at("", fmt::format("expected a term in glossary(), not {}", strata::quoted(inner)));
    }
    at_ = end + 1;
    end_plain();
    pieces_.push_back(std::move(piece));
    return success();
  }

  std::string_view text_;
  size_t at_ = 0;
  std::string plain_;
  std::vector<TextPiece> pieces_;
};

}  // namespace

Result<std::vector<TextPiece>> read_text(std::string_view text) { return TextReader(text).read(); }

std::string with_values(std::string_view text, const std::function<std::string(const std::string&)>& value) {
  std::string out;
  while (!text.empty()) {
    const size_t begin = std::min(text.find("value("), text.size());
    const size_t end = text.find(')', begin);
    if (begin == text.size() || end == text.npos) break;
    out += text.substr(0, begin);
    const std::string key(text.substr(begin + 6, end - begin - 6));
    out += is_state_key(key) ? value(key) : std::string(text.substr(begin, end + 1 - begin));
    text.remove_prefix(end + 1);
  }
  out += text;
  return out;
}

bool has_values(std::string_view text) { return text.find("value(") != text.npos; }

bool is_state_key(std::string_view word) {
  if (word.empty() || word.size() > 200 || word.front() == '.' || word.back() == '.') return false;
  const bool letters =
      std::ranges::any_of(word, [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); });
  return letters && std::ranges::all_of(word, [](char c) {
           return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '.' ||
                  c == '-' || c == '+' || c == '*';
         });
}

std::optional<Cell> cell_of(std::string_view word) {
  const size_t comma = word.find(',');
  if (comma == word.npos) return std::nullopt;
  const auto x = parse_number<int>(word.substr(0, comma)), y = parse_number<int>(word.substr(comma + 1));
  if (!x || !y || *x < 0 || *y < 0) return std::nullopt;
  return Cell{*x, *y};
}

}  // namespace strata
