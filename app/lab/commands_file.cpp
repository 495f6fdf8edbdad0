// Commands that open, save and export, and that answer questions about unsaved work.
#include <fmt/format.h>

#include <filesystem>
#include <utility>

#include "app/base/command_arguments.hpp"
#include "app/lab/answer_status.hpp"
#include "app/lab/command_log.hpp"
#include "app/lab/file_kinds.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/lab_handlers.hpp"
#include "app/lab/large_map_task.hpp"
#include "app/lab/open_options.hpp"
#include "app/lab/query_controller.hpp"
#include "app/lab/query_thread.hpp"
#include "app/lab/recovery_controller.hpp"
#include "app/lab/script.hpp"
#include "app/lab/script_state.hpp"
#include "app/lab/session.hpp"
#include "app/lab/suspended_work.hpp"
#include "app/lab/user_exports.hpp"
#include "app/lab/window_answers.hpp"
#include "core/base/count_of.hpp"
#include "core/io/csv.hpp"
#include "core/io/files.hpp"
#include "core/io/movingai.hpp"
#include "core/io/trace_export.hpp"
#include "core/world/scenes.hpp"

namespace strata {

namespace {

const std::string kNothing;

}  // namespace

struct Lab::Handlers::FileCommands {
  static Status map_open(Lab& lab, const Command& command) {
    std::vector<std::string> words = without_force(command.args);
    if (words.empty()) return error_at(command.name, "expects PATH [SETTING=VALUE...] [force]");
    words.erase(words.begin());
    for (const std::string& word : words) {
      if (word.find('=') == word.npos) return error_at(command.name, "expects PATH [SETTING=VALUE...] [force]");
    }
    if (Status known = check_file_kind(lab, lab.scripts().resolve(command.args[0])); !known) return known;
    // If the file does not exist, the user is not asked about unsaved work: opening it only reports the error.
    std::error_code ignored;
    const bool there = std::filesystem::exists(lab.scripts().resolve(command.args[0]), ignored);
    if (there && lab.session().ask_unsaved(command)) return success();
    return lab.session().open_map(command.args[0], {}, {.words = std::move(words)});
  }
  static bool asks_options(Lab& lab, const Command& command, std::string_view window) {
    return lab.session().letters().question().asks(command, window);
  }
  static Status map_open_with(Lab& lab, const Command& command) {
    return lab.session().letters().question().ask(command.args.empty() ? std::string() : command.args[0]);
  }
  static Status map_option(Lab& lab, const Command& command) {
    return lab.session().letters().question().choose(command.args[0]);
  }
  static Command with_options(const Lab& lab, Command opens) {
    const std::vector<std::string>& words = lab.session().file_state().options;
    opens.args.insert(opens.args.end(), words.begin(), words.end());
    return opens;
  }
  // The log says with which options the file was read, whoever chose them.
  static Command opens_with_options(const Lab& lab, const Command& command) {
    return with_options(lab, {command.name, {command.args[0]}});
  }
  static Status map_save(Lab& lab, const Command&) {
    if (lab.state_.map_path.empty()) return error_at("map.save", "the map has no file yet; use map.save_as PATH");
    if (is_level_file(lab.state_.map_path)) {
      return error_at("map.save", "the map is that of a level, which is left as it is; use map.save_as PATH");
    }
    if (suspended_work(lab).is_borrowed(lab.state_.map_path)) {
      return error_at("map.save",
                      "the map is that of a lesson, a figure or a run of show, which is left as it is; use "
                      "map.save_as PATH");
    }
    return lab.session().save_map_as(lab.state_.map_path);
  }
  // Saving a map without a file of its own asks for a file name.
  static bool asks_name(Lab& lab, const Command&, std::string_view window) {
    if (!lab.session().save_needs_name()) return false;
    if (!lab.state_.map_path.empty()) lab.session().say_copy();
    return ask_in_place(lab, window, "ui.show save_as on");
  }
  static Command not_logged(const Lab&, const Command&) { return {}; }
  // The lab that executes the log may have opened another file last, so that the log names the file.
  static Command opens_file(const Lab& lab, const Command&) {
    return with_options(lab, {"map.open", {lab.session().file_state().opened_path}});
  }
  static Status map_save_as(Lab& lab, const Command& command) { return lab.session().save_map_as(command.args[0]); }
  static Status make_map(Lab& lab, size_t cells, const std::string& title, const std::function<GridMap()>& make) {
    return lab.large_map_task().run(
        lab.large_map_task().is_large(cells), "Making the map",
        [&lab, title, make, setup = lab.large_map_task().next_setup()](JobControl&) -> LargeMapTask::FinishStep {
          auto made = std::make_shared<LargeMapTask::PreparedWorld>(LargeMapTask::make_world(make(), setup, nullptr));
          return [&lab, title, made] {
            lab.session().replace_world(std::move(*made), {}, title);
            return success();
          };
        });
  }
  static Status map_new(Lab& lab, const Command& command) {
    const auto args = without_force(command.args);
    if (args.size() < 2 || args.size() > 3) return error_at(command.name, "expects WIDTH HEIGHT [TERRAIN] [force]");
    STRATA_TRY(width, integer(args[0], 1, GridMap::kMaxSide, "WIDTH"));
    STRATA_TRY(height, integer(args[1], 1, GridMap::kMaxSide, "HEIGHT"));
    STRATA_TRY(terrain, terrain_word(args.size() > 2 ? args[2] : "ground"));
    if (lab.session().ask_unsaved(command)) return success();
    return make_map(lab, static_cast<size_t>(width) * static_cast<size_t>(height),
                    fmt::format("new {} x {}", width, height),
                    [=] { return GridMap(width, height, terrain_info(terrain).letter); });
  }
  static Status map_generate(Lab& lab, const Command& command) {
    const auto args = without_force(command.args);
    if (args.size() < 4 || args.size() > 5) {
      return error_at(command.name, "expects KIND WIDTH HEIGHT SEED [DETAIL] [force]");
    }
    const auto kind = scene_kind_named(args[0]);
    if (!kind)
      return error_at("", fmt::format("unknown kind '{}': rooms, maze, cave, random, forest or city", args[0]));
    STRATA_TRY(width, integer(args[1], 8, GridMap::kMaxSide, "WIDTH"));
    STRATA_TRY(height, integer(args[2], 8, GridMap::kMaxSide, "HEIGHT"));
    STRATA_TRY(seed, large_integer(args[3], "SEED"));
    STRATA_TRY(detail, integer(args.size() > 4 ? args[4] : "0", 0, 1000, "DETAIL"));
    if (lab.session().ask_unsaved(command)) return success();
    return make_map(lab, static_cast<size_t>(width) * static_cast<size_t>(height),
                    fmt::format("{} {} x {}, seed {}", args[0], width, height, seed), [=] {
                      return generate({*kind, width, height, seed, detail});
                    });
  }
  static Status map_scene(Lab& lab, const Command& command) {
    if (command.args[0] != "running-example") {
      return error_at("", fmt::format("unknown scene '{}': running-example", command.args[0]));
    }
    if (lab.session().ask_unsaved(command)) return success();
    lab.session().open_running_example();
    return success();
  }
  static Status map_reopen_last(Lab& lab, const Command& command) {
    if (lab.settings().recent_files.empty()) return error_at(command.name, "no file has been opened before");
    const std::string last = lab.settings().recent_files.front();
    if (Command opens = command_by_ending(file_kinds(lab), last); !command_does(opens.name, does::kOpensMap)) {
      // This command is not logged: it gives another command that opens the file, which is.
      lab.log().leave_out();
      if (!command.args.empty()) opens.args.push_back(command.args.back());
      return lab.execute(opens);
    }
    if (lab.session().ask_unsaved(command)) return success();
    return lab.session().open_map(last);
  }
  static Status map_reload(Lab& lab, const Command& command) {
    if (const std::string_view why = why_not_reloaded(lab); !why.empty()) return error_at("", std::string(why));
    if (lab.session().ask_unsaved(command)) return success();
    // The map may have dropped out of the list of recent files, which stores the terrains of letters, so that they
    // are stored again.
    lab.session().letters().remember(lab.state_.map_path);
    return lab.session().open_map(lab.state_.map_path, {}, {.again = true});
  }
  // If the user has not yet allowed this script to run, asks.
  static bool asks_about_script(Lab& lab, const Command& command, std::string_view window) {
    if (command.args.size() != 1) return false;
    const std::string path = lab.scripts().resolve(command.args[0]);
    const Result<std::string> text = read_file(path, ScriptRunner::kMostBytes);
    // A script with errors is not asked about: running it reports them and does nothing.
    if (!text || !ScriptRunner::from_text(text.value(), path) || lab.scripts().allows(text.value())) return false;
    if (lab.state_.question) {
      lab.say(MessageKind::kWarning, "The script was not run: answer the question first, and open it again");
      return true;
    }
    lab.state_.question =
        Question{Question::Kind::kScript, "Run script?",
                 fmt::format("{} is a program: its commands may open files, and overwrite files of yours. "
                             "Run it if you know who has written it.\nIts file is {}.",
                             std::filesystem::path(path).filename().string(), path),
                 format_command(command), std::string(window)};
    return true;
  }
  static Status script_run(Lab& lab, const Command& command) {
    ScriptState& scripts = lab.scripts();
    if (scripts.running()) return error_at(command.name, "a script is running: it can run no other");
    Result<ScriptRunner> runner = ScriptRunner::load(scripts.resolve(command.args[0]));
    if (!runner) return runner.error();
    if (lab.host().run_script) return lab.host().run_script(std::move(runner.value()));
    scripts.set_running(true);
    Status ran = run_script(lab, runner.value());
    scripts.set_running(false);
    return ran;
  }
  static Status terrain_letter(Lab& lab, const Command& command) {
    STRATA_TRY(letter, letter_word(command.args[0]));
    STRATA_TRY(terrain, terrain_word(command.args[1]));
    return lab.session().letters().give(letter, terrain);
  }
  static Status terrain_next_letters(Lab& lab, const Command& command) {
    STRATA_TRY(terrains, LetterTerrains::from_words(command.args));
    lab.session().letters().set_next(terrains);
    return success();
  }
  static Status notice_close(Lab& lab, const Command& command) {
    bool found = false;
    for (Notice& notice : lab.state_.notices) {
      if (notice_name(notice.kind) != command.args[0]) continue;
      found = true;
      notice.closed = true;
    }
    return found ? success() : error_at("", "there is no such notice: " + command.args[0]);
  }
  static Status recent_clear(Lab& lab, const Command&) {
    lab.settings().recent_files.clear();
    lab.settings().opened_at.clear();
    lab.settings().letters.clear();
    lab.settings().reading.clear();
    lab.session().save_settings();
    return success();
  }
  static Status recent_forget(Lab& lab, const Command& command) {
    if (!lab.settings().forget_recent(command.args[0])) {
      return error_at(command.args[0], "is not among the recent files");
    }
    lab.session().save_settings();
    return success();
  }
  static Status export_trace(Lab& lab, const Command& command) {
    if (Status refused = lab.session().refuse_stock(command.args[0]); !refused) return refused;
    lab.finish_updates();
    // The exported trace does not contain the events that are hidden from a learner.
    const Trace* const shown = shown_trace(lab.playback());
    if (shown == nullptr || shown->events().empty())
      return error_at(command.args[0], "there is no recorded search to export");
    if (Status saved = save_trace(*shown, lab.world_->map(), command.args[0]); !saved) return saved;
    note_export(lab, command.args[0]);
    lab.say(MessageKind::kInfo,
            fmt::format("{} written to {}", count_of(shown->events().size(), "event"), command.args[0]));
    return success();
  }
  static Status export_table(Lab& lab, const Command& command) {
    if (Status refused = lab.session().refuse_stock(command.args[0]); !refused) return refused;
    lab.finish_updates();
    lab.query().solve_now(true);
    std::string csv =
        "map,planner,guide,status,cost,percent_over,expanded,generated,micros,runs,build_ms,memory_bytes,path_cells\n";
    for (const PlannerRow& row : lab.state_.rows) {
      if (!row.shown || !row.solved) continue;
      const PhaseStats total = row.result.stats.total();
      const bool found = row.result.found();
      csv += fmt::format(
          "{},{},{},{},{},{},{},{},{},{},{},{},{}\n", csv_field(lab.state_.map_title), row.planner->name,
          csv_field(lab.state_.names.guide(*row.planner)),
          csv_field(answer_status_text(*row.planner, row.result.status)),
          found ? fmt::format("{:.4f}", row.result.cost / static_cast<double>(lab.query().row_unit(*row.planner)))
                : kNothing,
          row.percent_over ? fmt::format("{:.3f}", *row.percent_over) : kNothing, total.expanded, total.generated,
          lab.state_.fixed_clock ? kNothing : fmt::format("{:.1f}", row.micros),
          lab.state_.fixed_clock ? kNothing : std::to_string(row.repeats),
          lab.state_.fixed_clock ? kNothing : fmt::format("{:.3f}", row.build_micros / 1000), row.memory_bytes,
          row.planner->any_angle ? kNothing : std::to_string(row.result.path.size()));
    }
    if (Status saved = write_file_atomic(command.args[0], csv); !saved) return saved;
    note_export(lab, command.args[0]);
    lab.say(MessageKind::kInfo, "table written to " + command.args[0]);
    return success();
  }
  static Status recovery_restore(Lab& lab, const Command& command) {
    if (!lab.recovery().copy()) return error_at(command.name, "there is no unsaved work to restore");
    if (lab.session().ask_unsaved(command)) return success();
    return lab.recovery().restore();
  }
  static void close_offer(Lab& lab) {
    if (lab.state_.question && lab.state_.question->kind == Question::Kind::kRecovery) lab.state_.question.reset();
  }
  static Status recovery_later(Lab& lab, const Command& command) {
    if (!lab.recovery().copy()) return error_at(command.name, "there is no unsaved work to restore");
    close_offer(lab);
    lab.say(MessageKind::kInfo,
            "The unsaved work is kept: File > Open recent > Restore unsaved work, or at the next start");
    return success();
  }
  static Status recovery_discard(Lab& lab, const Command& command) {
    if (!lab.recovery().copy()) return error_at(command.name, "there is no unsaved work to discard");
    lab.recovery().recovery().drop_claimed();
    lab.recovery().copy().reset();
    close_offer(lab);
    return success();
  }
  // Closes the question to the user that is open, and returns it. It is an error if no question of this kind is open.
  static Result<Question> take_question(Lab& lab, Question::Kind kind) {
    if (!lab.state_.question || lab.state_.question->kind != kind)
      return error_at("", "no question is open that this would answer");
    return *std::exchange(lab.state_.question, std::nullopt);
  }
  static Status question_save(Lab& lab, const Command&) {
    STRATA_TRY(question, take_question(lab, Question::Kind::kUnsaved));
    lab.state_.after_save = question;
    // If only documents are unsaved, saves them to their own files. A document without a file is saved
    // together with the map.
    if (lab.session().unsaved_without_map()) return lab.session().after_saving(lab.session().save_documents());
    if (lab.session().save_needs_name()) return lab.execute("ui.show save_as on");
    return lab.session().save_map_as(lab.state_.map_path);
  }
  static Status question_discard(Lab& lab, const Command&) {
    STRATA_TRY(question, take_question(lab, Question::Kind::kUnsaved));
    return go_on(lab, question);
  }
  static Status question_run(Lab& lab, const Command&) {
    STRATA_TRY(question, take_question(lab, Question::Kind::kScript));
    const std::string path = lab.scripts().resolve(parse_command(question.pending).value().args[0]);
    if (Result<std::string> text = read_file(path, ScriptRunner::kMostBytes)) {
      lab.scripts().allow(std::move(text.value()));
    }
    return go_on(lab, question);
  }
  // Cancels the question. The dialog whose command has asked it closes, too.
  static Status question_cancel(Lab& lab, const Command&) {
    if (!lab.state_.question || lab.state_.question->kind == Question::Kind::kRecovery) {
      return error_at("", "no question is open");
    }
    std::erase(lab.state_.windows, lab.state_.question->window);
    lab.state_.question.reset();
    return success();
  }
  static Status dialog_close(Lab& lab, const Command& command) {
    if (lab.state_.dialogs.empty()) return error_at(command.name, "no message is open");
    lab.state_.dialogs.pop_front();
    return success();
  }
  static Status work_cancel(Lab& lab, const Command& command) {
    if (!lab.large_map_task().under_way()) return error_at(command.name, "no work is under way");
    lab.large_map_task().cancel();
    return success();
  }
  static Status app_quit(Lab& lab, const Command& command) {
    if (lab.session().ask_unsaved(command, true)) return success();
    lab.recovery().recovery().drop();
    keep_query(lab);
    lab.state_.quit = true;
    return success();
  }
};

auto Lab::Handlers::file_commands() -> std::span<const HandlerEntry> {
  static constexpr HandlerEntry kEntries[] = {
      {"map.open",
       FileCommands::map_open,
       {.holds = FileCommands::asks_options, .logged = FileCommands::opens_with_options}},
      {"map.open_with", FileCommands::map_open_with},
      {"map.option", FileCommands::map_option},
      {"map.save", FileCommands::map_save, {.holds = FileCommands::asks_name, .logged = FileCommands::not_logged}},
      {"map.save_as", FileCommands::map_save_as, {.logged = FileCommands::not_logged}},
      {"map.new", FileCommands::map_new},
      {"map.generate", FileCommands::map_generate},
      {"map.scene", FileCommands::map_scene},
      {"map.reopen_last", FileCommands::map_reopen_last, {.logged = FileCommands::opens_file}},
      {"map.reload", FileCommands::map_reload, {.logged = FileCommands::opens_file}},
      {"script.run", FileCommands::script_run, {.holds = FileCommands::asks_about_script}},
      {"terrain.letter", FileCommands::terrain_letter},
      {"terrain.next_letters", FileCommands::terrain_next_letters},
      {"notice.close", FileCommands::notice_close},
      {"recent.clear", FileCommands::recent_clear},
      {"recent.forget", FileCommands::recent_forget},
      {"export.trace", FileCommands::export_trace},
      {"export.table", FileCommands::export_table},
      {"recovery.restore", FileCommands::recovery_restore},
      {"recovery.later", FileCommands::recovery_later},
      {"recovery.discard", FileCommands::recovery_discard},
      {"question.save", FileCommands::question_save},
      {"question.discard", FileCommands::question_discard},
      {"question.run", FileCommands::question_run},
      {"question.cancel", FileCommands::question_cancel},
      {"work.cancel", FileCommands::work_cancel},
      {"dialog.close", FileCommands::dialog_close},
      {"app.quit", FileCommands::app_quit},
  };
  return kEntries;
}

}  // namespace strata
