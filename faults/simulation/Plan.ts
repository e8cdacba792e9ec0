/**
 * What a seed means: how large the world is, what is said in it, and what is done to it.
 */
import { type Name, names } from "../../apps/runner/src/engine/Failpoint.ts"
import * as Random from "./Random.ts"

/** Milliseconds since the begin. */
type Moment = number

export type Deed =
  | { readonly is: "kill"; readonly at: Moment; readonly node: number; readonly away: number }
  /** Killed or stopped when it passes a place for the n-th time from then on. */
  | { readonly is: "kill at"; readonly at: Moment; readonly node: number; readonly away: number; readonly place: Name; readonly times: number }
  | { readonly is: "stop"; readonly at: Moment; readonly node: number; readonly away: number }
  | { readonly is: "stop at"; readonly at: Moment; readonly node: number; readonly away: number; readonly place: Name; readonly times: number }
  /** Its clock moves against that of the others. */
  | { readonly is: "skew"; readonly at: Moment; readonly node: number; readonly by: number }
  | { readonly is: "cut"; readonly at: Moment; readonly line: "erp" | "warehouse"; readonly how: "refused" | "hang"; readonly away: number }

export interface Plan {
  readonly seed: number
  readonly nodes: number
  /** Inbound orders that are received batch by batch. */
  readonly asns: number
  /** Orders that nobody created by us and that take their steps. */
  readonly orders: number
  /** Orders that callers create; some they cancel. */
  readonly creates: number
  /** Inbound orders that callers announce, whose goods are reported and polled. */
  readonly announced: number
  readonly batches: number
  /** Callers cancel what they ordered and order it again, and the warehouse names its issues and its batches itself. */
  readonly trade?: {
    /** Two use the same numbers at one warehouse. */
    readonly merchants: 1 | 2
    /** Milliseconds in which a query does not show what is new. */
    readonly lag: number
    /** Queries do not tell the warehouse's own number. */
    readonly isMute: boolean
    /** The ERP takes nothing of some entities until all is healed, so that what is owed of them dies and is replayed. */
    readonly refuses: boolean
    readonly onDead: "hold" | "continue"
  }
  /** Of a hundred. */
  readonly troubles: { readonly erp: number; readonly warehouse: number; readonly callers: number; readonly repeats: number; readonly store: number }
  readonly skews: ReadonlyArray<number>
  /** The ERP takes each delivery id once; if not, it does whatever it hears. */
  readonly isRemembered: boolean
  readonly deeds: ReadonlyArray<Deed>
  /** Milliseconds that something accepted may wait while a node is up and nothing is broken. */
  readonly patience: number
  /** Milliseconds after which nothing is broken any more. */
  readonly healedAt: Moment
}

/** Not inside of a transaction: a stop there would hold the lock of the database. */
const stopPlaces = names.filter((name) => !name.endsWith("before-commit"))

const duration = 20_000

const deedOf = (random: Random.Random, nodes: number): Deed => {
  const at = random.below(duration)
  const node = random.below(nodes)
  const away = random.chance(70) ? random.between(50, 4000) : random.between(4000, 40_000)
  const times = random.between(1, 6)
  const kind = random.below(100)
  if (kind < 15) return { is: "kill", at, node, away }
  if (kind < 55) return { is: "kill at", at, node, away, place: random.pick(names), times }
  if (kind < 62) return { is: "stop", at, node, away }
  if (kind < 82) return { is: "stop at", at, node, away, place: random.pick(stopPlaces), times }
  if (kind < 88) return { is: "skew", at, node, by: random.between(-300_000, 300_000) }
  return { is: "cut", at, line: random.pick(["erp", "warehouse"]), how: random.pick(["refused", "hang"]), away: random.between(1000, 15_000) }
}

