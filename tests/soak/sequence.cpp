#include "tests/soak/sequence.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <string_view>
#include <utility>

#include "app/base/command.hpp"
#include "app/base/key_bindings.hpp"
#include "app/features/gallery/figure_card.hpp"
#include "app/features/lesson/lesson_list.hpp"
#include "app/lab/command_fields.hpp"
#include "core/base/build_info.hpp"
#include "core/base/rng.hpp"
#include "core/level/level_settings.hpp"
#include "core/world/scenes.hpp"
#include "core/world/structures.hpp"

namespace strata::soak {
namespace {

constexpr int kViewWidth = 500, kViewHeight = 400;
constexpr size_t kFavourites = 16;
constexpr int kLargeSide = 512;

// "1 to 16; ..." as 1 and 16: many helps say what a number may be.
std::optional<std::pair<double, double>> range_in(std::string_view help) {
  const size_t to = help.find(" to ");
  if (to == help.npos) return std::nullopt;
  const size_t begin = help.find_last_of(' ', to == 0 ? 0 : to - 1) + 1;
  std::pair<double, double> range;
  const auto low = std::from_chars(help.data() + begin, help.data() + to, range.first);
  const auto high = std::from_chars(help.data() + to + 4, help.data() + help.size(), range.second);
  if (low.ec != std::errc() || high.ec != std::errc() || range.second < range.first) return std::nullopt;
  return range;
}

// Empty where the program's files are not found.
std::vector<FigureCard> figure_cards() {
  Result<std::vector<FigureCard>> read = read_figure_cards(assets_folder("figures"));
  return read ? std::move(read.value()) : std::vector<FigureCard>();
}

class SequenceMaker {
  template <class List>
  auto& any_of(const List& list) {
    return list[rng_.below(static_cast<uint32_t>(list.size()))];
  }

 public:
  SequenceMaker(uint64_t seed, int round, const std::string& map)
      : rng_(seed * 1'000'003 + static_cast<uint64_t>(round)), map_(map) {
    for (size_t i = 0; i < kFavourites; ++i) favourites_.push_back(&any_of(commands()));
  }

  CommandSequence make() {
    begin();
    const int steps = large_ ? 40 : rng_.between(80, 220);
    const int until_check = large_ ? 20 : rng_.between(10, 40);
    for (int i = 1; i <= steps; ++i) {
      step();
      if (i % until_check == 0) check();
    }
    if (held_) add("@release");
    add("@check");
    return std::move(lines_);
  }

 private:
  void add(std::string line) { lines_.push_back(std::move(line)); }

  void begin() {
    add(fmt::format("@lab{}{}", rng_.percent(30) ? " fixed" : "", rng_.percent(40) ? " threads" : ""));
    add(fmt::format("@size {} {}", kViewWidth, kViewHeight));
    large_ = rng_.percent(3);
    if (!map_.empty()) {
      width_ = height_ = 64;
      large_ = true;  // it may be
      add(format_command({"map.open", {map_, "force"}}));
    } else if (rng_.percent(8)) {
      width_ = height_ = 32;
      add("map.open $OUT/1.obj force");
    } else {
      const auto kind = static_cast<SceneKind>(rng_.below(kSceneKinds));
      const int most = rng_.percent(5) ? 300 : rng_.percent(20) ? 90 : 45;
      width_ = large_ ? kLargeSide : rng_.between(8, most);
      height_ = large_ ? kLargeSide : rng_.between(8, most);
      add(fmt::format("map.generate {} {} {} {} force", scene_kind_name(kind), width_, height_, rng_.below(1000)));
    }
    large_ = large_ || width_ * height_ > 100 * 100;
    for (int i = 0; i < kStructures; ++i) {
      const std::string name(structure_name(static_cast<StructureId>(i)));
      const CommandInfo* info = command_named(name);  // some are always on
      if (info != nullptr && rng_.percent(large_ ? 8 : 35)) add(name + " on");
    }
    if (rng_.percent(40)) add(fmt::format("crowd.spawn {}", rng_.between(1, 80)));
    if (rng_.percent(25)) add(fmt::format("walkers.spawn {}", rng_.between(1, 60)));
    for (const char* line : {"crowd.run on", "walkers.run on"}) {
      if (rng_.percent(50)) add(line);
    }
  }

