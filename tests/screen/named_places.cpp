// Menus, places and tabs that texts name ("View > Charts") are there under these names: in the documents, the lessons,
// the cards of figures and the sources of the app.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "app/lab/menu_model.hpp"
#include "app/ui/panel_places.hpp"
#include "app/ui/panel_planners.hpp"
#include "core/io/files.hpp"
#include "tests/lab_support.hpp"
#include "tests/source_path.hpp"

using namespace strata;
using namespace strata::test;

namespace {

// A menu, a place or an entry of one, by its title without marks and without what follows a colon.
struct NamedPlace {
  std::string title;
  std::vector<NamedPlace> inside;
};

// Removes the marks of emphasis, which are also part of names such as "HPA*".
std::string without_marks(std::string_view text) {
  std::string plain;
  for (const char c : text) {
    if (c != '*' && c != '\\' && c != '`') plain += c;
  }
  return plain;
}

std::string short_title(std::string_view title) {
  if (title.ends_with("...")) title.remove_suffix(3);
  return without_marks(title.substr(0, title.find(':')));
}

std::vector<NamedPlace> entries_of(const Lab& lab, size_t menu) {
  const std::vector<std::string> maps = {"/maps/arena.map"}, graphs = {"/graphs/line.graph"},
                                 levels = {"/levels/courtyard.obj"};
  const MenuContext context{.stock_maps = maps, .stock_graphs = graphs, .stock_levels = levels};
  NamedPlace root;
  std::vector<size_t> path;  // the submenus that are open, by their positions
  for (const MenuEntry& entry : menu_entries(lab, context, menu)) {
    NamedPlace* open = &root;
    for (const size_t at : path) open = &open->inside[at];
    if (entry.kind == MenuEntry::Kind::kEnd) {
      path.pop_back();
    } else if (entry.kind == MenuEntry::Kind::kBegin || entry.kind == MenuEntry::Kind::kCommand) {
      open->inside.push_back({short_title(entry.title), {}});
      if (entry.kind == MenuEntry::Kind::kBegin) path.push_back(open->inside.size() - 1);
    }
  }
  return root.inside;
}

// Returns all menus and places. A menu and a place may have the same title.
std::vector<NamedPlace> all_places(const Lab& lab) {
  std::vector<NamedPlace> all;
  for (size_t menu = 0; menu < menus().size(); ++menu) {
    all.push_back({std::string(menus()[menu].title), entries_of(lab, menu)});
  }
  for (int i = 0; i < kLeftPanelSections; ++i) {
    const auto place = static_cast<LeftPanelSection>(i);
    NamedPlace own{std::string(place_title(place)), {}};
    for (const PanelTab& tab : all_tabs()) {
      if (place_of(tab.name) == place) own.inside.push_back({short_title(tab.title), {}});
    }
    // The list of planners ends with a button.
    if (place == LeftPanelSection::kPlanners) own.inside.push_back({"Add your own", {}});
    all.push_back(std::move(own));
  }
  return all;
}

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

// Returns whether the text after "Menu > " begins with an entry, and whether what it names inside of that is there.
// Dialogs and tabs may have parts of their own, which are not looked for.
bool names_entry(const std::vector<NamedPlace>& entries, std::string_view text) {
  return std::ranges::any_of(entries, [&](const NamedPlace& entry) {
    if (entry.title.empty() || !text.starts_with(entry.title)) return false;
    std::string_view rest = text.substr(entry.title.size());
    if (!rest.empty() && is_letter(rest[0])) return false;
    if (rest.starts_with("...")) rest.remove_prefix(3);
    if (!rest.starts_with(" > ") || entry.inside.empty()) return true;
    return names_entry(entry.inside, rest.substr(3));
  });
}

// Joins what stands on several lines of a document, a card or a source.
std::string joined(std::string text, const std::string& ending) {
  std::string one;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\n') {
      one += text[i];
      continue;
    }
    size_t next = text.find_first_not_of(' ', i + 1);
    if (next == text.npos) break;
    const bool literal = !one.empty() && one.back() == '"';
    if (ending == ".figure" && literal) {
      // look "one line"
      // look "and the next one"
      const size_t quote = text.find('"', next), word = text.find(' ', next);
      if (quote != text.npos && word + 1 == quote) {
        one.back() = ' ';
        i = quote;
        continue;
      }
    }
    if ((ending == ".cpp" || ending == ".hpp") && literal && text[next] == '"') {
      one.pop_back();
      i = next;
      continue;
    }
    one += ' ';
    i = next - 1;
  }
  return one;
}

