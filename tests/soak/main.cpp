// Does all that a user can do, at random, for long, and looks after every step whether what must always hold does.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "app/base/command.hpp"
#include "core/base/number_text.hpp"
#include "core/io/files.hpp"
#include "tests/soak/runs.hpp"
#include "tests/source_path.hpp"

namespace {

using namespace strata;
using namespace strata::soak;
using Clock = std::chrono::steady_clock;

constexpr int kRoundsInOne = 6;          // that one process plays, so that what labs leave behind adds up
constexpr double kShortenSeconds = 300;  // for one fault
constexpr size_t kMaxPrinted = 100;      // lines of a sequence

constexpr const char* kHelp =
    "strata_soak SEED MINUTES [--steps N] [--map FILE]   does anything, for that long or for N steps\n"
    "strata_soak SEED MINUTES --print                    prints what it would do in the first rounds\n"
    "strata_soak --sequence FILE                         plays a sequence again, and shortens it\n"
    "strata_soak SEED MINUTES --signals PROGRAM          ends the program by signals at random moments\n"
    "0: no fault, 1: a fault, 2: unusable arguments\n";

struct SoakArguments {
  std::vector<std::string> plain;
  uint64_t seed = 1;
  double minutes = 0;
  size_t steps = 0;  // 0: no limit
  std::string map, sequence, signals;
  bool print = false;
};

template <class Number>
bool read_number(std::string_view text, Number& out) {
  const auto read = parse_number<Number>(text);
  if (!read || *read < Number{0}) return false;
  out = *read;
  return true;
}

// What is wrong; empty: nothing.
std::string read_arguments(int argc, char** argv, SoakArguments& out) {
  std::vector<std::string> plain;
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    if (!word.starts_with("--")) {
      plain.push_back(word);
      continue;
    }
    if (word == "--print") {
      out.print = true;
      continue;
    }
    std::string* text = word == "--map"        ? &out.map
                        : word == "--sequence" ? &out.sequence
                        : word == "--signals"  ? &out.signals
                                               : nullptr;
    if (text == nullptr && word != "--steps") return word + ": there is no such option";
    if (++i == argc) return word + ": expects a value";
    if (text != nullptr) {
      *text = argv[i];
    } else if (!read_number(argv[i], out.steps)) {
      return fmt::format("--steps: expects a number of steps, got '{}'", argv[i]);
    }
  }
  if (!out.sequence.empty()) return plain.empty() ? "" : plain[0] + ": --sequence takes no seed";
  if (plain.size() != 2) return "expects a seed and minutes";
  if (!read_number(plain[0], out.seed)) return fmt::format("expects a seed, got '{}'", plain[0]);
  if (!read_number(plain[1], out.minutes)) return fmt::format("expects minutes, got '{}'", plain[1]);
  return {};
}

double seconds_since(Clock::time_point begin) { return std::chrono::duration<double>(Clock::now() - begin).count(); }

// Says what the fault is and what shows it, in as few lines as can be found.
void tell(const Fault& fault, CommandSequence lines, const std::string& file) {
  fmt::print("\nFAULT: {}\n{}\nshortening {} lines ...\n", fault.kind, fault.text, lines.size());
  std::fflush(stdout);
  const auto begin = Clock::now();
  size_t runs = 0;
  const CommandSequence all = lines;
  const auto shows = [&](const CommandSequence& fewer) {
    ++runs;
    const RunReport report = run_in_child(fewer, 0);
    return report.fault && report.fault->kind == fault.kind;
  };
  if (shows(lines)) {
    lines = shortest(std::move(lines), shows, [&] { return seconds_since(begin) < kShortenSeconds; });
  } else {
    fmt::print("played once more it did not show: it hangs on moments\n");
  }
  const std::string text = fmt::format("# {}\n{}\n", fault.kind, fmt::join(lines, "\n"));
  const Status written = write_file_atomic(file, text);
  fmt::print("{} of {} lines show it ({} runs); again by: strata_soak --sequence {}\n{}\n", lines.size(), all.size(),
             runs, written ? file : written.error().message(), lines.size() <= kMaxPrinted ? text : "");
  std::fflush(stdout);
}