  void step() {
    const uint32_t what = rng_.below(100);
    if (what < 26) {
      pointer();
    } else if (what < 46) {
      pass_time();
    } else if (what < 62) {
      add(edit());
    } else if (what < 82) {
      add(line_of(*any_of(favourites_)));
    } else if (what < 88) {
      add(line_of(any_of(commands())));
    } else if (what < 94) {
      burst();
    } else if (what < 97) {
      add("@person " + std::string(any_of(default_key_bindings()).line));
    } else if (what < 98) {
      if (rng_.percent(60)) return by_name();
      add(fmt::format("@size {} {}", rng_.between(100, 700), rng_.between(100, 500)));
    } else {
      add(fmt::format("map.save_as $OUT/{}.map", rng_.between(1, 4)));
    }
  }

  // What comes with the program, by its name: a figure, stops of a run of show, or a lesson with some of its steps.
  void by_name() {
    if (rng_.percent(40)) return add(line_of(*command_named("figure.open")));
    if (rng_.percent(20)) {
      add(fmt::format("show.go {}", 1 + rng_.below(16)));
      add(any_word({"show.open hierarchies-in-45-minutes", "show.next", "show.back", "show.close"}));
      return;
    }
    add(line_of(*command_named("lesson.open")));
    for (uint32_t steps = rng_.below(8); steps > 0; --steps) {
      add(any_word({"lesson.next", "lesson.tell", "lesson.done", "lesson.back", "lesson.hint", "lesson.answer 1"}));
      if (rng_.percent(30)) pass_time();
      if (rng_.percent(30)) add(edit());
    }
  }

  // Commands of one family after one another, at few places: an edge needs two nodes.
  void burst() {
    const std::string_view name = any_of(commands()).name;
    const std::string_view family = name.substr(0, name.find('.'));
    std::vector<const CommandInfo*> members;
    for (const CommandInfo& info : commands()) {
      if (info.name.substr(0, info.name.find('.')) == family) members.push_back(&info);
    }
    points_.clear();
    for (int i = 0; i < 3; ++i) (void)new_point();
    for (int i = rng_.between(4, 10); i > 0; --i) {
      in_burst_ = true;
      add(line_of(*any_of(members)));
      in_burst_ = false;
      if (rng_.percent(30)) pass_time();
    }
  }

  void check() {
    if (held_ && rng_.percent(70)) let_go();
    if (rng_.percent(50)) add("wait.ready");
    const uint32_t what = rng_.below(10);
    add(what < 5 || held_ ? "@check" : what < 7 ? "@undo_redo" : what < 8 ? "@workspace" : "@reopen");
  }

  void pass_time() {
    const char* seconds[] = {"0", "0.0001", "0.016", "0.016", "0.016", "0.05", "0.25", "2.5"};
    add(fmt::format("@tick {}", seconds[rng_.below(8)]));
    if (rng_.percent(40)) add("@draw");
  }

  // --- The pointer ---

  std::string place() {
    switch (rng_.below(6)) {
      case 0:
        return "start";
      case 1:
        return "goal";
      case 2:
      case 3:
        return "cell:" + point();
      default:
        return fmt::format("{},{}", rng_.between(-20, kViewWidth + 20), rng_.between(-20, kViewHeight + 20));
    }
  }

  void pointer() {
    if (!held_) {
      if (rng_.percent(15)) return add(fmt::format("@wheel {} {}", place(), rng_.percent(50) ? 1 : -1));
      if (rng_.percent(15)) return add("@move " + place());
      if (rng_.percent(60)) add(line_of(*command_named("tool.select")));
      std::string line = fmt::format("@press {} {} {}", place(), rng_.percent(80) ? 0 : rng_.between(1, 2),
                                     rng_.percent(70) ? 0 : rng_.between(1, 3));
      for (const char* key : {" shift", " ctrl", " alt", " space"}) {
        if (rng_.percent(8)) line += key;
      }
      add(std::move(line));
      held_ = true;
    }
    for (uint32_t moves = rng_.below(4); moves > 0; --moves) {
      add("@move " + place());
      if (rng_.percent(30)) pass_time();
    }
    if (rng_.percent(60)) let_go();
  }

  void let_go() {
    add(rng_.percent(90) ? "@release" : "@escape");
    held_ = false;
  }

  // --- Commands ---

