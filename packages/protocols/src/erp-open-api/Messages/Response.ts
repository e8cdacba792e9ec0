/** What the messages of the open API share: the content of an answer, pages, and the definers of exchanges (spec 3 §2.2 and §4). */
import { BooksV1 } from "@crossdock/books"
import { AdapterError } from "@crossdock/core"
import { Exchange, PageCursors } from "../../kit/index.ts"
import { type Context, Mapping, omitUndefined, Table } from "../../wire/index.ts"
import { ok } from "../Answer.ts"

/** The operations of the contract, by name. */
export type Operations = typeof BooksV1.contract.operations

/** The members of every content. */
export const content = [
  Table.optional("notSuccess", { kind: "boolean", written: "boolean" }, { is: null }),
  Table.optional("state", Table.text, { is: null }),
  Table.optional("traceId", Table.text, { is: null })
] as const

/** The name under which failures that precede an operation are reported. */
export const answer = Table.make("answer", content)

/** Defines an exchange of the ERP contract. */
export const define = Exchange.definerOf(BooksV1.contract.operations, { notLost: new Set(["/cursor", "/limit", "/customNumber"]) })

export const quantity = { kind: "quantity", of: "pieces", isExact: true, written: "number" } as const satisfies Table.QuantityType
export const count = { kind: "quantity", of: "count", isExact: true, written: "number" } as const satisfies Table.QuantityType
export const measure = { kind: "decimal", written: "number" } as const satisfies Table.DecimalType
export const boolean = { kind: "boolean", numbers: true, written: "boolean" } as const satisfies Table.BooleanType
export const dateText = { kind: "instant", written: "text" } as const satisfies Table.InstantType
export const firstDay = { kind: "instant", written: "day" } as const satisfies Table.InstantType
export const lastDay = { kind: "instant", written: "day", isEnd: true } as const satisfies Table.InstantType

/** A whole number, also read from a text (U-64). */
export const whole = { kind: "whole", min: 0, texts: true } as const satisfies Table.WholeType

/** A price in an answer: written with all of its places, read with any. */
export const price = (places: number) => ({ kind: "decimal", written: "number", places }) as const satisfies Table.DecimalType
/** A price in a request: more places are refused, and not rounded (U-71). */
export const exactPrice = (places: number) => ({ ...price(places), hasMostPlaces: true }) as const satisfies Table.DecimalType

/** Every create gets a number of its creator, by which its outcome can be asked for. */
export const unnumbered = ({ customNumber }: { readonly customNumber?: string }): AdapterError.RequestInvalid | undefined =>
  customNumber === undefined ? new AdapterError.RequestInvalid({ path: "/customNumber", message: "is missing; send a number of your own" }) : undefined

/** The largest page (spec 3 §8). */
export const maxPageSize = 200

/** The largest number of a page: any that a caller may count to, and none that a database cannot multiply by the size of a page. */
const maxPage = 2 ** 32

/** The members of a request that select a page. */
export const page = (usual = 100) => [
  Table.optional("page", { kind: "whole", min: 1, max: maxPage, texts: true }, { is: "cursor", byHand: [], also: ["pageNo"], absent: 1 }),
  Table.optional("pageSize", { kind: "whole", min: 1, max: maxPageSize, texts: true }, { is: "limit", byHand: [], absent: usual })
] as const

interface Asked {
  readonly cursor?: string
  readonly limit: number
}

interface Found {
  readonly items: ReadonlyArray<object>
  readonly nextCursor?: string
  readonly total?: number
}

/** The answer of a list. */
const listOf = (method: string, item: Table.Table) =>
  Table.make(`${method} answer`, [
    ...content,
    Table.required("result", Table.list(Table.object(item), { skipInvalidItems: true }), { is: "items" }),
    Table.optional("total", whole)
  ])

type ListName = { [N in BooksV1.OperationName]: Exchange.Success<N, Operations> extends Found ? N : never }[BooksV1.OperationName]

interface ListParts<Name extends ListName> {
  readonly method: string
  readonly operation: Name
  readonly request: Table.Table
  readonly item: Table.Table
  /** Members of the request and of the payload whose shapes differ. */
  readonly requestOf?: (payload: Exchange.Payload<Name, Operations>, profile: Context.Profile) => object
  readonly payloadOf?: (request: never) => object
  /** Members of an element and of a record whose shapes differ. */
  readonly elementOf?: (record: never) => object
  readonly recordOf?: (element: never, profile: Context.Profile) => object
}

/**
 * Defines a list. A client's cursor is the number of the page. A list ends where its total is reached, or at a page that is not full
 * (U-117).
 */
export const defineList = <Name extends ListName>(parts: ListParts<Name>) => {
  const { elementOf, item, method, operation, payloadOf, recordOf, request, requestOf } = parts
  const sizeOf = ({ limit }: Asked) => Math.min(limit, maxPageSize)
  return define({
    method,
    operation,
    request,
    answer: listOf(method, item),
    fromPayload: (payload, _, profile) => {
      const asked = payload as Asked & Exchange.Payload<Name, Operations>
      return { ...Mapping.toWire(request, asked), ...omitUndefined(requestOf?.(asked, profile) ?? {}), page: PageCursors.pageOf(asked), pageSize: sizeOf(asked) } as never
    },
    toPayload: (value) => {
      const { page: number, pageSize } = value as { readonly page: number; readonly pageSize: number }
      const cursor = number === 1 ? undefined : String(number)
      return omitUndefined({ ...Mapping.fromWire(request, value as object), ...payloadOf?.(value as never), cursor, limit: pageSize }) as never
    },
    toAnswer: (success, payload) => {
      const { items, nextCursor, total } = success as Found
      const asked = payload as Asked
      // An ERP that does not tell the total has at least what was read so far, and more if another page follows. A page behind the last says nothing.
      const least = items.length === 0 ? 0 : (PageCursors.pageOf(asked) - 1) * asked.limit + items.length + (nextCursor === undefined ? 0 : 1)
      const result = items.map((record) => ({ ...Mapping.toWire(item, record), ...omitUndefined(elementOf?.(record as never) ?? {}) }))
      // Callers stop where the total is reached, and some records may have left the list since the pages before were read.
      return { ...ok, result, total: Math.max(total ?? 0, least) } as never
    },
    fromAnswer: (value, payload, skipped, profile) => {
      const asked = payload as Asked
      const { result, total } = value as { readonly result: ReadonlyArray<object>; readonly total?: number }
      const number = PageCursors.pageOf(asked)
      const isLast = result.length + skipped < sizeOf(asked) || (total !== undefined && number * sizeOf(asked) >= total)
      if (!isLast && number >= PageCursors.maxPages) return new Exchange.Invalid(`the list does not end after ${PageCursors.maxPages} pages`)
      const items = result.map((element) => ({ ...Mapping.fromWire(item, element), ...omitUndefined(recordOf?.(element as never, profile) ?? {}) }))
      return omitUndefined({ items, nextCursor: isLast ? undefined : String(number + 1), total }) as never
    }
  })
}
