# Finds Recast and Detour (librecast-dev), which bring neither a CMake package nor a pkg-config file: Recast::Recast and
# Recast::Detour. Their headers include each other by name alone.
find_path(Recast_INCLUDE_DIR Recast.h PATH_SUFFIXES recastnavigation recast)
find_library(Recast_LIBRARY Recast)
find_library(Detour_LIBRARY Detour)
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(Recast DEFAULT_MSG Recast_LIBRARY Detour_LIBRARY Recast_INCLUDE_DIR)
if(Recast_FOUND)
  foreach(part Recast Detour)
    if(NOT TARGET Recast::${part})
      add_library(Recast::${part} UNKNOWN IMPORTED)
      set_target_properties(Recast::${part} PROPERTIES IMPORTED_LOCATION ${${part}_LIBRARY}
                                                       INTERFACE_INCLUDE_DIRECTORIES ${Recast_INCLUDE_DIR})
    endif()
  endforeach()
endif()
mark_as_advanced(Recast_INCLUDE_DIR Recast_LIBRARY Detour_LIBRARY)
