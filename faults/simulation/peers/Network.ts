/**
 * The wire between the runner and a peer. Each exchange has a fate that the seed decides: it is late, one half of it is
 * lost, or the peer answers something else. What is under way arrives although its sender has died.
 */
import { AdapterError } from "@crossdock/core"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type { Kernel } from "../kernel/Kernel.ts"
import { Current } from "../kernel/Process.ts"
import type { Random } from "../Random.ts"

const { FaultUnlisted, PeerUnavailable, RateLimited, ResponseInvalid, TransportFailed } = AdapterError

interface Way {
  readonly arrives: boolean
  /** `either`: the seed decides. */
  readonly acts: boolean | "either"
  /** What the caller is told; absent: the answer itself. */
  readonly reason?: (random: Random) => AdapterError.Reason
  /** It is never told. */
  readonly isSilent?: boolean
}

const fault = { code: "", message: "not today" }

export const ways = {
  answered: { arrives: true, acts: true },
  refused: { arrives: false, acts: false, reason: () => new TransportFailed({ phase: "connect", cause: "refused" }) },
  "lost request": { arrives: false, acts: false, reason: () => new TransportFailed({ phase: "send", cause: "reset" }) },
  "lost answer": { arrives: true, acts: true, reason: () => new TransportFailed({ phase: "receive", cause: "reset" }) },
  hang: { arrives: true, acts: "either", isSilent: true },
  unavailable: { arrives: true, acts: "either", reason: () => new PeerUnavailable({ status: 502 }) },
  overloaded: {
    arrives: true,
    acts: false,
    reason: (random) => new PeerUnavailable({ status: 503, retryAfter: Duration.seconds(random.between(1, 4)) })
  },
  "too many": { arrives: true, acts: false, reason: (random) => new RateLimited({ retryAfter: Duration.seconds(random.between(1, 4)) }) },
  unreadable: { arrives: true, acts: "either", reason: () => new ResponseInvalid({ cause: "half an answer" }) },
  unlisted: { arrives: true, acts: "either", reason: () => new FaultUnlisted({ fault }) },
  /** The peer says so in its own words, which its reader has to understand. */
  "success false": { arrives: true, acts: false }
} satisfies Readonly<Record<string, Way>>
export type Fate = keyof typeof ways

const troubles = (Object.keys(ways) as ReadonlyArray<Fate>).filter((fate) => fate !== "answered")

/** What an answer that says `success: "false"` is read as. */
export const refusal = new FaultUnlisted({ fault: { code: "", message: "success false" } })

/** One exchange, as the peer sees it. */
export interface Heard {
  readonly fate: Fate
  readonly acts: boolean
  /** Milliseconds since 1970 when its sender began. */
  readonly sentAt: number
}

export interface Line {
  /** So many of a hundred exchanges go wrong. */
  readonly breaks: (percent: number) => void
  /** Nobody listens, or, `silently`, nobody answers. */
  readonly cut: (how: "no" | "refused" | "hang") => void
  /** `receive` runs at the peer when the request arrives; `read` in the process that has read its answer. */
  readonly call: <A>(receive: (heard: Heard) => A) => Effect.Effect<{ readonly value: A; readonly heard: Heard }, AdapterError.Reason>
}

/** Milliseconds on the way there: a request that is late by more was given up and its connection closed. */
const request = (random: Random): number => (random.chance(90) ? random.between(1, 40) : random.between(40, 500))

/** Milliseconds until the answer is back; on a bad wire sometimes later than anybody waits for it. */
const response = (random: Random, isBad: boolean): number => {
  const kind = random.below(100)
  return kind < 90 ? random.between(1, 40) : kind < 99 || !isBad ? random.between(40, 1500) : random.between(1500, 20_000)
}

export const line = (kernel: Kernel, random: Random): Line => {
  let share = 0
  let down: "no" | "refused" | "hang" = "no"

  const fateOf = (): Fate => (down !== "no" ? down : random.chance(share) ? random.pick(troubles) : "answered")

  return {
    breaks: (percent) => {
      share = percent
    },
    cut: (how) => {
      down = how
    },
    call: (receive) =>
      Effect.flatMap(Current, (process) =>
        Effect.callback((resume) => {
          const fate = fateOf()
          const way: Way = ways[fate]
          const heard: Heard = { fate, acts: way.acts === "either" ? random.chance(50) : way.acts, sentAt: kernel.now() }
          const [there, back] = [request(random), response(random, share > 0)]
          const reason = way.reason?.(random)
          const answer = (effect: Effect.Effect<never, AdapterError.Reason>) =>
            kernel.after(back, () => process.enqueue(() => resume(effect)))
          kernel.after(there, () => {
            const value = way.arrives ? receive(heard) : undefined
            if (way.isSilent === true) return
            if (reason !== undefined) answer(Effect.fail(reason))
            else kernel.after(back, () => process.enqueue(() => resume(Effect.succeed({ value: value!, heard }))))
          })
        }))
  }
}
