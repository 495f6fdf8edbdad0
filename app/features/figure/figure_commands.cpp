// The commands that export figures.
#include <fmt/format.h>

#include <array>
#include <filesystem>
#include <span>

#include "app/features/figure/figure_feature.hpp"
#include "app/features/selection/selection.hpp"
#include "app/figure/figure_chart.hpp"
#include "app/lab/charts.hpp"
#include "app/lab/command_log.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/large_map_task.hpp"
#include "app/lab/session.hpp"
#include "app/lab/user_exports.hpp"
#include "core/io/files.hpp"

namespace strata {

Rect figure_selection(const Lab& lab) { return selection_controller(lab).selection().bounds(); }

namespace {

// Paints the figure and writes its file; if the map is large, a thread does so.
Status write_figure(Lab& lab, FigureScene scene, const std::string& path) {
  const bool large = lab.large_map_task().is_large(lab.world().map().cell_count());
  const std::string title = "Exporting " + std::filesystem::path(path).filename().string();
  return lab.large_map_task().run(
      large, title,
      [&lab, path,
       kept = std::make_shared<const FigureScene>(std::move(scene))](JobControl& control) -> LargeMapTask::FinishStep {
        const Result<std::string> file = paint_figure(*kept, control);
        Status written = !file                 ? Status(file.error())
                         : control.cancelled() ? success()
                                               : write_file_atomic(path, file.value());
        if (!file) written = error_at(path, file.error().what);
        return [&lab, path, written, last = kept->options, cut = kept->truncated()] {
          if (!written) return written;
          note_export(lab, path);
          FigureOptions choices = last;
          if (choices.caption != "sentence") choices.caption.clear();
          if (choices.view != kEveryView) choices.view = 1;
          std::vector<std::string> words = figure_words(choices);
          words.insert(words.begin(), std::filesystem::path(path).extension().string());
          keep_export_choices(lab, "figure", words);
          lab.say(cut ? MessageKind::kWarning : MessageKind::kInfo,
                  fmt::format("figure written to {}{}", path,
                              cut ? "; parts are left out: there is too much to draw in one figure" : ""));
          return success();
        };
      });
}

Result<FigureOptions> parsed_options(const Command& command) {
  return figure_options(std::span(command.args).subspan(1));
}

Status export_figure_command(Lab& lab, const Command& command) {
  const std::string& path = command.args[0];
  if (Status refused = lab.session().refuse_stock(path); !refused) return refused;
  const std::optional<FigureKind> kind = figure_kind(path);
  if (!kind) return error_at(path, "the name of a figure ends in .svg, .pdf or .png");
  const Result<FigureOptions> options = parsed_options(command);
  if (!options) return options.error();
  const auto size = figure_size(lab, options.value(), *kind, figure_selection(lab));
  if (!size) return size.error();
  // In a window, the figure of a large map shows the present state without waiting for pending results.
  const bool large = lab.large_map_task().is_large(lab.world().map().cell_count());
  if (!large || !lab.host().arrange || lab.options().fixed_clock) lab.finish_updates();
  Result<FigureScene> scene = read_figure(lab, options.value(), *kind, figure_selection(lab));
  if (!scene) return scene.error();
  return write_figure(lab, std::move(scene.value()), path);
}

Status export_chart_command(Lab& lab, const Command& command) {
  const std::string& path = command.args[0];
  if (Status refused = lab.session().refuse_stock(path); !refused) return refused;
  if (path.ends_with(".csv")) {
    if (command.args.size() > 1) return error_at(command.args[1], "a table has no options");
    const Result<std::string> table = lab.charts().csv();
    if (!table) return table.error();
    if (Status written = write_file_atomic(path, table.value()); !written) return written;
    note_export(lab, path);
    return success();
  }
  const std::optional<FigureKind> kind = figure_kind(path);
  if (!kind) return error_at(path, "the name of a chart ends in .svg, .pdf, .png or .csv");
  const Result<FigureOptions> options = parsed_options(command);
  if (!options) return options.error();
  if (Status fits = check_chart_options(options.value()); !fits) return fits;
  ChartReader* chart = lab.charts().open();
  if (chart == nullptr) return error_at("", "no chart is open: open one under View > Charts");
  if (chart->data().empty()) return error_at("", chart->data().reason);
  const ChartFigure figure{chart->chart()->title, lab.log().reproduction(), &chart->data(), chart->version(),
                           lab.state().chart.shown};
  const Result<std::string> file = paint_chart(figure, options.value(), *kind);
  if (!file) return error_at(path, file.error().what);
  if (Status written = write_file_atomic(path, file.value()); !written) return written;
  note_export(lab, path);
  lab.say(MessageKind::kInfo, "chart written to " + path);
  return success();
}

constexpr std::array<FeatureCommand, 3> kCommands = {
    {{{"export.figure", "PATH [OPTIONS...]", "Export figure", CommandGroup::kFile, 1, -1,
       "Writes what the map view shows as .svg, .pdf or .png. Options, each a word and a value: ground "
       "view|white|dark|none, area "
       "view|all|selection, palette color|grey, legend on|off, scale N, width MM, pixels N, zoom N, stroke PT, view "
       "N|all, "
       "caption TEXT"},
      export_figure_command},
     {{"export.chart", "PATH [OPTIONS...]", "Export chart", CommandGroup::kFile, 1, -1,
       "Writes the open chart as .svg, .pdf or .png, or its table as .csv. Options, each a word and a value: ground "
       "view|white|dark|none, palette "
       "color|grey, legend on|off, scale N, width MM, pixels N, stroke PT, caption TEXT"},
      export_chart_command},
     {{"export.animation", "PATH [KEY VALUE]...", "Export film", CommandGroup::kFile, 1, -1,
       "Writes the steps of the search as .gif, .mp4 (by ffmpeg) or numbered .png: from N, to N, every N, by "
       "expansion|event; or, with seconds S, how agents walk. fps N; other keys as of export.figure"},
      export_animation_command}}};

}  // namespace

const Feature kFigureFeature = {.name = "figure", .title = "Figures", .commands = kCommands};

}  // namespace strata
