// Commands of the window with a chart.
#include <cmath>

#include "app/base/command_arguments.hpp"
#include "app/lab/charts.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/lab_handlers.hpp"
#include "app/lab/session.hpp"
#include "app/lab/user_exports.hpp"
#include "core/io/files.hpp"

namespace strata {

struct Lab::Handlers::ChartCommands {
  static constexpr double kMaxValue = 1e15;
  static constexpr int kMaxColumn = 64;

  static Status show(Lab& lab, const Command& command) { return lab.charts().show(command.args[0]); }
  static Status set_range(Lab& lab, const Command& command) {
    if (command.args.size() == 1) {
      if (command.args[0] != "off") return error_at("", "the range is FROM TO, or off");
      return lab.charts().set_range(std::nullopt);
    }
    STRATA_TRY(from, number(command.args[0], -kMaxValue, kMaxValue, "FROM"));
    STRATA_TRY(to, number(command.args[1], -kMaxValue, kMaxValue, "TO"));
    return lab.charts().set_range(ChartRange{from, to});
  }
  static Status show_series(Lab& lab, const Command& command) {
    return lab.charts().show_series(command.args[0], command.args[1]);
  }
  static Status sort(Lab& lab, const Command& command) {
    STRATA_TRY(column, integer(command.args[1], 1, kMaxColumn, "COLUMN"));
    return lab.charts().sort(command.args[0], static_cast<size_t>(column), command.args[2]);
  }
  static Status table(Lab& lab, const Command& command) {
    STRATA_TRY(on, on_off(command.args[0], lab.state_.chart.table));
    lab.state_.chart.table = on;
    return success();
  }
  static Status copy(Lab& lab, const Command&) {
    const Result<std::string> text = lab.charts().csv();
    if (!text) return text.error();
    if (!lab.host().set_clipboard) return error_at("", "there is no clipboard without a window");
    lab.host().set_clipboard(text.value());
    lab.say(MessageKind::kInfo, "The table of the chart is on the clipboard as CSV");
    return success();
  }
  static Status write(Lab& lab, const Command& command) {
    if (Status refused = lab.session().refuse_stock(command.args[0]); !refused) return refused;
    const Result<std::string> text = lab.charts().csv();
    if (!text) return text.error();
    if (Status written = write_file_atomic(command.args[0], text.value()); !written) return written;
    note_export(lab, command.args[0]);
    return success();
  }
};

auto Lab::Handlers::chart_commands() -> std::span<const HandlerEntry> {
  static constexpr HandlerEntry kEntries[] = {
      {"ui.chart", ChartCommands::show},
      {"ui.chart_range", ChartCommands::set_range},
      {"ui.chart_series", ChartCommands::show_series},
      {"ui.chart_sort", ChartCommands::sort},
      {"ui.chart_table", ChartCommands::table},
      {"ui.chart_copy", ChartCommands::copy},
      {"ui.chart_csv", ChartCommands::write},
  };
  return kEntries;
}

}  // namespace strata
