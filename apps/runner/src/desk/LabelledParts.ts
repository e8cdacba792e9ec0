/**
 * Carries parts on that ship with a label of the shop: reads the label of each shipment that the shop has arranged, stores the order of the
 * warehouse with it, and asks for the next shipment. A label is personal data: it is kept nowhere but in the sealed create, and never logged.
 */
import { Document as Documents, type PlatformOrder, PlatformV1, WarehouseV1 } from "@crossdock/core"
import * as Clock from "effect/Clock"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import type { ConnectedLink } from "../Composition.ts"
import type { OrderDesk } from "../composition/Desk.ts"
import type { Connections } from "../connection/Connections.ts"
import { isOfFormat } from "../contracts/platform/LabelFetch.ts"
import { Labels } from "../contracts/platform/Labels.ts"
import * as NameTranslation from "../contracts/platform/NameTranslation.ts"
import * as ShopCalls from "../contracts/platform/ShopCalls.ts"
import * as Facts from "../contracts/warehouse/PluginFacts.ts"
import * as Deadline from "../engine/Deadline.ts"
import { reach } from "../engine/Failpoint.ts"
import { ofReason, type Refusal } from "../engine/Refusal.ts"
import * as Charges from "./Charges.ts"
import type * as DeskRows from "./DeskRows.ts"
import { services } from "./DeskServices.ts"
import * as NumberTaken from "./NumberTaken.ts"
import { putBy } from "./Parcels.ts"
import type { Placing } from "./Placing.ts"
import * as RestoredOrders from "./RestoredOrders.ts"
import * as ShopShipments from "./ShopShipments.ts"
import * as Slots from "./Slots.ts"
import * as WarehouseOrder from "./WarehouseOrder.ts"

type Order = PlatformOrder.PlatformOrder
type Document = Documents.Document

/** How long a shop may take to answer, and the longest time until it is asked again, in milliseconds. */
const patience = 30_000
const longestGap = 5 * 60_000
/** How many labels of one order are read at a time. */
const labelsAtOnce = 4

const isForParcel = (trackingNumber: string) => (document: Document): boolean => document.trackingNumber === trackingNumber

const formatsOf = (documents: ReadonlyArray<Document>): string => [...new Set(documents.map(({ format }) => format))].join(" or ")

/** Why a label cannot be handed to the warehouse. Undefined: it can. */
const problemOf = ({ format, source }: Document, trackingNumber: string, { documentSources = [] }: Documents.DocumentLimits): string | undefined =>
  source._tag === "Link" && !documentSources.includes("Link")
    ? `the label of shipment ${trackingNumber} is an address; list its host in labelHosts of the link's shop`
    : source._tag === "Content" && !isOfFormat(Buffer.from(Redacted.value(source.base64).slice(0, 8), "base64"), format)
    ? `what the shop gives as label of shipment ${trackingNumber} is no ${format}`
    : undefined

/**
 * The label of a shipment with the documents that go with it, as far as the warehouse takes them, or why there is none yet. A label that
 * names no shipment is that of the only one; any other document without a number is for each of them.
 */
export const labelOf = (
  documents: ReadonlyArray<Document>,
  trackingNumber: string,
  limits: Documents.DocumentLimits
): Result.Result<WarehouseOrder.ShopLabel & { readonly leftOut: ReadonlyArray<Document> }, string> => {
  const labels = documents.filter(({ kind }) => kind === "label")
  const named = labels.filter(isForParcel(trackingNumber))
  const [only, ...more] = labels
  const found = named.length > 0 ? named : more.length === 0 && only !== undefined && only.trackingNumber === undefined ? [only] : []
  if (found.length === 0) return Result.fail(`the shop has no label of shipment ${trackingNumber} yet`)
  const isTaken = (document: Document) => Documents.refusalOf(document, limits) === undefined
  const taken = found.find(isTaken) ?? found.find(({ source }) => source._tag === "Link")
  if (taken === undefined) {
    const formats = limits.documents?.label ?? []
    return Result.fail(`the label of shipment ${trackingNumber} is ${formatsOf(found)}, and the warehouse takes ${formats.length === 0 ? "no labels of others" : formats.join(" or ")}`)
  }
  const problem = problemOf(taken, trackingNumber, limits)
  if (problem !== undefined) return Result.fail(problem)
  const others = documents.filter((document) => document.kind !== "label" && (document.trackingNumber === undefined || isForParcel(trackingNumber)(document)))
  return Result.succeed({
    documents: [taken, ...others.filter(isTaken)],
    trackingNumber,
    leftOut: others.filter((document) => !isTaken(document))
  })
}

