#include "app/ui/recent_files.hpp"

#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <ctime>
#include <filesystem>
#include <memory>

#include "app/base/icons.hpp"
#include "app/base/key_chords.hpp"
#include "app/lab/file_kinds.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/map_thumbnails.hpp"
#include "app/lab/session.hpp"
#include "app/ui/dialog_frame.hpp"
#include "app/ui/theme.hpp"
#include "app/ui/ui.hpp"
#include "app/ui/widgets.hpp"
#include "app/window/picture_textures.hpp"
#include "core/base/byte_text.hpp"

namespace strata {
namespace {

// The small pictures of the maps, as textures.
struct ThumbnailTextures {
  std::shared_ptr<PictureTextures> pictures = std::make_shared<PictureTextures>();
  uint64_t version = 0;  // version of the thumbnails
};

// Returns when the file was opened last: "2026-11-27 08:50"; empty: this is not known.
std::string time_text(const LabState& s, const std::string& path) {
  const auto found = std::ranges::find(s.recent_files, path);
  const auto i = static_cast<size_t>(found - s.recent_files.begin());
  if (s.fixed_clock || i >= s.opened_at.size() || s.opened_at[i] == 0) return {};
  const auto seconds = static_cast<std::time_t>(s.opened_at[i]);
  std::tm local{};
  if (localtime_r(&seconds, &local) == nullptr) return {};
  char text[32];
  return std::string(text, std::strftime(text, sizeof text, "%Y-%m-%d %H:%M", &local));
}

void draw_picture(Ui& ui, const CheckedFile* seen, ImVec2 at, ImVec2 room) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  list->AddRectFilled(at, {at.x + room.x, at.y + room.y}, to_u32(theme().field), ui.px(3));
  if (seen == nullptr || seen->picture == nullptr) {
    if (!ui.fonts().icons || seen == nullptr) return;
    const char* sign = seen->there ? icon::kMap : icon::kError;
    const ImVec2 size = ImGui::CalcTextSize(sign);
    list->AddText({at.x + (room.x - size.x) / 2, at.y + (room.y - size.y) / 2}, to_u32(theme().text_dim), sign);
    return;
  }
  const MapThumbnail& picture = *seen->picture;
  const auto width = static_cast<float>(picture.width), height = static_cast<float>(picture.height);
  const float zoom = std::min(room.x / width, room.y / height);
  const ImVec2 size(width * zoom, height * zoom);
  const ImVec2 from(at.x + (room.x - size.x) / 2, at.y + (room.y - size.y) / 2);
  const uint32_t texture = ui.kept<ThumbnailTextures>().pictures->of(seen->picture);
  list->AddImage((ImTextureID)(intptr_t)texture, from, {from.x + size.x, from.y + size.y});
}

}  // namespace

bool draw_recent_file(Ui& ui, const Lab& lab, const std::string& path, bool selected, float width) {
  lab.session().pictures().look();
  ThumbnailTextures& textures = ui.kept<ThumbnailTextures>();
  if (textures.version != lab.session().pictures().version()) {
    textures.version = lab.session().pictures().version();
    textures.pictures->forget_unused();
  }
  const CheckedFile* seen = lab.session().pictures().seen(path);
  const bool gone = seen != nullptr && !seen->there;
  const float height = std::ceil(std::max(ui.px(42), ImGui::GetTextLineHeight() * 2 + ui.px(8)));
  const ImVec2 at = ImGui::GetCursorScreenPos();
  bool chosen = false;
  {
    const DisabledScope disabled(ui, !gone, "the file is gone");
    chosen = ImGui::Selectable("##recent", selected, 0, {width, height});
  }
  const ImVec2 room(ui.px(54), height - ui.px(4));
  draw_picture(ui, seen, {at.x + ui.px(2), at.y + ui.px(2)}, room);
  const std::filesystem::path file(path);
  ImDrawList* list = ImGui::GetWindowDrawList();
  const float x = at.x + room.x + ui.px(12), line = ImGui::GetTextLineHeight();
  list->PushClipRect(at, {at.x + width, at.y + height}, true);
  list->AddText({x, at.y + height / 2 - line - ui.px(1)}, to_u32(gone ? theme().text_dim : theme().text),
                file.filename().string().c_str());
  Text about("");
  if (gone) {
    about.add("the file is gone");
  } else if (seen != nullptr) {
    if (seen->picture != nullptr) about.add("{} x {} cells, ", seen->picture->map_width, seen->picture->map_height);
    about.add("{}", bytes_text(seen->bytes));
  }
  const std::string time = time_text(lab.state(), path);
  if (!time.empty()) about.add("{}{}", about.view().empty() ? "" : ", ", time);
  about.add("{}{}", about.view().empty() ? "" : ", ", file.parent_path().string());
  add_text(list, ui.fonts().small, {x, at.y + height / 2 + ui.px(1)}, to_u32(gone ? theme().warn : theme().text_dim),
           about);
  list->PopClipRect();
  return chosen && !gone;
}

