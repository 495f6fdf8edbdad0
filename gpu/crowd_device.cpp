#include "gpu/crowd_device.hpp"

namespace strata {
namespace {

constexpr int kStream = 0;  // that of the uploader

}  // namespace

template <class With>
DeviceStatus CrowdMirror::for_written(CrowdView& view, size_t cells, With&& with_array) {
  const size_t count = view.count;
  STRATA_DEVICE(with_array(cell_, view.cell, count));
  STRATA_DEVICE(with_array(next_, view.next, count));
  STRATA_DEVICE(with_array(progress_, view.progress, count));
  STRATA_DEVICE(with_array(step_, view.step, count));
  STRATA_DEVICE(with_array(back_, view.back, count));
  STRATA_DEVICE(with_array(goal_, view.goal, count));
  STRATA_DEVICE(with_array(status_, view.status, count));
  STRATA_DEVICE(with_array(place_, view.place, count));
  STRATA_DEVICE(with_array(waiting_, view.waiting, count));
  STRATA_DEVICE(with_array(waited_, view.waited, count));
  STRATA_DEVICE(with_array(draws_, view.draws, count));
  STRATA_DEVICE(with_array(began_, view.began, count));
  STRATA_DEVICE(with_array(rest_until_, view.rest_until, count));
  STRATA_DEVICE(with_array(pushed_[0], view.pushed[0], count));
  STRATA_DEVICE(with_array(pushed_[1], view.pushed[1], count));
  STRATA_DEVICE(with_array(entered_, view.entered, count));
  STRATA_DEVICE(with_array(trail_, view.trail, count * CrowdView::kTrail));
  STRATA_DEVICE(with_array(behind_, view.behind, count));
  STRATA_DEVICE(with_array(wish_, view.wish, count));
  STRATA_DEVICE(with_array(visits_, view.visits, cells));
  STRATA_DEVICE(with_array(waits_, view.waits, cells));
  STRATA_DEVICE(with_array(occupied_, view.occupied, cells));
  STRATA_DEVICE(with_array(flow_x_, view.flow_x, cells));
  STRATA_DEVICE(with_array(flow_y_, view.flow_y, cells));
  if (view.holding) {
    STRATA_DEVICE(with_array(owner_, view.owner, cells));
    STRATA_DEVICE(with_array(claim_, view.claim, cells));
  }
  return with_array(totals_, view.totals, size_t{1});
}

DeviceStatus CrowdMirror::tick(const CrowdView& host, std::span<const CrowdKindView> kinds, size_t cells,
                               size_t path_cells, Uploader& uploader) {
  CrowdView view = host;
  const auto send = [&](auto& array, auto*& values, size_t count) -> DeviceStatus {
    STRATA_DEVICE(array.sync(device_, uploader, values, count));
    values = array.data();
    return {};
  };
  STRATA_DEVICE(for_written(view, cells, send));
  STRATA_DEVICE(send(pace_, view.pace, host.count));
  STRATA_DEVICE(send(kind_, view.kind, host.count));
  STRATA_DEVICE(send(task_, view.task, host.count));
  STRATA_DEVICE(send(path_offset_, view.path_offset, host.count));
  STRATA_DEVICE(send(path_length_, view.path_length, host.count));
  STRATA_DEVICE(send(path_, view.path, path_cells));
  view.kinds = kinds.data();
  STRATA_DEVICE(send(kinds_, view.kinds, kinds.size()));
  STRATA_DEVICE(uploader.finish());

  STRATA_DEVICE(device_.launch(CrowdAdvanceParams{view}, host.count, kStream));
  if (view.holding) STRATA_DEVICE(device_.launch(CrowdTakeParams{view}, host.count, kStream));

  // Into memory of the mirror first: the host's stays as it is until all has come.
  CrowdView target = host;
  STRATA_DEVICE(for_written(target, cells, [&](auto& array, auto*&, size_t) { return array.fetch(device_, kStream); }));
  STRATA_DEVICE(device_.synchronise(kStream));
  return for_written(target, cells, [&](auto& array, auto*& values, size_t count) -> DeviceStatus {
    array.copy_fetched(values, count);
    return {};
  });
}

}  // namespace strata