/** Makes the order of a part for its warehouse, or says what it lacks. */
const orderOf = (order: Order, part: DeskRows.Part, label: WarehouseOrder.ShopLabel, { canShipComplete, customs, packingSlipNote }: { readonly canShipComplete: boolean; readonly packingSlipNote: string | undefined } & Pick<OrderDesk, "customs">) => {
  if (order.receiver.isMasked === true) return Result.fail("the shop hides the receiver")
  const receiver = WarehouseOrder.receiverOf(order)
  if (Result.isFailure(receiver)) return Result.fail(receiver.failure)
  const unpayable = WarehouseOrder.unpayable(order)
  if (unpayable !== undefined) return Result.fail(unpayable)
  const made = WarehouseOrder.make({
    number: part.number,
    order,
    code: part.warehouseCode,
    lines: part.lines,
    channel: part.shipping?.channel,
    receiver: receiver.success,
    charges: Charges.toldTo(order, part),
    shipsComplete: part.shipping?.shipsComplete === true && canShipComplete,
    packingSlipNote,
    customs,
    label
  })
  return made === undefined ? Result.fail("it has no lines") : Result.succeed(made)
}

/** Reads the labels of a shop's shipment, with their contents. */
type ReadLabels = (
  shop: ConnectedLink,
  payload: typeof PlatformV1.GetLabels.payload.Type
) => Effect.Effect<typeof PlatformV1.GetLabels.success.Type, Refusal>

/** Reads the label of a part as its warehouse takes it, and reports documents that the warehouse does not take. */
const readerOf = (connections: Connections["Service"], readLabels: ReadLabels) => {
  const limitsOf = (link: string): WarehouseV1.Limits => Facts.limitsOf(connections, connections.linkOf(link)?.peer ?? "")

  const reportLeftOut = (shop: ConnectedLink, documents: ReadonlyArray<Document>) =>
    Effect.forEach(documents, ({ format, kind }) =>
      connections.drift(shop.scope).report({
        where: PlatformV1.GetLabels.name,
        path: "/items/*",
        message: `a ${kind} as ${format} is not passed on, because the warehouse does not take it`
      }), { discard: true })

  /** Reads the label of a part, or says why it cannot be had now. */
  return (shop: ConnectedLink, order: Order, { lines, link, shipping }: DeskRows.Part, trackingNumber: string) => {
    const items = ShopShipments.itemsOf(order, lines)
    if (Result.isFailure(items)) return Effect.succeed(Result.fail(items.failure))
    return Effect.flatMap(Effect.match(
      Deadline.within(patience, readLabels(shop, { onlineOrderId: order.onlineOrderId, ...shipping?.label, ...items.success })),
      {
        onFailure: ({ code, message }) => Result.fail(`the label of shipment ${trackingNumber} could not be read: ${code}: ${message}`),
        onSuccess: ({ items: labelsFound }) => labelOf(labelsFound, trackingNumber, limitsOf(link))
      }
    ), (label) => Effect.as(Result.isSuccess(label) ? reportLeftOut(shop, label.success.leftOut) : Effect.void, label))
  }
}

