# gmon-config-version.cmake - for CMake: does this version of libgmon do for find_package(gmon VERSION)?
#
# It does if it is not older and the first number is the same, for targets of the same address size.
#
# SPDX-License-Identifier: MIT

set(PACKAGE_VERSION "@version@")
set(PACKAGE_VERSION_COMPATIBLE FALSE)
set(PACKAGE_VERSION_EXACT FALSE)
string(REGEX MATCH "^[0-9]+" _gmon_major "${PACKAGE_VERSION}")

if("${PACKAGE_FIND_VERSION}" STREQUAL "")
  set(PACKAGE_VERSION_COMPATIBLE TRUE)
elseif(PACKAGE_FIND_VERSION_MAJOR EQUAL _gmon_major AND NOT PACKAGE_VERSION VERSION_LESS PACKAGE_FIND_VERSION)
  set(PACKAGE_VERSION_COMPATIBLE TRUE)
  if(PACKAGE_FIND_VERSION VERSION_EQUAL PACKAGE_VERSION)
    set(PACKAGE_VERSION_EXACT TRUE)
  endif()
endif()

if(CMAKE_SIZEOF_VOID_P AND NOT CMAKE_SIZEOF_VOID_P STREQUAL "@pointer@")
  set(PACKAGE_VERSION "@version@ (of another address size)")
  set(PACKAGE_VERSION_UNSUITABLE TRUE)
endif()
unset(_gmon_major)
