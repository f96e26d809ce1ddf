-- Load of ./bench engine for wrk. Its argument is how many requests a connection sends at once.

function init(args)
  local depth = tonumber(args[1]) or 1
  if depth > 1 then
    local batch = {}
    for i = 1, depth do
      batch[i] = wrk.format(nil)
    end
    local bytes = table.concat(batch)
    -- Only defined where it is needed: without it wrk sends a constant, which is cheaper for the client.
    request = function()
      return bytes
    end
  end
end

function done(summary, latency)
  local errors = summary.errors
  io.write(string.format(
    "result requests=%d micros=%d p50=%d p99=%d p999=%d connect=%d read=%d write=%d status=%d timeout=%d\n",
    summary.requests, summary.duration, latency:percentile(50), latency:percentile(99), latency:percentile(99.9),
    errors.connect, errors.read, errors.write, errors.status, errors.timeout))
end
