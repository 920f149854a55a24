--  queens.adb - Ada: all ways to put thirteen queens on a board
--
--  Place is called once by the main procedure, and by itself for each of the 4674889 ways to put up to
--  thirteen queens into the first columns. For the 73712 solutions among them Free_Rows is not called.
--
--  SPDX-License-Identifier: MIT

with Ada.Text_IO;

procedure Queens is

   Size : constant := 13;
   type Rows is array (1 .. Size) of Boolean;
   Row_Of : array (1 .. Size) of Integer := (others => 0);
   Solutions : Natural := 0;

   function Free_Rows (Column : Integer) return Rows is
      Free : Rows := (others => True);
   begin
      for Other in 1 .. Column - 1 loop
         for Row in 1 .. Size loop
            if Row_Of (Other) = Row or else abs (Row_Of (Other) - Row) = Column - Other then
               Free (Row) := False;
            end if;
         end loop;
      end loop;
      return Free;
   end Free_Rows;

   procedure Place (Column : Integer) is
      Free : Rows;
   begin
      if Column > Size then
         Solutions := Solutions + 1;
         return;
      end if;
      Free := Free_Rows (Column);
      for Row in 1 .. Size loop
         if Free (Row) then
            Row_Of (Column) := Row;
            Place (Column + 1);
         end if;
      end loop;
   end Place;

begin
   Place (1);
   Ada.Text_IO.Put_Line (Solutions'Image);
end Queens;
