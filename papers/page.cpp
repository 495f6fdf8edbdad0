// This file writes the HTML page of the report on all papers.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/base/xml_text.hpp"
#include "papers/all.hpp"
#include "papers/plots.hpp"

namespace strata::bench {

namespace {

constexpr std::string_view kStyle = R"(
body { font: 15px/1.45 system-ui, sans-serif; color: #1b2530; background: #fff; margin: 2em auto; max-width: 1120px;
       padding: 0 1.5em; }
h1 { font-size: 1.7em; } h2 { margin-top: 2em; border-bottom: 2px solid #0072b2; } h3 { margin-top: 1.6em; }
table { border-collapse: collapse; font-size: 14px; } td, th { padding: 2px 10px; border-bottom: 1px solid #e3e7ea;
        text-align: left; vertical-align: top; } td.n, th.n { text-align: right; white-space: nowrap;
        font-variant-numeric: tabular-nums; }
.far { color: #b04000; } .missing { color: #b04000; font-weight: 600; } .small { color: #5a6672; font-size: 14px; }
figure { display: inline-block; margin: 6px 12px 6px 0; vertical-align: top; } svg { max-width: 100%; height: auto; }
code { background: #f0f3f5; padding: 1px 4px; } details > summary { cursor: pointer; color: #0072b2; }
)";

std::string number_text(const ReportRow& value) {
  if (!value.is_number()) return "–";
  const double number = value;
  if (number != 0 && (std::abs(number) >= 1e7 || std::abs(number) < 1e-3)) return fmt::format("{:.3g}", number);
  return fmt::format("{}", number);
}

std::string seconds_text(double seconds) { return seconds < 0.1 ? "under 0.1" : fmt::format("{:.1f}", seconds); }

const PaperTable* table_named(std::string_view name) {
  for (const PaperTable& table : all_paper_tables()) {
    if (table.name == name) return &table;
  }
  return nullptr;
}

std::string difference_cell(const ReportRow& row) {
  if (!row["paper"].is_number() || !row["measured"].is_number()) return "<td class=\"n\"></td>";
  const double paper = row["paper"], measured = row["measured"];
  if (paper == 0) return fmt::format("<td class=\"n\">{:+g}</td>", measured);
  const double percent = 100 * (measured / paper - 1);
  return fmt::format("<td class=\"n{}\">{:+.1f} %</td>", std::abs(percent) > 10 ? " far" : "", percent);
}

bool is_statement(const ReportRow& row) { return row.contains("agrees"); }

std::string rows_table(const std::vector<ReportRow>& rows, bool with_printed) {
  std::string out = with_printed
                        ? "<table><tr><th>item<th class=\"n\">paper<th class=\"n\">measured<th class=\"n\">difference"
                          "<th>note</tr>\n"
                        : "<table><tr><th>item<th class=\"n\">measured<th>note</tr>\n";
  for (const ReportRow& row : rows) {
    if (row["paper"].is_number() != with_printed || is_statement(row)) continue;
    out += fmt::format("<tr><td><code>{}</code></td>", xml_text(row["item"].get_ref<const std::string&>()));
    if (with_printed) out += fmt::format("<td class=\"n\">{}</td>", number_text(row["paper"]));
    out += fmt::format("<td class=\"n\">{}</td>", number_text(row["measured"]));
    if (with_printed) out += difference_cell(row);
    // Removes the part of the note that repeats the columns of the printed figure.
    std::string note = row["note"];
    if (const size_t printed = note.rfind("paper "); with_printed && printed != note.npos) {
      const size_t end = std::min(note.find(';', printed), note.size());
      note.erase(printed, end - printed);
      while (!note.empty() && (note.back() == ' ' || note.back() == ';')) note.pop_back();
      if (note.starts_with("; ")) note.erase(0, 2);
      if (const size_t twice = note.find("; ;"); twice != note.npos) note.erase(twice, 2);
    }
    out += fmt::format("<td class=\"small\">{}</td></tr>\n", xml_text(note));
  }
  return out + "</table>\n";
}

// Returns what the paper says of the figure, and whether the measured rows agree.
std::string statements_table(const std::vector<ReportRow>& rows) {
  std::string out = "<table><tr><th>the paper's text<th class=\"n\">measured<th>agrees</tr>\n";
  for (const ReportRow& row : rows) {
    if (!is_statement(row)) continue;
    const std::string agrees = row["agrees"];
    out += fmt::format("<tr><td>{}</td><td class=\"n\">{}</td><td{}>{}</td></tr>\n",
                       xml_text(row["note"].get_ref<const std::string&>()), number_text(row["measured"]),
                       agrees == "yes" ? "" : " class=\"far\"", xml_text(agrees));
  }
  return out + "</table>\n";
}

std::string section(const MeasuredTable& table) {
  const PaperTable* const about = table_named(table.name);
  std::string out =
      fmt::format("<h3 id=\"{0}\">{1}</h3>\n<p class=\"small\"><code>strata-bench paper {0}</code>, {2} s</p>\n",
                  xml_text(table.name), xml_text(about != nullptr ? about->title : std::string_view(table.name)),
                  seconds_text(table.seconds));
  if (!table.missing.empty()) {
    return out + fmt::format("<p class=\"missing\">Not measured: {}</p>\n", xml_text(table.missing));
  }
  for (const std::string& failure : table.failures) {
    out += fmt::format("<p class=\"missing\">A check failed: {}</p>\n", xml_text(failure));
  }
  const PrintedCount count = count_printed(table.rows);
  if (count.printed > 0) out += rows_table(table.rows, true);
  const auto statements = static_cast<size_t>(std::ranges::count_if(table.rows, is_statement));
  if (statements > 0) out += statements_table(table.rows);
  for (const Plot& plot : plots_of(table.name, table.rows)) {
    if (const std::string svg = svg_of(plot); !svg.empty()) out += "<figure>" + svg + "</figure>\n";
  }
  if (const std::string svg = svg_of_ratios(table.rows); !svg.empty()) out += "<figure>" + svg + "</figure>\n";
  for (const std::string& note : table.notes) out += fmt::format("<p class=\"small\">{}</p>\n", xml_text(note));
  if (const size_t others = table.rows.size() - count.printed - statements; others > 0) {
    out += fmt::format("<details{}><summary>{} rows for which the paper prints no figure</summary>\n{}</details>\n",
                       count.printed == 0 && others <= 30 ? " open" : "", others, rows_table(table.rows, false));
  }
  return out;
}

}  // namespace

std::string paper_page(const std::vector<MeasuredTable>& tables, const std::vector<std::string>& settings,
                       size_t to_do) {
  std::string out = fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>Tables and figures of the papers, "
      "measured "
      "again</title>\n<style>{}</style></head>\n<body>\n<h1>Tables and figures of the papers, measured again</h1>\n",
      kStyle);
  for (const std::string& line : settings) out += fmt::format("<p class=\"small\">{}</p>\n", xml_text(line));
  if (to_do > 0) out += fmt::format("<p class=\"missing\">{} tables are still to be measured.</p>\n", to_do);
  out +=
      "<table><tr><th>table<th>shows<th class=\"n\">rows<th class=\"n\">printed<th class=\"n\">within 10 %<th "
      "class=\"n\">seconds<th></tr>\n";
  for (const MeasuredTable& table : tables) {
    const PaperTable* const about = table_named(table.name);
    const PrintedCount count = count_printed(table.rows);
    out += fmt::format(
        "<tr><td><a href=\"#{0}\">{0}</a></td><td>{1}</td><td class=\"n\">{2}</td><td class=\"n\">{3}</td><td "
        "class=\"n\">{4}</td><td class=\"n\">{5}</td><td class=\"missing\">{6}</td></tr>\n",
        xml_text(table.name), xml_text(about != nullptr ? about->title : ""), table.rows.size(), count.printed,
        count.close, seconds_text(table.seconds),
        xml_text(table.missing.empty() ? (table.failures.empty() ? "" : "a check failed") : table.missing));
  }
  out += "</table>\n";
  std::string_view paper;
  for (const MeasuredTable& table : tables) {
    if (const PaperTable* const about = table_named(table.name); about != nullptr && about->paper != paper) {
      paper = about->paper;
      out += fmt::format("<h2>{}</h2>\n", xml_text(paper));
    }
    out += section(table);
  }
  return out + "</body></html>\n";
}

}  // namespace strata::bench
