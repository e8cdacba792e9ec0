/**
 * The rules of section 3.2 of the reliability document that concern messages on their way from a producer to a sink:
 * set arithmetic over the two histories.
 */
import type { Arrived, Deed, Kept } from "./History.ts"
import type { Check, Run } from "./Run.ts"

export const grouped = <A>(list: ReadonlyArray<A>, by: (each: A) => string): ReadonlyMap<string, ReadonlyArray<A>> => {
  const groups = new Map<string, Array<A>>()
  for (const each of list) {
    const group = groups.get(by(each))
    if (group === undefined) groups.set(by(each), [each])
    else group.push(each)
  }
  return groups
}

export interface Operation {
  readonly key: string
  readonly entity: string
  readonly sequence: number
  readonly isState: boolean
  /** Whether any of its tries was read as a success; else whether any may have been. */
  readonly outcome: "ok" | "fail" | "info"
}

/** One operation for each key: a producer may try one several times. */
export const operations = ({ histories: { producer } }: Run): ReadonlyMap<string, Operation> => {
  const ended = new Map(producer.flatMap((line) => (line.is === "ended" ? [[line.id, line.outcome] as const] : [])))
  const found = new Map<string, Operation>()
  for (const line of producer) {
    if (line.is !== "sent") continue
    const outcomes = [found.get(line.key)?.outcome, ended.get(line.id) ?? "info"]
    const outcome = (["ok", "info", "fail"] as const).find((each) => outcomes.includes(each))!
    found.set(line.key, { key: line.key, entity: line.entity, sequence: line.sequence, isState: line.isState, outcome })
  }
  return found
}

const byKey = (effects: ReadonlyArray<Kept>) => grouped(effects, ({ key }) => key)

/** What stands in the ledger for everybody to see is late, not lost. */
const visible = new Set(["Pending", "InFlight", "Doubtful", "Dead"])

/** `ok` without effect, beyond what the ledger shows as not over; a superseded state counts through its successor. */
const lost: Check = (run) => {
  const kept = byKey(run.histories.effects)
  const newest = new Map<string, number>()
  // What does not say which issue it is about has no place.
  for (const { entity, sequence } of run.histories.effects) if (!Number.isNaN(sequence)) newest.set(entity, Math.max(newest.get(entity) ?? 0, sequence))
  const missing = [...operations(run).values()].filter(({ entity, isState, key, outcome, sequence }) =>
    outcome === "ok" && !kept.has(key) && !(isState && (newest.get(entity) ?? 0) > sequence))
  const open = grouped(run.ledger.deliveries.filter(({ state }) => visible.has(state)), ({ entity }) => entity)
  return [...grouped(missing, ({ entity }) => entity)].flatMap(([entity, all]) => {
    const shown = open.get(entity)?.length ?? 0
    const last = Math.max(...all.map(({ sequence }) => sequence))
    // The successor of a state may itself be what is not over yet.
    const keys = shown === 0 ? all : all.filter(({ isState, sequence }) => !isState || sequence === last)
    return keys.length <= shown ? [] : [`${keys.map(({ key }) => key).join(", ")}: accepted, and without effect; the ledger shows ${shown} that are not over`]
  })
}

/** The first that tells the number of an order is news, also of a state that was told without it. */
const bringsNumber = ({ isNumbered }: Kept, index: number, all: ReadonlyArray<Kept>): boolean =>
  isNumbered === true && !all.slice(0, index).some((earlier) => earlier.isNumbered)

const twice = (run: Run, outcomes: ReadonlySet<string>): ReadonlyArray<string> => {
  const known = operations(run)
  return [...byKey(run.histories.effects)].flatMap(([key, all]) =>
    all.some((each, index) => index > 0 && !bringsNumber(each, index, all)) && outcomes.has(known.get(key)?.outcome ?? "none")
      ? [`${key}: ${all.length} effects, by ${all.map(({ deliveryId }) => deliveryId).join(", ")}`]
      : [])
}

/** A message of which nobody knows may have an effect or none, never two. */
const unknown: Check = (run) => twice(run, new Set(["info"]))

const doubled: Check = (run) => twice(run, new Set(["ok", "fail", "none"]))

/** An answer that the runner cannot have taken for a success, or may not have read. */
const wasClear = ({ answered }: Arrived): boolean => answered === "success"

/** Milliseconds in which what a runner sent may still arrive when it is dead. */
const onTheWay = 1000

/** The share of deliveries that may come twice where nothing is broken. */
const rareRepeats = 0.0001

const spansOf = (
  deeds: ReadonlyArray<Deed>,
  begins: (deed: Deed) => boolean,
  ends: (deed: Deed) => boolean
): ReadonlyArray<readonly [number, number]> =>
  deeds.flatMap((deed, index) =>
    begins(deed) ? [[deed.at, deeds.slice(index).find(ends)?.at ?? Number.POSITIVE_INFINITY] as const] : [])

