/**
 * The rules for messages from a producer to a sink, which compare the two histories (section 3.2 of the reliability
 * document).
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
  /** Whether an attempt succeeded, or else whether one may have. */
  readonly outcome: "ok" | "fail" | "info"
}

/** Groups the attempts by key, because a producer may repeat a message. */
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

/** A delivery that is visible in the database is late, not lost. */
const visible = new Set(["Pending", "InFlight", "Doubtful", "Dead"])

/** Accepted messages without an effect, unless unfinished in the database; a superseded state counts through its successor. */
const lost: Check = (run) => {
  const kept = byKey(run.histories.effects)
  const newest = new Map<string, number>()
  // A message that does not name its issue cannot be ordered.
  for (const { entity, sequence } of run.histories.effects) if (!Number.isNaN(sequence)) newest.set(entity, Math.max(newest.get(entity) ?? 0, sequence))
  const missing = [...operations(run).values()].filter(({ entity, isState, key, outcome, sequence }) =>
    outcome === "ok" && !kept.has(key) && !(isState && (newest.get(entity) ?? 0) > sequence))
  const open = grouped(run.ledger.deliveries.filter(({ state }) => visible.has(state)), ({ entity }) => entity)
  return [...grouped(missing, ({ entity }) => entity)].flatMap(([entity, all]) => {
    const shown = open.get(entity)?.length ?? 0
    const last = Math.max(...all.map(({ sequence }) => sequence))
    // The successor of a state may itself be unfinished.
    const keys = shown === 0 ? all : all.filter(({ isState, sequence }) => !isState || sequence === last)
    return keys.length <= shown ? [] : [`${keys.map(({ key }) => key).join(", ")}: accepted, but without effect; the database has ${shown} unfinished deliveries`]
  })
}

/** A state that is repeated with the number of the order or of a parcel for the first time counts as new. */
const bringsNumber = ({ hasParcel, isNumbered }: Kept, index: number, all: ReadonlyArray<Kept>): boolean => {
  const before = all.slice(0, index)
  return (isNumbered === true && !before.some((earlier) => earlier.isNumbered)) || (hasParcel === true && !before.some((earlier) => earlier.hasParcel))
}

const twice = (run: Run, outcomes: ReadonlySet<string>): ReadonlyArray<string> => {
  const known = operations(run)
  return [...byKey(run.histories.effects)].flatMap(([key, all]) =>
    all.some((each, index) => index > 0 && !bringsNumber(each, index, all)) && outcomes.has(known.get(key)?.outcome ?? "none")
      ? [`${key}: ${all.length} effects, by ${all.map(({ deliveryId }) => deliveryId).join(", ")}`]
      : [])
}

/** A message with an unknown outcome may have one effect or none, but not two. */
const unknown: Check = (run) => twice(run, new Set(["info"]))

const doubled: Check = (run) => twice(run, new Set(["ok", "fail", "none"]))

/** An answer that was no success, or that the runner may not have read. */
const wasClear = ({ answered }: Arrived): boolean => answered === "success"

/** Milliseconds in which a request of a killed runner may still arrive. */
const onTheWay = 1000

/** The allowed share of repeated deliveries while no fault is injected. */
const rareRepeats = 0.0001

const spansOf = (
  deeds: ReadonlyArray<Deed>,
  begins: (deed: Deed) => boolean,
  ends: (deed: Deed) => boolean
): ReadonlyArray<readonly [number, number]> =>
  deeds.flatMap((deed, index) =>
    begins(deed) ? [[deed.at, deeds.slice(index).find(ends)?.at ?? Number.POSITIVE_INFINITY] as const] : [])

/** Whether the outcome may have been lost because the process was killed or the database failed. */
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
        problems.push(`${id} (${later.key}): sent again although it was answered and no process was killed`)
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
  // The producer does not send reports about created orders, but a caller must have created the order.
  const asked = new Set(run.ledger.intents.map(({ entity }) => entity))
  return [...byKey(run.histories.effects)].flatMap(([key, [effect]]) => {
    const entity = effect?.entity ?? ""
    const outcome = known.get(key)?.outcome
    if (outcome === undefined && !run.isOnlyPushes && asked.has(entity)) return []
    return outcome === undefined ? [`${key}: an effect without a message`] : outcome === "fail" ? [`${key}: an effect of a refused message`] : []
  })
}

const bytes: Check = ({ histories: { arrivals } }) => [
  ...arrivals.filter(({ verified }) => !verified).map(({ deliveryId, key }) => `${deliveryId} (${key}): the signature does not match the content`),
  ...[...grouped(arrivals, ({ deliveryId }) => deliveryId)].flatMap(([id, all]) => {
    const contents = new Set(all.map(({ digest }) => digest))
    return contents.size > 1 ? [`${id} (${all[0]?.key}): ${contents.size} contents under one id`] : []
  })
]

type Placed = Pick<Kept, "entity" | "issue" | "pieces" | "sequence" | "phase">

/** Final states. */
const ends: ReadonlySet<string> = new Set(["received", "closed", "shipped", "cancelled", "failed"])

/** A delivery that arrived more often than the schedule allows was a dead letter in between. */
const neverDead = (arrivals: ReadonlyArray<Arrived>, mostAttempts: number) => {
  const times = grouped(arrivals, ({ deliveryId }) => deliveryId)
  return ({ deliveryId }: Kept): boolean => (times.get(deliveryId)?.length ?? 0) <= mostAttempts
}

/**
 * No message overtakes an earlier one of its entity, and no issue leaves a final state. A batch that a query found is not
 * ordered among those that the provider reports. If dead letters are replayed, only accepted messages count, and a replayed
 * dead letter may be late.
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
