// Copies to a device: neighbours travel together, and whatever goes through the staging memory arrives as it was.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <vector>

#include "core/base/rng.hpp"
#include "gpu/batch_device_mirror.hpp"
#include "tests/forwarding_device.hpp"

namespace strata::test {
namespace {

constexpr size_t kStaging = size_t{8} << 20;  // of an Uploader
constexpr size_t kGap = 15;                   // that it may fill with zeros to join neighbours

// A device that counts its uploads.
class CountingDevice final : public ForwardingDevice {
 public:
  size_t uploads = 0;
  uint64_t uploaded = 0;

  DeviceStatus upload(void* to, const void* from, size_t bytes, int stream) override {
    CHECK(bytes > 0);
    ++uploads;
    uploaded += bytes;
    return ForwardingDevice::upload(to, from, bytes, stream);
  }
};

struct MirrorPiece {
  size_t at = 0, length = 0;
};

// Memory of a device, what should be in it, and where nothing is promised: between neighbours that went together.
class MirrorTestMemory {
 public:
  explicit MirrorTestMemory(size_t bytes) : expected_(bytes), open_(bytes, 0) {
    REQUIRE(memory_.reserve(device, bytes).ok());
    REQUIRE(device.upload(memory_.data(), expected_.data(), bytes, 0).ok());
    REQUIRE(device.synchronise(0).ok());
    device.uploads = 0;
    device.uploaded = 0;
  }
  void copy(Uploader& uploader, const std::vector<MirrorPiece>& pieces, Rng& rng) {
    size_t end = SIZE_MAX;
    for (const MirrorPiece& piece : pieces) {
      if (end != SIZE_MAX && piece.at >= end && piece.at - end <= kGap) {
        for (size_t i = end; i < piece.at; ++i) open_[i] = 1;
      }
      std::vector<std::byte> from(piece.length);
      const uint32_t seed = rng.below(1u << 24);
      for (size_t i = 0; i < from.size(); ++i) from[i] = static_cast<std::byte>((i + seed) * 2654435761u >> 24);
      REQUIRE(uploader.copy(memory_.data() + piece.at, from.data(), piece.length).ok());
      std::copy(from.begin(), from.end(), expected_.begin() + static_cast<std::ptrdiff_t>(piece.at));
      std::fill_n(open_.begin() + static_cast<std::ptrdiff_t>(piece.at), piece.length, 0);
      end = piece.at + piece.length;
      // Its memory may be used for something else at once.
      std::fill(from.begin(), from.end(), std::byte{0xee});
    }
    REQUIRE(uploader.finish().ok());
  }
  size_t differences() {
    std::vector<std::byte> found(expected_.size());
    REQUIRE(device.download(found.data(), memory_.data(), found.size(), 0).ok());
    REQUIRE(device.synchronise(0).ok());
    size_t differ = 0;
    for (size_t i = 0; i < found.size(); ++i) differ += open_[i] == 0 && found[i] != expected_[i];
    return differ;
  }
  CountingDevice device;

