#include "app/base/glossary.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <map>
#include <regex>
#include <string>
#include <vector>

#include "core/io/files.hpp"
#include "core/world/planners.hpp"
#include "tests/source_path.hpp"

namespace strata {
namespace {

std::string text_of_source(std::string_view path) {
  auto text = read_file(test::source_path(path));
  REQUIRE(text.ok());
  return text.value();
}

std::string lower_letters(std::string_view text) {
  std::string small(text);
  std::ranges::transform(small, small.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return small;
}

// The term and the forms of an entry.
std::vector<std::string> words_of(const GlossaryEntry& entry) {
  std::vector<std::string> words = {std::string(entry.term)};
  for (std::string_view rest = entry.forms; !rest.empty();) {
    const size_t end = std::min(rest.find('|'), rest.size());
    words.emplace_back(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return words;
}

// The first column of the tables of a page, without the marks of the format; titles and lines between are left out.
std::vector<std::string> first_columns(const std::string& page) {
  std::vector<std::string> cells;
  for (size_t at = 0; at < page.size();) {
    const size_t end = std::min(page.find('\n', at), page.size());
    const std::string line = page.substr(at, end - at);
    at = end + 1;
    if (!line.starts_with("| ")) continue;
    std::string cell = line.substr(2, line.find(" |", 2) - 2);
    std::erase(cell, '\\');
    cells.push_back(cell);
  }
  return cells;
}

TEST_CASE("the glossary is in alphabetical order, and no two entries have a word or a meaning in common") {
  std::map<std::string, std::string_view> seen;
  std::map<std::string_view, std::string_view> meanings;
  std::string before;
  for (const GlossaryEntry& entry : glossary()) {
    CAPTURE(entry.term);
    const std::string term = lower_letters(entry.term);
    CHECK(before < term);
    before = term;
    for (const std::string& word : words_of(entry)) {
      CAPTURE(word);
      CHECK(!word.empty());
      const auto [other, is_new] = seen.emplace(lower_letters(word), entry.term);
      CHECK_MESSAGE(is_new, "also a word of '", other->second, "'");
      CHECK(glossary_of(word) == &entry);
    }
    CHECK(meanings.emplace(entry.meaning, entry.term).second);
    // One or two sentences that a tooltip has room for.
    CHECK(entry.meaning.ends_with('.'));
    CHECK(entry.meaning.size() <= 240);
    CHECK(glossary_term_in(entry.term) == &entry);
  }
  CHECK(glossary().size() >= 60);
}

TEST_CASE("each source of the glossary is one of docs/sources.md") {
  const std::string sources = text_of_source("docs/sources.md");
  for (const GlossaryEntry& entry : glossary()) {
    CAPTURE(entry.term);
    CAPTURE(entry.source);
    CHECK((entry.source == "ours" || sources.find(entry.source) != sources.npos));
  }
}

TEST_CASE("the glossary has the terms of the field, of every planner and of the tables of the documents") {
  for (const char* term : {"expand",
                           "generate",
                           "relax",
                           "update",
                           "reopen",
                           "prune",
                           "open list",
                           "closed",
                           "tie-breaking",
                           "path",
                           "cost",
                           "heuristic",
                           "admissible",
                           "cluster",
                           "entrance",
                           "transition",
                           "inter-edge",
                           "intra-edge",
                           "refinement",
                           "smoothing",
                           "clearance",
                           "capability",
                           "dominated",
                           "region",
                           "sector",
                           "landmark",
                           "contraction",
                           "witness",
                           "shortcut",
                           "rank",
                           "hub label",
                           "stall-on-demand",
                           "separator",
                           "portal",
                           "funnel",
                           "corridor",
                           "centroid",
                           "group",
                           "break-even",
                           "perimeter",
                           "macro edge",
                           "unpacking",
                           "symmetry",
                           "consistent",
                           "g",
                           "h",
                           "f",
                           "level"}) {
    CHECK_MESSAGE(glossary_of(term) != nullptr, term);
  }
  for (const Planner& planner : planners()) {
    CHECK_MESSAGE(glossary_term_in(planner.title) != nullptr, planner.title);
  }
  const std::string readme = text_of_source("README.md");
  const size_t table = readme.find("| algorithm |");
  REQUIRE(table != readme.npos);
  for (const std::string& cell : first_columns(readme.substr(table, readme.find("\n\n", table) - table))) {
    if (cell == "algorithm") continue;
    CHECK_MESSAGE(glossary_term_in(cell) != nullptr, cell);
  }
  for (const std::string& cell : first_columns(text_of_source("docs/sources.md"))) {
    if (cell == "topic" || cell == "maps and scenarios" || cell == "Recast and Detour") continue;  // no terms
    CHECK_MESSAGE(glossary_term_in(cell) != nullptr, cell);
  }
  // What the guide sets in bold is an abstraction or an algorithm.
  std::string guide = text_of_source("docs/guide.md");
  std::erase(guide, '\\');
  const std::regex bold("\\*\\*([A-Z][^\n]*?)\\*\\*[^*]");
  for (std::sregex_iterator at(guide.begin(), guide.end(), bold), end; at != end; ++at) {
    CHECK_MESSAGE(glossary_term_in((*at)[1].str()) != nullptr, (*at)[1].str());
  }
}

TEST_CASE("every glossary(word) of a lesson is in the glossary") {
  size_t words = 0;
  for (const auto& file : std::filesystem::directory_iterator(test::source_path("assets/lessons"))) {
    if (file.path().extension() != ".lesson") continue;
    const std::string text = read_file(file.path().string()).value();
    const std::regex word("glossary\\(([^)]*)\\)");
    for (std::sregex_iterator at(text.begin(), text.end(), word), end; at != end; ++at) {
      ++words;
      CHECK_MESSAGE(glossary_of((*at)[1].str()) != nullptr, file.path().filename().string(), ": ", (*at)[1].str());
    }
  }
  CHECK(words > 0);
}

TEST_CASE("a term is found in a label as a whole word, the longest first") {
  const auto term_in = [](std::string_view label) {
    const GlossaryEntry* entry = glossary_term_in(label);
    return entry == nullptr ? std::string_view("none") : entry->term;
  };
  CHECK(term_in("Cluster size") == "cluster");
  CHECK(term_in("Open list (12)") == "open list");
  CHECK(term_in("HPA* 2 levels") == "level");
  CHECK(term_in("smaller g first") == "g");
  CHECK(term_in("intra-edges") == "intra-edge");
  CHECK(term_in("Weight of h") == "weighted A*");
  CHECK(term_in("Pathological grouping") == "none");
  CHECK(term_in("h-index") == "none");
  CHECK(term_in("") == "none");
  CHECK(glossary_of("EXPANDED") == glossary_of("expand"));
  CHECK(glossary_of("expanded twice") == nullptr);
}

}  // namespace
}  // namespace strata
