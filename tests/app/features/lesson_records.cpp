// What a learner has done is kept by lesson: one that calls itself like another one has a record of its own.
#include <doctest/doctest.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

#include "app/features/lesson/lesson.hpp"
#include "app/features/lesson/lesson_list.hpp"
#include "app/lab/lab.hpp"
#include "app/lesson/lesson.hpp"
#include "core/io/files.hpp"
#include "tests/lab_support.hpp"
#include "tests/temp_folder.hpp"

using namespace strata;
using namespace strata::test;

namespace {

std::string lesson_called(const test::TempFolder& folder, const std::string& file, const std::string& id,
                          const std::string& question) {
  const std::string path = folder.file(file);
  REQUIRE(write_file_atomic(path, "lesson " + id + " 1\ntitle \"T\"\nstep \"A\"\nsetup map.new 20 20\nask number \"" +
                                      question + "\" map.width\nbecause \"b\"\nstep \"B\"\ntext \"Done.\"\n")
              .ok());
  return path;
}

size_t step_of(Lab& lab) { return lesson_controller(lab).step_index(); }

}  // namespace

TEST_CASE("a lesson that calls itself like a stock lesson neither reads nor replaces its record") {
  const test::TempFolder folder;
  LabOptions options{.settings_path = folder.file("settings.json")};
  REQUIRE_FALSE(lesson_list().empty());
  const LessonEntry& stock = lesson_list().front();
  std::string kept;
  {
    Lab lab(options);
    run(lab, "lesson.open " + stock.id);
    if (lesson_controller(lab).step().asks()) run(lab, "lesson.tell");
    run(lab, {"lesson.next", "lesson.close"});
    kept = lesson_controller(lab).progress_text(stock.id);
    CHECK(kept.starts_with("step 2 of "));
    run(lab, test::open_line(lesson_called(folder, "copy.lesson", stock.id, "?"), "lesson.open"));
    CHECK(step_of(lab) == 0);
    run(lab, {"lesson.answer 20", "lesson.next", "lesson.reset all", "lesson.close"});
    CHECK(lesson_controller(lab).progress_text(stock.id) == kept);
  }
  Lab lab(options);
  CHECK(lesson_controller(lab).progress_text(stock.id) == kept);
  // The same file by another path is the same lesson.
  const std::filesystem::path file(stock.path);
  run(lab, test::open_line((file.parent_path() / "." / file.filename()).string(), "lesson.open"));
  CHECK(step_of(lab) == 1);
}

TEST_CASE("a lesson that was finished once stays finished with its best result, whatever is done with it later") {
  const test::TempFolder folder;
  LabOptions options{.settings_path = folder.file("settings.json")};
  const std::string file = lesson_called(folder, "one.lesson", "mine", "One?");
  const std::string key = record_key(load_lesson(file).value());
  {
    Lab lab(options);
    run(lab, test::open_line(file, "lesson.open"));
    run(lab, {"lesson.answer 20", "lesson.next", "lesson.next", "lesson.close"});
    CHECK(lesson_controller(lab).progress_text(key) == "finished, 1 of 1 right");
    // The second time the answer is told, and the lesson is left early.
    run(lab, test::open_line(file, "lesson.open"));
    run(lab, {"lesson.tell", "lesson.next", "lesson.close"});
    CHECK(lesson_controller(lab).progress_text(key) == "finished, 1 of 1 right, now at step 2");
  }
  {
    Lab lab(options);
    CHECK(lesson_controller(lab).progress_text(key) == "finished, 1 of 1 right, now at step 2");
    CHECK(lesson_controller(lab).finished_before(key));
    run(lab, test::open_line(file, "lesson.open"));
    CHECK(step_of(lab) == 1);
    // A worse result does not replace the best one.
    run(lab, {"lesson.next", "lesson.close"});
    CHECK(lesson_controller(lab).progress_text(key) == "finished, 1 of 1 right");
    run(lab, test::open_line(file, "lesson.open"));
    run(lab, {"lesson.reset all", "lesson.close"});
    CHECK(lesson_controller(lab).progress_text(key) == "finished, 1 of 1 right");
  }
  // Earlier versions of the program did not write the best result: it is that of the answers.
  auto records = nlohmann::json::parse(read_file(folder.file("lessons.json")).value());
  records[key] = {{"version", 1}, {"step", 1}, {"finished", true}, {"answers", {{{"done", true}}, {{"done", false}}}}};
  REQUIRE(write_file_atomic(folder.file("lessons.json"), records.dump()).ok());
  Lab lab(options);
  CHECK(lesson_controller(lab).progress_text(key) == "finished, 0 of 1 right");
}

TEST_CASE("two lessons of one name that differ have records of their own, and those of earlier versions are found") {
  const test::TempFolder folder;
  LabOptions options{.settings_path = folder.file("settings.json")};
  const std::string one = lesson_called(folder, "one.lesson", "mine", "One?"),
                    other = lesson_called(folder, "other.lesson", "mine", "Other?");
  {
    Lab lab(options);
    run(lab, test::open_line(one, "lesson.open"));
    run(lab, {"lesson.answer 20", "lesson.next"});
    run(lab, test::open_line(other, "lesson.open"));
    CHECK(step_of(lab) == 0);
    run(lab, test::open_line(one, "lesson.open"));
    CHECK(step_of(lab) == 1);
  }
  {
    // Opened and left again, it is still at the step where it was left.
    Lab lab(options);
    run(lab, test::open_line(one, "lesson.open"));
    CHECK(step_of(lab) == 1);
  }
  // Earlier versions of the program wrote the id alone.
  auto records = nlohmann::json::parse(read_file(folder.file("lessons.json")).value());
  const std::string key = record_key(load_lesson(one).value());
  REQUIRE(records.contains(key));
  records["mine"] = records[key];
  records.erase(key);
  REQUIRE(write_file_atomic(folder.file("lessons.json"), records.dump()).ok());
  Lab lab(options);
  run(lab, test::open_line(one, "lesson.open"));
  CHECK(step_of(lab) == 1);
  run(lab, {"lesson.reset all", "lesson.close"});
  run(lab, test::open_line(one, "lesson.open"));
  CHECK(step_of(lab) == 0);
}
