// Where the user keeps files.
#include "app/base/user_folders.hpp"

#include <doctest/doctest.h>

#include <filesystem>

#include "core/io/files.hpp"
#include "tests/temp_folder.hpp"

using namespace strata;

TEST_CASE("the folder of documents is the one that the desktop names, else Documents, else the home folder") {
  const test::TempFolder folder;
  const std::string home = folder.file("home"), config = home + "/.config";
  CHECK(documents_folder(home, config).empty());
  CHECK(documents_folder("", config).empty());
  std::filesystem::create_directories(config);
  CHECK(documents_folder(home, config) == home);
  std::filesystem::create_directories(home + "/Documents");
  CHECK(documents_folder(home, config) == home + "/Documents");
  REQUIRE(write_file_atomic(config + "/user-dirs.dirs",
                            "# by the desktop\nXDG_MUSIC_DIR=\"$HOME/Music\"\nXDG_DOCUMENTS_DIR=\"$HOME/Papers\"\n")
              .ok());
  CHECK(documents_folder(home, config) == home + "/Documents");  // what is named is not there
  std::filesystem::create_directories(home + "/Papers");
  CHECK(documents_folder(home, config) == home + "/Papers");
}

TEST_CASE("the folder of pictures is the one that the desktop names, else Pictures, else that of documents") {
  const test::TempFolder folder;
  const std::string home = folder.file("home"), config = home + "/.config";
  CHECK(pictures_folder(home, config).empty());
  std::filesystem::create_directories(config);
  CHECK(pictures_folder(home, config) == home);
  std::filesystem::create_directories(home + "/Documents");
  CHECK(pictures_folder(home, config) == home + "/Documents");
  std::filesystem::create_directories(home + "/Pictures");
  CHECK(pictures_folder(home, config) == home + "/Pictures");
  REQUIRE(write_file_atomic(config + "/user-dirs.dirs", "XDG_PICTURES_DIR=\"$HOME/Photos\"\n").ok());
  std::filesystem::create_directories(home + "/Photos");
  CHECK(pictures_folder(home, config) == home + "/Photos");
  CHECK(documents_folder(home, config) == home + "/Documents");
  CHECK(can_write_into(home));
  CHECK_FALSE(can_write_into(home + "/none"));
  CHECK_FALSE(can_write_into(""));
  CHECK_FALSE(can_write_into(config + "/user-dirs.dirs"));  // a file is no folder
}
