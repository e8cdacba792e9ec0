/**
 * Translates names between the two sides of a link, with one table per link and kind. Without a row the name stays the
 * same, unless the link requires one; then the name is listed as unmatched. Nothing is guessed.
 */
import type { InboundOrder, OutboundOrder } from "@crossdock/core"
import { Sku } from "@crossdock/core"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { ConnectedLink } from "../Composition.ts"
import { Connections } from "../connection/Connections.ts"
import { Database, type DatabaseFailed, parameters } from "../store/Database.ts"
import { Versions } from "../store/Versions.ts"

export const kinds = ["warehouse", "channel", "sku", "platform", "shop", "asnType"] as const
export type Kind = (typeof kinds)[number]

export interface Row {
  readonly ours: string
  readonly theirs: string
  /** Who wrote the row: `person`, `file` or `peer`. */
  readonly source: string
}

/** Which side uses an unmatched name. */
export type Side = "erp" | "warehouse"

export interface Unmatched {
  readonly kind: Kind
  readonly side: Side
  readonly name: string
  readonly times: number
  readonly lastAt: number
}

interface Table {
  /** Value of the change counter before the table was read. */
  readonly version: number
  readonly toPeer: ReadonlyMap<string, string>
  readonly toErp: ReadonlyMap<string, string>
  /** The names of the peer. Every table that is read has a list of its own. */
  readonly theirs: ReadonlyArray<string>
}

/** Where a page of unmatched names begins: the one before it. */
export interface UnmatchedPlace {
  readonly lastAt: number
  readonly kind: string
  readonly name: string
}

export interface ErpNames {
  readonly warehouse: (theirs: string) => string
  readonly sku: (theirs: string) => string
}

/** The rows of a link, without its prefix. A name without a row is undefined. */
export interface Names {
  readonly toPeer: (kind: Kind, ours: string) => string | undefined
  readonly toErp: (kind: Kind, theirs: string) => string | undefined
  /** Whether the link requires a row for each name of a kind. */
  readonly isRequired: (kind: Kind) => boolean
}

/** The link's names for goods in the warehouse's stock. */
export interface StockName {
  /** Undefined: the goods do not belong to this link, or it is not known to which they belong. */
  readonly sku?: string
  /** No row or prefix says to which link the goods belong, or the link requires a row. */
  readonly isUnmatched: boolean
}

export interface Mapped<A> {
  readonly payload: A
  /** Names that a required table lacks; if there are any, the payload must not be sent. */
  readonly unmatched: ReadonlyArray<{ readonly kind: Kind; readonly name: string; readonly path: string }>
}