  std::string edit() {
    const uint32_t what = rng_.below(10);
    if (what < 2) return "edit.undo";
    if (what < 3) return "edit.redo";
    std::vector<const CommandInfo*> paints;
    for (const CommandInfo& info : commands()) {
      if (info.group == CommandGroup::kPaint && info.name.starts_with("paint.")) paints.push_back(&info);
    }
    return line_of(*any_of(paints));
  }

  std::string line_of(const CommandInfo& info, bool nested = false) {
    const std::vector<CommandUsage> ways = command_usages(info);
    Command command{std::string(info.name), {}};
    for (const CommandField& field : any_of(ways).fields) {
      const bool film = info.name == "export.animation";  // without options it may be long
      if (field.optional && !film && rng_.percent(field.word == "force" ? 20 : 50)) continue;
      if (!field.before.empty()) command.args.push_back(field.before);
      uint32_t times = field.repeats ? 1 + rng_.below(4) : 1;
      if (field.word == "COMMAND...") {
        times = 0;
        const std::string line = nested ? "help" : line_of(any_of(commands()), true);
        if (const Result<Command> words = parse_command(line)) {
          command.args.push_back(words.value().name);
          command.args.insert(command.args.end(), words.value().args.begin(), words.value().args.end());
        }
      }
      if (field.word == "OPTIONS...") {
        times = 0;
        add_options(command);
      }
      for (; times > 0; --times) command.args.push_back(value(info, field));
    }
    note(command);
    return format_command(command);
  }

  // Adds pairs of a word and a value to a command that writes figures. Films are small and short.
  void add_options(Command& command) {
    if (command.name == "export.animation") {
      command.args.insert(command.args.end(), {"every", "400", "pixels", "60"});
    }
    if (rng_.percent(70))
      command.args.insert(command.args.end(), {"ground", any_word({"view", "white", "dark", "none"})});
    if (rng_.percent(40)) command.args.insert(command.args.end(), {"palette", any_word({"grey", "color", "pink"})});
    if (rng_.percent(40)) command.args.insert(command.args.end(), {"stroke", any_word({"0.5", "2", "-1"})});
    if (command.name == "export.chart") return;
    if (rng_.percent(40)) command.args.insert(command.args.end(), {"area", any_word({"view", "all", "selection"})});
    if (rng_.percent(30)) command.args.insert(command.args.end(), {"zoom", any_word({"1", "8", "40"})});
    if (rng_.percent(30)) command.args.insert(command.args.end(), {"caption", any_word({"sentence", "a b"})});
  }

  std::string value(const CommandInfo& info, const CommandField& field) {
    if (info.name == "lesson.open" && field.word != "force" && rng_.percent(90) && !lesson_list().empty())
      return any_of(lesson_list()).id;
    if (rng_.percent(1)) return any_word({"", "nothing", "-1", "99999999999", "1e9", "nan", "0x10", "ä"});
    switch (field.kind) {
      case FieldKind::kChoice:
        return any_of(field.choices);
      case FieldKind::kList:
        return list_of(field.choices);
      case FieldKind::kPath:
        return path(info.name);
      case FieldKind::kNumber:
        return number(info, field.word);
      case FieldKind::kText:
        break;
    }
    return text(info, field);
  }

  std::string text(const CommandInfo& info, const CommandField& field) {
    std::string_view word = field.word;
    if (word.ends_with("...") && field.repeats) word.remove_suffix(3);
    if (word == "X,Y") return point();
    if (word.find(";...") != word.npos) return list_of(field.choices) + ";" + list_of(field.choices);
    if (!field.choices.empty() && rng_.percent(70)) return any_of(field.choices);
    if (word == "SETTING=VALUE") {
      const LevelSetting& setting = any_of(level_settings());
      const auto share = static_cast<float>(rng_.below(101)) / 100;
      const float chosen = setting.low + share * (setting.high - setting.low);
      return fmt::format("{}={:.{}f}", setting.name, chosen, setting.whole ? 0 : 2);
    }
    if (word == "KEYS") return std::string(any_of(default_key_bindings()).keys);
    if (word == "OP") return any_word({"==", "!=", "<", ">=", "contains", "exists"});
    if (word == "KEY") return any_word({"map.width", "query.set", "planners.astar.cost", "playback.events"});
    if (word == "TEXT") return any_word({"", "must", "no"});
    if (word.starts_with("ID") && info.name == "figure.open" && !cards_.empty()) return any_of(cards_).id;
    if (word == "NAME") return any_word({"kept", "tab.results", "layers.map"});
    return number(info, word);
  }

