-- lua_load.lua - a workload for Lua 5.4: strings, patterns, sorting, closures, coroutines, errors
--
-- The large interpreter of tests/perf/workloads.pl; Lua itself is not part of this
-- project. The argument multiplies the work (default 1). Prints what came of it, the same in each run.
--
-- SPDX-License-Identifier: GPL-3.0-or-later

local function fib(n)
  if n < 2 then return n end
  return fib(n - 1) + fib(n - 2)
end

local function words(n)
  local list = {}
  for i = 1, n do
    list[#list + 1] = string.format("%05d-%s", (i * 7919) % n, ("x"):rep(i % 13))
  end
  return list
end

local function round()
  local list, seen, sum = words(20000), {}, fib(24)
  table.sort(list)
  table.sort(list, function(a, b) return a:sub(3) > b:sub(3) end)
  for _, word in ipairs(list) do
    local key = word:match("(%d+)%-"):reverse()
    seen[key] = (seen[key] or 0) + 1
    sum = sum + #word:gsub("x", "yz")
  end
  for word in table.concat(list, ","):gmatch("[^,]+") do
    sum = sum + tonumber(word:sub(1, 5))
  end
  local compiled = assert(load("local n, s = ..., 0 for i = 1, 20000 do s = s + i % n end return s"))
  local produce = coroutine.wrap(function()
    for i = 1, 5000 do coroutine.yield({i, tostring(i)}) end
  end)
  for _ = 1, 5000 do sum = sum + #produce()[2] end
  pcall(error, "an error")
  return sum + compiled(7)
end

local last
for _ = 1, tonumber(arg[1]) or 1 do last = round() end
print(last)