 private:
  DeviceArray<std::byte> memory_;
  std::vector<std::byte> expected_;
  std::vector<char> open_;
};

struct UploadCounts {
  size_t uploads = 0;
  uint64_t bytes = 0;
};
UploadCounts send(const std::vector<MirrorPiece>& pieces) {
  size_t end = 64;
  for (const MirrorPiece& piece : pieces) end = std::max(end, piece.at + piece.length + 64);
  MirrorTestMemory field(end);
  Rng rng(1);
  Uploader uploader(field.device);
  field.copy(uploader, pieces, rng);
  CHECK(field.differences() == 0);
  CHECK(uploader.bytes() == field.device.uploaded);
  return {field.device.uploads, uploader.bytes()};
}

}  // namespace

TEST_CASE("an uploader sends neighbours in one copy, with a gap as small as aligning leaves, and nothing else") {
  const auto sent = [](const std::vector<MirrorPiece>& pieces, size_t uploads, uint64_t bytes) {
    const UploadCounts now = send(pieces);
    CHECK(now.uploads == uploads);
    CHECK(now.bytes == bytes);
  };
  sent({}, 0, 0);
  sent({{0, 0}}, 0, 0);
  sent({{100, 50}}, 1, 50);
  sent({{100, 50}, {150, 20}}, 1, 70);                // one after the other
  sent({{100, 50}, {150 + kGap, 20}}, 1, 70 + kGap);  // the widest gap
  sent({{100, 50}, {150 + kGap + 1, 20}}, 2, 70);     // one more
  sent({{100, 50}, {149, 20}}, 2, 70);                // over the end of the one before
  sent({{100, 50}, {80, 20}}, 2, 70);                 // before it
  sent({{100, 50}, {100, 50}}, 2, 100);               // again
  sent({{100, 50}, {150, 0}, {150, 20}}, 1, 70);      // nothing in between
  sent({{0, 10}, {16, 10}, {1000, 10}, {1016, 10}}, 2, 52);
}

TEST_CASE("an uploader goes on where its staging memory ends, to the byte") {
  const auto arrives = [](const std::vector<MirrorPiece>& pieces, uint64_t bytes) {
    CHECK(send(pieces).bytes == bytes);
  };
  for (const size_t length : {kStaging - 1, kStaging, kStaging + 1, 2 * kStaging + 7}) {
    CAPTURE(length);
    CHECK(send({{5, length}}).uploads == (length + kStaging - 1) / kStaging);
    arrives({{5, length}}, length);
    arrives({{5, length}, {5 + length, 100}}, length + 100);   // joined
    arrives({{5, length}, {40 + length, 100}}, length + 100);  // not joined
    arrives({{5, length}, {0, 3}}, length + 3);
    arrives({{7, 9}, {100, length}}, length + 9);
  }
  // A gap behind which nothing has room is not sent: what follows begins anew.
  for (const size_t left : {kGap - 1, kGap, kGap + 1}) {
    CAPTURE(left);
    const size_t first = kStaging - left;
    const UploadCounts now = send({{0, first}, {first + kGap, 100}});
    CHECK(now.uploads == 2);
    CHECK(now.bytes == first + 100 + (left > kGap ? kGap : 0));
  }
}

TEST_CASE("whatever is copied in whatever order arrives") {
  Rng rng(5);
  MirrorTestMemory field(size_t{1} << 16);
  Uploader uploader(field.device);
  for (int round = 0; round < 40; ++round) {
    CAPTURE(round);
    std::vector<MirrorPiece> pieces;
    size_t at = rng.below(100);
    for (int i = 0; i < 60; ++i) {
      const size_t length = rng.below(rng.percent(50) ? 40 : 900);
      if (rng.percent(10)) at = rng.below(60'000);
      if (at + length + 40 > 65'536) at = 0;
      pieces.push_back({at, length});
      at += length + (rng.percent(50) ? rng.below(kGap + 1) : rng.below(40));
    }
    field.copy(uploader, pieces, rng);
    REQUIRE(field.differences() == 0);
  }
  CHECK(uploader.bytes() == field.device.uploaded);
  uploader.reset_bytes();
  CHECK(uploader.bytes() == 0);
}

TEST_CASE("A device gives memory of the host back only when no copy needs it any more") {
  for (const bool late : {true, false}) {
    CAPTURE(late);
    std::unique_ptr<Device> device;
    REQUIRE(open_emulated_device({.late = late}, device).ok());
    constexpr size_t kBytes = size_t{1} << 20;
    void *memory = nullptr, *host = nullptr, *back = nullptr;
    REQUIRE(device->allocate(kBytes, memory).ok());
    REQUIRE(device->allocate_host(kBytes, host).ok());
    REQUIRE(device->allocate_host(kBytes, back).ok());
    std::memset(host, 7, kBytes);
    REQUIRE(device->upload(memory, host, kBytes, 1).ok());
    device->release_host(host);  // nobody has waited: a misuse would end the program
    REQUIRE(device->download(back, memory, kBytes, 1).ok());
    REQUIRE(device->synchronise(1).ok());
    const auto* const bytes = static_cast<const unsigned char*>(back);
    CHECK(std::all_of(bytes, bytes + kBytes, [](unsigned char byte) { return byte == 7; }));
    device->release_host(back);
    device->release(memory);
  }
}

}  // namespace strata::test
