#include "app/figure/animation.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>
#include <gif_lib.h>

#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "app/base/command.hpp"
#include "app/base/palette.hpp"
#include "app/lab/dump.hpp"
#include "app/lab/lab.hpp"
#include "app/playback/playback.hpp"
#include "tests/app/figure/figure_support.hpp"
#include "tests/lab_support.hpp"
#include "tests/source_path.hpp"
#include "tests/temp_folder.hpp"

using namespace strata;
using namespace strata::test;

namespace {

std::string film_line(const std::string& path, const std::string& options) {
  return test::open_line(path, "export.animation") + " " + options;
}

struct GifFilm {
  int width = 0, height = 0;
  int frames = 0;
  std::string comment;
};

// What another reader of the format says of a GIF.
GifFilm read_gif(const std::string& path) {
  int code = 0;
  GifFileType* file = DGifOpenFileName(path.c_str(), &code);
  REQUIRE(file != nullptr);
  REQUIRE(DGifSlurp(file) == GIF_OK);
  GifFilm film{file->SWidth, file->SHeight, file->ImageCount, {}};
  // What stands before an image belongs to it.
  const SavedImage& first = file->SavedImages[0];
  bool in_comment = false;
  for (int i = 0; i < first.ExtensionBlockCount; ++i) {
    const ExtensionBlock& block = first.ExtensionBlocks[i];
    if (block.Function != CONTINUE_EXT_FUNC_CODE) in_comment = block.Function == COMMENT_EXT_FUNC_CODE;
    if (in_comment)
      film.comment.append(reinterpret_cast<const char*>(block.Bytes), static_cast<size_t>(block.ByteCount));
  }
  DGifCloseFile(file, &code);
  return film;
}

CanvasPixels plain_frame(int width, int height, Rgba color) {
  return {width, height, std::vector<Rgba>(static_cast<size_t>(width * height), color)};
}

}  // namespace

TEST_CASE("a film of a search has a frame for each place of the play head, and leaves it where it was") {
  Lab lab;
  TempFolder folder;
  run_settled(lab, "map.scene running-example");
  run(lab, "step.to 100");
  const size_t size = lab.playback().size();
  const std::string before = dump_state(lab);
  const std::string path = folder.file("film.gif");
  run(lab, film_line(path, "by event every 500 pixels 80 area all fps 5"));
  const size_t places = 1 + (size - 1) / 500 + 1;
  const size_t still = 7;  // the last one stays for 1.5 seconds
  const GifFilm film = read_gif(path);
  CHECK(film.frames == static_cast<int>(places + still));
  CHECK(film.width == 80);
  lab.mutable_state().messages.clear();
  CHECK(dump_state(lab) == before);
  CHECK(lab.playback().cursor() == 100);
}

TEST_CASE("a film of expansions takes every n-th of them, and its frames have one size") {
  Lab lab;
  TempFolder folder;
  run_settled(lab, "map.scene running-example");
  run(lab, film_line(folder.file("e.png"), "from 0 to 600 every 100 pixels 120 area all"));
  size_t files = 0;
  std::string header;
  for (const auto& entry : std::filesystem::directory_iterator(folder.path())) {
    const std::string png = content(entry.path().string());
    CHECK(png.substr(1, 3) == "PNG");
    if (header.empty()) header = png.substr(16, 8);
    CHECK(png.substr(16, 8) == header);  // width and height
    ++files;
  }
  CHECK(files >= 3);
  CHECK(std::filesystem::exists(folder.file("e-0001.png")));
}

TEST_CASE("agents that walk are filmed for as many seconds as wanted") {
  Lab lab;
  TempFolder folder;
  run_settled(lab, {"map.scene running-example", "crowd.spawn 20 1"});
  const std::string path = folder.file("crowd.gif");
  CHECK(holds_text(failure(lab, film_line(path, "seconds 1 pixels 80")), "no agents walk"));
  run(lab, "crowd.run on");
  run(lab, film_line(path, "seconds 1 fps 5 pixels 80 area all legend off"));
  CHECK(read_gif(path).frames == 5 + 7);
}

