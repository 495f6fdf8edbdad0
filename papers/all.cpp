#include "papers/all.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <map>
#include <mutex>
#include <thread>

#include "bench/ranks.hpp"
#include "bench/tasks.hpp"
#include "core/base/build_info.hpp"
#include "core/io/files.hpp"

namespace strata::bench {

namespace {

// Returns the settings on which figures depend; rows are added only to those of a run with the same settings.
ReportRow settings_of(const PaperOptions& options) {
  ReportRow settings;
  settings["version"] = program_version();
  settings["maps"] = options.stock ? "stock" : options.maps;
  settings["letters"] = options.letters.to_words();
  settings["every"] = options.every;
  settings["pairs"] = options.pairs;
  settings["seed"] = options.seed;
  settings["rounds"] = options.rounds;
  settings["max_size"] = options.max_size;
  return settings;
}

ReportRow json_of(const MeasuredTable& table) {
  return ReportRow{{"name", table.name}, {"seconds", table.seconds}, {"missing", table.missing},
                   {"rows", table.rows}, {"notes", table.notes},     {"failures", table.failures}};
}

bool is_row(const ReportRow& row) {
  const auto has = [&row](const char* key, auto is) {
    const auto found = row.find(key);
    return found != row.end() && is(*found);
  };
  return row.is_object() && has("item", [](const ReportRow& v) { return v.is_string(); }) &&
         has("paper", [](const ReportRow& v) { return v.is_null() || v.is_number(); }) &&
         has("measured", [](const ReportRow& v) { return v.is_null() || v.is_number(); }) &&
         has("note", [](const ReportRow& v) { return v.is_string(); });
}

// Parses the output of json_of. An error says what is missing.
Result<MeasuredTable> table_from(const ReportRow& entry) {
  const auto malformed = [](std::string what) { return error_at("", std::move(what)); };
  if (!entry.is_object() || !entry.contains("name") || !entry["name"].is_string()) return malformed("has no name");
  MeasuredTable table;
  table.name = entry["name"];
  for (const char* list : {"rows", "notes", "failures"}) {
    if (!entry.contains(list) || !entry[list].is_array()) return malformed(fmt::format("has no {}", list));
  }
  for (const ReportRow& row : entry["rows"]) {
    if (!is_row(row)) return malformed("has a row without item, paper, measured and note");
    table.rows.push_back(row);
  }
  for (const auto& [list, texts] : {std::pair{"notes", &table.notes}, std::pair{"failures", &table.failures}}) {
    for (const ReportRow& line : entry[list]) {
      if (!line.is_string()) return malformed(fmt::format("has something else than text in its {}", list));
      texts->push_back(line);
    }
  }
  if (!entry.contains("missing") || !entry["missing"].is_string()) {
    return malformed("does not say whether it is missing");
  }
  if (!entry.contains("seconds") || !entry["seconds"].is_number()) return malformed("does not say how long it took");
  table.missing = entry["missing"];
  table.seconds = entry["seconds"];
  return table;
}

// Reads the rows of an earlier run. An incomplete table is an error.
Result<std::vector<MeasuredTable>> read_rows(const std::string& path, const ReportRow& settings) {
  const auto text = read_file(path);
  if (!text) return text.error();
  const ReportRow all = ReportRow::parse(text.value(), nullptr, false);
  if (all.is_discarded()) return error_at(path, "is not JSON");
  if (!all.is_object() || !all.contains("settings") || !all.contains("tables") || !all["tables"].is_array()) {
    return error_at(path, "has no settings and tables");
  }
  if (all["settings"] != settings) {
    return error_at(path, fmt::format("was measured with other settings: {} instead of {}; leave out --resume to "
                                      "measure everything anew",
                                      all["settings"].dump(), settings.dump()));
  }
  std::vector<MeasuredTable> tables;
  for (size_t i = 0; i < all["tables"].size(); ++i) {
    auto table = table_from(all["tables"][i]);
    if (!table) return error_at(path, fmt::format("table {}: {}", i + 1, table.error().what));
    // Tables whose maps were missing are measured again, because the maps may exist now.
    if (table.value().missing.empty()) tables.push_back(std::move(table.value()));
  }
  return tables;
}

// The tables that one function measures in a single run.
struct PaperTask {
  std::vector<std::string> names;
  Result<Report> (*run)(const PaperOptions&);
};

class AllPapers {
 public:
  explicit AllPapers(const PaperAllOptions& options) : options_(options) {
    options_.tables.stock = options.tables.maps.empty();
    for (const PaperTable& table : all_paper_tables()) {
      if (options.only.empty() || std::ranges::find(options.only, table.name) != options.only.end()) {
        order_.emplace_back(table.name);
      }
    }
  }

