// Any bytes as a card of a paper's figure: an error that names the file, or a card with its texts within its limits,
// whose commands are all allowed.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "app/features/gallery/figure_card.hpp"
#include "core/base/check.hpp"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace strata;
  const std::string_view text{reinterpret_cast<const char*>(data), size};
  const auto read = read_figure_card(text, "fuzz");
  if (!read) {
    STRATA_CHECK(read.error().where.starts_with("fuzz"));
    STRATA_CHECK(!read.error().what.empty());
    return 0;
  }
  const FigureCard& card = read.value();
  STRATA_CHECK(!card.number.empty() && !card.title.empty() && !card.caption.empty());
  STRATA_CHECK(card.paper < kFigurePapers.size());
  STRATA_CHECK(card.id.starts_with(kFigurePapers[card.paper].begin));
  STRATA_CHECK(card.lines.size() <= kMaxCardLines);
  size_t before = 0;
  for (const FigureCard::CardCommand& line : card.lines) {
    STRATA_CHECK(line.number > before);
    before = line.number;
    STRATA_CHECK(check_card_command(line.command).ok());
    if (opens_card_file(line.command)) STRATA_CHECK(line.command.args[0].find('/') == std::string::npos);
  }
  for (const std::string& number : unproven_numbers(card)) STRATA_CHECK(!number.empty());
  STRATA_CHECK(figure_card_has(card, "") && figure_card_has(card, card.id));
  return 0;
}