void RecentFilesDialog::draw(Ui& ui, const Lab& lab, DialogFrame& frame) {
  const std::vector<std::string>& files = lab.state().recent_files;
  if (frame.fresh) selected_ = 0;
  const int last = static_cast<int>(files.size()) - 1;
  bool moved = false;
  for (const int key : ui.keys_pressed()) {
    const int before = selected_;
    if (key == key::kDown) selected_ = std::min(selected_ + 1, last);
    if (key == key::kUp) selected_ = std::max(selected_ - 1, 0);
    moved |= selected_ != before;
  }
  selected_ = std::clamp(selected_, 0, std::max(last, 0));
  std::string chosen;
  frame.draw_problem(ui);
  ImGui::BeginChild("recent", {0, -ImGui::GetFrameHeightWithSpacing() - ui.px(4)}, false, ImGuiWindowFlags_NoNav);
  if (files.empty()) draw_dim("No file has been opened before.");
  const float button_width = text_width("Forget") + ui.px(20);
  const float width = ImGui::GetContentRegionAvail().x - button_width - ui.px(8);
  for (int i = 0; i <= last; ++i) {
    const std::string& file = files[static_cast<size_t>(i)];
    const IdScope id(i);
    const float y = ImGui::GetCursorPosY();
    if (draw_recent_file(ui, lab, file, i == selected_, width)) chosen = file;
    const CheckedFile* seen = lab.session().pictures().seen(file);
    ui.mark("recent.{}.{}", i, seen == nullptr ? "unseen" : !seen->there ? "gone" : seen->picture ? "picture" : "file");
    if (moved && i == selected_) ImGui::SetScrollHereY();
    const float below = ImGui::GetCursorPosY();
    ImGui::SameLine(0, ui.px(8));
    ImGui::SetCursorPosY(y + (below - y - ImGui::GetFrameHeight()) / 2);
    button(ui, "Forget", Text("recent.{}.forget", i).view(), format_command({"recent.forget", {file}}),
           "Takes the file off this list", {.width = button_width});
    ImGui::SetCursorPosY(below);
  }
  ImGui::EndChild();
  const bool any = last >= 0;
  {
    const CheckedFile* seen = any ? lab.session().pictures().seen(files[static_cast<size_t>(selected_)]) : nullptr;
    const bool gone = seen != nullptr && !seen->there;
    const DisabledScope disabled(ui, !any ? "no file has been opened before" : gone ? "the file is gone" : "");
    const bool open = frame.button(ui, "Open", "recent.open", true);
    if (open && any && !gone) chosen = files[static_cast<size_t>(selected_)];
  }
  ImGui::SameLine();
  if (frame.button(ui, "Cancel", "recent.cancel", false)) ui.run("ui.show recent off");
  if (chosen.empty()) return;
  ui.run_for("recent", format_command(command_by_ending(file_kinds(lab), chosen)));
}

}  // namespace strata
