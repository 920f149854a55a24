/* shapes.cc - a program for the manual's commands: functions of C++ in scopes, one of them twice
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
namespace geo {
static int area(int side)
{
    return side * side;
}

static double area(double width, double height)
{
    return width * height;
}

int areas()
{
    return area(2) + static_cast<int>(area(2.0, 3.0));
}
}

int main()
{
    return geo::areas() == 10 ? 0 : 1;
}
