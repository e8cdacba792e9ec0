/**
 * Whoever calls the runner from outside, an ERP or a provider: it writes down what it sends before it sends it, waits
 * for so long, and asks again until it has an answer that it can go by.
 */
import type * as Effect from "effect/Effect"
import type * as Exit from "effect/Exit"
import type * as History from "../oracle/History.ts"
import type { Kernel } from "./kernel/Kernel.ts"
import type { Node, RunnerServices } from "./Node.ts"
import type { Random } from "./Random.ts"

/** `again`: nobody knows, or it is worth another try. */
export type Answer = "ok" | "fail" | "again"

export interface Call<A, E> {
  /** Absent: judged by what becomes of it all, and not one by one. */
  readonly message?: History.Message
  readonly effect: Effect.Effect<A, E, RunnerServices>
  readonly read: (exit: Exit.Exit<A, E>) => Answer
}

export interface Client {
  /** `then` once an answer says that it is over. */
  readonly insist: <A, E>(call: Call<A, E>, then: (answer: "ok" | "fail") => void) => void
  /** Once, and nobody waits for the answer: what a network or a hasty sender makes of one message. */
  readonly repeat: <A, E>(call: Call<A, E>) => void
  /** Calls whose answer is still awaited. */
  readonly open: () => number
}

/** Milliseconds. */
const patience = 25_000

export const make = (options: {
  readonly kernel: Kernel
  readonly random: Random
  readonly nodes: ReadonlyArray<Node>
  readonly history: Array<History.Sent | History.Ended>
  /** So many of a hundred requests or answers are lost. */
  readonly losses: () => number
}): Client => {
  const { history, kernel, losses, nodes, random } = options
  let open = 0
  let sent = 0

  const once = <A, E>(call: Call<A, E>, then: (answer: Answer) => void) => {
    const id = `c${++sent}`
    let isOver = false
    if (call.message !== undefined) history.push({ is: "sent", id, at: kernel.now(), ...call.message })
    const end = (answer: Answer) => {
      if (isOver) return
      isOver = true
      if (call.message !== undefined) history.push({ is: "ended", id, at: kernel.now(), outcome: answer === "again" ? "info" : answer })
      then(answer)
    }
    kernel.after(patience, () => end("again"))
    const isLost = random.chance(losses())
    const isUnheard = random.chance(losses())
    kernel.after(random.between(1, 30), () => {
      if (isLost) return
      // Who has given up has closed its connection.
      const isServed = random.pick(nodes).serve(call.effect, () => isOver, (exit) => {
        const answer = call.read(exit)
        if (!isUnheard) kernel.after(random.between(1, 30), () => end(answer))
      })
      if (!isServed) end("again")
    })
  }

  const insist = <A, E>(call: Call<A, E>, then: (answer: "ok" | "fail") => void) => {
    open++
    const next = () =>
      once(call, (answer) => {
        if (answer === "again") return void kernel.after(random.between(200, 2500), next)
        open--
        then(answer)
      })
    next()
  }

  return { insist, repeat: (call) => once(call, () => {}), open: () => open }
}