export class Mapping extends Context.Service<Mapping, {
  readonly toPeer: (link: ConnectedLink, kind: Kind, ours: string) => Effect.Effect<string, DatabaseFailed>
  readonly toErp: (link: ConnectedLink, kind: Kind, theirs: string) => Effect.Effect<string, DatabaseFailed>
  /** Like `toErp`, for all names of one report. */
  readonly erpNames: (link: ConnectedLink) => Effect.Effect<ErpNames, DatabaseFailed>
  /** All rows of the link, for messages with many names. */
  readonly names: (link: ConnectedLink) => Effect.Effect<Names, DatabaseFailed>
  /** Like `toErp`, for stock that may belong to another link of the connection. */
  readonly stockNames: (link: ConnectedLink, others: ReadonlyArray<ConnectedLink>) => Effect.Effect<(theirs: string) => StockName, DatabaseFailed>
  /** The warehouse's SKU for a product, the same as orders of that product use. */
  readonly productSku: (
    link: ConnectedLink,
    product: { readonly sku: Sku.Sku; readonly erpSku?: string }
  ) => Effect.Effect<Sku.Sku, DatabaseFailed>
  readonly outboundOrder: (
    link: ConnectedLink,
    order: OutboundOrder.OutboundOrder
  ) => Effect.Effect<Mapped<OutboundOrder.OutboundOrder>, DatabaseFailed>
  readonly inboundOrder: (
    link: ConnectedLink,
    order: InboundOrder.InboundOrder
  ) => Effect.Effect<Mapped<InboundOrder.InboundOrder>, DatabaseFailed>
  readonly list: (scope: string, kind: Kind) => Effect.Effect<ReadonlyArray<Row>, DatabaseFailed>
  /** The first `rows` rows after a name of the ERP. `part`: only those of which one of the names has this text, in capitals or not. */
  readonly page: (scope: string, kind: Kind, after: string, rows: number, part?: string) => Effect.Effect<ReadonlyArray<Row>, DatabaseFailed>
  /** What a name of the ERP is at the peer. */
  readonly theirsOf: (scope: string, kind: Kind, ours: string) => Effect.Effect<string | undefined, DatabaseFailed>
  /** The names of the peer in a table. The list is the same one until the table changes. */
  readonly peerNames: (scope: string, kind: Kind) => Effect.Effect<ReadonlyArray<string>, DatabaseFailed>
  readonly set: (scope: string, kind: Kind, rows: ReadonlyArray<Row>) => Effect.Effect<void, DatabaseFailed>
  readonly remove: (scope: string, kind: Kind, ours: string) => Effect.Effect<boolean, DatabaseFailed>
  /** The unmatched names of a link, the one that was used last first. `page`: the first `rows` of those after a place. */
  readonly unmatched: (scope: string, page?: { readonly after?: UnmatchedPlace | undefined; readonly rows: number }) => Effect.Effect<ReadonlyArray<Unmatched>, DatabaseFailed>
  readonly queue: (scope: string, kind: Kind, side: Side, names: ReadonlyArray<string>) => Effect.Effect<void, DatabaseFailed>
}>()("@crossdock/runner/mapping/NameMapping") {
  static readonly layer = Layer.effect(Mapping, Effect.suspend(() => make))
}

/** The ERP's own name of the goods, if it gives one, and the name that it assumes the warehouse uses. */
const namesOf = ({ erpSku, sku }: { readonly sku: string; readonly erpSku?: string }): ReadonlyArray<string> =>
  erpSku === undefined ? [sku] : [erpSku, sku]

/** The change counter of one table. */
const partOf = (scope: string, kind: Kind): string => `mapping ${kind} ${scope}`

