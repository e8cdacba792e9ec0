/**
 * The inbound orders of the books and their lines.
 */
import { ErpInbound } from "@crossdock/books"
import { type AdapterError, InboundPhase, type SqlStorage } from "@crossdock/core"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import type { BooksSession } from "../BooksSession.ts"
import type { Change } from "../books/Posting.ts"
import type { Prices } from "../books/Prices.ts"
import * as Rows from "../books/Rows.ts"
import * as Writes from "../books/Writes.ts"
import type { TransitCause } from "../books/Stock.ts"
import * as DraftLines from "./DraftLines.ts"

type Reason = AdapterError.Reason

export type Lot = Pick<ErpInbound.ErpInboundDraftLine, "lot" | "producedOn" | "expiresOn" | "originCountry">

export interface Line {
  readonly line: number
  readonly sku: string
  readonly expected: number
  readonly received: number
  readonly good: number
  readonly bad: number
  readonly isDamaged: boolean
  readonly prices: Prices
  /** The lot that the order announces. */
  readonly lot: Lot
  /** The encoded line of the draft. */
  readonly content: string
}

export interface Order {
  readonly asnNumber: string
  readonly businessNumber: string | undefined
  readonly customNumber: string | undefined
  readonly warehouse: string
  readonly type: string
  readonly status: string
  readonly phase: InboundPhase.InboundPhase
  readonly sent: string
  readonly sendReason: string | undefined
  readonly updatedAt: number
  readonly stockedAt: number | undefined
  readonly finishedAt: number | undefined
  readonly hasException: boolean
  readonly lines: ReadonlyArray<Line>
}

const causes: Readonly<Record<string, TransitCause>> = {
  PURCHASE: "transit_purchase",
  FIRST_LEG: "transit_first_leg",
  TRANSFER: "transit_transfer",
  ASSEMBLY: "transit_assembly",
  SALE_RETURN: "transit_return"
}

/** The figure in which the goods of an order of this type are in transit. */
export const causeOf = (type: string): TransitCause => Object.hasOwn(causes, type) ? causes[type]! : "transit_manual"

/** What is still in transit of a line. */
export const leftOf = ({ phase }: Pick<Order, "phase">, { expected, received }: Pick<Line, "expected" | "received">): number =>
  InboundPhase.isEnded(phase) ? 0 : Math.max(0, expected - received)

const Content = Schema.fromJsonString(ErpInbound.ErpInboundDraft)
const LineContent = Schema.fromJsonString(ErpInbound.ErpInboundDraftLine)
const Currencies = Schema.fromJsonString(ErpInbound.ErpInboundDraft.mapFields(({ firstLegCurrency, purchaseCurrency, transferCurrency }) =>
  ({ firstLegCurrency, purchaseCurrency, transferCurrency })))

export const encodeDraft = Schema.encodeSync(Content)
export const encodeLine = Schema.encodeSync(LineContent)
const decodeLine = Schema.decodeSync(LineContent)
const decodeCurrencies = Schema.decodeSync(Currencies)

const optional = (value: SqlStorage.Value | undefined): string | undefined => typeof value === "string" ? value : undefined
const moment = (value: SqlStorage.Value | undefined): number | undefined => value === null || value === undefined ? undefined : Number(value)

const toLine = (currencies: typeof Currencies.Type, settings: BooksSession["settings"]) => (row: SqlStorage.Row): Line => {
  const content = String(row.content)
  const draft = content === "{}" ? undefined : decodeLine(content)
  return {
    line: Number(row.line),
    sku: String(row.sku),
    expected: Number(row.expected),
    received: Number(row.received),
    good: Number(row.good),
    bad: Number(row.bad),
    isDamaged: draft?.condition === "damaged",
    prices: draft === undefined ? {} : DraftLines.pricesOf(currencies, draft, settings),
    lot: draft === undefined ? {} : Struct.pick(draft, ["lot", "producedOn", "expiresOn", "originCountry"]),
    content
  }
}

/** Reads one order with its lines. */
export const find = Effect.fnUntraced(function*(session: BooksSession, asnNumber: string): Effect.fn.Return<Order | undefined, Reason> {
  const { books, query, settings, tables } = session
  const [row] = yield* query(`SELECT * FROM ${tables.inbound_order} WHERE books = $1 AND asn_number = $2`, [books, asnNumber])
  if (row === undefined) return undefined
  const lines = yield* query(`SELECT * FROM ${tables.inbound_line} WHERE books = $1 AND asn_number = $2 ORDER BY line`, [books, asnNumber])
  const currencies = decodeCurrencies(String(row.content))
  return {
    asnNumber,
    businessNumber: optional(row.business_number),
    customNumber: optional(row.custom_number),
    warehouse: String(row.warehouse),
    type: String(row.type),
    status: String(row.status),
    phase: row.phase as InboundPhase.InboundPhase,
    sent: String(row.sent),
    sendReason: optional(row.send_reason),
    updatedAt: Number(row.updated_at),
    stockedAt: moment(row.stocked_at),
    finishedAt: moment(row.finished_at),
    hasException: Number(row.has_exception) === 1,
    lines: lines.map(toLine(currencies, settings))
  }
})

const orderColumns = {
  asn_number: "TEXT",
  sequence: "BIGINT",
  custom_number: "TEXT",
  warehouse: "TEXT",
  type: "TEXT",
  status: "TEXT",
  phase: "TEXT",
  created_at: "BIGINT",
  updated_at: "BIGINT",
  tracking_number: "TEXT",
  remark: "TEXT",
  sent: "TEXT",
  has_exception: "BIGINT",
  content: "TEXT"
} as const

export const insert = (session: BooksSession, row: Rows.Row<typeof orderColumns>) => Writes.send(session, Writes.insert(session, "inbound_order", orderColumns, [row]))

const lineColumns = {
  asn_number: "TEXT",
  line: "BIGINT",
  sku: "TEXT",
  expected: "BIGINT",
  received: "BIGINT",
  good: "BIGINT",
  bad: "BIGINT",
  content: "TEXT"
} as const

/** Writes lines, and replaces those with the same number. */
export const writeLines = (session: BooksSession, asnNumber: string, lines: ReadonlyArray<Omit<Line, "prices" | "isDamaged" | "lot">>) =>
  Writes.send(session, Writes.upsert(session, "inbound_line", ["asn_number", "line"], lineColumns, lines.map(({ bad, content, expected, good, line, received, sku }) =>
    ({ asn_number: asnNumber, line, sku, expected, received, good, bad, content }))))

/** Writes the state of an order. */
export const writeState = ({ books, query, tables }: BooksSession, order: Order) =>
  query(
    `UPDATE ${tables.inbound_order} SET status = $3, phase = $4, updated_at = $5, stocked_at = $6, finished_at = $7, sent = $8,
        send_reason = $9, has_exception = $10 WHERE books = $1 AND asn_number = $2`,
    [
      books,
      order.asnNumber,
      order.status,
      order.phase,
      order.updatedAt,
      order.stockedAt ?? null,
      order.finishedAt ?? null,
      order.sent,
      order.sendReason ?? null,
      order.hasException ? 1 : 0
    ]
  )

/** The changes that take back what is in transit of some lines. */
export const takenBack = (order: Order, lines: ReadonlyArray<Line>): ReadonlyArray<Change> =>
  lines.flatMap((line) => {
    const pieces = leftOf(order, line)
    return pieces === 0 ? [] : [{
      warehouse: order.warehouse,
      sku: line.sku,
      counted: { cause: causeOf(order.type), pieces: -pieces },
      prices: line.prices
    }]
  })
