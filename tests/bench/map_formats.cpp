// Maps of every format are generated and loaded by the bench program, by the ending of the file.
#include <doctest/doctest.h>

#include <string>

#include "bench/commands.hpp"
#include "bench/input_files.hpp"
#include "core/io/files.hpp"
#include "tests/must.hpp"
#include "tests/temp_folder.hpp"

using namespace strata;
using namespace strata::bench;
using namespace strata::test;

TEST_CASE("bench: a generated map has the same cells in every format") {
  const TempFolder folder;
  GenerateOptions options;
  options.spec.width = 24;
  options.spec.height = 17;
  Report report;
  options.out = folder.file("a.map");
  must(run_generate(options));
  const GridMap map = must(load_cells(options.out, {}, report));
  for (const char* name : {"a.tmx", "a.tmj", "a.png", "a.pgm", "a.csv"}) {
    CAPTURE(name);
    options.out = folder.file(name);
    must(run_generate(options));
    CHECK(must(load_cells(options.out, {}, report)) == map);
  }
  CHECK(report.notes.empty());
}

TEST_CASE("bench: what a map of Tiled leaves open is a note of the report") {
  const TempFolder folder;
  const std::string path = folder.file("a.tmx");
  must(write_file_atomic(path,
                         "<map orientation=\"orthogonal\" width=\"1\" height=\"1\" tilewidth=\"1\" tileheight=\"1\">"
                         "<layer width=\"1\" height=\"1\"><data encoding=\"csv\">1</data></layer></map>"));
  Report report;
  CHECK(must(load_cells(path, {}, report)) == GridMap(1, 1));
  REQUIRE(report.notes.size() == 1);
  CHECK(report.notes[0] ==
        path + ": no tile and no layer says which terrain it is: cells with tiles are read as ground");
}