const make = Effect.gen(function*() {
  const db = yield* Database
  const versions = yield* Versions
  const connections = yield* Connections
  const tables = new Map<string, Table>()

  const table = (scope: string, kind: Kind): Effect.Effect<Table, DatabaseFailed> =>
    Effect.suspend(() => {
      const part = partOf(scope, kind)
      const known = tables.get(part)
      return known?.version === versions.of(part) ? Effect.succeed(known) : read(scope, kind)
    })

  const read = Effect.fnUntraced(function*(scope: string, kind: Kind) {
    const part = partOf(scope, kind)
    const version = versions.of(part)
    const rows = yield* db.query("select ours, theirs from mapping where scope = $1 and kind = $2", [scope, kind])
    const toErp = new Map<string, string>(rows.map((row) => [row.theirs, row.ours]))
    const made: Table = { version, toPeer: new Map(rows.map((row) => [row.ours, row.theirs])), toErp, theirs: [...toErp.keys()] }
    tables.set(part, made)
    return made
  })

  const toPeer = (link: ConnectedLink, kind: Kind, ours: string) =>
    Effect.map(table(link.scope, kind), (rows) => rows.toPeer.get(ours) ?? (kind === "sku" ? link.prefix + ours : ours))

  const nameOfErp = (link: ConnectedLink, rows: Table, kind: Kind, theirs: string): string =>
    rows.toErp.get(theirs) ?? (kind === "sku" && theirs.startsWith(link.prefix) ? theirs.slice(link.prefix.length) : theirs)

  const toErp = (link: ConnectedLink, kind: Kind, theirs: string) =>
    Effect.map(table(link.scope, kind), (rows) => nameOfErp(link, rows, kind, theirs))

  const erpNames = (link: ConnectedLink) =>
    Effect.flatMap(table(link.scope, "warehouse"), (warehouses) =>
      Effect.map(table(link.scope, "sku"), (skus): ErpNames => ({
        warehouse: (theirs) => nameOfErp(link, warehouses, "warehouse", theirs),
        sku: (theirs) => nameOfErp(link, skus, "sku", theirs)
      })))

  const namesOfLink = (link: ConnectedLink): Effect.Effect<Names, DatabaseFailed> =>
    Effect.map(Effect.forEach(kinds, (kind) => Effect.map(table(link.scope, kind), (rows) => [kind, rows] as const)), (ofKinds) => {
      const of = new Map(ofKinds)
      const required: Readonly<Partial<Record<Kind, string>>> = link.mapping
      return {
        toPeer: (kind, ours) => of.get(kind)?.toPeer.get(ours),
        toErp: (kind, theirs) => of.get(kind)?.toErp.get(theirs),
        isRequired: (kind) => required[kind] === "required"
      }
    })

  /**
   * Looks up the ERP's SKU, then the SKU that the ERP assumes the warehouse uses; without a row the name stays the
   * same.
   */
  const skuOf = Effect.fnUntraced(function*(link: ConnectedLink, names: ReadonlyArray<string>) {
    const rows = yield* table(link.scope, "sku")
    for (const name of names) {
      const found = rows.toPeer.get(name)
      if (found !== undefined) return { sku: Sku.Sku.make(found), isMatched: true }
    }
    return { sku: Sku.Sku.make(link.prefix + names.at(-1)), isMatched: link.mapping.sku === "optional" }
  })

  /** Reports a warehouse or channel that needs a row and has none. */
  const missing = (link: ConnectedLink, kind: "warehouse" | "channel", name: string, path: string) =>
    link.mapping[kind] === "optional" || name === ""
      ? Effect.succeed([])
      : Effect.map(table(link.scope, kind), (rows) => rows.toPeer.has(name) ? [] : [{ kind, name, path }])

  /** Whether the name belongs to the link: by a mapping row, otherwise by the prefix. */
  const owns = (link: ConnectedLink, rows: Table, theirs: string): boolean =>
    rows.toErp.has(theirs) || (link.prefix !== "" && theirs.startsWith(link.prefix))

  const stockNames = Effect.fnUntraced(function*(link: ConnectedLink, others: ReadonlyArray<ConnectedLink>) {
    const rows = yield* table(link.scope, "sku")
    const ofOthers = yield* Effect.forEach(others, (other) => Effect.map(table(other.scope, "sku"), (its) => [other, its] as const))
    return (theirs: string): StockName => {
      if (owns(link, rows, theirs) || link.prefix === "") {
        return { sku: nameOfErp(link, rows, "sku", theirs), isUnmatched: link.mapping.sku === "required" && !rows.toErp.has(theirs) }
      }
      return { isUnmatched: !ofOthers.some(([other, its]) => owns(other, its, theirs)) }
    }
  })

  const outboundOrder = Effect.fnUntraced(function*(link: ConnectedLink, order: OutboundOrder.OutboundOrder) {
    const lines = yield* Effect.forEach(order.lines, (line) => skuOf(link, namesOf(line)))
    const payload: OutboundOrder.OutboundOrder = {
      ...order,
      warehouseCode: yield* toPeer(link, "warehouse", order.warehouseCode),
      ...(order.channelCode !== undefined && { channelCode: yield* toPeer(link, "channel", order.channelCode) }),
      ...(order.platform !== undefined && { platform: yield* toPeer(link, "platform", order.platform) }),
      ...(order.shopName !== undefined && { shopName: yield* toPeer(link, "shop", order.shopName) }),
      lines: order.lines.map((line, index) => ({ ...line, sku: lines[index]!.sku })) as never
    }
    const unmatched = [
      ...(yield* missing(link, "warehouse", order.warehouseCode, "/warehouseCode")),
      ...(yield* missing(link, "channel", order.channelCode ?? "", "/channelCode")),
      ...order.lines.flatMap((line, index) =>
        lines[index]!.isMatched ? [] : [{ kind: "sku" as const, name: namesOf(line)[0]!, path: `/lines/${index}/${line.erpSku === undefined ? "sku" : "erpSku"}` }])
    ]
    const isSame = payload.warehouseCode === order.warehouseCode && payload.channelCode === order.channelCode &&
      payload.platform === order.platform && payload.shopName === order.shopName &&
      payload.lines.every(({ sku }, index) => sku === order.lines[index]!.sku)
    return { payload: isSame ? order : payload, unmatched }
  })

  /** The number under which the peer knows an outbound order; it may have been sent before the link had a prefix. */
  const numberSent = (link: ConnectedLink, orderNumber: string) =>
    Effect.map(
      db.one("select number_sent from entity where scope = $1 and kind = 'outbound' and number = $2 and is_known = 1 order by generation desc limit 1", [link.scope, orderNumber]),
      (row) => (row?.number_sent as string | undefined) ?? link.prefix + orderNumber
    )

  /**
   * The warehouse's number of the order that comes back, as the warehouse may get it: undefined if it is not stored for this link, since a
   * warehouse that several merchants share could take it for an order of another one, and the connection does not forward such numbers.
   */
  const returnedNumber = Effect.fnUntraced(function*(link: ConnectedLink, number: string) {
    if (connections.get(link.peer)?.unstoredNumbers === "forward") return number
    const row = yield* db.one(
      "select generation from entity where connection = $1 and kind = 'outbound' and peer_number = $2 and scope = $3 limit 1",
      [link.peer, number, link.scope]
    )
    if (row !== undefined) return number
    yield* connections.drift(link.scope).report({
      where: "createInboundOrder",
      path: "/warehouseOrderNumber",
      message: "a number of the warehouse that is not stored for this link was left out of the call; the setting `unstoredNumbers` of the connection decides that"
    })
  })

  const inboundOrder = Effect.fnUntraced(function*(link: ConnectedLink, { warehouseOrderNumber, ...order }: InboundOrder.InboundOrder) {
    const theirs = warehouseOrderNumber && (yield* returnedNumber(link, warehouseOrderNumber))
    const lines = yield* Effect.forEach(order.lines, (line) => skuOf(link, [line.sku]))
    const packing = order.packing && (yield* Effect.forEach(order.packing, (line) =>
      line.sku === undefined
        ? Effect.succeed(line)
        : Effect.map(skuOf(link, [line.sku]), ({ sku }) => ({ ...line, sku }))))
    const payload: InboundOrder.InboundOrder = {
      ...order,
      warehouseCode: yield* toPeer(link, "warehouse", order.warehouseCode),
      ...(order.type !== undefined && { type: yield* toPeer(link, "asnType", order.type) }),
      ...(order.orderNumber !== undefined && { orderNumber: yield* numberSent(link, order.orderNumber) }),
      ...(theirs !== undefined && { warehouseOrderNumber: theirs }),
      lines: order.lines.map((line, index) => ({ ...line, sku: lines[index]!.sku })) as never,
      ...(packing && { packing })
    }
    const unmatched = [
      ...(yield* missing(link, "warehouse", order.warehouseCode, "/warehouseCode")),
      ...order.lines.flatMap((line, index) =>
        lines[index]!.isMatched ? [] : [{ kind: "sku" as const, name: line.sku, path: `/lines/${index}/sku` }])
    ]
    return { payload, unmatched }
  })

  return Mapping.of({
    toPeer,
    toErp,
    erpNames,
    names: namesOfLink,
    stockNames,
    productSku: (link, product) => Effect.map(skuOf(link, namesOf(product)), (found) => found.sku),
    outboundOrder,
    inboundOrder,
    list: (scope, kind) =>
      db.query("select ours, theirs, source from mapping where scope = $1 and kind = $2 order by ours", [scope, kind]) as never,
    page: Effect.fnUntraced(function*(scope, kind, after, rows, part) {
      const rowsWhere = (text: string, params: ReadonlyArray<string>) =>
        db.query(`select ours, theirs, source from mapping where scope = $1 and kind = $2 and ${text}`, [scope, kind, ...params]) as Effect.Effect<ReadonlyArray<Row>, DatabaseFailed>
      if (part === undefined) return yield* rowsWhere(`ours > $3 order by ours limit ${rows}`, [after])
      // The names are in memory, and a database would read all of them for a part of one.
      const sought = part.toLowerCase()
      const found = [...(yield* table(scope, kind)).toPeer].flatMap(([ours, theirs]) => ours > after && (ours.toLowerCase().includes(sought) || theirs.toLowerCase().includes(sought)) ? [ours] : [])
      const names = found.toSorted().slice(0, rows)
      const byName = new Map((names.length === 0 ? [] : yield* rowsWhere(`ours in (${parameters(names.length, 3)})`, names)).map((row) => [row.ours, row]))
      return names.flatMap((name) => byName.get(name) ?? [])
    }),
    theirsOf: (scope, kind, ours) =>
      Effect.map(db.one("select theirs from mapping where scope = $1 and kind = $2 and ours = $3", [scope, kind, ours]), (row) => row?.theirs as string | undefined),
    peerNames: (scope, kind) => Effect.map(table(scope, kind), ({ theirs }) => theirs),
    set: Effect.fnUntraced(function*(scope, kind, rows) {
      const now = yield* Clock.currentTimeMillis
      yield* db.transaction(Effect.andThen(versions.raise(partOf(scope, kind)), Effect.forEach(rows, ({ ours, source, theirs }) =>
        Effect.andThen(
          db.query(
            `insert into mapping (scope, kind, ours, theirs, source, updated_at) values ($1, $2, $3, $4, $5, $6)
             on conflict (scope, kind, ours) do update set theirs = $4, source = $5, updated_at = $6`,
            [scope, kind, ours, theirs, source, now]
          ),
          db.query(
            "delete from unmatched where scope = $1 and kind = $2 and (name = $3 and side = 'erp' or name = $4 and side = 'warehouse')",
            [scope, kind, ours, theirs]
          )
        ), { discard: true })))
    }),
    remove: Effect.fnUntraced(function*(scope, kind, ours) {
      const gone = yield* db.transaction(Effect.andThen(
        versions.raise(partOf(scope, kind)),
        db.query("delete from mapping where scope = $1 and kind = $2 and ours = $3 returning ours", [scope, kind, ours])
      ))
      return gone.length > 0
    }),
    unmatched: (scope, page) => {
      const { kind, lastAt, name } = page?.after ?? { lastAt: Number.MAX_SAFE_INTEGER, kind: "", name: "" }
      return Effect.map(
        db.query(
          `select kind, side, name, times, last_at from unmatched where scope = $1 and (last_at < $2 or last_at = $2 and (kind, name) > ($3, $4))
           order by last_at desc, kind, name${page === undefined ? "" : ` limit ${page.rows}`}`,
          [scope, lastAt, kind, name]
        ),
        (rows) => rows.map((row) => ({ kind: row.kind, side: row.side, name: row.name, times: row.times, lastAt: Number(row.last_at) }))
      )
    },
    queue: Effect.fnUntraced(function*(scope, kind, side, names) {
      const now = yield* Clock.currentTimeMillis
      yield* db.transaction(Effect.forEach(names, (name) =>
        db.query(
          `insert into unmatched (scope, kind, name, side, times, first_at, last_at) values ($1, $2, $3, $4, 1, $5, $5)
           on conflict (scope, kind, name) do update set times = unmatched.times + 1, last_at = $5`,
          [scope, kind, name, side, now]
        ), { discard: true }))
    })
  })
})
