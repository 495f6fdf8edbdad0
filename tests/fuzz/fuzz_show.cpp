// Any bytes as a run of show: an error that names the file, or a run of show within its limits, whose commands are all
// allowed and whose minutes add up.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "app/features/show/run_of_show.hpp"
#include "app/features/show/show_sheet.hpp"
#include "core/base/check.hpp"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace strata;
  const std::string_view text{reinterpret_cast<const char*>(data), size};
  const auto read = read_run_of_show(text, "fuzz");
  if (!read) {
    STRATA_CHECK(read.error().where.starts_with("fuzz"));
    STRATA_CHECK(!read.error().what.empty());
    return 0;
  }
  const RunOfShow& show = read.value();
  STRATA_CHECK(!show.id.empty() && !show.title.empty() && !show.items.empty());
  STRATA_CHECK(show.items.size() <= show_limits::kItems);
  STRATA_CHECK(minutes_before(show, show.items.size()) == show.minutes);
  size_t stops = 0, before = 0;
  for (const ShowItem& item : show.items) {
    STRATA_CHECK(!item.title.empty() && item.minutes > 0 && !item.stops.empty());
    STRATA_CHECK(item.card.empty() || item.lesson.empty());
    for (const ShowStop& stop : item.stops) {
      ++stops;
      for (const FigureCard::CardCommand& line : stop.lines) {
        STRATA_CHECK(line.number > before);
        before = line.number;
        STRATA_CHECK(check_card_command(line.command).ok());
        if (opens_card_file(line.command)) STRATA_CHECK(line.command.args[0].find('/') == std::string::npos);
      }
    }
    for (const std::string& number : unproven_numbers(item)) STRATA_CHECK(!number.empty());
  }
  STRATA_CHECK(stops <= show_limits::kStops);
  STRATA_CHECK(sheet_html(show, {"A", ""}).ends_with("</html>\n"));
  return 0;
}