TEST_CASE("what is wrong with the options of a film is said at its place, and nothing changes") {
  Lab lab;
  TempFolder folder;
  run_settled(lab, "map.scene running-example");
  const std::string before = dump_state(lab);
  const std::string path = folder.file("f.gif");
  const auto says = [&](const std::string& options, const std::string& reason) {
    CAPTURE(options);
    CHECK(holds_text(failure(lab, film_line(path, options)), reason));
  };
  says("every 0", "every: must be at least 1");
  says("to 999999999", "to: the search has");
  says("from 50 to 20", "from: event 50 comes after event 20");
  says("by node", "by: expected expansion or event");
  says("fps 0", "fps: ");
  says("every 2 every 3", "every: is given twice");
  says("from", "from: its value is missing");
  says("seconds 2 every 2", "seconds: is for agents that walk");
  says("ground green", "ground: expected");
  CHECK(holds_text(failure(lab, film_line(folder.file("f.avi"), "")), "ends in .gif, .mp4, or .png"));
  CHECK(dump_state(lab) == before);
  CHECK(std::filesystem::is_empty(folder.path()));
}

TEST_CASE("a film that cannot be written, or is not finished, leaves nothing behind and the old file as it was") {
  TempFolder folder;
  const std::string path = folder.file("one.gif");
  REQUIRE(write_file_atomic(path, "old").ok());
  {
    AnimationWriter writer(AnimationFormat::kGif, path, 10);
    CHECK(writer.add(plain_frame(8, 8, palette::kBlue)).ok());
  }
  CHECK(content(path) == "old");
  {
    AnimationWriter writer(AnimationFormat::kPngs, folder.file("p.png"), 10);
    CHECK(writer.add(plain_frame(8, 8, palette::kBlue)).ok());
    CHECK(std::filesystem::exists(folder.file("p-0001.png")));
  }
  CHECK_FALSE(std::filesystem::exists(folder.file("p-0001.png")));
  AnimationWriter writer(AnimationFormat::kGif, folder.file("none/a.gif"), 10);
  CHECK(writer.add(plain_frame(8, 8, palette::kBlue)).ok());
  CHECK_FALSE(writer.finish().ok());
}

TEST_CASE("a GIF keeps of each frame what has changed") {
  TempFolder folder;
  const std::string path = folder.file("small.gif");
  AnimationWriter writer(AnimationFormat::kGif, path, 10);
  CanvasPixels frame = plain_frame(60, 40, palette::kBlue);
  CHECK(writer.add(frame).ok());
  frame.pixels[10 * 60 + 5] = palette::kYellow;
  CHECK(writer.add(frame).ok());
  frame.pixels[20 * 60 + 5] = frame.pixels[20 * 60 + 9] = palette::kYellow;
  CHECK(writer.add(frame).ok());
  CHECK(writer.finish().ok());
  int code = 0;
  GifFileType* file = DGifOpenFileName(path.c_str(), &code);
  REQUIRE(file != nullptr);
  REQUIRE(DGifSlurp(file) == GIF_OK);
  REQUIRE(file->ImageCount == 3);
  const SavedImage& second = file->SavedImages[1];
  CHECK(second.ImageDesc.Left == 5);
  CHECK(second.ImageDesc.Top == 10);
  CHECK(second.ImageDesc.Width == 1);
  CHECK(second.ImageDesc.Height == 1);
  const GifColorType color = second.ImageDesc.ColorMap->Colors[second.RasterBits[0]];
  CHECK(rgba(static_cast<uint32_t>(color.Red << 16 | color.Green << 8 | color.Blue)) == palette::kYellow);
  // What is the same between two changes is transparent.
  GraphicsControlBlock control{};
  REQUIRE(DGifSavedExtensionToGCB(file, 2, &control) == GIF_OK);
  const SavedImage& third = file->SavedImages[2];
  CHECK(third.ImageDesc.Width == 5);
  CHECK(third.RasterBits[0] != control.TransparentColor);
  CHECK(third.RasterBits[2] == control.TransparentColor);
  CHECK(third.RasterBits[4] == third.RasterBits[0]);
  DGifCloseFile(file, &code);
}

