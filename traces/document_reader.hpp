// Purpose: A DocumentReader receives the elements of a JSON or YAML text one by one, so that the whole text is never in
//          memory as a tree. Readers of traces and plans derive from it.
// Errors: "FILE:LINE: reason". A reader rejects what it cannot use; parsing then ends.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/base/result.hpp"

namespace strata {

// Limits for files from other sources.
struct ReadLimits {
  size_t bytes = size_t{256} << 20;      // size of the file
  size_t yaml_bytes = size_t{16} << 20;  // size of a YAML file, whose parser is slow and needs much memory
  size_t yaml_ahead = size_t{1} << 20;   // length of a bracketed list in one line of YAML, which its parser stores
  int depth = 64;                        // nesting of lists and objects
  size_t items = 4'000'000;              // events of a trace
  size_t cells = 64'000'000;             // number of agents of a plan times its time steps
  double seconds = 20;                   // time of reading
};

class DocumentReader {
 public:
  DocumentReader(std::string name, const ReadLimits& limits);
  virtual ~DocumentReader() = default;
  DocumentReader(const DocumentReader&) = delete;
  DocumentReader& operator=(const DocumentReader&) = delete;

  // The parser calls these functions for the elements of the text, in order.
  virtual void begin_object() = 0;
  virtual void end_object() = 0;
  virtual void begin_list() = 0;
  virtual void end_list() = 0;
  virtual void key(std::string_view name) = 0;
  virtual void text(std::string_view value) = 0;  // also receives true and false
  virtual void number(double value, std::string_view digits) = 0;
  virtual void null() = 0;

  // The functions below are for the parsers of JSON and YAML. at_line sets the line of the next element, counted from
  // 1, and returns false if parsing must end.
  bool at_line(size_t line);
  bool enter();  // begins a list or an object
  void leave() { --depth_; }
  bool refused() const { return !error_.what.empty(); }
  // Rejects the text for a reason. Only the first reason is stored.
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

// Returns the reason for rejecting a text that is nested too deeply.
std::string too_deep(const ReadLimits& limits);

// These functions pass the elements of a text to the reader. They return the first error, of the text or of the reader.
Status read_json(std::string_view text, DocumentReader& reader);
Status read_yaml(std::string_view text, DocumentReader& reader);
// Parses JSON if the reader's file name ends in .json, else YAML.
Status read_document(std::string_view text, DocumentReader& reader);

// Parses the whole text as a number. Returns NaN if it is none.
double number_of_text(std::string_view text);
// Returns whether the name has this ending, ignoring case.
bool has_ending(std::string_view name, std::string_view ending);

}  // namespace strata
