/**
 * Says where an order is, in sentences that a person can read aloud to a buyer, each with a code and parameters, so that a program can show
 * it in another language. It derives everything from what the admin API shows of the order.
 */
import type { DeskDecision, OrderDetail, Sentence } from "@crossdock/admin-api"
import * as DateTime from "effect/DateTime"
import * as Holds from "../desk/Holds.ts"

/** When a part of an order left its warehouse and arrived, by the number of the part. */
export interface PartTimes {
  readonly shippedAt?: DateTime.Utc | undefined
  readonly deliveredAt?: DateTime.Utc | undefined
}

export type Facts =
  & Pick<OrderDetail, "connection" | "deliveries" | "desk" | "failedReason" | "history" | "intents" | "isOpen" | "kind" | "lookAt" | "parcels" | "phase" | "shippedAt" | "deliveredAt" | "trackingNumber">
  & { readonly partTimes?: Readonly<Record<string, PartTimes>> }

type Params = Sentence["params"]

const say = (code: string, text: string, params: Params = {}): Sentence => ({ code, params, text })

const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

/** Such as "24 Nov 14:21 UTC". The parameters have the exact time. */
export const timeText = (at: DateTime.Utc): string => {
  const { day, hour, minute, month } = DateTime.toPartsUtc(at)
  const two = (value: number) => String(value).padStart(2, "0")
  return `${day} ${months[month - 1]} ${two(hour)}:${two(minute)} UTC`
}

const iso = (at: DateTime.Utc): string => DateTime.formatIso(at)