TEST_CASE("what is the same in a frame of many colours is transparent, and nothing else is") {
  TempFolder folder;
  const std::string path = folder.file("colours.gif");
  AnimationWriter writer(AnimationFormat::kGif, path, 10);
  constexpr int kWide = 64, kHigh = 48;
  CanvasPixels frame = plain_frame(kWide, kHigh, 0);
  for (size_t i = 0; i < frame.pixels.size(); ++i)
    frame.pixels[i] = rgba(static_cast<uint32_t>(i * 0x010503) & 0xffffff);
  CHECK(writer.add(frame).ok());
  const CanvasPixels before = frame;
  for (size_t i = 0; i < frame.pixels.size(); i += 3)
    frame.pixels[i] = rgba(static_cast<uint32_t>(i * 0x030107) & 0xffffff);
  CHECK(writer.add(frame).ok());
  CHECK(writer.finish().ok());
  int code = 0;
  GifFileType* file = DGifOpenFileName(path.c_str(), &code);
  REQUIRE(file != nullptr);
  REQUIRE(DGifSlurp(file) == GIF_OK);
  REQUIRE(file->ImageCount == 2);
  GraphicsControlBlock control{};
  REQUIRE(DGifSavedExtensionToGCB(file, 1, &control) == GIF_OK);
  const SavedImage& second = file->SavedImages[1];
  for (int y = 0; y < second.ImageDesc.Height; ++y) {
    for (int x = 0; x < second.ImageDesc.Width; ++x) {
      const auto at = static_cast<size_t>((y + second.ImageDesc.Top) * kWide + x + second.ImageDesc.Left);
      const bool transparent = second.RasterBits[y * second.ImageDesc.Width + x] == control.TransparentColor;
      CHECK(transparent == (frame.pixels[at] == before.pixels[at]));
    }
  }
  for (size_t i = 0; i < static_cast<size_t>(kWide * kHigh); ++i) {
    CHECK(file->SavedImages[0].RasterBits[i] != 255);  // all of the first frame is drawn
  }
  DGifCloseFile(file, &code);
}

TEST_CASE("a film says in its file by which commands it was made, and they make it again") {
  TempFolder folder;
  const std::string path = folder.file("film.gif");
  {
    Lab lab;
    run_settled(lab, {"map.scene running-example", "paint.rectangle 3 3 5 5 filled blocked", "query.goal 30 5"});
    run(lab, film_line(path, "every 200 pixels 80 area all fps 5"));
  }
  const std::string comment = read_gif(path).comment;
  CHECK(holds_text(comment, "paint.rectangle 3 3 5 5 filled blocked\n"));
  CHECK(holds_text(comment, "export.animation film.gif every 200 pixels 80 area all fps 5\n"));
  Lab again;
  const size_t last = comment.rfind("export.animation");
  for (size_t at = 0; at < last;) {
    const size_t end = comment.find('\n', at);
    run(again, comment.substr(at, end - at));
    at = end + 1;
  }
  again.finish_updates();
  const std::string same = folder.file("again.gif");
  run(again, film_line(same, "every 200 pixels 80 area all fps 5"));
  CHECK(read_gif(same).frames == read_gif(path).frames);
  // Numbered pictures have them as text; a program that makes MP4 files is told them.
  run(again, film_line(folder.file("p.png"), "every 2000 pixels 80 area all"));
  CHECK(holds_text(content(folder.file("p-0001.png")), "paint.rectangle 3 3 5 5 filled blocked\n"));
  CHECK(holds_text(content(folder.file("p-0002.png")), "export.animation p.png every 2000 pixels 80 area all\n"));
}

