--  queens.adb - Ada: all ways to put eight queens on a board
--
--  Place is called once by the main procedure, and by itself for each of the 2056 ways to put up to
--  eight queens into the first columns. There are 92 solutions.
--
--  SPDX-License-Identifier: MIT

with Ada.Text_IO;

procedure Queens is

   Size : constant := 8;
   Row_Of : array (1 .. Size) of Integer := (others => 0);
   Solutions : Natural := 0;

   function Is_Safe (Column, Row : Integer) return Boolean is
   begin
      for Other in 1 .. Column - 1 loop
         if Row_Of (Other) = Row or else abs (Row_Of (Other) - Row) = Column - Other then
            return False;
         end if;
      end loop;
      return True;
   end Is_Safe;

   procedure Place (Column : Integer) is
   begin
      if Column > Size then
         Solutions := Solutions + 1;
         return;
      end if;
      for Row in 1 .. Size loop
         if Is_Safe (Column, Row) then
            Row_Of (Column) := Row;
            Place (Column + 1);
         end if;
      end loop;
   end Place;

begin
   Place (1);
   Ada.Text_IO.Put_Line (Solutions'Image);
end Queens;