  std::string number(const CommandInfo& info, std::string_view word) {
    if (word == "X" || word == "X0" || word == "X1") return std::to_string(rng_.between(-2, width_ + 1));
    if (word == "Y" || word == "Y0" || word == "Y1") return std::to_string(rng_.between(-2, height_ + 1));
    if (word == "DX" || word == "DY") return std::to_string(rng_.between(-20, 20));
    if (info.group == CommandGroup::kFile && (word == "WIDTH" || word == "HEIGHT"))
      return std::to_string(rng_.between(6, 60));
    if (const auto range = range_in(info.help); range && rng_.percent(85)) {
      // What takes long where it is many is seldom tried with so many.
      const double high = std::min(range->second, range->first + 100);
      if (range->first != static_cast<int>(range->first)) {
        return fmt::format("{:.2f}", range->first + rng_.below(101) / 100.0 * (high - range->first));
      }
      return std::to_string(rng_.between(static_cast<int>(range->first), static_cast<int>(high)));
    }
    if (rng_.percent(4)) return any_word({"+1", "-1", "x2", "/2", "0.5", "1.25"});
    if (info.group == CommandGroup::kPlayback && rng_.percent(50)) return std::to_string(rng_.below(3000));
    return std::to_string(rng_.below(rng_.percent(70) ? 6 : 60));
  }

  std::string list_of(const std::vector<std::string>& choices) {
    std::vector<std::string> some;
    for (const std::string& choice : choices) {
      if (rng_.percent(50)) some.push_back(choice);
    }
    return some.empty() ? any_of(choices) : fmt::format("{}", fmt::join(some, ","));
  }

  // Few names, so that what is opened is often there. Files end as the commands that write them say.
  std::string path(std::string_view command) {
    const char* ending = "json";
    for (const auto& [group, own] :
         {std::pair("map.", "map"), {"graph.", "graph"}, {"scenario.", "scen"}, {"workspace.", "strata"}}) {
      if (command.starts_with(group)) ending = own;
    }
    if (command == "map.open" && rng_.percent(30)) ending = any_word({"obj", "scen", "graph"});
    if (command == "export.figure" || command == "export.chart") ending = any_word({"svg", "pdf", "png"});
    if (command == "export.animation") ending = any_word({"gif", "png"});
    if (command.ends_with("csv") || command.ends_with("table")) ending = "csv";
    if (rng_.percent(2)) return "$OUT/no/such/folder/1.map";
    return fmt::format("$OUT/{}.{}", rng_.between(1, 4), ending);
  }

  // Often one that was named before: nodes and landmarks are where somebody put them.
  std::string point() {
    if (!points_.empty() && rng_.percent(in_burst_ ? 95 : 40)) return any_of(points_);
    return new_point();
  }

  std::string new_point() {
    std::string made = fmt::format("{},{}", rng_.between(-1, width_), rng_.between(-1, height_));
    points_.push_back(made);
    if (points_.size() > 12) points_.erase(points_.begin());
    return made;
  }

  const char* any_word(std::initializer_list<const char*> words) {
    return *(words.begin() + rng_.below(static_cast<uint32_t>(words.size())));
  }

  // The map is probably as large as that from now on.
  void note(const Command& command) {
    const bool made = command.name == "map.new" || command.name == "map.generate";
    if (!made || command.args.back() != "force") return;
    const size_t at = command.name == "map.new" ? 0 : 1;
    width_ = std::clamp(std::atoi(command.args[at].c_str()), 1, 60);
    height_ = std::clamp(std::atoi(command.args[at + 1].c_str()), 1, 60);
  }

  Rng rng_;
  const std::string& map_;
  const std::vector<FigureCard> cards_ = figure_cards();
  CommandSequence lines_;
  std::vector<const CommandInfo*> favourites_;
  std::vector<std::string> points_;
  int width_ = 40, height_ = 40;
  bool large_ = false;
  bool held_ = false;  // the button of the pointer
  bool in_burst_ = false;
};

}  // namespace

CommandSequence make_sequence(uint64_t seed, int round, const std::string& map) {
  return SequenceMaker(seed, round, map).make();
}

}  // namespace strata::soak
