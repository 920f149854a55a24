! numbers.f90 - Fortran: a module, a recursive function, an internal procedure
!
! A sample program for the comparison runs: no input, no output that matters, a short run.
!
! SPDX-License-Identifier: GPL-3.0-or-later
module numbers
  implicit none
contains
  recursive function fib(n) result(r)
    integer, intent(in) :: n
    integer :: r
    if (n < 2) then
      r = n
    else
      r = fib(n - 1) + fib(n - 2)
    end if
  end function fib

  subroutine smooth(x)
    real, intent(inout) :: x(:)
    integer :: i, k
    do k = 1, 100
      do i = 2, size(x) - 1
        call blend(x(i - 1), x(i), x(i + 1))
      end do
    end do
  contains
    subroutine blend(a, b, c)
      real, intent(in) :: a, c
      real, intent(inout) :: b
      b = 0.25 * a + 0.5 * b + 0.25 * c
    end subroutine blend
  end subroutine smooth
end module numbers

program main_prog
  use numbers
  implicit none
  real :: x(5000)
  x = 0.0
  x(2500) = 1000.0
  call smooth(x)
  if (fib(27) < 0) stop 1
  call external_one(x)
end program main_prog

subroutine external_one(x)
  implicit none
  real, intent(inout) :: x(5000)
  integer :: i, k
  do k = 1, 2000
    do i = 1, 5000
      x(i) = x(i) * 0.999 + 0.001
    end do
  end do
end subroutine external_one
