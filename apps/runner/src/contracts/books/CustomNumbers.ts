/**
 * The numbers that callers of document 3 give to what they create. All callers of an ERP share one space of numbers, so a number belongs
 * to the link that used it first, until its create is refused for good. A refusal names a record only to those who may see its warehouse,
 * and does not tell whether another caller has used a number.
 */
import { BooksV1 } from "@crossdock/books"
import * as Effect from "effect/Effect"
import type { ConnectedLink } from "../../Composition.ts"
import { Connections } from "../../connection/Connections.ts"
import { notStored, Refusal } from "../../engine/Refusal.ts"
import { Intents } from "../../intents/Intents.ts"
import * as NumberOwners from "../../records/NumberOwners.ts"
import { Database } from "../../store/Database.ts"
import type { CreateOperation } from "./Creates.ts"
import { inboundOrder, stockMove, transfer } from "./Kinds.ts"

export interface CustomNumbers {
  /** Fails if another link to the ERP has used the number for a create of this operation. Otherwise it belongs to this link, until its create is refused. */
  readonly take: (link: ConnectedLink, operation: CreateOperation, number: string) => Effect.Effect<void, Refusal>
  /** Gives back a number for which this link has no create that was accepted or whose outcome is open. */
  readonly release: (link: ConnectedLink, operation: CreateOperation, number: string) => Effect.Effect<void>
  /**
   * Fails with a refusal as its caller may read it. If the number is used already, it names the record that has it, unless the caller sees
   * some `warehouses` alone and the record belongs to another one (U-47).
   */
  readonly refused: (link: ConnectedLink, operation: CreateOperation, number: string, warehouses: ReadonlyArray<string>, refusal: Refusal) => Effect.Effect<never, Refusal>
}

const kinds: { readonly [O in CreateOperation as O["name"]]: string } = {
  submitInboundOrder: inboundOrder.kind,
  createTransferOrder: transfer.kind,
  moveStock: stockMove.kind
}

/** A record that an ERP shows. */
interface Shown {
  readonly number: string
  readonly customNumber?: string
  readonly warehouses: ReadonlyArray<string>
}

const ofAnother = new Refusal({ code: "DUPLICATE", path: "/customNumber", message: "another request has this number already; send a new number" })

/** The code by which an ERP refuses a number that is used (spec 3 §7). */
const isUsed = "CUSTOM_NUMBER_EXIST"

/** The begin of a number that the runner gave to a create without one. */
export const given = "auto-"

export const make = Effect.gen(function*() {
  const db = yield* Database
  const connections = yield* Connections
  const intents = yield* Intents

  /** What the ERP shows under a number of the ERP or of a creator. */
  const shown: { readonly [O in CreateOperation as O["name"]]: (link: ConnectedLink, number: string) => Effect.Effect<ReadonlyArray<Shown>, unknown> } = {
    submitInboundOrder: ({ peer }, number) =>
      Effect.map(connections.invoke(peer, BooksV1.ListInboundOrders, { number, limit: 100 }), ({ items }) =>
        items.map(({ asnNumber, warehouseName, ...order }) => ({ ...order, number: asnNumber, warehouses: [warehouseName] }))),
    createTransferOrder: ({ peer }, number) =>
      Effect.map(connections.invoke(peer, BooksV1.ListTransferOrders, { number, limit: 100 }), ({ items }) =>
        items.map(({ toWarehouseName, transferNumber, warehouseName, ...order }) => ({ ...order, number: transferNumber, warehouses: [warehouseName, toWarehouseName] }))),
    // A move has no number of the ERP.
    moveStock: () => Effect.succeed([])
  }

  /** The ERP's number of a record, if it belongs to one of the warehouses. */
  const visible = (link: ConnectedLink, operation: CreateOperation, number: string, warehouses: ReadonlyArray<string>, isIt: (record: Shown) => boolean) =>
    Effect.match(shown[operation.name](link, number), {
      onFailure: () => undefined,
      onSuccess: (records) => records.find((record) => isIt(record) && record.warehouses.some((name) => warehouses.includes(name)))?.number
    })

  const differs = Effect.fnUntraced(function*(link: ConnectedLink, operation: CreateOperation, number: string, warehouses: ReadonlyArray<string>, refusal: Refusal) {
    const row = yield* Effect.orElseSucceed(
      db.one("select peer_number from entity where scope = $1 and kind = $2 and number = $3 order by generation desc limit 1", [link.scope, kinds[operation.name], number]),
      () => undefined
    )
    const known = typeof row?.peer_number === "string" ? row.peer_number : undefined
    const named = known === undefined || warehouses.length === 0 ? known : yield* visible(link, operation, known, warehouses, (record) => record.number === known)
    const places = refusal.places ?? []
    return new Refusal({
      ...refusal,
      path: "/customNumber",
      places,
      message: `${named ?? "another request"} has this number with other content, which differs at ${places.join(", ")}; send a new number`
    })
  })

  const take: CustomNumbers["take"] = Effect.fnUntraced(function*(link, operation, number) {
    if ((yield* Effect.mapError(NumberOwners.take(db, link, kinds[operation.name], number), () => notStored)) !== link.scope) return yield* ofAnother
  })

  for (const [operation, kind] of Object.entries(kinds)) {
    yield* intents.whenEnded(operation, {
      concerns: ({ erp, peer }) => erp === peer,
      // A create that was refused may be found later, or reopened by a person, so the number is taken again if nobody has it.
      ended: Effect.fnUntraced(function*(intent, link, end) {
        if (end.is !== "created") return end.words === "unlisted" ? undefined : void (yield* NumberOwners.release(db, link, kind, intent.number, intent.id))
        if (intent.number.startsWith(given)) return
        yield* NumberOwners.take(db, link, kind, intent.number)
      }),
      lookedFor: Effect.fnUntraced(function*(intent) {
        const link = connections.linkOf(intent.scope)
        if (link !== undefined) yield* NumberOwners.release(db, link, kind, intent.number, intent.id)
      })
    })
  }

  // A number that could not be given back stays taken; the next refusal of the same number gives it back.
  const release: CustomNumbers["release"] = (link, operation, number) => Effect.ignore(NumberOwners.release(db, link, kinds[operation.name], number))

  const refused: CustomNumbers["refused"] = Effect.fnUntraced(function*(link, operation, number, warehouses, refusal) {
    if (refusal.code === "DIFFERENT_CONTENT") return yield* yield* differs(link, operation, number, warehouses, refusal)
    if (refusal.code !== isUsed || warehouses.length === 0) return yield* refusal
    const named = yield* visible(link, operation, number, warehouses, ({ customNumber }) => customNumber === number)
    return yield* new Refusal({ ...refusal, path: "/customNumber", message: `${named ?? "another request"} has this number already; send a new number` })
  })

  return { take, release, refused } satisfies CustomNumbers
})
