// Purpose: AnyOptions holds the options of any structure, and AnyStructurePart a newly built part of any structure,
// with their
//          types erased. Code that only passes them on need not know the structure.
// Shapes: Code that reads a value must name its type. WorldSetup and WorldParts know the type from the
//         class of the structure.
#pragma once

#include <memory>
#include <optional>
#include <utility>

namespace strata {

// The options of one structure. Without a value the structure is switched off.
class AnyOptions {
 public:
  AnyOptions() = default;
  template <class Options>
  explicit AnyOptions(std::optional<Options> options)
      : held_(std::make_unique<TypedHolder<Options>>(std::move(options))) {}
  AnyOptions(const AnyOptions& other) : held_(other.held_ == nullptr ? nullptr : other.held_->copy()) {}
  AnyOptions(AnyOptions&&) noexcept = default;
  AnyOptions& operator=(AnyOptions other) noexcept {
    held_ = std::move(other.held_);
    return *this;
  }
  ~AnyOptions() = default;

  template <class Options>
  std::optional<Options>& as() {
    if (held_ == nullptr) held_ = std::make_unique<TypedHolder<Options>>(std::nullopt);
    return static_cast<TypedHolder<Options>&>(*held_).options;
  }
  template <class Options>
  const std::optional<Options>& as() const {
    static const std::optional<Options> kNothing;
    return held_ == nullptr ? kNothing : static_cast<const TypedHolder<Options>&>(*held_).options;
  }
  bool has_value() const { return held_ != nullptr && held_->has_value(); }
  void reset() { held_.reset(); }

  friend bool operator==(const AnyOptions& a, const AnyOptions& b) {
    return a.has_value() == b.has_value() && (!a.has_value() || a.held_->equals(*b.held_));
  }

 private:
  struct OptionsHolder {
    virtual ~OptionsHolder() = default;
    virtual std::unique_ptr<OptionsHolder> copy() const = 0;
    virtual bool has_value() const = 0;
    virtual bool equals(const OptionsHolder& other) const = 0;  // `other` holds the same type
  };
  template <class Options>
  struct TypedHolder final : OptionsHolder {
    explicit TypedHolder(std::optional<Options> own) : options(std::move(own)) {}
    std::unique_ptr<OptionsHolder> copy() const override { return std::make_unique<TypedHolder>(options); }
    bool has_value() const override { return options.has_value(); }
    bool equals(const OptionsHolder& other) const override {
      return options == static_cast<const TypedHolder&>(other).options;
    }
    std::optional<Options> options;
  };

  std::unique_ptr<OptionsHolder> held_;
};

// The new part of a structure before `install`, and the replaced part afterwards.
class AnyStructurePart {
 public:
  template <class Part>
  Part& as() {
    if (held_ == nullptr) held_ = std::make_unique<TypedHolder<Part>>();
    return static_cast<TypedHolder<Part>&>(*held_).part;
  }

 private:
  struct OptionsHolder {
    virtual ~OptionsHolder() = default;
  };
  template <class Part>
  struct TypedHolder final : OptionsHolder {
    Part part;
  };

  std::unique_ptr<OptionsHolder> held_;
};

}  // namespace strata
