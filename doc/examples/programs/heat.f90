! heat.f90 - Fortran: how heat spreads in a plate, 12000 steps of 200 rows, of which 198 are computed
!
! SPDX-License-Identifier: MIT
module plate
  implicit none
  real :: cells(200, 200) = 0
contains
  subroutine row(next, j)
    real, intent(inout) :: next(200, 200)
    integer, intent(in) :: j
    integer :: i
    do i = 2, 199
      next(i, j) = cells(i, j) + 0.2 * (cells(i - 1, j) + cells(i + 1, j) &
        + cells(i, j - 1) + cells(i, j + 1) - 4 * cells(i, j))
    end do
  end subroutine row

  subroutine step
    real, save :: next(200, 200)
    integer :: j
    next = cells
    do j = 2, 199
      call row(next, j)
    end do
    cells = next
  end subroutine step
end module plate

program heat
  use plate
  implicit none
  integer :: i
  cells(1, :) = 100
  do i = 1, 12000
    call step
  end do
  print '(f8.3)', cells(10, 100)
end program heat