TEST_CASE("ffmpeg is told by which commands an MP4 was made") {
  // A program in its place writes its arguments where the film should go.
  TempFolder folder;
  REQUIRE(write_file_atomic(folder.file("ffmpeg"),
                            "#!/bin/sh\nfor last; do :; done\ncat >/dev/null\nprintf '%s\\n' \"$@\" >\"$last\"\n")
              .ok());
  std::filesystem::permissions(folder.file("ffmpeg"), std::filesystem::perms::owner_all);
  const std::string before = std::getenv("PATH");
  ::setenv("PATH", (folder.path() + ":" + before).c_str(), 1);
  const auto told = [&](const std::string& commands) {
    AnimationWriter writer(AnimationFormat::kMp4, folder.file("f.mp4"), 10, {"A title", commands});
    CHECK(writer.add(plain_frame(8, 8, palette::kBlue)).ok());
    const Status finished = writer.finish();
    CHECK_MESSAGE(finished.ok(), finished.error().message());
    return content(folder.file("f.mp4"));
  };
  CHECK(holds_text(told("query.goal 3 4\n"), "-metadata\ntitle=A title\n-metadata\ncomment=query.goal 3 4\n"));
  CHECK(holds_text(told(std::string(200'000, 'x')), "comment=The 200000 bytes of commands"));
  ::setenv("PATH", before.c_str(), 1);
}

TEST_CASE("a film of all views has them side by side under their names") {
  Lab lab;
  TempFolder folder;
  run_settled(lab, {"map.scene running-example", "view.compare 2"});
  run(lab, film_line(folder.file("one.gif"), "view 1 every 300 pixels 100 area all"));
  run(lab, film_line(folder.file("all.gif"), "view all every 300 zoom 4 area all"));
  run(lab, film_line(folder.file("left.gif"), "view 1 every 300 zoom 4 area all"));
  const GifFilm all = read_gif(folder.file("all.gif")), left = read_gif(folder.file("left.gif"));
  CHECK(all.width == 2 * left.width + 8);
  CHECK(all.height > left.height);
  CHECK(all.frames == left.frames);
  // The names of the planners, and both searches.
  const std::string path = folder.file("views.svg");
  run(lab, test::open_line(path, "export.figure") + " view all area all");
  const std::string one = folder.file("view.svg");
  run(lab, test::open_line(one, "export.figure") + " view 2 area all");
  CHECK(content(path).size() > content(one).size());
  CHECK(holds_text(failure(lab, test::open_line(one, "export.figure") + " view 3"), "view: there is no view 3"));
  CHECK(holds_text(failure(lab, test::open_line(one, "export.figure") + " view some"), "view: "));
}

TEST_CASE("the film of the first page is what its script makes") {
  const std::string script = content(test::source_path("docs/film-side-by-side.script"));
  TempFolder folder;
  const std::string path = folder.file("film.gif");
  Lab lab;
  size_t films = 0;
  for (size_t at = 0; at < script.size();) {
    const size_t end = script.find('\n', at);
    const auto line = parse_command(script.substr(at, end - at));
    at = end + 1;
    REQUIRE(line.ok());
    Command command = line.value();
    if (command.name.empty()) continue;
    if (command.name == "wait.ready") {
      lab.finish_updates();
      continue;
    }
    if (command.name == "export.animation") {
      CHECK(command.args[0] == "docs/film-side-by-side.gif");
      command.args[0] = path;
      ++films;
    }
    run(lab, format_command(command));
  }
  REQUIRE(films == 1);
  const GifFilm made = read_gif(path), kept = read_gif(test::source_path("docs/film-side-by-side.gif"));
  CHECK(made.width == kept.width);
  CHECK(made.height == kept.height);
  CHECK(made.frames == kept.frames);
  CHECK(kept.frames > 50);
  CHECK(std::filesystem::file_size(test::source_path("docs/film-side-by-side.gif")) < 1'500'000);
  CHECK(holds_text(content(test::source_path("README.md")), "docs/film-side-by-side.gif"));
}

TEST_CASE("an MP4 is made by ffmpeg; where there is none, it is said") {
  Lab lab;
  TempFolder folder;
  run_settled(lab, "map.scene running-example");
  const std::string path = folder.file("film.mp4");
  const std::string line = film_line(path, "every 200 pixels 81 area all");
  if (!test::program_is_there("ffmpeg")) {
    CHECK(holds_text(failure(lab, line), "there is no ffmpeg"));
    CHECK_FALSE(std::filesystem::exists(path));
    MESSAGE("SKIPPED: there is no ffmpeg (package ffmpeg)");
    return;
  }
  run(lab, line);
  CHECK(content(path).substr(4, 4) == "ftyp");
}