/** An outcome may be lost with the process that had it, or with the store that was to keep it. */
const repeatedOnWire: Check = (run) => {
  const { arrivals, deeds } = run.histories
  const unstored = spansOf(deeds, (deed) => deed.is === "broken" && deed.part === "store", ({ is }) => is === "healed")
  const kills = deeds.filter((deed) => deed.is === "killed")
  const excusedMost = kills.reduce((sum, { inFlight }) => sum + inFlight, 0)
  const problems: Array<string> = []
  let byKills = 0
  let unexcused = 0
  for (const [id, all] of grouped(arrivals, ({ deliveryId }) => deliveryId)) {
    for (const [index, later] of all.entries()) {
      const before = all[index - 1]
      if (before === undefined || !wasClear(before)) continue
      if (unstored.some(([from, to]) => from <= later.at && to >= before.at)) continue
      if (kills.some(({ at }) => at >= before.at - onTheWay && at <= later.at)) byKills += 1
      else {
        unexcused += 1
        problems.push(`${id} (${later.key}): sent again although it was answered and nobody died`)
      }
    }
  }
  return [
    ...(unexcused > arrivals.length * rareRepeats ? problems : []),
    ...(byKills > excusedMost ? [`${byKills} repeats after a success, ${excusedMost} were in flight at the kills`] : [])
  ]
}

const garbage: Check = (run) => {
  const known = operations(run)
  // What a create is reported on with, the producer has not sent; somebody must have asked for it all the same.
  const asked = new Set(run.ledger.intents.map(({ entity }) => entity))
  return [...byKey(run.histories.effects)].flatMap(([key, [effect]]) => {
    const entity = effect?.entity ?? ""
    const outcome = known.get(key)?.outcome
    if (outcome === undefined && !run.isOnlyPushes && asked.has(entity)) return []
    return outcome === undefined ? [`${key}: an effect that nobody sent`] : outcome === "fail" ? [`${key}: an effect of what was refused`] : []
  })
}

const bytes: Check = ({ histories: { arrivals } }) => [
  ...arrivals.filter(({ verified }) => !verified).map(({ deliveryId, key }) => `${deliveryId} (${key}): the sign does not fit the content`),
  ...[...grouped(arrivals, ({ deliveryId }) => deliveryId)].flatMap(([id, all]) => {
    const contents = new Set(all.map(({ digest }) => digest))
    return contents.size > 1 ? [`${id} (${all[0]?.key}): ${contents.size} contents under one id`] : []
  })
]

type Placed = Pick<Kept, "entity" | "issue" | "pieces" | "sequence" | "phase">

/** States that nothing follows. */
const ends: ReadonlySet<string> = new Set(["received", "closed", "shipped", "cancelled", "failed"])

/** A delivery that arrived more often than it is tried was dead in between. */
const neverDead = (arrivals: ReadonlyArray<Arrived>, mostAttempts: number) => {
  const times = grouped(arrivals, ({ deliveryId }) => deliveryId)
  return ({ deliveryId }: Kept): boolean => (times.get(deliveryId)?.length ?? 0) <= mostAttempts
}

/**
 * No message overtakes an earlier one of its entity, and no issue of it goes back from an end. A batch that a query
 * found has no place in the order of those that the provider names. Where dead letters are put back in line, what was
 * taken counts, and a letter that was dead has lost its place.
 */
const order: Check = ({ histories: { arrivals, effects }, isOrdered, isReplayed, mostAttempts, wanted }) =>
  [...grouped<Placed>(isReplayed === true ? effects.filter(neverDead(arrivals, mostAttempts)) : arrivals, ({ entity }) => entity)].flatMap(([entity, all]) => {
    const hasPlaces = isOrdered && (wanted === undefined || all.every(({ pieces }) => pieces === undefined))
    const overtaken = hasPlaces ? all.findIndex(({ sequence }, at) => at > 0 && sequence < all[at - 1]!.sequence) : -1
    const back = all.findIndex(({ issue, phase }, at) =>
      at > 0 && ends.has(all[at - 1]!.phase ?? "") && !ends.has(phase ?? "") && all[at - 1]!.issue === issue)
    return [
      ...(overtaken < 0 ? [] : [`${entity}: ${all[overtaken]!.sequence} came after ${all[overtaken - 1]!.sequence}`]),
      ...(back < 0 ? [] : [`${entity}: ${all[back]!.phase} came after ${all[back - 1]!.phase}`])
    ]
  })

export const checks = { L1: lost, L2: unknown, D1: doubled, D2: repeatedOnWire, G: garbage, B: bytes, O: order } as const
