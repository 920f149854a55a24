! heat.f90 - Fortran: how heat spreads in a rod, 300 steps of 50 cells, of which 48 are computed
!
! SPDX-License-Identifier: MIT
module rod
  implicit none
  real :: cells(50) = 0
contains
  real function cell(i)
    integer, intent(in) :: i
    cell = cells(i) + 0.25 * (cells(i - 1) - 2 * cells(i) + cells(i + 1))
  end function cell

  subroutine step
    real :: next(50)
    integer :: i
    next = cells
    do i = 2, 49
      next(i) = cell(i)
    end do
    cells = next
  end subroutine step
end module rod

program heat
  use rod
  implicit none
  integer :: i
  cells(1) = 100
  do i = 1, 300
    call step
  end do
  print '(f8.3)', cells(10)
end program heat
