// Loaded before a program (`node --import`). It measures how long the main thread goes without a turn of the event loop, and
// how long each synchronous section takes: one callback with everything that it calls. Wall time includes other programs
// and the disk; the CPU time of the thread is the program's own. If the machine was suspended, many callbacks run in one
// turn. A section with garbage collection is reported with and without that pause. The message "sections" on the IPC channel
// is answered with the measurements since the message "count".
import { createHook, executionAsyncResource } from "node:async_hooks"
import { monitorEventLoopDelay, PerformanceObserver } from "node:perf_hooks"
import { DatabaseSync, StatementSync } from "node:sqlite"

const everyMs = 5
const long = 50

const delay = monitorEventLoopDelay({ resolution: everyMs })
delay.enable()

const cpuNow = () => {
  const { system, user } = process.threadCpuUsage === undefined ? process.cpuUsage() : process.threadCpuUsage()
  return (system + user) / 1000
}

let seen
const count = () => {
  delay.reset()
  seen = { turns: 0, longestWallMs: 0, longestCpuMs: 0, longWall: 0, longCpu: 0, longestGcMs: 0, sections: 0, longestSectionMs: 0, longest: [], collections: [], statements: new Map() }
}
count()

let depth = 0
let began = 0
let beganAt = 0
createHook({
  before() {
    if (depth++ > 0) return
    beganAt = performance.now()
    began = cpuNow()
  },
  after() {
    if (depth > 0 && --depth > 0) return
    const cpuMs = cpuNow() - began
    seen.sections++
    seen.longestSectionMs = Math.max(seen.longestSectionMs, cpuMs)
    if (cpuMs <= long / 2) return
    seen.longest.push({ from: beganAt, to: performance.now(), cpuMs, of: executionAsyncResource()?.constructor?.name ?? "" })
  }
}).enable()

/** The longest time of each SQLite statement, which is a synchronous section by itself. */
const timed = (prototype, name, textOf) => {
  const asIs = prototype[name]
  prototype[name] = function(...args) {
    const from = cpuNow()
    try {
      return asIs.apply(this, args)
    } finally {
      const took = cpuNow() - from
      if (took > 2) {
        const text = textOf(this, args)
        seen.statements.set(text, Math.max(took, seen.statements.get(text) ?? 0))
      }
    }
  }
}
for (const name of ["all", "run", "get"]) timed(StatementSync.prototype, name, (statement) => statement.sourceSQL.replaceAll(/\s+/g, " ").slice(0, 120))
timed(DatabaseSync.prototype, "exec", (_, [text]) => text)

let last = { at: performance.now(), cpu: cpuNow() }
setInterval(() => {
  const now = { at: performance.now(), cpu: cpuNow() }
  const wallMs = now.at - last.at - everyMs
  const cpuMs = now.cpu - last.cpu
  last = now
  seen.turns++
  seen.longestWallMs = Math.max(seen.longestWallMs, wallMs)
  seen.longestCpuMs = Math.max(seen.longestCpuMs, cpuMs)
  if (wallMs > long) seen.longWall++
  if (cpuMs > long) seen.longCpu++
}, everyMs).unref()

new PerformanceObserver((list) => {
  for (const { duration, startTime } of list.getEntries()) {
    seen.longestGcMs = Math.max(seen.longestGcMs, duration)
    if (duration > 2) seen.collections.push([startTime, startTime + duration])
  }
}).observe({ entryTypes: ["gc"] })

/** The longest sections, each with its garbage collection pauses. */
const longest = () =>
  seen.longest.map(({ cpuMs, from, of, to }) => {
    const gcMs = seen.collections.reduce((sum, [start, end]) => sum + Math.max(0, Math.min(end, to) - Math.max(start, from)), 0)
    return { at: new Date(performance.timeOrigin + from).toISOString(), cpuMs: rounded(cpuMs), gcMs: rounded(gcMs), ownCpuMs: rounded(Math.max(0, cpuMs - gcMs)), of }
  }).toSorted((a, b) => b.cpuMs - a.cpuMs)

const rounded = (value) => Math.round(value * 10) / 10

process.on("message", (message) => {
  if (message === "count") count()
  if (message !== "sections") return
  process.send({
    sections: {
      turns: seen.turns,
      sections: seen.sections,
      longestSectionCpuMs: rounded(seen.longestSectionMs),
      sectionsOver50msCpu: longest().filter(({ cpuMs }) => cpuMs > long).length,
      sectionsOver50msOwnCpu: longest().filter(({ ownCpuMs }) => ownCpuMs > long).length,
      longestTurnCpuMs: rounded(seen.longestCpuMs),
      turnsOver50msCpu: seen.longCpu,
      longestTurnWallMs: rounded(seen.longestWallMs),
      turnsOver50msWall: seen.longWall,
      longestGcMs: rounded(seen.longestGcMs),
      loopDelayP50Ms: rounded(delay.percentile(50) / 1e6 - everyMs),
      loopDelayP99Ms: rounded(delay.percentile(99) / 1e6 - everyMs),
      loopDelayMaxMs: rounded(delay.max / 1e6 - everyMs),
      statements: [...seen.statements].toSorted(([, a], [, b]) => b - a).slice(0, 8).map(([text, ms]) => `${rounded(ms)} ms of CPU: ${text}`),
      longest: longest().slice(0, 10)
    }
  })
})
