// Loaded before a subject (`node --import`): measures it from inside without changing it, in the same way for every subject.
// It uses the IPC channel, but does not keep the process alive with it.
//
//   parent -> "begin"   resets the figures
//   parent -> "end"     answers { figures } since "begin"
//   parent -> "collect" collects garbage if --expose-gc is set, then answers { heapMiB }
import { monitorEventLoopDelay, PerformanceObserver } from "node:perf_hooks"

const everyMs = 250
/** The recorded delays include the interval of the monitor. */
const resolutionMs = 10
const mib = (bytes) => Math.round((bytes / 1048576) * 10) / 10

const delay = monitorEventLoopDelay({ resolution: resolutionMs })
delay.enable()

let collected = 0
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) collected += entry.duration
}).observe({ entryTypes: ["gc"] })

let began
const begin = () => {
  delay.reset()
  began = { cpu: process.cpuUsage(), usage: process.resourceUsage(), collected, at: Date.now(), samples: [] }
  sample()
}
const sample = () => {
  if (began === undefined) return
  const { heapUsed, rss } = process.memoryUsage()
  began.samples.push({ atMs: Date.now() - began.at, rssMiB: mib(rss), heapMiB: mib(heapUsed) })
}
setInterval(sample, everyMs).unref()

const end = () => {
  sample()
  const { cpu, usage, samples } = began
  const spent = process.cpuUsage(cpu)
  const now = process.resourceUsage()
  return {
    cpuMs: (spent.user + spent.system) / 1000,
    rssMiB: Math.max(...samples.map(({ rssMiB }) => rssMiB)),
    heapMiB: Math.max(...samples.map(({ heapMiB }) => heapMiB)),
    loopDelayP99Ms: Math.round(Math.max(0, delay.percentile(99) / 1e6 - resolutionMs) * 100) / 100,
    gcMs: Math.round(collected - began.collected),
    contextSwitches: now.voluntaryContextSwitches + now.involuntaryContextSwitches - usage.voluntaryContextSwitches - usage.involuntaryContextSwitches,
    samples
  }
}

process.on("message", (message) => {
  if (message === "begin") begin()
  if (message === "end") process.send({ figures: end() })
  if (message === "collect") {
    globalThis.gc?.()
    process.send({ heapMiB: mib(process.memoryUsage().heapUsed) })
  }
})
process.channel?.unref()
process.on("disconnect", () => process.kill(process.pid, "SIGTERM"))
