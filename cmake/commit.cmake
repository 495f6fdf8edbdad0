# Writes OUT from IN with the commit of SOURCE; "+" marks uncommitted changes, "unknown" a tree without history.
execute_process(COMMAND git -C ${SOURCE} rev-parse --short=12 HEAD
  OUTPUT_VARIABLE COMMIT OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE FAILED)
if(FAILED)
  set(COMMIT "unknown")
else()
  execute_process(COMMAND git -C ${SOURCE} status --porcelain --untracked-files=no OUTPUT_VARIABLE CHANGES ERROR_QUIET)
  if(CHANGES)
    string(APPEND COMMIT "+")
  endif()
endif()
configure_file(${IN} ${OUT} @ONLY)
