/**
 * The one time of a simulated world. Nothing happens beside it: it lets one process at a time have a turn, chosen by the
 * seed, and when none has anything to do it jumps to the next moment for which something was planned.
 */
import type { Random } from "../Random.ts"

export interface Turned {
  readonly isReady: () => boolean
  readonly turn: () => void
}

export interface Kernel {
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** Plans something; what is answered takes it back. */
  readonly after: (millis: number, then: () => void) => () => void
  readonly join: (process: Turned) => void
  readonly leave: (process: Turned) => void
  /** Goes on until something holds, and answers whether it came to hold within so many milliseconds. */
  readonly until: (holds: () => boolean, millis: number) => boolean
}

interface Planned {
  readonly at: number
  readonly order: number
  work: (() => void) | undefined
}

/** Any moment will do; the same in every run. */
const begin = Date.UTC(2026, 0, 1)
/** Turns at one moment; more means that something turns in a circle. */
const mostTurns = 200_000

const isBefore = (one: Planned, other: Planned): boolean => one.at < other.at || (one.at === other.at && one.order < other.order)

export const make = (random: Random): Kernel => {
  const plans: Array<Planned> = []
  const processes: Array<Turned> = []
  let now = begin
  let order = 0

  const push = (plan: Planned) => {
    let at = plans.length
    plans.push(plan)
    while (at > 0) {
      const parent = (at - 1) >> 1
      if (!isBefore(plan, plans[parent]!)) break
      plans[at] = plans[parent]!
      at = parent
    }
    plans[at] = plan
  }

  const pop = (): Planned | undefined => {
    const first = plans[0]
    const last = plans.pop()
    if (first === undefined || last === undefined || plans.length === 0) return first
    let at = 0
    for (;;) {
      const left = 2 * at + 1
      if (left >= plans.length) break
      const right = left + 1
      const child = right < plans.length && isBefore(plans[right]!, plans[left]!) ? right : left
      if (!isBefore(plans[child]!, last)) break
      plans[at] = plans[child]!
      at = child
    }
    plans[at] = last
    return first
  }

  const settle = () => {
    for (let turns = 0;; turns++) {
      const ready = processes.filter((process) => process.isReady())
      if (ready.length === 0) return
      if (turns > mostTurns) throw new Error(`processes turn in a circle at ${now - begin} ms`)
      random.pick(ready).turn()
    }
  }

  return {
    now: () => now,
    after: (millis, then) => {
      const plan: Planned = { at: now + Math.max(0, millis), order: order++, work: then }
      push(plan)
      return () => {
        plan.work = undefined
      }
    },
    join: (process) => void processes.push(process),
    leave: (process) => void processes.splice(processes.indexOf(process), 1),
    until: (holds, millis) => {
      const end = now + millis
      for (;;) {
        settle()
        if (holds()) return true
        const next = plans[0]
        if (next === undefined || next.at > end) {
          now = end
          return false
        }
        pop()
        if (next.work === undefined) continue
        now = Math.max(now, next.at)
        next.work()
      }
    }
  }
}