struct NamedIn {
  size_t count = 0;
  std::vector<std::string> wrong;
};

void look_through(const std::vector<NamedPlace>& all, const std::filesystem::path& file, NamedIn& found) {
  const Result<std::string> text = read_file(file.string());
  REQUIRE_MESSAGE(text.ok(), file.string());
  const std::string plain = without_marks(joined(text.value(), file.extension().string()));
  for (size_t at = plain.find(" > "); at != plain.npos; at = plain.find(" > ", at + 3)) {
    const std::string_view before = std::string_view(plain).substr(0, at),
                           after = std::string_view(plain).substr(at + 3);
    if (after.empty() || after[0] < 'A' || after[0] > 'Z') continue;
    bool named = false, known = false;
    for (const NamedPlace& place : all) {
      if (!before.ends_with(place.title)) continue;
      const size_t begin = before.size() - place.title.size();
      if (begin > 0 && (is_letter(before[begin - 1]) || before.substr(0, begin).ends_with(" > "))) continue;
      named = true;
      known = known || names_entry(place.inside, after);
    }
    if (!named) continue;
    ++found.count;
    if (!known) {
      found.wrong.push_back(
          fmt::format("{}: \"{}\"", file.filename().string(), plain.substr(at < 12 ? 0 : at - 12, 80)));
    }
  }
}

}  // namespace

TEST_CASE("A tab of Compare unfolds below a planner of the list, or stands beside the list") {
  for (const char* name : {"tab.hpa", "tab.haa", "tab.rooms", "tab.ch", "tab.hna", "tab.plain"}) {
    CAPTURE(name);
    REQUIRE(tab_named(name) != nullptr);
    CHECK(unfolds_in_list(*tab_named(name)));
    CHECK(place_of(name) == LeftPanelSection::kPlanners);
  }
  for (const char* name :
       {"tab.effort", "tab.scenario", "tab.decide", "tab.sweep", "tab.pay", "tab.xray", "tab.ask", "tab.traces"}) {
    CAPTURE(name);
    REQUIRE(tab_named(name) != nullptr);
    CHECK_FALSE(unfolds_in_list(*tab_named(name)));
    CHECK(place_of(name) == LeftPanelSection::kPlanners);
  }
}

TEST_CASE("A menu, a place or a tab that a text names has this name") {
  Lab lab;
  run(lab, "planner.trace hpa1");
  lab.finish_updates();
  const std::vector<NamedPlace> all = all_places(lab);
  REQUIRE(names_entry(all[0].inside, "Export > Figure"));
  REQUIRE_FALSE(names_entry(all[0].inside, "Export > Kitchen"));
  NamedIn found;
  look_through(all, source_path("README.md"), found);
  for (const char* folder : {"docs", "assets/lessons", "assets/figures", "assets/shows", "app"}) {
    for (const auto& entry : std::filesystem::recursive_directory_iterator(source_path(folder))) {
      const std::string ending = entry.path().extension().string();
      const bool text =
          ending == ".md" || ending == ".lesson" || ending == ".figure" || ending == ".show" || ending == ".cpp";
      if (entry.is_regular_file() && text) look_through(all, entry.path(), found);
    }
  }
  CHECK(found.count > 50);
  for (const std::string& wrong : found.wrong) FAIL_CHECK(wrong);
}