struct CommandTally {
  std::map<std::string, size_t> done, refused;
  void add(const RunReport& report) {
    for (const auto& [name, count] : report.done) done[name] += count;
    for (const auto& [name, count] : report.refused) refused[name] += count;
  }
  void print() const {
    size_t times = 0, no = 0;
    std::vector<std::string_view> never, only_refused;
    for (const CommandInfo& info : commands()) {
      const auto count = [&](const std::map<std::string, size_t>& in) {
        const auto at = in.find(std::string(info.name));
        return at == in.end() ? size_t{0} : at->second;
      };
      const size_t yes = count(done), refusals = count(refused);
      times += yes;
      no += refusals;
      if (yes > 0) continue;
      (refusals > 0 ? only_refused : never).push_back(info.name);
    }
    fmt::print("commands tried: {} of {}, carried out {} times, refused {} times\n", commands().size() - never.size(),
               commands().size(), times, no);
    fmt::print("always refused: {}\nnever tried: {}\n", fmt::join(only_refused, ", "), fmt::join(never, ", "));
  }
};

int run_rounds(const SoakArguments& arguments) {
  const auto begin = Clock::now();
  fmt::print("seed {}\n", arguments.seed);
  CommandTally tally;
  std::set<std::string> faults;
  size_t steps = 0;
  int round = 0;
  const double limit = arguments.minutes * 60;
  while (seconds_since(begin) < limit && (arguments.steps == 0 || steps < arguments.steps)) {
    CommandSequence lines;
    const int first = round;
    for (int i = 0; i < kRoundsInOne; ++i) {
      for (std::string& line : make_sequence(arguments.seed, round++, arguments.map)) lines.push_back(std::move(line));
    }
    if (arguments.steps != 0) lines.resize(std::min(lines.size(), arguments.steps - steps));
    if (arguments.print) {
      fmt::print("{}\n", fmt::join(lines, "\n"));
      return 0;
    }
    const RunReport report = run_in_child(lines, std::max(limit - seconds_since(begin), 0.1));
    steps += report.steps;
    tally.add(report);
    if (!report.fault || !faults.insert(report.fault->kind).second) continue;
    lines.resize(std::min(lines.size(), report.steps));
    tell(*report.fault, std::move(lines), fmt::format("strata-soak-{}-{}.sequence", arguments.seed, first));
  }
  fmt::print("seed {}: {} steps in {} rounds, {} faults\n", arguments.seed, steps, round, faults.size());
  tally.print();
  for (const std::string& kind : faults) fmt::print("fault: {}\n", kind);
  return faults.empty() ? 0 : 1;
}

int replay(const std::string& file) {
  const Result<std::string> text = read_file(file);
  if (!text) {
    fmt::print(stderr, "{}\n", text.error().message());
    return 2;
  }
  CommandSequence lines;
  for (size_t begin = 0; begin < text.value().size();) {
    const size_t end = std::min(text.value().find('\n', begin), text.value().size());
    if (end > begin && text.value()[begin] != '#') lines.push_back(text.value().substr(begin, end - begin));
    begin = end + 1;
  }
  const RunReport report = run_in_child(lines, 0);
  if (!report.fault) {
    fmt::print("{} steps, no fault\n", report.steps);
    return 0;
  }
  lines.resize(std::min(lines.size(), report.steps));
  tell(*report.fault, std::move(lines), "strata-soak-again.sequence");
  return 1;
}

// What ends the program at any moment, and what must come back of its work, is in the script.
int end_by_signals(const SoakArguments& arguments) {
  const std::string script = test::source_path("tests/journeys/signals.py");
  const std::string minutes = fmt::format("{}", arguments.minutes), seed = fmt::format("{}", arguments.seed);
  ::execlp("python3", "python3", script.c_str(), arguments.signals.c_str(), "--minutes", minutes.c_str(), "--seed",
           seed.c_str(), static_cast<char*>(nullptr));
  std::perror("python3");
  return 2;
}

}  // namespace

int main(int argc, char** argv) {
  // A child of this program.
  if (argc == 5 && std::string_view(argv[1]) == "--play") return play_file(argv[2], argv[3], std::atof(argv[4]));
  if (argc == 2 && std::string_view(argv[1]) == "--help") {
    fmt::print("{}", kHelp);
    return 0;
  }
  SoakArguments arguments;
  if (const std::string wrong = read_arguments(argc, argv, arguments); !wrong.empty()) {
    fmt::print(stderr, "strata_soak: {}\n{}", wrong, kHelp);
    return 2;
  }
  if (!arguments.map.empty() && ::access(arguments.map.c_str(), R_OK) != 0) {
    std::perror(arguments.map.c_str());
    return 2;
  }
  if (!arguments.map.empty()) arguments.map = std::filesystem::absolute(arguments.map).string();
  if (!arguments.signals.empty()) return end_by_signals(arguments);
  return arguments.sequence.empty() ? run_rounds(arguments) : replay(arguments.sequence);
}
