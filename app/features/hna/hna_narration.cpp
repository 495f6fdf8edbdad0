// Narration of searches by HNA*.
#include <fmt/format.h>

#include "app/features/hna/hna.hpp"
#include "app/features/navmesh/mesh_narration.hpp"
#include "core/hna/hna_code.hpp"

namespace strata {
namespace {

class HnaNarration : public MeshNarration {
 public:
  HnaNarration() : MeshNarration(hna_code::kDirect) {}
  std::string node_noun(int level) const override { return level > 0 ? "inter-edge" : "portal"; }

 protected:
  std::string source(const NarratedEvent& e) const override { return linked_source(e); }
  std::string destination(const NarratedEvent& e) const override { return linked_destination(e); }
  std::string place(const NarratedEvent& e) const override {
    const bool inside = e.event.phase == Phase::kInsertStart && e.event.line == hna_code::kDirect;
    return inside ? "Inside the group of both ends: " : Narration::place(e);
  }
  std::string link(const NarratedEvent& e) const override {
    return fmt::format("Linked: {} reaches the inter-edge at {} inside its group for {}.", e.parent, e.node, e.g);
  }
  std::string path_edge(const NarratedEvent& e) const override {
    return e.event.level > 0 ? abstract_edge(e, "subpath") : MeshNarration::path_edge(e);
  }
};

const HnaNarration kNarration;

}  // namespace

const std::array<PlannerAppearance, 4> kHnaPlanners = {{
    {"hna1", {rgba(0xcc6677), 3.0f, 8}, &kNarration, why_no_portal},
    {"hna2", {rgba(0xaa3377), 3.0f, 5}, &kNarration, why_no_portal},
    {"hna3", {rgba(0xb85c00), 3.0f, 10}, &kNarration, why_no_portal},
    {"pccp", {rgba(0x225522), 3.0f, 20}, &kNarration, why_no_portal},
}};

}  // namespace strata
