/**
 * The rules that need the runner's database or the provider's records: attempts, stalls, totals, intents, memory (section 3.2
 * of the reliability document).
 */
import { isLive } from "./Issues.ts"
import { grouped, operations } from "./Pushes.ts"
import type { Check, Run } from "./Run.ts"

/** Attempts are counted when claimed: at least as many as arrived, and at most as many as the schedule has. */
const attempts: Check = ({ histories: { arrivals }, isReplayed, ledger, mostAttempts }) => {
  if (isReplayed === true) return []
  const arrived = grouped(arrivals, ({ deliveryId }) => deliveryId)
  const tried = grouped(ledger.attempts.filter(({ kind }) => kind === "push"), ({ subject }) => subject)
  return ledger.deliveries.flatMap(({ attempt, entity, id }) => {
    const rows = tried.get(id) ?? []
    const arrivedHere = arrived.get(id) ?? []
    const came = arrivedHere.length
    // A refused credential or a vanished endpoint pauses the connection and does not count as an attempt.
    const free = rows.filter(({ outcome }) => outcome === "CredentialRejected").length + arrivedHere.filter(({ answered }) => answered === "410").length
    // A suspended process records its attempt late, after the node that took over.
    const twice = rows.find(({ number }, at) => rows.findIndex((row) => row.number === number) < at)
    return [
      ...(attempt > mostAttempts ? [`${id} (${entity}): ${attempt} attempts, ${mostAttempts} are allowed`] : []),
      ...(came > attempt + free ? [`${id} (${entity}): arrived ${came} times, but only ${attempt} attempts were counted`] : []),
      ...(twice !== undefined && free === 0 ? [`${id} (${entity}): attempt ${twice.number} is recorded twice`] : [])
    ]
  })
}

/** The periods `[from, to]` in which the runner was up and no fault was injected. */
const healthy = ({ histories: { arrivals, deeds } }: Run): ReadonlyArray<readonly [number, number]> => {
  const spans: Array<readonly [number, number]> = []
  let ready: number | undefined
  let isBroken = false
  let from: number | undefined
  const turn = (at: number) => {
    const isHealthy = ready !== undefined && !isBroken
    if (isHealthy && from === undefined) from = at
    if (!isHealthy && from !== undefined) {
      spans.push([from, at])
      from = undefined
    }
  }
  for (const deed of deeds) {
    if (deed.is === "ready") ready = deed.at
    if (deed.is === "killed" || deed.is === "stopped") ready = undefined
    if (deed.is === "broken") isBroken = true
    if (deed.is === "healed") isBroken = false
    turn(deed.at)
  }
  const last = arrivals.at(-1)?.at
  return from === undefined || last === undefined ? spans : [...spans, [from, last]]
}

/** While accepted messages wait, the time between two arrivals does not exceed the limit, which is longer on a machine that was slow meanwhile. */
const stall: Check = (run) => {
  const { arrivals, effects, producer } = run.histories
  const key = new Map(producer.flatMap((line) => (line.is === "sent" ? [[line.id, line.key] as const] : [])))
  const acceptedAt = new Map<string, number>()
  for (const line of producer) if (line.is === "ended" && line.outcome === "ok") acceptedAt.set(key.get(line.id)!, line.at)
  const keptAt = new Map(effects.map((each) => [each.key, each.at] as const))
  const waiting = [...acceptedAt].map(([each, from]) => [from, keptAt.get(each) ?? Number.POSITIVE_INFINITY] as const)
  return healthy(run).flatMap(([from, to]) => {
    const moments = [...arrivals.map(({ at }) => at).filter((at) => at > from && at < to), to]
    return moments.flatMap((next, index) => {
      const before = moments[index - 1] ?? from
      // The machine is asked only where it may matter, because it keeps many measurements.
      const limit = next - before <= run.patience ? run.patience : run.allowed(run.patience, before, next)
      if (next - before <= limit) return []
      const held = waiting.filter(([since, until]) => next - Math.max(since, before) > limit && until >= next).length
      return held === 0 ? [] : [`${next - before} ms without an attempt while ${held} accepted messages waited`]
    })
  })
}

const totals: Check = (run) => {
  const { deliveries } = run.ledger
  const known = [...operations(run).values()]
  const accepted = known.filter(({ outcome }) => outcome === "ok").length
  const possible = known.filter(({ outcome }) => outcome !== "fail").length
  const count = (state: string) => deliveries.filter((each) => each.state === state).length
  const told = run.depth
  const kept = new Set(run.histories.effects.map(({ deliveryId }) => deliveryId))
  return [
    ...(count("InFlight") > 0 ? [`${count("InFlight")} deliveries are in flight after the run`] : []),
    // If reports arrive in any order, an outdated one is accepted and not delivered.
    ...(run.isOnlyPushes && run.isOrdered && (deliveries.length < accepted || deliveries.length > possible)
      ? [`${deliveries.length} deliveries, ${accepted} messages were accepted, and at most ${possible} may have been`]
      : []),
    ...deliveries.filter(({ id, state }) => state === "Delivered" && !kept.has(id)).map(({ entity, id }) => `${id} (${entity}): Delivered, but the sink has not stored it`),
    ...(told === undefined ? [] : ["Pending", "InFlight", "Dead"].flatMap((state) =>
      (told[state] ?? 0) === count(state) ? [] : [`the metrics say ${told[state] ?? 0} ${state}, the database ${count(state)}`]))
  ]
}

/** Compares the creates with the records of a provider that creates an object for every request. */
const intents: Check = ({ ledger, objects }) => {
  const made = grouped(objects, ({ entity }) => entity)
  const asked = grouped(ledger.intents, ({ entity }) => entity)
  const twoLive = [...made].flatMap(([entity, all]) =>
    all.filter(isLive).length > 1 ? [`${entity}: ${all.filter(isLive).length} live objects at the peer`] : [])
  const unsettled = ledger.intents.flatMap(({ entity, generation, state }) =>
    state === "InFlight" ? [`${entity} generation ${generation}: in flight after the run`] : [])
  const uneven = [...asked].flatMap(([entity, generations]) => {
    const held = made.get(entity)?.length ?? 0
    const delivered = generations.filter(({ state }) => state === "Delivered").length
    const open = generations.filter(({ state }) => state === "Doubtful" || state === "InFlight").length
    return held < delivered || held > delivered + open
      ? [`${entity}: ${held} objects at the peer, ${delivered} creates are Delivered and ${open} are unknown`]
      : []
  })
  const unasked = [...made.keys()].filter((entity) => !asked.has(entity)).map((entity) => `${entity}: an object at the peer without an intent`)
  return [...twoLive, ...unsettled, ...uneven, ...unasked]
}

/**
 * Every report that the runner has recorded also led to a delivery, so that recognising repeats does not hide a loss. If a
 * query may have reported a batch before, the pieces are counted instead.
 */
const memory: Check = ({ ledger, wanted }) => {
  if (wanted !== undefined) return []
  const work = grouped(ledger.deliveries, ({ entity }) => entity)
  return [...grouped(ledger.inbox, (entity) => entity)].flatMap(([entity, remembered]) => {
    const owed = work.get(entity)?.length ?? 0
    return remembered.length > owed ? [`${entity}: ${remembered.length} messages are recorded, but there are ${owed} deliveries`] : []
  })
}

export const checks = { A: attempts, S: stall, T: totals, I: intents, M: memory } as const
