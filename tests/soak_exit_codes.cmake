# The soak program: 0 no fault, 1 a fault, 2 unusable arguments; the same seed does the same; a fault comes with the few
# lines that show it. Run with -DSOAK=<program> -P.
cmake_minimum_required(VERSION 3.24)
execute_process(COMMAND mktemp -d OUTPUT_VARIABLE folder OUTPUT_STRIP_TRAILING_WHITESPACE)
function(expect code pattern)
  execute_process(COMMAND ${SOAK} ${ARGN} RESULT_VARIABLE result OUTPUT_VARIABLE out ERROR_VARIABLE err
    WORKING_DIRECTORY ${folder})
  if(NOT result EQUAL code)
    message(SEND_ERROR "${ARGN}: exit ${result} instead of ${code}\n${out}${err}")
  elseif(NOT "${out}${err}" MATCHES "${pattern}")
    message(SEND_ERROR "${ARGN}: nothing like '${pattern}' in\n${out}${err}")
  endif()
  set(out "${out}" PARENT_SCOPE)
endfunction()

expect(2 "expects a seed and minutes")
expect(2 "expects a seed and minutes" 1)
expect(2 "expects a seed, got 'one'" one 1)
expect(2 "expects minutes, got '-1'" 1 -1)
expect(2 "--fast: there is no such option" 1 1 --fast)
expect(2 "--steps: expects a number of steps, got 'few'" 1 1 --steps few)
expect(2 "--steps: expects a value" 1 1 --steps)
expect(2 "none.map: No such file" 1 1 --map ${folder}/none.map)
expect(2 "none: No such file" --sequence ${folder}/none)
expect(0 "no fault, 1: a fault" --help)
expect(0 "seed 5: 12 steps" 5 10 --steps 12)

# The same seed, the same commands; another one, others.
expect(0 "@lab.*@check" 3 1 --print)
set(first "${out}")
expect(0 "@lab" 3 1 --print)
if(NOT out STREQUAL first)
  message(SEND_ERROR "seed 3 does not do the same twice")
endif()
expect(0 "@lab" 4 1 --print)
string(REGEX REPLACE "^seed [0-9]+" "" out "${out}")
string(REGEX REPLACE "^seed [0-9]+" "" first "${first}")
if(out STREQUAL first)
  message(SEND_ERROR "seeds 3 and 4 do the same")
endif()

# A fault among lines that have nothing to do with it, and a program that ends in the middle.
file(WRITE ${folder}/fault.sequence "@lab fixed\nquery.swap\nmap.new 9 8 force\nbrush.radius 2\n@tick 0.016\n"
  "view.fit\n@must assert map.width != 9\nquery.swap\n")
expect(1 "FAULT: 'assert' is refused.*2 of 7 lines show it.*\nmap.new 9 8 force\n@must assert map.width != 9\n"
  --sequence fault.sequence)
expect(1 "2 of 2 lines show it" --sequence strata-soak-again.sequence)
file(WRITE ${folder}/sound.sequence "@lab\nmap.new 9 8 force\n@must assert map.width == 9\n@check\n")
expect(0 "4 steps, no fault" --sequence sound.sequence)
file(WRITE ${folder}/end.sequence "@lab\n@tick 0.016\n@abort\n@tick 0.016\n")
expect(1 "FAULT: the program ends: signal 6.*1 of 3 lines show it.*\n@abort\n" --sequence end.sequence)
file(REMOVE_RECURSE ${folder})