export const of = (seed: number): Plan => {
  const random = Random.of(seed).fork("plan")
  const nodes = random.pick([1, 2, 2, 3])
  const kind = random.pick(["pushes", "creates", "both"])
  const isCalm = random.chance(8)
  const share = (most: number) => (isCalm ? 0 : random.chance(25) ? 0 : random.below(most))
  return {
    seed,
    nodes,
    asns: kind === "creates" ? 0 : random.between(1, 4),
    orders: kind === "creates" ? 0 : random.between(0, 3),
    creates: kind === "pushes" ? 0 : random.between(1, 5),
    announced: kind === "pushes" ? 0 : random.between(0, 3),
    batches: random.between(2, 6),
    troubles: { erp: share(50), warehouse: share(60), callers: share(30), repeats: share(40), store: random.chance(80) ? 0 : share(15) },
    skews: Array.from({ length: nodes }, () => (isCalm || random.chance(75) ? 0 : random.between(-300_000, 300_000))),
    isRemembered: true,
    deeds: isCalm ? [] : Array.from({ length: random.between(1, 7) }, () => deedOf(random, nodes)),
    patience: 15 * 60_000,
    healedAt: duration
  }
}

/** Creates whose senders sleep through their lease with an answer in hand, while others go on with them (F3). */
export const asleep = (seed: number): Plan => {
  const random = Random.of(seed).fork("asleep")
  const deeds = Array.from({ length: 6 }, (_, at): Deed => ({
    is: "stop at",
    at: at * 2000,
    node: at % 2,
    away: random.between(20_000, 60_000),
    place: random.pick(["create.after-send", "push.after-send"]),
    times: random.between(1, 3)
  }))
  return { ...of(seed), nodes: 2, asns: 1, orders: 1, creates: 5, troubles: { erp: 50, warehouse: 60, callers: 0, repeats: 0, store: 0 }, skews: [0, 0], deeds }
}

/** A lease, until others look, and once more until they send. */
const takenOver = 45_000

/** Nothing is wrong but the clocks, so that nothing may come twice, not even on the wire (F12). */
export const adrift = (seed: number): Plan => {
  const random = Random.of(seed).fork("adrift")
  const far = () => random.between(-300_000, 300_000)
  const deeds = Array.from({ length: 3 }, (): Deed => ({ is: "skew", at: random.below(duration), node: random.below(3), by: far() }))
  return {
    ...of(seed),
    nodes: 3,
    asns: 4,
    orders: 2,
    creates: 2,
    troubles: { erp: 0, warehouse: 0, callers: 0, repeats: 0, store: 0 },
    skews: [far(), far(), far()],
    isRemembered: false,
    deeds,
    patience: 10_000
  }
}

/** The same, and nodes die: what one of them stored, the others must not leave until their own clock has got there. */
export const astray = (seed: number): Plan => {
  const random = Random.of(seed).fork("astray")
  const plan = adrift(seed)
  const kills = Array.from({ length: 2 }, (): Deed => ({ is: "kill", at: random.below(duration), node: random.below(3), away: 600_000 }))
  return { ...plan, isRemembered: true, troubles: { ...plan.troubles, erp: 20 }, deeds: [...plan.deeds, ...kills], patience: takenOver }
}

/** Orders that are cancelled and issued again, while everything else goes wrong too. */
export const again = (seed: number): Plan => {
  const random = Random.of(seed).fork("again")
  const plan = of(seed)
  const merchants = random.pick([1, 2] as const)
  return {
    ...plan,
    asns: 0,
    orders: 0,
    creates: merchants === 1 ? 5 : 3,
    announced: random.between(0, 2),
    trade: {
      merchants,
      lag: random.pick([0, 500, 1900]),
      isMute: random.chance(30),
      refuses: random.chance(25),
      onDead: random.pick(["hold", "continue"])
    }
  }
}

/** Plans by name: `seeds` is what every run takes, the others look for one kind of bug. */
export const kinds = { seeds: of, asleep, adrift, astray, again } as const
export type Kind = keyof typeof kinds