  Result<Report> run() {
    for (const std::string& name : options_.only) {
      if (std::ranges::find(order_, name) == order_.end()) {
        return error_at("paper all",
                        fmt::format("there is no table '{}'; there are {}", name, fmt::join(paper_tables(), ", ")));
      }
    }
    if (options_.resume && options_.report.empty()) return error_at("paper all", "--resume needs --report");
    if (Status read = take_earlier(); !read) return read.error();
    if (ranks().is_first()) {
      if (Status written = write(); !written) return written.error();
    }
    measure_all(tasks());
    if (!broken_.empty()) return error_at(options_.report, broken_);
    return report();
  }

 private:
  // Reuses the results of an earlier run. Rank 0 reads the file, and tells the others the finished tables or the error.
  Status take_earlier() {
    if (!options_.resume) return success();
    ReportRow told = ReportRow::array();
    std::error_code failed;
    if (ranks().is_first() && std::filesystem::exists(rows_path(), failed)) {
      auto earlier = read_rows(rows_path(), settings_of(options_.tables));
      if (earlier) {
        for (MeasuredTable& table : earlier.value()) {
          told.push_back(table.name);
          done_[table.name] = std::move(table);
        }
      } else {
        told = {{"where", earlier.error().where}, {"what", earlier.error().what}};
      }
    }
    told = ReportRow::parse(ranks().same_everywhere(told.dump(-1, ' ', false, ReportRow::error_handler_t::replace)));
    if (told.is_object()) return error_at(told["where"], told["what"]);
    for (const ReportRow& name : told) done_.try_emplace(name.get<std::string>());
    return success();
  }

  std::string rows_path() const { return options_.report + ".rows.json"; }

  std::vector<PaperTask> tasks() const {
    std::vector<PaperTask> tasks;
    for (const PaperTable& table : all_paper_tables()) {
      const std::string name(table.name);
      if (std::ranges::find(order_, name) == order_.end() || done_.contains(name)) continue;
      const auto same = std::ranges::find_if(tasks, [&](const PaperTask& task) { return task.run == table.run; });
      if (same != tasks.end()) {
        same->names.push_back(name);
      } else {
        tasks.push_back({{name}, table.run});
      }
    }
    return tasks;
  }

  // Tables build structures without a world. If one runs out of memory, the others are still measured.
  static Result<Report> run_in_memory(const PaperTask& task, const PaperOptions& own,
                                      std::vector<std::string>& failures) {
    auto report = in_memory([&] { return task.run(own); });
    if (!report && report.error().where == kMemory) failures.push_back(report.error().message());
    return report;
  }

  MeasuredTable measure(const PaperTask& task) const {
    const auto began = std::chrono::steady_clock::now();
    PaperOptions own = options_.tables;
    own.table = task.names.front();
    MeasuredTable table;
    table.name = own.table;
    own.unread = &table.failures;
    const auto report = run_in_memory(task, own, table.failures);
    table.seconds = rounded(std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count());
    if (report) {
      table.rows = report.value().rows;
      const std::vector<std::string>& failures = report.value().failures;
      table.failures.insert(table.failures.end(), failures.begin(), failures.end());
      table.notes = report.value().notes;
    } else {
      table.missing = report.error().message();
    }
    return table;
  }

  void measure_all(const std::vector<PaperTask>& to_do) {
    if (ranks().several()) {
      ranks().hand_out(
          to_do.size(),
          [&](size_t i) {
            return json_of(measure(to_do[i])).dump(-1, ' ', false, ReportRow::error_handler_t::replace);
          },
          [&](size_t i, const std::string& text) {
            auto table = table_from(ReportRow::parse(text, nullptr, false));
            if (table) {
              finish(to_do[i], std::move(table.value()));
            } else if (broken_.empty()) {
              broken_ = table.error().what;
            }
          });
      return;
    }
    std::atomic<size_t> next = 0;
    const auto work = [&] {
      for (size_t i = next++; i < to_do.size(); i = next++) finish(to_do[i], measure(to_do[i]));
    };
    const unsigned processors = std::max(std::thread::hardware_concurrency(), 1u);
    const size_t wanted = options_.threads > 0 ? static_cast<size_t>(options_.threads) : processors;
    std::vector<std::jthread> threads;
    for (size_t i = 1; i < std::min(wanted, to_do.size()); ++i) threads.emplace_back(work);
    work();
  }