const listed = (names: ReadonlyArray<string>): string =>
  names.length <= 1 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`

/** Ends with a full stop, as it is read aloud. */
const ended = (text: string): string => /[.!?]$/.test(text) ? text : `${text}.`

/** The words of another system end the sentence. */
const quoted = (text: string, because: string | undefined): string => ended(because === undefined ? text : `${text}: ${because}`)

const given = (params: Readonly<Record<string, string | undefined>>): Params =>
  Object.fromEntries(Object.entries(params).filter((entry): entry is [string, string] => entry[1] !== undefined))

/** Goods that have left a warehouse. */
const left = (warehouse: string, numbers: ReadonlyArray<string>, at: DateTime.Utc | undefined, arrivedAt: DateTime.Utc | undefined): Sentence => {
  const when = at === undefined ? "" : ` on ${timeText(at)}`
  const inside = numbers.length === 0 ? "" : ` in ${numbers.length === 1 ? "parcel" : "parcels"} ${listed(numbers)}`
  const params = given({ warehouse, parcels: numbers.length === 0 ? undefined : numbers.join(", "), at: at && iso(at), arrivedAt: arrivedAt && iso(arrivedAt) })
  return arrivedAt === undefined
    ? say("SHIPPED", `It left ${warehouse}${when}${inside}.`, params)
    : say("DELIVERED", `It left ${warehouse}${when}${inside}, and arrived on ${timeText(arrivedAt)}.`, params)
}

const holdSentences = (cause: string | undefined, because: string | undefined): ReadonlyArray<Sentence> => {
  const hold = cause !== undefined && Object.hasOwn(Holds.all, cause) ? Holds.all[cause as Holds.Cause] : undefined
  const params = given({ cause, because })
  return hold === undefined
    ? [say("HELD", quoted("It is held", because), params)]
    : [say("HELD", quoted(`It is held because ${hold.because}`, because), params), say("HOLD_ENDS", `The hold ends ${hold.ends}.`, given({ cause }))]
}

/** What became of the parts of an order that the desk has divided. */
const partSentences = ({ parcels, parts }: DeskDecision, times: Readonly<Record<string, PartTimes>>): ReadonlyArray<Sentence> => {
  const alive = parts.filter(({ state }) => state !== "void" && state !== "refused")
  const gone = alive.filter(({ state }) => state === "shipped")
  const numbersOf = (part: string) => parcels.flatMap((parcel) => parcel.part === part && parcel.trackingNumber !== undefined ? [parcel.trackingNumber] : [])
  const rest = alive.filter(({ state }) => state !== "shipped")
  const ofRest = rest.filter(({ number }) => numbersOf(number).length > 0).map((part) => left(part.warehouse, numbersOf(part.number), undefined, undefined))
  const shipped = gone.map((part) => left(part.warehouse, numbersOf(part.number), times[part.number]?.shippedAt, times[part.number]?.deliveredAt))
  if (rest.length === 0) return shipped
  const warehouses = listed([...new Set(rest.map(({ warehouse }) => warehouse))])
  const waits = gone.length + ofRest.length === 0
    ? say("PLACED", `It is at ${warehouses} to be shipped.`, { warehouses })
    : say("PARTLY_SHIPPED", `Something of it is still at ${warehouses} to be shipped.`, { warehouses, left: String(gone.length), rest: String(rest.length) })
  return [...shipped, ...ofRest, waits]
}

const deskSentences = (desk: DeskDecision, times: Readonly<Record<string, PartTimes>>): ReadonlyArray<Sentence> => {
  const { because, cause, state } = desk
  const parts = partSentences(desk, times)
  switch (state) {
    case "due":
      return [...parts, say("DECIDING", "The order desk decides about it now.", given({ cause, because }))]
    case "waiting":
      return [because === undefined ? say("WAITS_FOR_PAYMENT", "It waits for the payment.") : say("WAITING", quoted("It waits", because), { because })]
    case "held":
      return [...parts, ...holdSentences(cause, because)]
    case "placed":
      return parts.length === 0 ? [say("PLACED", "It is placed at a warehouse.")] : parts
    case "done":
      return parts.length === 0 ? [say("DONE", quoted("Nothing more is to be done about it", because), given({ because }))] : parts
    case "closed":
      return [...parts, say("CLOSED_AT_SHOP", quoted("The shop has closed it", because), given({ because }))]
  }
}

const toldShop = ({ parcels }: DeskDecision): ReadonlyArray<Sentence> => {
  const numbered = (states: ReadonlyArray<string>) => parcels.flatMap(({ state, trackingNumber }) => states.includes(state) ? [trackingNumber ?? "without a number"] : [])
  const one = (code: string, numbers: ReadonlyArray<string>, text: (named: string) => string) => numbers.length === 0 ? [] : [say(code, text(listed(numbers)), { parcels: numbers.join(", ") })]
  return [
    ...one("SHOP_TOLD", numbered(["told"]), (named) => `The shop was told of parcel ${named}.`),
    ...one("SHOP_NOT_TOLD_YET", numbered(["new", "again", "sending", "unknown"]), (named) => `The shop is not told of parcel ${named} yet.`),
    ...one("SHOP_REFUSED", numbered(["refused"]), (named) => `The shop did not take the notice of parcel ${named}.`)
  ]
}

/** Until the create is delivered, its state says where the order is. Undefined: the phase says it. */
const createSentence = ({ connection, intents: [intent] }: Facts): Sentence | undefined => {
  if (intent === undefined || intent.state === "Delivered") return undefined
  const { failure, heldBecause } = intent
  switch (intent.state) {
    case "Pending":
      if (heldBecause === "paused") return say("HELD_BY_PAUSE", `It is held because ${connection} is paused.`, { connection })
      return heldBecause === undefined
        ? say("TO_BE_SENT", `It is about to be sent to ${connection}.`, { connection })
        : say("HELD_FOR_NAME", quoted("It is held because a name has no row in the mapping", heldBecause), { because: heldBecause })
    case "InFlight":
      return say("BEING_SENT", `It is being sent to ${connection} now.`, { connection })
    case "Doubtful": {
      const params = given({ connection, since: iso(intent.updatedAt), askedAgainAt: intent.dueAt && iso(intent.dueAt) })
      return say("IN_DOUBT", `Whether ${connection} has it is not known${intent.dueAt === undefined ? "" : `; it is asked again at ${timeText(intent.dueAt)}`}.`, params)
    }
    case "Dead":
      return failure === undefined ? say("GIVEN_UP", "A person has given it up; it is not at the warehouse.") : say("REFUSED", quoted(`${connection} refused it`, failure), { connection, because: failure })
    case "Cancelled":
      return say("CANCELLED_BEFORE", "It was cancelled before it was sent.")
  }
}

const phases: Readonly<Record<string, readonly [code: string, text: string]>> = {
  cancelled: ["CANCELLED", "It is cancelled."],
  announced: ["ANNOUNCED", "It is announced to the warehouse."],
  shipping: ["ON_ITS_WAY", "It is on its way to the warehouse."],
  receiving: ["BEING_RECEIVED", "It is being received."],
  received: ["RECEIVED", "It is received."],
  closed: ["CLOSED", "It is closed."],
  finished: ["FINISHED_AT_SHOP", "The shop has finished it."],
  unpaid: ["WAITS_FOR_PAYMENT", "It waits for the payment."],
  onHold: ["ON_HOLD_AT_SHOP", "The shop holds it."]
}

const atPeer = ({ connection, deliveredAt, failedReason, isOpen, kind, lookAt, parcels, phase, shippedAt, trackingNumber }: Facts): Sentence => {
  if (lookAt?.is === "absent") return say("NOT_SHOWN", `${connection} accepted it and has not shown it since ${timeText(lookAt.since)}.`, { connection, since: iso(lookAt.since) })
  const numbers = [...new Set([...parcels.flatMap((parcel) => parcel.trackingNumber ?? []), ...(trackingNumber === undefined ? [] : [trackingNumber])])]
  if (phase === "shipped" || phase === "delivered") {
    const sentence = left(connection, numbers, shippedAt, deliveredAt)
    return phase === "delivered" && deliveredAt === undefined ? { ...sentence, code: "DELIVERED", text: `${sentence.text.slice(0, -1)}, and has arrived.` } : sentence
  }
  if (phase === "closedShort") return say("CLOSED_SHORT", quoted(`${connection} has shipped a part of it, and ships no more`, failedReason), given({ connection, parcels: numbers.join(", "), because: failedReason }))
  if (phase === "failed") return say("FAILED", quoted(`${connection} could not carry it out`, failedReason), given({ connection, because: failedReason }))
  const known = phase === undefined ? undefined : phases[phase]
  if (known !== undefined) return say(known[0], known[1], { connection })
  if (phase === "open" && kind === "platform_order") return say("OPEN_AT_SHOP", "It is open at the shop.", { connection })
  if (phase === "open" && numbers.length > 0) return say("PARTLY_SHIPPED", `A part of it left ${connection} in ${listed(numbers)}; the rest is still there.`, { connection, parcels: numbers.join(", ") })
  if (phase === "open") return say("AT_WAREHOUSE", `It is in progress at ${connection}.`, { connection })
  if (phase !== undefined) return say("IN_PHASE", quoted(`${connection} says`, phase), { connection, phase })
  return isOpen ? say("NO_STATUS_YET", `It is at ${connection}, which has not reported a status yet.`, { connection }) : say("ACCEPTED", `${connection} has accepted it.`, { connection })
}

const toldErp = ({ deliveries }: Facts): ReadonlyArray<Sentence> => {
  const dead = deliveries.find(({ state }) => state === "Dead")
  if (dead !== undefined) return [say("ERP_NOT_TOLD", quoted(`${dead.connection} was not told`, dead.cause), given({ connection: dead.connection, because: dead.cause, delivery: dead.id }))]
  const waiting = deliveries.find(({ state }) => state === "Pending" || state === "InFlight")
  if (waiting !== undefined) return [say("ERP_NOT_TOLD_YET", `${waiting.connection} is not told yet.`, { connection: waiting.connection, delivery: waiting.id })]
  const last = deliveries.findLast(({ state }) => state === "Delivered")
  return last === undefined ? [] : [say("ERP_TOLD", `${last.connection} was told on ${timeText(last.updatedAt)}.`, { connection: last.connection, at: iso(last.updatedAt) })]
}

const remarks = ({ history, intents: [intent], lookAt }: Facts): ReadonlyArray<Sentence> => {
  const late = history.findLast(({ what }) => what === "late")
  return [
    ...(intent?.decidedBlind?.is === "wrong" ? [say("DECIDED_WRONGLY", `${intent.decidedBlind.who} decided about it while the warehouse could not be asked, and the warehouse shows the contrary.`, { who: intent.decidedBlind.who })] : []),
    ...(lookAt?.is === "still" ? [say("NO_NEWS", `There has been no news since ${timeText(lookAt.since)}.`, { since: iso(lookAt.since) })] : []),
    ...(late === undefined ? [] : [say("LATE_REPORT", quoted(`On ${timeText(late.at)}, after it had ended, ${late.who} reported something else`, late.detail), given({ at: iso(late.at), who: late.who, because: late.detail }))])
  ]
}

/** Where an order is, what is to be noted, and who knows it. */
export const of = (facts: Facts): ReadonlyArray<Sentence> => {
  const { desk, partTimes = {} } = facts
  const place = desk === undefined ? [createSentence(facts) ?? atPeer(facts)] : deskSentences(desk, partTimes)
  return [...place, ...remarks(facts), ...(desk === undefined ? [] : toldShop(desk)), ...toldErp(facts)]
}
