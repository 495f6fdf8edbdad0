// Purpose: A DocumentReader takes the parts of a JSON or YAML text one after the other, so that no tree of the whole
//          text is ever in memory. Readers of traces and plans derive from it.
// Errors: "FILE:LINE: reason". A reader refuses what it cannot use; the text is then read no further.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/base/result.hpp"

namespace strata {

// Limits for files from other hands.
struct ReadLimits {
  size_t bytes = size_t{256} << 20;      // of the file
  size_t yaml_bytes = size_t{16} << 20;  // of a file in YAML, whose parser is slow and takes much memory
  size_t yaml_ahead = size_t{1} << 20;   // of a list in brackets in one line of YAML, which its parser keeps
  int depth = 64;                        // nested lists and objects
  size_t items = 4'000'000;              // events of a trace
  size_t cells = 64'000'000;             // agents of a plan times its time steps
  double seconds = 20;                   // of reading
};

class DocumentReader {
 public:
  DocumentReader(std::string name, const ReadLimits& limits);
  virtual ~DocumentReader() = default;
  DocumentReader(const DocumentReader&) = delete;
  DocumentReader& operator=(const DocumentReader&) = delete;

  // The parts of the text. `line` is 1-based.
  virtual void begin_object() = 0;
  virtual void end_object() = 0;
  virtual void begin_list() = 0;
  virtual void end_list() = 0;
  virtual void key(std::string_view name) = 0;
  virtual void text(std::string_view value) = 0;  // also true and false
  virtual void number(double value, std::string_view digits) = 0;
  virtual void null() = 0;

  // The next functions are for the parsers of JSON and YAML.
  // Notes where the next part stands. Returns false if reading must end.
  bool at_line(size_t line);
  bool enter();  // a list or an object begins
  void leave() { --depth_; }
  bool refused() const { return !error_.what.empty(); }
  // Refuses the text for a reason. The first reason is kept.
  void refuse(std::string what);
  void refuse_at(size_t line, std::string what);
  const Error& error() const { return error_; }
  const std::string& name() const { return name_; }
  const ReadLimits& limits() const { return limits_; }
  size_t line() const { return line_; }
  int depth() const { return depth_; }

 private:
  std::string name_;
  ReadLimits limits_;
  Error error_;
  size_t line_ = 1;
  int depth_ = 0;
  uint64_t parts_ = 0;
  std::chrono::steady_clock::time_point begun_;
};

// Why a text is refused whose lists and objects are nested too deep.
std::string too_deep(const ReadLimits& limits);

// Gives the parts of a text to the reader. Returns the first error, of the text or of the reader.
Status read_json(std::string_view text, DocumentReader& reader);
Status read_yaml(std::string_view text, DocumentReader& reader);
// Reads JSON if the name ends in .json, and YAML otherwise.
Status read_document(std::string_view text, DocumentReader& reader);

// Returns the number that a whole text is; NaN if it is none.
double number_of_text(std::string_view text);
// Whether the name ends in this ending, in whatever letters.
bool has_ending(std::string_view name, std::string_view ending);

}  // namespace strata
