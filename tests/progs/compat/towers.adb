--  towers.adb - Ada: nested subprograms, a generic, an exception
--
--  A sample program for the comparison runs: no input, no output that matters, a short run.
--
--  SPDX-License-Identifier: GPL-3.0-or-later
procedure Towers is
   Moves : Natural := 0;
   Too_Many : exception;

   procedure Move (N : Natural; From, To, Via : Positive) is
   begin
      if N > 0 then
         Move (N - 1, From, Via, To);
         Moves := Moves + 1;
         Move (N - 1, Via, To, From);
      end if;
   end Move;

   generic
      type Item is range <>;
   function Doubled (X : Item) return Item;

   function Doubled (X : Item) return Item is
   begin
      return (X * 2) mod 1000;
   end Doubled;

   function Twice is new Doubled (Integer);

   function "+" (L : Integer; R : Boolean) return Integer is
   begin
      return (if R then L + 1 else L);
   end "+";

   procedure Check (Limit : Natural) is
   begin
      if Moves > Limit then
         raise Too_Many;
      end if;
   exception
      when Too_Many => Moves := 0;
   end Check;

   Sum : Integer := 0;
begin
   for I in 1 .. 20 loop
      Move (16, 1, 3, 2);
      Check (500_000);
      for K in 1 .. 20_000 loop
         Sum := (Twice (Sum) + (K mod 2 = 0)) mod 5000;
      end loop;
   end loop;
end Towers;
