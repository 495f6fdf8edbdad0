#include "app/base/build_info.hpp"

namespace strata {

std::string program_version() { return STRATA_VERSION; }

std::string assets_folder(const std::string& name) { return STRATA_ASSETS_FOLDER "/" + name; }

}  // namespace strata
