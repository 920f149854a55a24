# gmon-config.cmake - for CMake: find_package(gmon)
#
# Defines the target Gmon::gmon, libgmon for programs compiled with -pg:
#
#     find_package(gmon)                         the static archive
#     find_package(gmon COMPONENTS shared)       libgmon.so.1
#     target_link_libraries(prog PRIVATE Gmon::gmon)
#
# Gmon::static and Gmon::shared name one of them. Whatever is linked with such a target is compiled and
# linked with -pg, in every configuration; $<$<CONFIG:Profile>:Gmon::gmon> limits that to one.
#
# Adds the build type Profile, by which every program of the project is profiled, without any further line:
#
#     cmake -B build-profile -DCMAKE_BUILD_TYPE=Profile && cmake --build build-profile
#
# Of an executable, a function makes targets that profile it, and compare it with an older build:
#
#     gmon_add_targets(prog input.txt)           with the program's arguments, if it has any
#     cmake --build build-profile --target profile-prog
#     cmake -B build-profile -DGMON_BASE=old/prog "-DGMON_LIMITS=--fail-on=self:10%;--fail-on=total:5%"
#     cmake --build build-profile --target compare-prog
#
# It fails if a limit is exceeded or could not be judged (gprof-run(1)).
#
# CMAKE_C_FLAGS_PROFILE, _CXX_, _Fortran_, and CMAKE_EXE_LINKER_FLAGS_PROFILE have its flags, if the project
# or the user has not set them. All paths are relative to this file: the installed tree may be moved.
#
# SPDX-License-Identifier: MIT

get_filename_component(_gmon_libdir "${CMAKE_CURRENT_LIST_DIR}/@libdir@" ABSOLUTE)
get_filename_component(_gmon_bindir "${CMAKE_CURRENT_LIST_DIR}/@bindir@" ABSOLUTE)
get_filename_component(_gmon_includedir "${CMAKE_CURRENT_LIST_DIR}/@includedir@" ABSOLUTE)
set(_gmon_file_static "${_gmon_libdir}/libgmon.a")
set(_gmon_file_shared "${_gmon_libdir}/libgmon.so.1")

# ---- the targets ---------------------------------------------------------------------------------
set(gmon_FOUND TRUE)
foreach(_gmon_kind static shared)
  string(TOUPPER ${_gmon_kind} _gmon_upper)
  set(gmon_${_gmon_kind}_FOUND FALSE)
  if(EXISTS "${_gmon_file_${_gmon_kind}}")
    set(gmon_${_gmon_kind}_FOUND TRUE)
    if(NOT TARGET Gmon::${_gmon_kind})
      add_library(Gmon::${_gmon_kind} ${_gmon_upper} IMPORTED)
      set_target_properties(Gmon::${_gmon_kind} PROPERTIES
        IMPORTED_LOCATION "${_gmon_file_${_gmon_kind}}"
        INTERFACE_INCLUDE_DIRECTORIES "${_gmon_includedir}"
        INTERFACE_COMPILE_OPTIONS -pg
        INTERFACE_LINK_OPTIONS -pg)
    endif()
  endif()
endforeach()
if(TARGET Gmon::shared)
  set_target_properties(Gmon::shared PROPERTIES IMPORTED_SONAME libgmon.so.1)
endif()

# Gmon::gmon is the first component that was asked for.
if(NOT gmon_FIND_COMPONENTS)
  set(gmon_FIND_COMPONENTS static)
  set(gmon_FIND_REQUIRED_static TRUE)
endif()
foreach(_gmon_kind ${gmon_FIND_COMPONENTS})
  if(TARGET Gmon::${_gmon_kind})
    if(NOT TARGET Gmon::gmon)
      add_library(Gmon::gmon INTERFACE IMPORTED)
      set_target_properties(Gmon::gmon PROPERTIES INTERFACE_LINK_LIBRARIES Gmon::${_gmon_kind})
    endif()
  elseif(gmon_FIND_REQUIRED_${_gmon_kind})
    set(gmon_FOUND FALSE)
    set(gmon_NOT_FOUND_MESSAGE
      "component ${_gmon_kind} of gmon: there are static and shared, in ${_gmon_libdir}")
  endif()
endforeach()

# ---- the build type Profile ----------------------------------------------------------------------
# CMake has made empty variables of a build type that it does not know. gcc refuses -fomit-frame-pointer
# beside -pg, so that is taken back.
foreach(_gmon_language C CXX Fortran)
  if("${CMAKE_${_gmon_language}_FLAGS_PROFILE}" STREQUAL "")
    set(CMAKE_${_gmon_language}_FLAGS_PROFILE "-O2 -g -pg -fno-omit-frame-pointer" CACHE STRING
      "Flags of the ${_gmon_language} compiler for the build type Profile" FORCE)
    mark_as_advanced(CMAKE_${_gmon_language}_FLAGS_PROFILE)
  endif()
endforeach()
if("${CMAKE_EXE_LINKER_FLAGS_PROFILE}" STREQUAL "")
  set(CMAKE_EXE_LINKER_FLAGS_PROFILE "-pg \"${_gmon_file_static}\"" CACHE STRING
    "Flags of the linker for programs, for the build type Profile" FORCE)
  mark_as_advanced(CMAKE_EXE_LINKER_FLAGS_PROFILE)
endif()
if(CMAKE_CONFIGURATION_TYPES AND NOT "Profile" IN_LIST CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_CONFIGURATION_TYPES "${CMAKE_CONFIGURATION_TYPES};Profile" CACHE STRING
    "The build types of this generator" FORCE)
endif()

# ---- targets of executables -----------------------------------------------------------------------
set(GMON_GPROF "${_gmon_bindir}/@gprof@" CACHE FILEPATH "gprof")
set(GMON_BASE "" CACHE FILEPATH "The older build of an executable, for its target compare-")
set(GMON_LIMITS "" CACHE STRING "Limits for targets compare-: --fail-on=total:5%")

function(gmon_add_targets program)
  add_custom_target(profile-${program} COMMAND "${GMON_GPROF}" --run $<TARGET_FILE:${program}> ${ARGN}
    DEPENDS ${program} USES_TERMINAL VERBATIM)
  if(GMON_BASE)
    add_custom_target(compare-${program} COMMAND "${GMON_GPROF}" --run "--compare=${GMON_BASE}"
      ${GMON_LIMITS} $<TARGET_FILE:${program}> ${ARGN} DEPENDS ${program} USES_TERMINAL VERBATIM)
  else()
    add_custom_target(compare-${program}
      COMMAND "${CMAKE_COMMAND}" -E echo "GMON_BASE is not set: the older build of ${program}"
      COMMAND "${CMAKE_COMMAND}" -E false VERBATIM)
  endif()
endfunction()

unset(_gmon_kind)
unset(_gmon_bindir)
unset(_gmon_upper)
unset(_gmon_language)
unset(_gmon_libdir)
unset(_gmon_includedir)
unset(_gmon_file_static)
unset(_gmon_file_shared)
