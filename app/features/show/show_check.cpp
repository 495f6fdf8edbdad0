#include "app/features/show/show_check.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "app/features/lesson/lesson_check.hpp"
#include "app/features/show/show.hpp"
#include "app/lab/gestures.hpp"
#include "app/lab/lab.hpp"

namespace strata {
namespace {

// Notes errors and warnings that the lab has said at the stop.
void note_messages(const Lab& lab, std::vector<std::string>& problems) {
  const ShowController& shown = show_controller(lab);
  for (const Message& message : lab.state().messages) {
    if (message.kind == MessageKind::kInfo) continue;
    problems.push_back(fmt::format("{}:{}: the stop says: {}", shown.show().file, shown.stop().line, message.text));
  }
}

}  // namespace

ShowReport check_show(const std::string& path, bool and_back) {
  ShowReport report;
  Result<RunOfShow> read = load_run_of_show(path);
  if (!read) {
    report.problems.push_back(read.error().message());
    return report;
  }
  report.title = read.value().title;
  report.minutes = read.value().minutes;
  report.items = read.value().items.size();
  for (const ShowItem& item : read.value().items) {
    report.stops += item.stops.size();
    for (const std::string& number : unproven_numbers(item)) {
      report.unproven.push_back(
          error_at_line(path, item.line, fmt::format("no assert of the item proves the number {}", number)).message());
    }
  }
  Lab lab(lesson_check_options());
  // Some commands scroll to a part of the map, for which the view must have a size.
  lab.gestures().set_view_size(900, 700);
  ShowController& controller = show_controller(lab);
  const auto look = [&](auto move) {
    lab.mutable_state().messages.clear();  // those of the stop before
    const Status shown = move();
    if (!shown) report.problems.push_back(shown.error().message());
    lab.finish_updates();
    if (controller.is_open()) note_messages(lab, report.problems);
  };
  look([&] { return controller.open(std::move(read.value()), true); });
  while (controller.is_open() && !controller.at_last()) look([&] { return controller.next(); });
  while (and_back && controller.is_open() && !controller.at_first()) look([&] { return controller.back(); });
  // The same stop may say the same on both ways.
  std::ranges::sort(report.problems);
  const auto [first, last] = std::ranges::unique(report.problems);
  report.problems.erase(first, last);
  return report;
}

}  // namespace strata