export const make = Effect.fnUntraced(function*({ customs, packingSlipNotes }: Pick<OrderDesk, "customs" | "packingSlipNotes">, { shipments }: Pick<Placing, "shipments">) {
  const { connections, db, intents, mapping, note, restored, rows } = yield* services
  const labels = yield* Labels
  const readLabels = NameTranslation.make(mapping).around(PlatformV1.GetLabels, (link, payload) =>
    Effect.flatMap(
      Effect.mapError(ShopCalls.invoke(connections, link, PlatformV1.GetLabels, payload), ({ reason }) => ofReason(reason, "platform")),
      ({ items }) => Effect.map(labels.asContent(link, items), (documents) => ({ items: documents }))
    ))

  const read = readerOf(connections, readLabels)

  /** Stores the order of a part for its warehouse. False: the order has changed. */
  const store = Effect.fnUntraced(function*(desked: DeskRows.DeskOrder, part: DeskRows.Part, link: ConnectedLink, order: typeof WarehouseV1.CreateOutboundOrder.payload.Type) {
    const isStored = yield* db.transaction(Effect.gen(function*() {
      // Another node may have stored it with another copy of the label.
      if (!(yield* rows.isUnchanged(desked)) || !(yield* rows.setPart(part.number, ["labelling"], "placed"))) return false
      const put = yield* intents.put(link, WarehouseV1.CreateOutboundOrder, order, putBy, { mustAsk: RestoredOrders.isSuspect(restored.spans(), desked, { createdAt: order.orderedAt ?? DateTime.makeUnsafe(0) }) })
      const isTaken = "refusal" in put || put.isRepeat
      if (isTaken) yield* rows.partEnded(desked.entity, part, NumberTaken.because, NumberTaken.cause)
      else yield* rows.setPart(part.number, ["placed"], "placed", undefined, put.record)
      yield* note(desked, isTaken ? "held" : "decided", isTaken ? `order ${part.number}: ${NumberTaken.because}` : `order ${part.number} ships with the label of shipment ${part.trackingNumber}`)
      yield* reach("desk.before-commit")
      return !isTaken
    })).pipe(Effect.retry({ times: 3, while: ({ isUniqueViolation }) => isUniqueViolation }))
    yield* reach("desk.committed")
    return isStored
  })

  const arrangeNext = (shop: ConnectedLink, desked: DeskRows.DeskOrder, order: Order, part: DeskRows.Part) =>
    db.transaction(Effect.gen(function*() {
      if (!(yield* rows.isUnchanged(desked))) return false
      const found = yield* rows.partForUpdate(part.number)
      if (found?.part.state !== "labelling" || found.part.shipment !== undefined) return false
      const isAsked = yield* shipments.arrange(shop, desked, order, part)
      yield* reach("desk.before-commit")
      return isAsked
    })).pipe(Effect.retry({ times: 3, while: ({ isUniqueViolation }) => isUniqueViolation }))

  /**
   * Does what can be done now for the parts of an order that wait for labels. Returns what the order waits for, or `changed` if it is to be
   * looked at again. Undefined: no part waits. `order` has the names of the books.
   */
  return Effect.fnUntraced(function*(desked: DeskRows.DeskOrder, shop: ConnectedLink, order: Order, live: ReadonlyArray<DeskRows.Part>) {
    const parts = live.filter(({ state }) => state === "labelling")
    if (parts.length === 0) return undefined
    const waits: Array<string> = []
    const problems: Array<string> = []
    for (const { number, shipmentState } of parts) if (shipmentState === "arranging") waits.push(`the shop arranges the shipment of order ${number}`)
    const arranged = parts.filter(({ shipmentState, trackingNumber }) => shipmentState === "arranged" && trackingNumber !== undefined)
    const found = arranged.length === 0 ? [] : yield* Slots.aside(Effect.forEach(arranged, (part) => read(shop, order, part, part.trackingNumber!), { concurrency: labelsAtOnce }))
    for (const [at, part] of arranged.entries()) {
      const link = connections.linkOf(part.link)
      const label = found[at]!
      const facts = { canShipComplete: link !== undefined && Facts.limitsOf(connections, link.peer).canShipComplete === true, packingSlipNote: packingSlipNotes.get(desked.scope), customs }
      const made = Result.flatMap(label, (one) => orderOf(order, part, one, facts))
      if (link === undefined) problems.push(`the runner has no link ${part.link}`)
      else if (Result.isFailure(made)) problems.push(made.failure)
      else if (!(yield* store(desked, part, link, made.success))) return "changed" as const
    }
    const next = parts.find(({ shipmentState }) => shipmentState === undefined)
    if (next !== undefined && waits.length === 0) {
      if (!(yield* arrangeNext(shop, desked, order, next))) return "changed" as const
      waits.push(`the shop arranges the shipment of order ${next.number}`)
    }
    const { because, cause } = desked
    const refused = cause === "label" && because !== undefined ? { cause, because } : undefined
    if (problems.length > 0) {
      const attempt = desked.attempt + 1
      const dueAt = (yield* Clock.currentTimeMillis) + Math.min(longestGap, 1000 * 2 ** Math.min(attempt, 20))
      return { state: "held", cause: "labelPending", because: problems.join("; "), ...refused, attempt, dueAt } satisfies DeskRows.Outcome
    }
    if (waits.length > 0) return (refused === undefined ? { state: "placed", because: waits.join("; ") } : { state: "held", ...refused }) satisfies DeskRows.Outcome
    return undefined
  })
})
