/**
 * Translates the calls of an ERP about a shop, and what the shop answers, by the mapping tables of the link (U-145). Names that need a
 * row and have none are listed for the operator.
 */
import { type ErpV1, type PlatformOrder, PlatformV1 } from "@crossdock/core"
import * as Effect from "effect/Effect"
import type { ConnectedLink } from "../../Composition.ts"
import { notStored, Refusal } from "../../engine/Refusal.ts"
import type { Mapping, Side } from "../../mapping/NameMapping.ts"
import type { DatabaseFailed } from "../../store/Database.ts"
import * as OrderNames from "./OrderNames.ts"
import * as Shops from "./Shops.ts"

type Operation = PlatformV1.AnyOperation
type Stock = typeof PlatformV1.UpdateStock
type StockItem = Stock["payload"]["Type"]["items"][number]
type Refund = typeof ErpV1.ReceiveRefund.payload.Type
type Failure = Stock["success"]["Type"]["failures"][number]

export interface NameTranslation {
  /** Calls with the platform's names and answers with the ERP's. It fails if the call has a name that needs a row. */
  readonly around: <O extends Operation>(
    operation: O,
    call: (link: ConnectedLink, payload: O["payload"]["Type"]) => Effect.Effect<O["success"]["Type"], Refusal>
  ) => (link: ConnectedLink, payload: O["payload"]["Type"]) => Effect.Effect<O["success"]["Type"], Refusal>
  /** Like `around`, for stock: only what is for a location without a row is not sent, and it is among the failures. */
  readonly aroundStock: (
    call: (link: ConnectedLink, payload: Stock["payload"]["Type"]) => Effect.Effect<Stock["success"]["Type"], Refusal>
  ) => (link: ConnectedLink, payload: Stock["payload"]["Type"]) => Effect.Effect<Stock["success"]["Type"], Refusal>
  /** A refund by the names of the ERP. What is missing is listed for the operator. */
  readonly refund: (link: ConnectedLink, refund: Refund) => Effect.Effect<OrderNames.Translated<Refund>, DatabaseFailed>
  /** An order by the names of the ERP. What is missing is listed for the operator. */
  readonly order: (link: ConnectedLink, order: PlatformOrder.PlatformOrder) => Effect.Effect<OrderNames.Translated<PlatformOrder.PlatformOrder>, DatabaseFailed>
}

/** The most names that one message adds to the list of a kind. */
const mostListed = 100

const words: Readonly<Partial<Record<OrderNames.Missing["kind"], string>>> = { channel: "shipping provider", sku: "SKU", warehouse: "location" }

/** A sentence about names that need a row; it names the first. */
export const missingText = ([first]: ReadonlyArray<OrderNames.Missing>): string =>
  first === undefined ? "" : `the ${words[first.kind] ?? first.kind} ${first.name} has no row in the mapping of this link, which requires one; the operator of the runner must add it`

const unmatched = (missing: ReadonlyArray<OrderNames.Missing>): Refusal =>
  new Refusal({ code: "NAME_UNMATCHED", message: missingText(missing), path: missing[0]?.path ?? "/" })

/** Takes the locations without a row out of an item. Undefined if nothing is left of it: without locations it would be for all of them. */
const withoutMissing = (item: StockItem, paths: ReadonlySet<string>, at: string): StockItem | undefined => {
  const left = item.stockByLocation?.filter((_, index) => !paths.has(`${at}/stockByLocation/${index}/locationId`))
  if (left === undefined || left.length === item.stockByLocation?.length) return item
  return left.length === 0 ? undefined : { ...item, stockByLocation: left }
}

const failureOf = (items: ReadonlyArray<StockItem>) => (missing: OrderNames.Missing): ReadonlyArray<Failure> => {
  const item = items[Number(missing.path.split("/")[2])]
  return item === undefined ? [] : [{
    productId: item.productId,
    ...(item.variantId !== undefined && { variantId: item.variantId }),
    locationId: missing.name,
    reason: `NAME_UNMATCHED: ${missingText([missing])}`
  }]
}

export const make = (mapping: Mapping["Service"]): NameTranslation => {
  const queued = Effect.fnUntraced(function*(link: ConnectedLink, side: Side, missing: ReadonlyArray<OrderNames.Missing>) {
    for (const kind of new Set(missing.map((each) => each.kind))) {
      const names = new Set(missing.filter((each) => each.kind === kind).map(({ name }) => name))
      yield* mapping.queue(link.scope, kind, side, [...names].slice(0, mostListed))
    }
  })

  const toPlatform = <A>(link: ConnectedLink, operation: Operation, payload: A): Effect.Effect<OrderNames.Translated<A>, DatabaseFailed> =>
    Effect.flatMap(mapping.names(link), (names) => {
      const translated = OrderNames.toPlatform(names, OrderNames.sent[operation.name] ?? [], payload)
      return Effect.as(queued(link, "erp", translated.missing), translated)
    })

  /** An answer is given in any case, so a table that cannot be written does not fail it. */
  const toErp = <A>(link: ConnectedLink, operation: Operation, answer: A): Effect.Effect<A, DatabaseFailed> =>
    Effect.flatMap(mapping.names(link), (names) => {
      const { missing, value } = OrderNames.toErp(names, OrderNames.answered[operation.name] ?? [], answer)
      return Effect.as(Effect.ignore(queued(link, "warehouse", missing)), value)
    })

  const around: NameTranslation["around"] = (operation, call) => Effect.fnUntraced(function*(link: ConnectedLink, payload: Parameters<typeof call>[1]) {
    const { missing, value } = yield* Effect.mapError(toPlatform(link, operation, payload), () => notStored)
    if (missing.length > 0) return yield* Effect.fail(unmatched(missing))
    return yield* Effect.mapError(toErp(link, operation, yield* call(link, value)), () => notStored)
  }) as never

  return {
    around,
    aroundStock: (call) => Effect.fnUntraced(function*(link, payload) {
      const { missing, value } = yield* Effect.mapError(toPlatform(link, PlatformV1.UpdateStock, payload), () => notStored)
      const paths = new Set(missing.map(({ path }) => path))
      const [first, ...more] = value.items.flatMap((item, index) => withoutMissing(item, paths, `/items/${index}`) ?? [])
      const failures = missing.flatMap(failureOf(payload.items))
      if (first === undefined) return { failures }
      const answer = yield* Effect.mapError(toErp(link, PlatformV1.UpdateStock, yield* call(link, { ...value, items: [first, ...more] })), () => notStored)
      return { ...answer, failures: [...failures, ...answer.failures] }
    }),
    refund: Effect.fnUntraced(function*(link, refund) {
      const translated = OrderNames.toErp(yield* mapping.names(link), OrderNames.refunded, Shops.asErpNames(link, refund))
      yield* queued(link, "warehouse", translated.missing)
      return translated
    }),
    order: Effect.fnUntraced(function*(link, order) {
      const translated = OrderNames.toErp(yield* mapping.names(link), OrderNames.pushed, Shops.asErpNames(link, order))
      // An article without a SKU has no name before a row has one. The ERP is told the order nevertheless, so it is not among the missing.
      const articles = translated.value.lines.flatMap(({ productId, sku, variantId = productId }) => sku === undefined && variantId !== undefined ? [{ kind: "sku" as const, name: variantId, path: "" }] : [])
      yield* queued(link, "warehouse", [...translated.missing, ...articles])
      return translated
    })
  }
}
