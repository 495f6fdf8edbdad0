#include "grade/class_page.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>
#include <iterator>
#include <map>
#include <set>
#include <span>
#include <utility>

#include "app/lesson/lesson_text.hpp"
#include "app/lesson/student_name.hpp"
#include "core/base/xml_text.hpp"
#include "grade/grade_table.hpp"
#include "grade/student_name.hpp"

namespace strata::bench {
namespace {

constexpr std::string_view kStyle =
    "body{font:18px/1.45 sans-serif;max-width:80rem;margin:2rem auto;padding:0 1rem;color:#000;background:#fff}"
    "h1{font-size:1.7rem}h2{font-size:1.35rem;margin-top:2rem}table{border-collapse:collapse;width:100%}"
    "th,td{padding:.3rem .6rem;text-align:left;vertical-align:top;border-bottom:1px solid #777}"
    "th{border-bottom:2px solid #000}.n{text-align:right;font-variant-numeric:tabular-nums}"
    "ul{margin:0;padding:0;list-style:none}h3{font-size:1.1rem}.b{display:inline-block;border-top:.8em solid "
    "#000}td{overflow-wrap:anywhere}.n,th{overflow-wrap:normal}tr{break-inside:avoid}"
    "h2{break-after:avoid}@media print{body{font-size:11pt;margin:0;max-width:none}}";
constexpr size_t kMostWrongAnswers = 12;
constexpr int kLongestBar = 30;  // width of the longest bar in letters; up to so many students each is one

// --- Counting --------------------------------------------------------------------------------------------------------

struct QuestionCounts {
  std::string text;
  std::set<std::string> expected;
  int at_once = 0, later = 0, wrong = 0, shown = 0, unanswered = 0;
  std::map<std::string, int> wrong_answers;
  // Of a simulation.
  struct LeftStep {
    int students = 0;  // whose first step that is not right is this one
    std::map<std::string, int> wrong_answers;
  };
  std::map<size_t, LeftStep> left;  // by number of the simulation's step
  size_t steps = 0;                 // the largest number of steps that were answered
  int followed = 0;                 // students who have answered all steps right
  int stopped = 0;                  // students whose steps are all right, and who have not gone on to the end
};

struct LessonCounts {
  int version = 0;
  std::string title;
  std::map<std::string, const ResultGrade*> counted;  // the counted result of each student
  std::set<std::string> handed_in;                    // students
  std::map<size_t, QuestionCounts> questions;         // by step
};

// Returns the name by which the student is counted; of results without a name each counts for a student of its own.
std::string student_of(const ResultGrade& grade) {
  const std::string name = compared_name(grade.student);
  return name.empty() ? grade.file : name;
}

// Returns the text of a lesson without its marks.
std::string plain_text(const std::string& text) {
  const auto pieces = read_text(text);
  if (!pieces) return text;
  std::string plain;
  for (const TextPiece& piece : pieces.value()) {
    plain += piece.kind == TextPiece::Kind::kCell    ? fmt::format("({},{})", piece.cell.x, piece.cell.y)
             : piece.kind == TextPiece::Kind::kValue ? "..."
                                                     : piece.text;
  }
  return plain;
}

void count(const ReplayedItem& row, QuestionCounts& question) {
  question.text = plain_text(row.question);
  if (!row.expected.empty()) question.expected.insert(row.expected);
  const bool right = row.right.value_or(false);
  ++(right && row.score >= 1         ? question.at_once
     : right                         ? question.later
     : row.told && row.wrong.empty() ? question.shown
     : row.tries > 0                 ? question.wrong
                                     : question.unanswered);
  for (const std::string& wrong : row.wrong) ++question.wrong_answers[wrong];
}

// Counts at which of its steps a simulation was left. `rows` begins after the row of the question.
void count_steps(std::span<const ReplayedItem> rows, bool followed, QuestionCounts& question) {
  bool left = false;
  size_t number = 0;
  for (const ReplayedItem& row : rows) {
    if (row.what != "step") break;
    ++number;
    if (left || row.right.value_or(false)) continue;
    left = true;
    QuestionCounts::LeftStep& here = question.left[number];
    ++here.students;
    for (const std::string& wrong : row.wrong) ++here.wrong_answers[wrong];
  }
  question.steps = std::max(question.steps, number);
  if (number > 0 && !left) ++(followed ? question.followed : question.stopped);
}

// Returns the students who have a verified result: the names in other files may be made up. `named`: only those with a
// name.
std::set<std::string> students_of(const std::vector<ResultGrade>& grades, bool named) {
  std::set<std::string> students;
  for (const ResultGrade& grade : grades) {
    if (grade.verified() && (!named || !compared_name(grade.student).empty())) students.insert(student_of(grade));
  }
  return students;
}

std::map<std::string, LessonCounts> counts_of(const std::vector<ResultGrade>& grades) {
  std::map<std::string, LessonCounts> lessons;
  const std::set<std::string> students = students_of(grades, false);
  for (const ResultGrade& grade : grades) {
    if (grade.version == 0) continue;  // its lesson is not known
    const std::string student = student_of(grade);
    LessonCounts& lesson = lessons[grade.lesson];
    if (students.contains(student)) lesson.handed_in.insert(student);
    if (!grade.verified()) continue;
    lesson.version = grade.version;
    lesson.title = grade.title;
    const ResultGrade*& counted = lesson.counted[student];
    if (counted == nullptr || grade.score() > counted->score()) counted = &grade;
  }
  for (auto& [id, lesson] : lessons) {
    for (const auto& [student, grade] : lesson.counted) {
      const std::span<const ReplayedItem> rows = grade->rows;
      for (size_t i = 0; i < rows.size(); ++i) {
        if (!is_question(rows[i])) continue;
        QuestionCounts& question = lesson.questions[rows[i].step];
        count(rows[i], question);
        count_steps(rows.subspan(i + 1), rows[i].right.value_or(false), question);
      }
    }
  }
  return lessons;
}

// --- HTML ------------------------------------------------------------------------------------------------------------

// Returns a text from a file for the page: valid, escaped, and isolated from the direction of letters around it.
std::string shown(const std::string& text) { return "<bdi>" + xml_text(valid_utf8(text)) + "</bdi>"; }

std::string counted(size_t count, std::string_view one, std::string_view several) {
  return fmt::format("{} {}", count, count == 1 ? one : several);
}

std::string shown_list(const std::vector<std::string>& texts) {
  std::vector<std::string> parts;
  for (const std::string& text : texts) parts.push_back(shown(text));
  return fmt::format("{}", fmt::join(parts, ", "));
}

std::string wrong_answers_html(const std::map<std::string, int>& answers) {
  std::vector<std::pair<std::string, int>> order(answers.begin(), answers.end());
  std::ranges::stable_sort(order, std::ranges::greater{}, [](const auto& one) { return one.second; });
  std::string out;
  for (size_t i = 0; i < std::min(order.size(), kMostWrongAnswers); ++i) {
    out += fmt::format("<li>{} &times; {}</li>", order[i].second, shown(order[i].first));
  }
  if (order.size() > kMostWrongAnswers) {
    out += fmt::format("<li>and {}</li>", counted(order.size() - kMostWrongAnswers, "other", "others"));
  }
  return out.empty() ? out : "<ul>" + out + "</ul>";
}

// Returns a table of the steps of a simulation: how many have left the algorithm there, as a number and as a bar, and
// the most frequent wrong answer.
std::string left_html(size_t step, const QuestionCounts& question) {
  const std::string stopped =
      question.stopped == 0 ? std::string()
                            : fmt::format(" {} without a wrong step.", counted(static_cast<size_t>(question.stopped),
                                                                               "student stopped", "students stopped"));
  int longest = kLongestBar;
  for (const auto& [number, here] : question.left) longest = std::max(longest, here.students);
  std::string out =
      fmt::format("<h3>Step {}: where the algorithm was left</h3>\n<p>{} right to the end.{}</p>\n", step,
                  counted(static_cast<size_t>(question.followed), "student was", "students were"), stopped);
  if (question.left.empty()) return out;
  out +=
      "<table>\n<thead><tr>"
      "<th class=\"n\">Step of the simulation</th><th class=\"n\">Left here</th><th></th><th>Most frequent wrong "
      "answer</th></tr></thead>\n<tbody>\n";
  for (const auto& [number, here] : question.left) {
    const auto most = std::ranges::max_element(here.wrong_answers, {}, [](const auto& one) { return one.second; });
    const std::string wrong = most == here.wrong_answers.end()
                                  ? std::string()
                                  : fmt::format("{} &times; {}", most->second, shown(most->first));
    const std::string bar = fmt::format("<span class=\"b\" style=\"width:{:g}em\"></span>",
                                        here.students * kLongestBar / static_cast<double>(longest));
    out += fmt::format("<tr><td class=\"n\">{}</td><td class=\"n\">{}</td><td>{}</td><td>{}</td></tr>\n", number,
                       here.students, bar, wrong);
  }
  return out + "</tbody>\n</table>\n";
}

std::string lesson_html(const std::string& id, const LessonCounts& lesson, const std::set<std::string>& students,
                        const std::set<std::string>& named) {
  const std::string version = lesson.version > 0 ? fmt::format(", version {}", lesson.version) : std::string();
  const std::string name = shown(id) + version;
  std::string out =
      fmt::format("<h2>{}</h2>\n<p>Of {}, {} handed in a result; {} verified and counted.</p>\n",
                  lesson.title.empty() ? name : fmt::format("{} ({})", shown(plain_text(lesson.title)), name),
                  counted(students.size(), "student", "students"), counted(lesson.handed_in.size(), "has", "have"),
                  counted(lesson.counted.size(), "is", "are"));
  if (!lesson.questions.empty()) {
    out +=
        "<table>\n<thead><tr><th class=\"n\">Step</th><th>Question</th><th>Right answer</th><th class=\"n\">At "
        "once</th>"
        "<th class=\"n\">Later</th><th class=\"n\">Wrong</th><th class=\"n\">Shown</th><th class=\"n\">No "
        "answer</th><th>Wrong answers</th></tr>"
        "</thead>\n<tbody>\n";
  }
  for (const auto& [step, question] : lesson.questions) {
    const std::string expected = question.expected.empty()       ? std::string()
                                 : question.expected.size() == 1 ? shown(*question.expected.begin())
                                                                 : "differs by student";
    out += fmt::format("<tr><td class=\"n\">{}</td><td>{}</td><td>{}</td>", step, shown(question.text), expected);
    for (const int number : {question.at_once, question.later, question.wrong, question.shown, question.unanswered}) {
      out += fmt::format("<td class=\"n\">{}</td>", number);
    }
    out += fmt::format("<td>{}</td></tr>\n", wrong_answers_html(question.wrong_answers));
  }
  if (!lesson.questions.empty()) out += "</tbody>\n</table>\n";
  for (const auto& [step, question] : lesson.questions) {
    if (question.steps > 0) out += left_html(step, question);
  }
  std::vector<std::string> missing;
  std::ranges::set_difference(named, lesson.handed_in, std::back_inserter(missing));
  if (!missing.empty()) out += fmt::format("<p>Nothing handed in: {}.</p>\n", shown_list(missing));
  return out;
}

std::string unverified_html(const std::vector<ResultGrade>& grades, const std::string& folder) {
  std::string rows;
  for (const ResultGrade& grade : grades) {
    std::string reasons;
    for (const ReplayedItem& row : grade.rows) {
      if (row.verified()) continue;
      reasons += fmt::format("<li>{}{}</li>", row.step > 0 ? fmt::format("Step {}: ", row.step) : std::string(),
                             shown(row.reason));
    }
    if (reasons.empty()) continue;
    rows += fmt::format("<tr><td>{}</td><td>{}</td><td>{}</td><td><ul>{}</ul></td></tr>\n",
                        shown(place_in(folder, grade.file)), shown(grade.student), shown(grade.lesson), reasons);
  }
  if (rows.empty()) return {};
  return "<h2>Not verified</h2>\n<p>These results are not counted above.</p>\n<table>\n<thead><tr><th>File</th>"
         "<th>Student</th><th>Lesson</th><th>Reason</th></tr></thead>\n<tbody>\n" +
         rows + "</tbody>\n</table>\n";
}

std::string copies_html(const std::vector<ResultCopies>& copies, const std::string& folder) {
  if (copies.empty()) return {};
  std::string out = "<h2>Copies</h2>\n<ul>\n";
  for (const ResultCopies& one : copies) {
    out += fmt::format("<li>{}: {}.</li>\n", shown(one.grades.front()->lesson), shown(copies_sentence(one, folder)));
  }
  return out + "</ul>\n";
}

}  // namespace

bool is_question(const ReplayedItem& row) {
  return row.step > 0 && row.what != "limit" && row.what != "check" && row.what != "step";
}

std::string class_page(const std::vector<ResultGrade>& grades, const std::vector<ResultCopies>& copies,
                       const std::string& folder) {
  const std::set<std::string> students = students_of(grades, false), named = students_of(grades, true);
  std::string out = fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>Results of lessons</title>\n"
      "<style>{}</style>\n</head>\n<body>\n<h1>Results of lessons</h1>\n<p>{} of {}; {} not verified.</p>\n",
      kStyle, counted(grades.size(), "result", "results"), counted(students.size(), "student", "students"),
      counted(static_cast<size_t>(std::ranges::count(grades, false, &ResultGrade::verified)), "is", "are"));
  for (const auto& [id, lesson] : counts_of(grades)) out += lesson_html(id, lesson, students, named);
  return out + copies_html(copies, folder) + unverified_html(grades, folder) + "</body>\n</html>\n";
}

}  // namespace strata::bench
