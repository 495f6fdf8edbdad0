// YAML, part by part. The parser of yaml-cpp nests calls with the depth of the text, and refuses what is too deep.
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/mark.h>
#include <yaml-cpp/parser.h>

#include <cmath>
#include <istream>
#include <streambuf>
#include <string>
#include <vector>

#include "core/io/text.hpp"
#include "traces/document_reader.hpp"

namespace strata {
namespace {

// Thrown through the parser to end it; the reader has the reason.
struct Refused {};

// A stream over a text that is in memory.
class TextBuffer : public std::streambuf {
 public:
  explicit TextBuffer(std::string_view text) {
    char* const begin = const_cast<char*>(text.data());  // it is only read
    setg(begin, begin, begin + text.size());
  }
};

class YamlParts : public YAML::EventHandler {
 public:
  explicit YamlParts(DocumentReader& reader) : reader_(reader) {}

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
    // A text that repeats parts may be far larger than its file: repeated parts are left out.
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
  struct Level {
    bool is_map;
    bool key_next = true;  // of a map
  };

  void here(const YAML::Mark& mark) {
    if (!reader_.at_line(static_cast<size_t>(mark.line < 0 ? 0 : mark.line) + 1)) throw Refused{};
  }
  void done() {
    if (reader_.refused()) throw Refused{};
  }
  // Whether the next scalar is a key. Counts the scalar.
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
    if (!reader_.enter()) throw Refused{};
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
  std::vector<Level> levels_;
};

}  // namespace

Status read_yaml(std::string_view text, DocumentReader& reader) {
  if (text.size() > reader.limits().yaml_bytes) {
    return error_at(reader.name(), "is too large for YAML; the same as JSON may be larger");
  }
  TextBuffer buffer(text);
  std::istream stream(&buffer);
  YamlParts parts(reader);
  try {
    YAML::Parser parser(stream);
    parser.HandleNextDocument(parts);
  } catch (const Refused&) {
  } catch (const YAML::Exception& error) {
    reader.refuse_at(static_cast<size_t>(error.mark.line < 0 ? 0 : error.mark.line) + 1,
                     "is no YAML here: " + strata::quoted(std::string_view(error.msg)));
  } catch (const std::exception& error) {
    reader.refuse("is no YAML here: " + strata::quoted(std::string_view(error.what())));
  }
  return reader.refused() ? Status(reader.error()) : success();
}

}  // namespace strata
