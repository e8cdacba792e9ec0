/**
 * Rules for orders that are cancelled and issued again under their number, and for batches that the provider names: callers,
 * the provider's records and the ERP must agree. They need to know what the callers wanted.
 */
import { grouped } from "./Pushes.ts"
import type { Check, PeerObject, Run } from "./Run.ts"

const gone = new Set(["cancelled", "failed"])
export const isLive = ({ phase }: { readonly phase: string }): boolean => !gone.has(phase)

const ofTrade = (check: (run: Run, wanted: NonNullable<Run["wanted"]>) => ReadonlyArray<string>): Check => (run) =>
  run.wanted === undefined ? [] : check(run, run.wanted)

const named = ({ issue, phase }: PeerObject): string => `${issue ?? "an object"} ${phase}`

/** An order that was accepted and not cancelled exists once at the peer; a cancelled one does not exist. */
const wishes = ofTrade(({ objects }, wanted) => {
  const made = grouped(objects, ({ entity }) => entity)
  return [...wanted].flatMap(([entity, wish]) => {
    const all = made.get(entity) ?? []
    const standing = all.filter(isLive).length
    return standing === (wish === "stands" ? 1 : 0)
      ? []
      : [`${entity}: ${wish === "stands" ? "accepted and not cancelled" : "cancelled"}, but ${standing} exist at the peer (${all.map(named).join(", ")})`]
  })
})

const told = new Set(["shipped", "failed", "received"])

/** The ERP receives the final state of everything at the peer except what was cancelled, and no intent waits for an operator. */
const endsReached = ofTrade(({ histories: { effects }, ledger: { deliveries }, objects }) => {
  const kept = grouped(effects, ({ entity }) => entity)
  const dead = deliveries.flatMap(({ attempt, cause, entity, id, state }) =>
    state === "Dead" ? [`${entity}: the delivery ${id} is dead after ${attempt} attempts (${cause ?? "no cause"})`] : [])
  return dead.concat(objects.flatMap(({ entity, issue, phase }) => {
    if (!told.has(phase)) return []
    const isKnown = (kept.get(entity) ?? []).some((each) => each.phase === phase && (each.pieces !== undefined || each.issue === issue))
    return isKnown ? [] : [`${entity}: ${issue ?? "it"} is ${phase} at the peer, but the ERP was not told`]
  }))
})

/** Every received piece is reported once, in one batch. */
const pieces = ofTrade(({ histories: { effects }, objects }) => {
  const kept = grouped(effects.filter((each) => each.pieces !== undefined), ({ entity }) => entity)
  return objects.flatMap(({ entity, pieces: came, phase }) => {
    if (came === undefined || gone.has(phase)) return []
    const named = grouped(kept.get(entity) ?? [], ({ key }) => key)
    const sum = [...named.values()].reduce((total, [first]) => total + (first?.pieces ?? 0), 0)
    return sum === came ? [] : [`${entity}: ${came} pieces were received, but the ERP was told of ${sum}`]
  })
})

/** The ERP receives the peer's number of each order, and no final state that the issue did not have. */
const numbers = ofTrade(({ histories: { effects }, objects }) => {
  const byIssue = new Map(objects.flatMap((each) => (each.issue === undefined ? [] : [[each.issue, each] as const])))
  return effects.flatMap(({ entity, issue = "", key, pieces: came, phase = "" }) => {
    if (came !== undefined) return []
    const object = byIssue.get(issue)
    if (object === undefined) return issue === "" ? [] : [`${key}: the peer never issued the number ${issue}`]
    if (object.entity !== entity) return [`${key}: ${issue} is the number of ${object.entity}`]
    return (told.has(phase) || phase === "cancelled") && object.phase !== phase ? [`${key}: reported as ${phase}, but it is ${object.phase} at the peer`] : []
  })
})

export const checks = { W: wishes, E: endsReached, P: pieces, N: numbers } as const
