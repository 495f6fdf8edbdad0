#include "app/ui/panel_tree.hpp"

#include <imgui.h>

#include <algorithm>
#include <cmath>

#include "app/base/icons.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/query_controller.hpp"
#include "app/playback/event_words.hpp"
#include "app/playback/open_list.hpp"
#include "app/playback/search_tree.hpp"
#include "app/ui/imgui_versions.hpp"
#include "app/ui/theme.hpp"
#include "app/ui/ui.hpp"
#include "app/ui/widgets.hpp"

namespace strata {
namespace {

// During playback or dragging, the tree is made again only if the search has at most this many events.
constexpr size_t kLiveTreeEvents = 100'000;

// If leaves are at least this far apart, all nodes have texts; in pixels at scale 1.
constexpr float kLabelled = 46;

struct SearchTreeViewState {
  uint64_t version = 0, trace = 0;
  SearchTree tree;
  // The view fits itself to the tree, and keeps the current node visible.
  bool follows = true;
  bool whole = false;            // the whole tree is shown, however small its nodes
  float across = 12, down = 20;  // distances between leaves, and between rows, pixels at scale 1
  float left = 0, top = 0;       // upper left corner of the view, in leaves and rows
  ImVec2 pressed{0, 0};
};

void bring_up_to_date(const Playback& playback, SearchTreeViewState& memory) {
  const uint64_t version = playback.version() + 1;
  if (memory.version == version && memory.trace == playback.trace_version()) return;
  const EventRange range = events_of_search(playback, playback.cursor());
  const bool restless = playback.clock().playing() || ImGui::IsMouseDown(0);
  if (range.end - range.begin > kLiveTreeEvents && restless && memory.trace == playback.trace_version()) return;
  memory.version = version;
  memory.trace = playback.trace_version();
  memory.tree = search_tree(playback, playback.cursor());
}

// If the nodes can still be told apart, or if the user wants it, fits the whole tree into the view. Otherwise moves the
// view to the current node.
void fit(const Ui& ui, const ImVec2& size, SearchTreeViewState& memory) {
  const SearchTree& tree = memory.tree;
  const float width = size.x / ui.scale(), height = size.y / ui.scale();
  memory.across = std::clamp(width / (tree.width + 1), memory.whole ? 0.0f : 5.0f, 56.0f);
  memory.down = std::clamp(height / (static_cast<float>(tree.height) + 1), memory.whole ? 0.0f : 7.0f, 34.0f);
  const float columns = width / memory.across, rows = height / memory.down;
  const bool has_current = tree.current != TreeNode::kNone;
  const float x = has_current ? tree.nodes[tree.current].x : 0;
  const auto y = static_cast<float>(has_current ? tree.nodes[tree.current].y : 0);
  const auto place = [](float room, float total, float at) {
    if (total + 1 <= room) return -(room - total + 1) / 2;  // centered
    return std::clamp(at - room / 2, -1.0f, total - room + 1);
  };
  memory.left = place(columns, tree.width, x);
  memory.top = static_cast<float>(tree.height) + 1 <= rows
                   ? -1.0f
                   : std::clamp(y - rows * 0.7f, -1.0f, static_cast<float>(tree.height) - rows + 1);
}

ImU32 color_of(const TreeNode& node) {
  switch (node.state) {
    case NodeState::kOpen:
      return to_u32(theme().good);
    case NodeState::kExpanded:
      return to_u32(theme().accent, 0.85f);
    default:
      return to_u32(theme().text_dim);
  }
}

// Converts positions in the tree, in leaves and rows, to positions in the window.
struct TreeTransform {
  ImVec2 at;
  ImVec2 size;
  float left, top, across, down;
  ImVec2 place(const TreeNode& node) const {
    return {at.x + (node.x - left) * across, at.y + (static_cast<float>(node.y) - top) * down};
  }
};

Cell cell_of(const Playback& playback, const TreeNode& node) {
  const NodePlace place = playback.place(node.level, node.node);
  return {static_cast<int>(std::floor(place.x)), static_cast<int>(std::floor(place.y))};
}

// Draws the cell of a node below it: "12,7".
void label(Ui& ui, const Playback& playback, const TreeNode& node, const ImVec2& at) {
  const Text text("{}", cell_of(playback, node));
  ImFont* font = ui.fonts().small;
  const ImVec2 high = ImGui::GetWindowDrawList()->GetClipRectMax();
  if (at.y + ui.px(6) + imgui::font_size(font) > high.y) return;
  add_text(ImGui::GetWindowDrawList(), font,
           {std::floor(at.x - text_size(font, text).x / 2), std::floor(at.y + ui.px(6))}, to_u32(theme().text), text);
}

void draw_nodes(Ui& ui, const Playback& playback, const SearchTree& tree, const TreeTransform& view) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  const float low_x = view.at.x - 8, high_x = view.at.x + view.size.x + 8;
  const float low_y = view.at.y - view.down - 8, high_y = view.at.y + view.size.y + view.down + 8;
  const auto seen = [&](const ImVec2& a, const ImVec2& b) {
    return std::max(a.x, b.x) >= low_x && std::min(a.x, b.x) <= high_x && std::max(a.y, b.y) >= low_y &&
           std::min(a.y, b.y) <= high_y;
  };
  for (const bool way : {false, true}) {
    for (const TreeNode& node : tree.nodes) {
      if (node.parent == TreeNode::kNone || node.on_way != way) continue;
      const ImVec2 from = view.place(tree.nodes[node.parent]), to = view.place(node);
      if (!seen(from, to)) continue;
      list->AddLine(from, to, way ? to_u32(theme().warn) : to_u32(theme().text_dim, 0.55f), ui.px(way ? 2.2f : 1.0f));
    }
  }
  const float radius = std::clamp(std::min(view.across, view.down) * 0.28f, ui.px(1.2f), ui.px(5));
  for (const TreeNode& node : tree.nodes) {
    const ImVec2 at = view.place(node);
    if (!seen(at, at)) continue;
    // Open nodes are drawn as rings, so that they are recognised without colour.
    if (node.state == NodeState::kOpen && radius > ui.px(2)) {
      list->AddCircleFilled(at, radius, to_u32(theme().panel));
      list->AddCircle(at, radius, color_of(node), 0, ui.px(1.5f));
    } else {
      list->AddCircleFilled(at, radius, color_of(node));
    }
    if (view.across >= ui.px(kLabelled)) label(ui, playback, node, at);
  }
  if (tree.current == TreeNode::kNone) return;
  const ImVec2 at = view.place(tree.nodes[tree.current]);
  list->AddCircleFilled(at, radius + ui.px(1.5f), to_u32(theme().warn));
  list->AddCircle(at, radius + ui.px(4), to_u32(theme().warn), 0, ui.px(1.5f));
  if (view.across < ui.px(kLabelled)) label(ui, playback, tree.nodes[tree.current], at);
}

void tell_node(const Lab& lab, const TreeNode& node) {
  const Playback& playback = lab.playback();
  const EventFormatter words(playback, lab.query().trace_unit());
  const NodeAtCursor now = playback.node(node.level, node.node, node.backward);
  ImGui::BeginTooltip();
  print("{}  {}", words.node(node.level, node.node), node_state_name(node.state));
  if (now.state != NodeState::kUnseen) {
    print_dim("g {}  h {}  f {}", words.cost(now.g), words.cost(now.h), words.sum(now.g, now.h));
  }
  ImGui::EndTooltip();
}

void handle_pointer(Ui& ui, const Lab& lab, const TreeTransform& view, SearchTreeViewState& memory) {
  const ImGuiIO& io = ImGui::GetIO();
  const bool hovered = ImGui::IsItemHovered();
  if (ImGui::IsItemActivated()) memory.pressed = io.MousePos;
  const float moved = std::abs(io.MousePos.x - memory.pressed.x) + std::abs(io.MousePos.y - memory.pressed.y);
  const bool dragged = moved > ui.px(3);
  if (ImGui::IsItemActive() && dragged) {
    memory.follows = memory.whole = false;
    memory.left -= io.MouseDelta.x / view.across;
    memory.top -= io.MouseDelta.y / view.down;
  }
  const float x = view.left + (io.MousePos.x - view.at.x) / view.across;
  const float y = view.top + (io.MousePos.y - view.at.y) / view.down;
  if (hovered && io.MouseWheel != 0) {
    // The zoom changes around the pointer.
    memory.follows = memory.whole = false;
    const float factor = io.MouseWheel > 0 ? 1.2f : 1 / 1.2f;
    // A tree that is already smaller than the limits must not become larger by zooming out.
    memory.across = std::clamp(memory.across * factor, std::min(1.0f, memory.across), 80.0f);
    memory.down = std::clamp(memory.down * factor, std::min(2.0f, memory.down), 80.0f);
    memory.left = x - (io.MousePos.x - view.at.x) / (memory.across * ui.scale());
    memory.top = y - (io.MousePos.y - view.at.y) / (memory.down * ui.scale());
  }
  if (!hovered && !ImGui::IsItemDeactivated()) return;
  const uint32_t under = memory.tree.nearest(x, y, std::max(ui.px(9) / view.across, 0.5f));
  if (under == TreeNode::kNone) return;
  const TreeNode& node = memory.tree.nodes[under];
  if (ImGui::IsItemDeactivated() && hovered && !dragged) {
    inspect(ui, cell_of(lab.playback(), node));
  } else if (!ImGui::IsItemActive()) {
    tell_node(lab, node);
  }
}

}  // namespace

