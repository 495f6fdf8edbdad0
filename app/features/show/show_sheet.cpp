#include "app/features/show/show_sheet.hpp"

#include <fmt/format.h>

#include "app/features/show/run_of_show.hpp"
#include "core/base/xml_text.hpp"

namespace strata {
namespace {

constexpr std::string_view kStyle =
    "body{font:14px/1.45 sans-serif;max-width:48rem;margin:1.5rem auto;padding:0 1rem;color:#1b1f24}"
    "h1{font-size:1.4rem;margin-bottom:.2rem}section{border-top:1px solid #d5dae0;padding:.5rem 0;break-inside:avoid}"
    "h2{font-size:1.05rem;margin:0}h2 span{float:right;font-weight:normal;font-variant-numeric:tabular-nums}"
    "h3{font-size:.95rem;margin:.6rem 0 0}p{margin:.25rem 0}.dim{color:#5a636e}.ask{font-weight:bold}"
    "kbd{border:1px solid #d5dae0;border-radius:3px;padding:0 .3em;font-family:inherit}"
    "@page{margin:15mm}@media print{body{margin:0;max-width:none}}";

std::string key_html(std::string_view keys, std::string_view command) {
  return keys.empty() ? fmt::format("the command {}", command) : fmt::format("<kbd>{}</kbd>", xml_text(keys));
}

std::string texts_html(const ShowStop& stop) {
  std::string out;
  for (const std::string& note : stop.notes) out += fmt::format("<p>{}</p>\n", xml_text(note));
  for (const std::string& question : stop.questions) {
    out += fmt::format("<p class=\"ask\">Ask: {}</p>\n", xml_text(question));
  }
  return out;
}

// Returns what the item shows, as a line.
std::string shown_html(const ShowItem& item) {
  if (!item.card.empty()) return fmt::format("<p class=\"dim\">Shown: the card {}</p>\n", xml_text(item.card));
  if (item.lesson.empty()) return {};
  const std::string step = item.lesson_step > 1 ? fmt::format(", from step {}", item.lesson_step) : std::string();
  return fmt::format("<p class=\"dim\">Shown: the lesson {}{}</p>\n", xml_text(item.lesson), step);
}

}  // namespace

std::string sheet_html(const RunOfShow& show, const SheetKeys& keys) {
  const std::string title = xml_text(show.title), next = key_html(keys.next, "show.next");
  std::string out = fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>{0}</title>\n"
      "<style>{1}</style>\n</head>\n<body>\n<h1>{0}</h1>\n"
      "<p class=\"dim\">{2} minutes. {3} goes to the next stop, {4} to the one before.</p>\n",
      title, kStyle, show.minutes, next, key_html(keys.back, "show.back"));
  int minute = 0;
  for (size_t i = 0; i < show.items.size(); ++i) {
    const ShowItem& item = show.items[i];
    out += fmt::format("<section>\n<h2><span>{} to {} min</span>{}. {}</h2>\n", minute, minute + item.minutes, i + 1,
                       xml_text(item.title));
    minute += item.minutes;
    out += shown_html(item);
    for (const ShowStop& stop : item.stops) {
      if (!stop.title.empty()) out += fmt::format("<h3>{} {}</h3>\n", next, xml_text(stop.title));
      out += texts_html(stop);
    }
    out += "</section>\n";
  }
  return out + "</body>\n</html>\n";
}

}  // namespace strata
