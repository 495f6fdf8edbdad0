#include "tests/screen/test_screen.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <utility>

#include "app/lab/gestures.hpp"
#include "app/ui/fonts.hpp"
#include "app/ui/presentation_layout.hpp"
#include "app/ui/theme.hpp"
#include "tests/source_path.hpp"

namespace strata::test {

struct TestContext::LoadedFonts {
  std::unique_ptr<ImFontAtlas> atlas;
  Fonts fonts;
  std::vector<imgui::GlyphImage> glyphs;
  imgui::MissingGlyphFinder missing;
  std::set<char32_t> letters, wanted;
};

TestContext::LoadedFonts& TestContext::loaded(float scale) {
  static std::map<float, LoadedFonts> by_scale;
  return by_scale[scale];
}

TestContext::TestContext(const ScreenSize& size) : size_(size), loaded_(&loaded(size.scale)) {
  const bool first = loaded_->atlas == nullptr;
  if (first) loaded_->atlas = std::make_unique<ImFontAtlas>();
  context_ = ImGui::CreateContext(loaded_->atlas.get());
  ImGui::SetCurrentContext(context_);
  ImGuiIO& io = ImGui::GetIO();
  io.IniFilename = nullptr;
  io.LogFilename = nullptr;
  io.ConfigInputTextCursorBlink = false;
  io.BackendFlags |= ImGuiBackendFlags_RendererHasVtxOffset;
  io.DisplaySize = {static_cast<float>(size.width), static_cast<float>(size.height)};
  io.DeltaTime = 1.0f / 60;
  imgui::prepare_without_window();
  if (first) load();
  apply_theme_style(size.scale);
}

TestContext::~TestContext() { ImGui::DestroyContext(context_); }

void TestContext::load() {
  loaded_->letters = loaded_->wanted;
  loaded_->fonts = load_fonts(size_.scale, presentation_text(static_cast<float>(size_.height)), loaded_->letters);
  unsigned char* pixels = nullptr;
  int width = 0, height = 0;
  ImFontAtlas& atlas = *ImGui::GetIO().Fonts;
  atlas.GetTexDataAsAlpha8(&pixels, &width, &height);
  loaded_->missing.watch(atlas, loaded_->letters);
  loaded_->glyphs = imgui::glyph_images();
}

bool TestContext::load_missing() {
  if (loaded_->missing.find(*ImGui::GetIO().Fonts, *ImGui::GetDrawData(), loaded_->wanted)) return true;
  if (loaded_->wanted == loaded_->letters) return false;
  load();
  return true;
}

const Fonts& TestContext::fonts() const { return loaded_->fonts; }
std::span<const imgui::GlyphImage> TestContext::glyphs() const { return loaded_->glyphs; }

void TestContext::begin_frame(const ScreenPointer* pointer) const {
  const bool buttons[3] = {pointer != nullptr && pointer->down, false, false};
  pointer != nullptr ? imgui::feed_pointer(pointer->x, pointer->y, buttons) : imgui::feed_no_pointer(buttons);
  ImGui::NewFrame();
}

DrawnFrame TestContext::end_frame() const {
  ImGui::Render();
  return read_frame(*ImGui::GetDrawData(), loaded_->glyphs);
}

TestScreen::TestScreen(Lab& lab, const ScreenSize& size, bool first_start) : lab_(lab), size_(size), context_(size) {
  GuiOptions options;
  options.maps_folder = source_path("assets/maps");
  options.graphs_folder = source_path("assets/graphs");
  options.levels_folder = source_path("assets/levels");
  gui_ = std::make_unique<Gui>(lab, options);
  gui_->dump().set_enabled(true);
  LabHost host;
  host.set_clipboard = [](const std::string&) {};
  host.get_clipboard = [] { return std::string(); };
  host.arrange = [this](LayoutChange change, const std::vector<std::string>& words) {
    return gui_->change_layout(change, words);
  };
  lab.set_host(host);
  (void)lab.execute(fmt::format("ui.scale {}", size.scale));
  if (first_start) return;
  for (const char* panel : {"left", "steps", "tools"}) {
    (void)lab.execute(fmt::format("ui.panel {} on", panel));
  }
}

TestScreen::~TestScreen() {
  gui_.reset();
  lab_.set_host({});
}

// As MainLoop::frame, but for what is drawn by the graphics card.
void TestScreen::frame(bool unfolded) {
  gui_->run_queued();
  context_.begin_frame(pointer_ ? &*pointer_ : nullptr);
  // Dear ImGui opens all that folds while it writes a text of what it draws.
  if (unfolded) ImGui::LogToClipboard(99);
  const auto width = static_cast<float>(size_.width), height = static_cast<float>(size_.height);
  gui_->arrange_panels(size_.scale, width, height);
  const Box box = gui_->pane_box(0);
  Camera fitted = lab_.state().camera;
  fitted.fit(lab_.world().map().width(), lab_.world().map().height());
  const bool was_fitted = fitted == lab_.state().camera || lab_.state().frame == 0;
  const auto view_width = static_cast<int>(box.width), view_height = static_cast<int>(box.height);
  if (view_width != lab_.state().camera.view_width || view_height != lab_.state().camera.view_height) {
    lab_.gestures().set_view_size(view_width, view_height);
    if (was_fitted) lab_.mutable_state().camera.fit(lab_.world().map().width(), lab_.world().map().height());
  }
  gui_->handle_input(std::exchange(keys_, {}), {});
  lab_.tick(1.0 / 60);
  gui_->draw(context_.fonts(), size_.scale, width, height, overlays_);
  const DrawnViews& views = builder_.build_views(lab_);
  note_drawn(lab_.mutable_state(), views.layers, views.view_notes, views.entries, views.truncated);
  overlays_ = views.overlays;
  if (unfolded) ImGui::LogFinish();
}

void TestScreen::frames(int count, bool unfolded) {
  for (int left = count; left > 0; --left) {
    frame(unfolded);
    drawn_ = left > 1 ? DrawnFrame() : context_.end_frame();
    if (left > 1) ImGui::Render();
    if (context_.load_missing()) left = std::max(left, 3);
  }
}

void TestScreen::still_frames(int count) {
  gui_->dump().set_enabled(false);
  for (int i = 0; i < count; ++i) {
    frame(false);
    ImGui::Render();
  }
  gui_->dump().set_enabled(true);
}

bool TestScreen::work_frames(int count, const LongWorkStatus& work) {
  bool stops = false;
  for (int i = 0; i < count; ++i) {
    context_.begin_frame(pointer_ ? &*pointer_ : nullptr);
    stops =
        gui_->draw_long_work(context_.fonts(), static_cast<float>(size_.width), static_cast<float>(size_.height), work);
    drawn_ = context_.end_frame();
  }
  return stops;
}

void TestScreen::point(const ScreenItem& item, bool down) {
  pointer_ = ScreenPointer{item.x + item.width / 2, item.y + item.height / 2, down};
}

std::vector<TextFault> TestScreen::faults() const {
  std::vector<std::string_view> labels = {"S", "G", "S G"};
  for (const Overlay* overlay : overlays_) {
    for (const DrawLabel& label : overlay->labels) labels.emplace_back(label.text);
  }
  static constexpr float kTableSize = 14;
  return find_faults(drawn_, kTableSize * size_.scale, labels);
}

std::vector<TextFault> TestScreen::faults_of_popups() const {
  std::vector<TextFault> found = faults();
  std::erase_if(found, [](const TextFault& fault) {
    return !fault.window.starts_with("##Menu_") && !fault.window.starts_with("##Tooltip_") &&
           !fault.window.starts_with("##Popup");
  });
  return found;
}

void TestScreen::point_at(const ScreenItem& item) {
  pointer_ = ScreenPointer{item.x + item.width / 2, item.y + item.height / 2, false};
  frames(3);  // a tooltip has its size in its second frame
}

void TestScreen::press(const ScreenItem& item) {
  point_at(item);
  pointer_->down = true;
  frames(1);
  pointer_->down = false;
  frames(3);
}

void TestScreen::press_key(int key) {
  keys_.push_back({.kind = InputKind::kKey, .down = true, .code = key});
  frames(3);
}

std::vector<ScreenItem> TestScreen::items() const { return items_of(gui_->dump(), size_.width, size_.height); }

std::vector<ScreenItem> items_of(const UiDump& dump, int width, int height) {
  const auto all = nlohmann::json::parse(dump.to_json(0, width, height, {}, ""));
  std::vector<ScreenItem> found;
  for (const auto& [name, box] : all["widgets"].items()) {
    found.push_back({name, box["x"], box["y"], box["width"], box["height"]});
  }
  return found;
}

}  // namespace strata::test
