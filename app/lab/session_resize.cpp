// Resizes the open map: a new world replaces the old one and inherits its undo history.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "app/lab/document.hpp"
#include "app/lab/lab.hpp"
#include "app/lab/large_map_task.hpp"
#include "app/lab/session.hpp"
#include "app/lab/undo_history.hpp"
#include "core/grid/map_piece.hpp"

namespace strata {

std::string_view Session::why_no_resize() const {
  if (world_->level()) return "the map is that of a level, which gives it its sides";
  const auto documents = lab_.documents();
  const bool drawn = std::any_of(documents.begin(), documents.end(), [](const Document* one) { return !one->empty(); });
  return drawn ? "a graph is drawn on this map, or it has a scenario: clear it first, as it belongs to these sides"
               : "";
}

Status Session::resize(int width, int height, Cell by, char fill, const std::string& name) {
  const GridMap& map = world_->map();
  if (width == map.width() && height == map.height() && by == Cell{}) return success();
  return replace_by_resized(
      "Changing the sides of the map",
      [&map, width, height, by, fill] { return with_sides(map, width, height, by, fill); }, by, name, std::nullopt);
}

Status Session::undo_or_redo_resize(bool back) {
  if (const std::string_view why_not = why_no_resize(); !why_not.empty()) return error_at("", std::string(why_not));
  const History::ResizeEntry& resize = *world_->history().next_resize(back);
  const auto make = [other = resize.other, terrains = world_->map().letter_terrains()] {
    GridMap map = *other;
    map.set_letter_terrains(terrains);
    return map;
  };
  const Cell by = back ? Cell{-resize.by.x, -resize.by.y} : resize.by;
  return replace_by_resized("Changing the sides of the map", make, by, {}, back);
}

// Replaces the world by one with the map that `make` returns. `back`: the resize is undone (true) or redone (false);
// nullopt: it is new, and the history records it as `name`. It always counts as large work, as the new map may be
// large. Start and goal move by `by`, but not out of the map; undo and redo restore the positions that were recorded.
Status Session::replace_by_resized(std::string title, std::function<GridMap()> make, Cell by, std::string name,
                                   std::optional<bool> back) {
  const World& world = *world_;
  // The options of HPA* stay, also the cluster size that only the running example has.
  WorldSetup setup = lab_.large_map_task().next_setup();
  setup.of(StructureId::kHpa) = world_->setup().of(StructureId::kHpa);
  return lab_.large_map_task().run(
      true, std::move(title),
      [this, &world, make = std::move(make), by, name = std::move(name), back, query = state_.query,
       has_query = state_.has_query, setup = std::move(setup)](JobControl&) -> LargeMapTask::FinishStep {
        GridMap map = make();
        const auto moved = [&](Cell cell) {
          return Cell{std::clamp(cell.x + by.x, 0, map.width() - 1), std::clamp(cell.y + by.y, 0, map.height() - 1)};
        };
        const PlanQuery query_now{moved(query.start), moved(query.goal)};
        auto before = std::make_shared<const GridMap>(world.map());
        auto made =
            std::make_shared<LargeMapTask::PreparedWorld>(LargeMapTask::make_world(std::move(map), setup, &query_now));
        if (!has_query) made->query.reset();
        std::optional<std::pair<Cell, Cell>> ends;
        if (has_query) ends.emplace(query.start, query.goal);
        return [this, made, before, by, name, back, ends] {
          History history = change_world().take_history();
          if (back) {
            const auto& there = history.next_resize(*back)->ends;
            made->query = there ? std::optional(PlanQuery{there->first, there->second}) : std::nullopt;
            history.take_resize(*back, before, ends);
          } else {
            lab_.undo_history().forget_undone();
            history.record_resize(name, {before, by, ends});
          }
          made->world->set_history(std::move(history));
          begin_replace(*made, true, by);
          end_replace(*made);
          state_.camera.center_x += by.x;
          state_.camera.center_y += by.y;
          state_.camera.keep_near(world_->map().width(), world_->map().height());
          return success();
        };
      });
}

}  // namespace strata
