// Passes a YAML text to a reader, element by element. The parser of yaml-cpp is recursive in the depth of the text, and
// stores a bracketed list up to the end of its line before it reports its first element: both are limited before the
// parser gets the text.
#include <fmt/format.h>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/mark.h>
#include <yaml-cpp/parser.h>

#include <cmath>
#include <istream>
#include <streambuf>
#include <string>
#include <utility>
#include <vector>

#include "core/io/text.hpp"
#include "traces/document_reader.hpp"

namespace strata {
namespace {

// A ParseRefused is thrown through the parser to end it; the reader has the reason.
struct ParseRefused {};

// Counts the nesting of brackets that may begin a list or an object, that is, not inside quotes, comments or words. In
// a text block (| or >) it also counts ordinary brackets, which is harmless if they are in pairs.
class BracketDepth {
 public:
  // Processes the next character. Returns the depth after it.
  int take(char c) {
    const bool begins =
        std::exchange(may_begin_, c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == ',' || c == ':');
    if (in_ == kComment) {
      if (c == '\n') in_ = kPlain;
    } else if (in_ == kDouble && std::exchange(escaped_, !escaped_ && c == '\\')) {
      return depth_;
    } else if (in_ != kPlain) {
      if (c == (in_ == kDouble ? '"' : '\'')) in_ = kPlain;
    } else if (begins && (c == '"' || c == '\'')) {
      in_ = c == '"' ? kDouble : kSingle;
    } else if (begins && c == '#') {
      in_ = kComment;
    } else if (begins && (c == '[' || c == '{')) {
      ++depth_;
      may_begin_ = true;
    } else if ((c == ']' || c == '}') && depth_ > 0) {
      --depth_;
    }
    return depth_;
  }

 private:
  enum : uint8_t { kPlain, kSingle, kDouble, kComment } in_ = kPlain;
  bool may_begin_ = true, escaped_ = false;
  int depth_ = 0;
};

// A stream over a text in memory that is passed to the parser in pieces. It ends early, with the reason in the reader,
// if brackets are nested too deeply, or if the parser has read much without reporting an element: it stores a bracketed
// list up to the end of its line, because it may be a key, with up to 240 bytes of memory per byte of the text.
class YamlText : public std::streambuf {
 public:
  YamlText(std::string_view text, DocumentReader& reader) : rest_(text), reader_(reader) {}

  void part_was_given() { ahead_ = 0; }

 protected:
  int_type underflow() override {
    if (rest_.empty() || reader_.refused()) return traits_type::eof();
    const std::string_view piece = rest_.substr(0, kPiece);
    if (ahead_ + piece.size() > reader_.limits().yaml_ahead) {
      reader_.refuse_at(line_,
                        fmt::format("a list or an object in brackets has more than {} kB in one line: begin new lines "
                                    "within it, or write the file as JSON",
                                    reader_.limits().yaml_ahead >> 10));
      return traits_type::eof();
    }
    for (const char c : piece) {
      if (c == '\n') ++line_;
      if (depth_.take(c) > reader_.limits().depth) {
        reader_.refuse_at(line_, too_deep(reader_.limits()));
        return traits_type::eof();
      }
    }
    ahead_ += piece.size();
    rest_.remove_prefix(piece.size());
    char* const begin = const_cast<char*>(piece.data());  // the text is only read
    setg(begin, begin, begin + piece.size());
    return traits_type::to_int_type(*begin);
  }

 private:
  static constexpr size_t kPiece = 2048;

  std::string_view rest_;
  DocumentReader& reader_;
  BracketDepth depth_;
  size_t ahead_ = 0;  // bytes passed to the parser since the last element
  size_t line_ = 1;
};

class YamlEventForwarder : public YAML::EventHandler {
 public:
  YamlEventForwarder(DocumentReader& reader, YamlText& text) : reader_(reader), text_(text) {}

  void OnDocumentStart(const YAML::Mark&) override {}
  void OnDocumentEnd() override {}
  void OnNull(const YAML::Mark& mark, YAML::anchor_t) override {
    here(mark);
    if (names_key()) {
      reader_.key("");
    } else {
      reader_.null();
    }
    done();
  }
  void OnAlias(const YAML::Mark& mark, YAML::anchor_t) override {
    here(mark);
    // A YAML alias becomes null instead of being expanded, because nested aliases can make a small file huge.
    if (names_key()) {
      reader_.key("");
    } else {
      reader_.null();
    }
    done();
  }
  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t, const std::string& value) override {
    here(mark);
    if (names_key()) {
      reader_.key(value);
    } else {
      const double number = tag == "?" ? number_of_text(value) : std::nan("");
      if (std::isfinite(number)) {
        reader_.number(number, value);
      } else {
        reader_.text(value);
      }
    }
    done();
  }
  void OnSequenceStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t, YAML::EmitterStyle::value) override {
    begin(mark, false);
  }
  void OnSequenceEnd() override { end(); }
  void OnMapStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t, YAML::EmitterStyle::value) override {
    begin(mark, true);
  }
  void OnMapEnd() override { end(); }

 private:
  struct NestingLevel {
    bool is_map;
    bool key_next = true;  // in a map: whether the next scalar is a key
  };

  void here(const YAML::Mark& mark) {
    text_.part_was_given();
    if (!reader_.at_line(static_cast<size_t>(mark.line < 0 ? 0 : mark.line) + 1)) throw ParseRefused{};
  }
  void done() {
    if (reader_.refused()) throw ParseRefused{};
  }
  // Returns whether the next scalar is a key, and counts the scalar.
  bool names_key() {
    if (levels_.empty() || !levels_.back().is_map) return false;
    const bool key = levels_.back().key_next;
    levels_.back().key_next = !key;
    return key;
  }
  void begin(const YAML::Mark& mark, bool map) {
    here(mark);
    if (names_key()) reader_.refuse("a list or an object cannot be a key; is a bracket left open?");
    done();
    if (!reader_.enter()) throw ParseRefused{};
    levels_.push_back({map});
    if (map) {
      reader_.begin_object();
    } else {
      reader_.begin_list();
    }
    done();
  }
  void end() {
    const bool map = levels_.back().is_map;
    levels_.pop_back();
    if (map) {
      reader_.end_object();
    } else {
      reader_.end_list();
    }
    reader_.leave();
    done();
  }

  DocumentReader& reader_;
  YamlText& text_;
  std::vector<NestingLevel> levels_;
};

}  // namespace

Status read_yaml(std::string_view text, DocumentReader& reader) {
  if (text.size() > reader.limits().yaml_bytes) {
    return error_at(reader.name(),
                    fmt::format("is too large for YAML, which may have {} MB; the same as JSON may have {}",
                                reader.limits().yaml_bytes >> 20, reader.limits().bytes >> 20));
  }
  YamlText buffer(text, reader);
  std::istream stream(&buffer);
  YamlEventForwarder parts(reader, buffer);
  try {
    YAML::Parser parser(stream);
    parser.HandleNextDocument(parts);
  } catch (const ParseRefused&) {
  } catch (const YAML::Exception& error) {
    reader.refuse_at(static_cast<size_t>(error.mark.line < 0 ? 0 : error.mark.line) + 1,
                     "is no YAML here: " + strata::quoted(std::string_view(error.msg)));
  } catch (const std::exception& error) {
    reader.refuse("is no YAML here: " + strata::quoted(std::string_view(error.what())));
  }
  return reader.refused() ? Status(reader.error()) : success();
}

}  // namespace strata