void draw_tree(Ui& ui, const Lab& lab) {
  auto& memory = ui.kept<SearchTreeViewState>();
  bring_up_to_date(lab.playback(), memory);
  const SearchTree& tree = memory.tree;
  print_bold(ui, "Search tree");
  ui.mark("tree.title");
  const float buttons = ImGui::GetContentRegionMax().x - ui.px(66);
  ImGui::SameLine(buttons);
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {ui.px(4), 0});
  if (ImGui::SmallButton("fit")) memory.follows = memory.whole = true;
  describe(ui, "tree.fit", "Fit the whole tree into this panel, also while it grows");
  ImGui::SameLine();
  if (ImGui::SmallButton(ui.fonts().icons ? icon::kClose : "x")) ui.run("ui.panel tree off");
  describe(ui, "tree.close", "Closes the search tree");
  ImGui::PopStyleVar();
  if (tree.nodes.empty()) {
    draw_dim("No node has been reached yet.");
  } else if (tree.truncated) {
    print_dim("{}, {} of them shown", counted(tree.total, "node"), tree.nodes.size());
    tooltip(ui, "Shown are the branches near the node that is expanded now, and those found first", {});
  } else {
    print_dim("{}, {}", counted(tree.total, "node"), counted(tree.height, "generation"));
  }
  const ImVec2 size = ImGui::GetContentRegionAvail();
  if (size.x < 8 || size.y < 8) return;
  if (memory.follows) fit(ui, size, memory);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const TreeTransform view{at, size, memory.left, memory.top, memory.across * ui.scale(), memory.down * ui.scale()};
  ImGui::InvisibleButton("canvas", size);
  ui.mark("tree.canvas");
  ImDrawList* list = ImGui::GetWindowDrawList();
  list->PushClipRect(at, {at.x + size.x, at.y + size.y}, true);
  draw_nodes(ui, lab.playback(), tree, view);
  list->PopClipRect();
  if (tree.current != TreeNode::kNone) {
    const ImVec2 current = view.place(tree.nodes[tree.current]);
    ui.dump().mark("tree.current", current.x - 4, current.y - 4, current.x + 4, current.y + 4);
    const uint32_t parent = tree.nodes[tree.current].parent;
    if (parent != TreeNode::kNone) {
      const ImVec2 above = view.place(tree.nodes[parent]);
      ui.dump().mark("tree.parent", above.x - 4, above.y - 4, above.x + 4, above.y + 4);
    }
  }
  handle_pointer(ui, lab, view, memory);
}

}  // namespace strata
