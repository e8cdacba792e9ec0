/**
 * Rules for creates that a provider refuses in words that nobody lists: the caller is told at once and once, nothing is sent again before
 * the visibility delay is over, and what the provider has nevertheless is found.
 */
import { isLive } from "./Issues.ts"
import { grouped } from "./Pushes.ts"
import type { Asked, Check, Refusals, Refused, Run } from "./Run.ts"

const ofRefusals = (check: (run: Run, refusals: Refusals) => ReadonlyArray<string>): Check => (run) => run.refusals === undefined ? [] : check(run, run.refusals)

/** Milliseconds that a caller may wait for a refusal that was answered. */
const longestWait = 2000

const says = (text: string) => ({ answer }: Asked): boolean => answer?.isSuccess === false && answer.message.includes(text)

/** What the runner adds to a refusal of a repeat that it has not sent. */
const isRepeated = ({ answer }: Asked): boolean => answer?.message.includes("(answered before;") === true

/** Milliseconds by which the time of a node may differ from that of its peers. */
const clockError = 250
/** Milliseconds in which a request of a killed runner may still arrive. */
const onTheWay = 1000

/** Whether a node may have been killed before it stored the answer. */
const isCut = ({ histories: { deeds } }: Run, heardAt: number, endedAt: number): boolean =>
  deeds.some(({ at, is }) => is === "killed" && at >= heardAt - onTheWay && at <= endedAt)

/** The calls that waited when the provider refused; those of killed nodes have no answer. */
const waitedFor = ({ asked }: Refusals, { answeredAt, entity }: Refused): ReadonlyArray<Asked> =>
  asked.filter((call) => call.entity === entity && call.sentAt <= answeredAt && call.endedAt >= answeredAt && call.answer !== undefined)

/** Whether the time that a caller waits at most was over before a busy machine had read the answer. On a machine of its own it never is. */
const isOverdue = ({ allowed }: Refusals, { answeredAt }: Refused, { answer, endedAt }: Asked): boolean =>
  answer?.message.startsWith("DOUBTFUL") === true && endedAt - answeredAt <= allowed(longestWait, answeredAt, endedAt) - longestWait

/** Whoever waits for a refusal that was answered is told in the provider's words within two seconds, or what takes as long on a busy machine. */
const slow = ofRefusals((run, refusals) =>
  refusals.refused.flatMap((refused) =>
    waitedFor(refusals, refused).filter((call) => !isCut(run, refused.heardAt, call.endedAt) && !isOverdue(refusals, refused, call)).flatMap((call) => [
      ...(call.endedAt - refused.answeredAt > refusals.allowed(longestWait, refused.answeredAt, call.endedAt) ? [`${refused.entity}: the caller waited ${call.endedAt - refused.answeredAt} ms for a refusal that was answered`] : []),
      ...(says(refused.text)(call) ? [] : [`${refused.entity}: the provider refused it with "${refused.text}", and the caller was told: ${call.answer?.message}`])
    ])))

/** A refusal is told once, and only what the provider said; its caller does not go away without it. */
const told = ofRefusals(({ histories: { effects }, objects }, { asked, decided, refused }) => {
  const standing = new Set(objects.map(({ entity }) => entity))
  const calls = grouped(asked.filter(({ answer }) => answer !== undefined), ({ entity }) => entity)
  const pushed = grouped(effects, ({ entity }) => entity)
  return [...grouped(refused, ({ entity }) => entity)].flatMap(([entity, all]) => {
    const answers = (calls.get(entity) ?? []).filter((call) => all.some(({ text }) => says(text)(call)))
    const first = answers.filter((call) => !isRepeated(call))
    const last = (calls.get(entity) ?? []).at(-1)
    const messages = pushed.get(entity) ?? []
    const isEarly = answers.some((call) => !all.some((each) => each.answeredAt <= call.endedAt && says(each.text)(call)))
    return [
      ...(answers.length === 0 && last?.answer?.isSuccess !== true && !decided.has(entity) ? [`${entity}: was refused, and its caller was never told`] : []),
      ...(first.length > all.length ? [`${entity}: was refused ${all.length} times, and told as refused anew ${first.length} times`] : []),
      ...(isEarly ? [`${entity}: its caller was told of a refusal before the provider refused it`] : []),
      ...(!standing.has(entity) && messages.length > 0 ? [`${entity}: was refused and does not exist, and the ERP was told ${messages.map(({ phase }) => phase).join(", ")}`] : [])
    ]
  })
})

/** Nobody else is told that the provider has refused. */
const invented = ofRefusals((_, { asked, refused }) => {
  const all = grouped(refused, ({ entity }) => entity)
  return asked.flatMap((call) =>
    /^\w+_FAULT: /.test(call.answer?.message ?? "") && !(all.get(call.entity) ?? []).some(({ text }) => says(text)(call))
      ? [`${call.entity}: its caller was told ${call.answer?.message}, which the provider never said of it`]
      : [])
})

/** Nothing is sent again within the visibility delay, and after it only once the provider was asked, if it can be. */
const early = ofRefusals((_, { decided, heard, isMute, refused, visibilityDelay }) => {
  const about = grouped(heard, ({ entity }) => entity)
  return refused.flatMap(({ answeredAt, entity, heardAt }) => {
    if (decided.has(entity)) return []
    const next = (about.get(entity) ?? []).find(({ at, isCreate }) => isCreate && at > heardAt)
    if (next === undefined) return []
    const after = next.at - answeredAt
    const isAsked = (about.get(entity) ?? []).some(({ at, isCreate }) => !isCreate && at >= answeredAt + visibilityDelay - clockError && at <= next.at)
    return after < visibilityDelay - clockError
      ? [`${entity}: was sent again ${after} ms after it was refused`]
      : isAsked || isMute
      ? []
      : [`${entity}: was sent again, and nobody asked for it since the visibility delay was over`]
  })
})

/** What the provider has although its caller was told that it is refused raises an alarm, and the ERP is told of it. */
const lies = ofRefusals((run, { alarms, asked, refused }) => {
  const pushed = new Set(run.histories.effects.map(({ entity }) => entity))
  return refused.filter(({ isDone }) => isDone).flatMap(({ entity, text }) => {
    const isTold = asked.some((call) => call.entity === entity && says(text)(call))
    const isThere = run.objects.some((object) => object.entity === entity && isLive(object))
    return [
      ...(isTold && !alarms.has(entity) ? [`${entity}: the provider has it although it refused it, and nobody raised an alarm`] : []),
      ...(isThere && !pushed.has(entity) ? [`${entity}: the provider has it although it refused it, and the ERP was not told`] : [])
    ]
  })
})

export const checks = { slow, told, invented, early, lies } as const
