#include "gpu/crowd_device.hpp"

namespace strata {
namespace {

constexpr int kStream = 0;  // the stream of the uploader

size_t pieces_of(size_t agents) { return (agents + CrowdStatusChanges::kPiece - 1) / CrowdStatusChanges::kPiece; }
// Returns a capacity with space for arrays that grow from tick to tick.
size_t with_room(size_t count) { return count + count / 2 + 64; }

}  // namespace

// Reserves all memory first, because it may not fit, before anything is changed.
DeviceStatus CrowdMirror::reserve(const CrowdTickInput& tick) {
  const size_t count = tick.crowd.count, pieces = pieces_of(count);
  bool fresh = false;
  STRATA_DEVICE(report_.reserve(device_, 1));
  STRATA_DEVICE(last_.reserve(device_, with_room(count)));
  STRATA_DEVICE(began_.reserve(device_, pieces, &fresh));
  STRATA_DEVICE(begin_.reserve(device_, pieces + 1, &fresh));
  STRATA_DEVICE(wanting_.reserve(device_, count));
  if (tick.patches.size() > patches_.capacity()) {
    STRATA_DEVICE(patches_.reserve(device_, with_room(tick.patches.size())));
  }
  // A prefix sum needs scratch memory, which a first call allocates.
  if (fresh) STRATA_DEVICE(device_.clear(began_.data(), began_.bytes(), kStream));
  return fresh ? device_.scan(began_.data(), begin_.data(), pieces, kStream) : DeviceStatus{};
}

DeviceStatus CrowdMirror::send_whole(const CrowdTickInput& tick, Uploader& uploader) {
  view_ = tick.crowd;
  DeviceStatus status;
  const auto send = [&](DeviceArray<std::byte>& array, std::vector<std::byte>& known, auto*& values, size_t count) {
    const size_t bytes = count * sizeof *values;
    bool fresh = false;
    if (bytes > array.capacity()) status = array.reserve(device_, bytes + bytes / 8 + 64, &fresh);
    if (status.ok()) status = copy_changed(uploader, array.data(), values, bytes, known, fresh);
    values = reinterpret_cast<std::remove_reference_t<decltype(values)>>(array.data());
    return status.ok();
  };
  CrowdCheckpoint& shadow = tick.shadow;
  static_cast<void>(for_written(view_, tick.cells,
                                [&](int number, uint8_t, auto*& values, size_t count) {
                                  const auto i = static_cast<size_t>(number);
                                  return send(written_[i], shadow.written[i], values, count);
                                }) &&
                    for_given(view_, [&](int number, auto*& values, size_t count) {
                      const auto i = static_cast<size_t>(number);
                      return send(given_[i], shadow.given[i], values, count);
                    }));
  STRATA_DEVICE(std::move(status));
  return uploader.copy(last_.data(), tick.crowd.status, tick.crowd.count);
}

DeviceStatus CrowdMirror::send_paths(const CrowdTickInput& tick, Uploader& uploader) {
  if (tick.paths_replaced) path_known_ = 0;
  if (tick.path_cells > path_.capacity()) {
    path_known_ = 0;
    STRATA_DEVICE(path_.reserve(device_, with_room(tick.path_cells)));
  }
  const size_t more = tick.path_cells - path_known_;
  STRATA_DEVICE(uploader.copy(path_.data() + path_known_, tick.crowd.path + path_known_, more * sizeof(CellId)));
  path_known_ = tick.path_cells;
  return {};
}

DeviceStatus CrowdMirror::tick(const CrowdTickInput& tick, std::span<const CrowdKindView> kinds, Uploader& uploader) {
  DeviceStatus status = send(tick, kinds, uploader);
  if (!status.ok()) {
    // Uploads that were not yet sent may be lost.
    path_known_ = 0;
    kinds_ = {};
    return status;
  }
  return walk(tick);
}

DeviceStatus CrowdMirror::send(const CrowdTickInput& tick, std::span<const CrowdKindView> kinds, Uploader& uploader) {
  STRATA_DEVICE(reserve(tick));
  STRATA_DEVICE(send_paths(tick, uploader));
  STRATA_DEVICE(kinds_.sync(device_, uploader, kinds.data(), kinds.size()));
  if (tick.whole) STRATA_DEVICE(send_whole(tick, uploader));
  STRATA_DEVICE(uploader.copy(report_.data(), &tick.report, sizeof tick.report));
  STRATA_DEVICE(uploader.copy(patches_.data(), tick.patches.data(), tick.patches.size_bytes()));
  STRATA_DEVICE(uploader.finish());
  view_.count = tick.crowd.count;
  view_.tick = tick.crowd.tick;
  view_.seed = tick.crowd.seed;
  view_.path = path_.data();
  view_.kinds = kinds_.data();
  view_.totals = &report_.data()->totals;
  return {};
}

DeviceStatus CrowdMirror::walk(const CrowdTickInput& tick) {
  const CrowdStatusChanges changes{last_.data(), began_.data(), report_.data()};
  const size_t pieces = pieces_of(view_.count);
  STRATA_DEVICE(device_.launch(CrowdPatchParams{view_, changes, patches_.data()}, tick.patches.size(), kStream));
  STRATA_DEVICE(device_.launch(CrowdAdvanceParams{view_}, view_.count, kStream));
  STRATA_DEVICE(device_.launch(CrowdChangesParams{view_, changes}, pieces, kStream));
  STRATA_DEVICE(downloader_.copy(&tick.report, report_.data(), sizeof tick.report));
  STRATA_DEVICE(downloader_.finish());
  tick.wanting.resize(tick.report.totals.wanting);
  if (tick.wanting.empty()) return {};
  STRATA_DEVICE(device_.scan(began_.data(), begin_.data(), pieces, kStream));
  STRATA_DEVICE(
      device_.launch(CollectQueuedAgentsParams{view_, changes, begin_.data(), wanting_.data()}, pieces, kStream));
  STRATA_DEVICE(downloader_.copy(tick.wanting.data(), wanting_.data(), tick.wanting.size() * sizeof(uint32_t)));
  return downloader_.finish();
}

DeviceStatus CrowdMirror::fetch(CrowdView host, size_t cells, uint8_t parts) {
  DeviceStatus status;
  static_cast<void>(for_written(host, cells, [&](int number, uint8_t part, auto*& values, size_t count) {
    if ((parts & part) == 0) return true;
    status = downloader_.copy(values, written_[static_cast<size_t>(number)].data(), count * sizeof *values);
    return status.ok();
  }));
  STRATA_DEVICE(std::move(status));
  return downloader_.finish();
}

DeviceStatus CrowdMirror::fetch_rows(std::span<const uint32_t> agents, std::vector<AgentPlanRow>& rows,
                                     Uploader& uploader) {
  rows.resize(agents.size());
  if (agents.size() > asked_.capacity()) STRATA_DEVICE(asked_.reserve(device_, with_room(agents.size())));
  if (agents.size() > rows_.capacity()) STRATA_DEVICE(rows_.reserve(device_, with_room(agents.size())));
  STRATA_DEVICE(uploader.copy(asked_.data(), agents.data(), agents.size_bytes()));
  STRATA_DEVICE(uploader.finish());
  STRATA_DEVICE(device_.launch(CrowdRowsParams{view_, asked_.data(), rows_.data()}, agents.size(), kStream));
  STRATA_DEVICE(downloader_.copy(rows.data(), rows_.data(), rows.size() * sizeof(AgentPlanRow)));
  return downloader_.finish();
}

}  // namespace strata