  void finish(const PaperTask& task, MeasuredTable table) {
    const std::lock_guard lock(mutex_);
    for (const std::string& name : task.names) {
      table.name = name;
      done_[name] = table;
    }
    if (Status written = write(); !written && broken_.empty()) broken_ = written.error().what;
    if (options_.progress) {
      options_.progress(fmt::format("{}: {} ({} of {})", fmt::join(task.names, ", "),
                                    table.missing.empty() ? fmt::format("{:g} s", table.seconds) : table.missing,
                                    done_.size(), order_.size()));
    }
  }

  std::vector<MeasuredTable> in_order() const {
    std::vector<MeasuredTable> tables;
    for (const std::string& name : order_) {
      if (const auto found = done_.find(name); found != done_.end()) tables.push_back(found->second);
    }
    return tables;
  }

  std::vector<std::string> settings_lines() const {
    const PaperOptions& tables = options_.tables;
    std::vector<std::string> lines = {
        tables.stock ? "The maps that come with Strata stand in for those of the papers: measured figures belong to "
                       "them, printed ones to the maps of the papers."
                     : fmt::format("Maps of {}.", tables.maps),
        fmt::format("Strata {}. {}", program_version(), machine_text()),
        fmt::format("{}, {} random pairs a map, seed {}, median of {} rounds.",
                    tables.every == 1 ? "All maps" : fmt::format("One map in {}", tables.every),
                    tables.pairs > 0 ? std::to_string(tables.pairs) : "as many as each table wants", tables.seed,
                    tables.rounds),
    };
    const int threads = options_.threads;
    if (ranks().several()) {
      lines.push_back(
          fmt::format("{} processes, each with one table at a time; the line above tells of the machine of "
                      "the first.",
                      ranks().count() - 1));
      return lines;
    }
    lines.push_back(threads == 1 ? "One table at a time."
                                 : "Several tables were measured at once: times are those of a busy machine. With "
                                   "--threads 1 they are not.");
    return lines;
  }

  Status write() const {
    if (options_.report.empty()) return success();
    ReportRow all;
    all["settings"] = settings_of(options_.tables);
    all["tables"] = ReportRow::array();
    const std::vector<MeasuredTable> tables = in_order();
    for (const MeasuredTable& table : tables) all["tables"].push_back(json_of(table));
    if (Status rows =
            write_file_atomic(rows_path(), all.dump(1, ' ', false, ReportRow::error_handler_t::replace) + "\n");
        !rows)
      return rows;
    return write_file_atomic(options_.report, paper_page(tables, settings_lines(), order_.size() - tables.size()));
  }

  Report report() const {
    Report all{.command = "paper all", .rows = {}, .failures = {}, .notes = {}};
    for (const MeasuredTable& table : in_order()) {
      const PrintedCount count = count_printed(table.rows);
      all.rows.push_back({{"table", table.name},
                          {"rows", table.rows.size()},
                          {"printed", count.printed},
                          {"within_10_percent", count.close},
                          {"seconds", table.seconds},
                          {"missing", table.missing}});
      for (const std::string& failure : table.failures) all.failures.push_back(table.name + ": " + failure);
    }
    if (std::ranges::all_of(in_order(), [](const MeasuredTable& table) { return !table.missing.empty(); })) {
      all.failures.push_back("no table could be measured");
    }
    if (!options_.report.empty()) all.notes.push_back("written to " + options_.report);
    return all;
  }

  PaperAllOptions options_;
  std::vector<std::string> order_;
  std::map<std::string, MeasuredTable> done_;
  std::string broken_;  // why the report could not be written
  std::mutex mutex_;
};

}  // namespace

PrintedCount count_printed(const std::vector<ReportRow>& rows) {
  PrintedCount count;
  for (const ReportRow& row : rows) {
    if (!row["paper"].is_number()) continue;
    ++count.printed;
    if (!row["measured"].is_number()) continue;
    const double paper = row["paper"], measured = row["measured"];
    count.close += std::abs(measured - paper) <= 0.1 * std::abs(paper);
  }
  return count;
}

Result<Report> run_all_papers(const PaperAllOptions& options) { return AllPapers(options).run(); }

}  // namespace strata::bench
