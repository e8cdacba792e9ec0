/**
 * The laws about every list of an ERP: pages, windows of time, and warehouses.
 */
import { BooksV1 } from "@crossdock/books"
import { type AdapterError } from "@crossdock/core"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { assert, equal } from "../../Assertions.ts"
import { having, type Laws } from "../../Law.ts"
import { ask, type LawContext } from "../LawContext.ts"
import { can, type ListName, type SuiteFixture } from "../SuiteFixture.ts"

type ErpLaws = Laws<LawContext, SuiteFixture<unknown>>
type Item = Readonly<Record<string, unknown>>

interface Page {
  readonly items: ReadonlyArray<Item>
  readonly nextCursor?: string
  readonly total?: number
}

/** Larger than any list that a fixture asks for. */
const mostPages = 1000

/** Reads one page. The casts are safe: a question and a page are those of the list with this name. */
const pageOf = (context: LawContext, name: ListName, asked: object): Effect.Effect<Page, AdapterError.AdapterError> =>
  ask(context, BooksV1.contract.operations[name], asked as never) as Effect.Effect<Page, AdapterError.AdapterError>

/** Reads all pages of a list, each of at most `limit` records. */
export const pagesOf = Effect.fnUntraced(function*(context: LawContext, name: ListName, question: object, limit: number) {
  const pages: Array<Page> = []
  let cursor: string | undefined
  do {
    assert(pages.length < mostPages, `the list does not end: it has more than ${mostPages} pages of ${limit} records`)
    const page: Page = yield* pageOf(context, name, { ...question, limit, ...(cursor !== undefined && { cursor }) })
    equal(page.items.length <= limit, true, `a page has at most ${limit} records`)
    pages.push(page)
    cursor = page.nextCursor
  } while (cursor !== undefined)
  return pages
})

/** Reads all records of a list, and demands that there are as many as a fixture promises. */
const recordsOf = (context: LawContext, name: ListName, question: object): Effect.Effect<ReadonlyArray<Item>, AdapterError.AdapterError> =>
  Effect.map(pagesOf(context, name, question, 100), (pages) => {
    const items = pages.flatMap((page) => page.items)
    assert(items.length >= 3, `fixture.lists.${name} finds ${items.length} records; ask for at least three`)
    return items
  })

/** A record as text, so that two readings of it can be compared. */
const textsOf = (name: ListName, items: ReadonlyArray<Item>): ReadonlyArray<string> => {
  const encode = Schema.encodeSync(BooksV1.contract.operations[name].success as unknown as Schema.Codec<Page, Page>)
  return encode({ items }).items.map((item) => JSON.stringify(item))
}

interface Window {
  /** The member of a record that the window selects by. */
  readonly by: string
  readonly of: (at: DateTime.Utc) => object
}

const created: Window = { by: "createdAt", of: (at) => ({ createdFrom: at, createdTo: at }) }

const windows: { readonly [N in ListName]?: Window } = {
  listInboundOrders: { by: "createdAt", of: (at) => ({ time: { of: "created", from: at, to: at } }) },
  listReceivedBatches: { by: "receivedAt", of: (at) => ({ receivedFrom: at, receivedTo: at }) },
  listStockMovements: { by: "at", of: (at) => ({ from: at, to: at }) },
  listAssemblyOrders: created,
  listSplitOrders: created,
  listTransferOrders: created,
  listBatchStock: { by: "stockedAt", of: (at) => ({ receivedFrom: at, receivedTo: at }) }
}

type Named = (name: string) => object

const one: Named = (warehouseName) => ({ warehouseName })
const several: Named = (name) => ({ warehouseNames: [name] })

/** How the lists that can be limited to a warehouse are asked for it. */
const warehouses: { readonly [N in ListName]?: Named } = {
  listInboundOrders: one,
  listReceivedBatches: one,
  listStockBalances: several,
  listStockMovements: one,
  listAssemblyOrders: one,
  listSplitOrders: one,
  listStorageLocationStock: several,
  listBatchStock: one
}

const windowLaws = (name: ListName, window: Window): ErpLaws => ({
  [`${name}/window`]: [
    "U-104",
    `${name} returns a record in a window that begins and ends at its time`,
    having(can.list(name), Effect.fnUntraced(function*(context: LawContext, question: object) {
      const items = yield* recordsOf(context, name, question)
      const at = items.map((item) => item[window.by]).find((each) => DateTime.isDateTime(each) && DateTime.isUtc(each))
      assert(at !== undefined, `no record has ${window.by}`)
      const expected = textsOf(name, items.filter((item) => item[window.by] === at))
      const pages = yield* pagesOf(context, name, { ...question, ...window.of(at as DateTime.Utc) }, 100)
      const found = new Set(textsOf(name, pages.flatMap((page) => page.items)))
      equal(expected.filter((text) => !found.has(text)), [], "records of the first and last moment of a window that it lacks")
    }))
  ]
})

const warehouseLaws = (name: ListName, named: Named): ErpLaws => ({
  [`${name}/warehouse`]: [
    "U-47",
    `${name} returns the records of the warehouse that is asked for, and none for a name that no warehouse has`,
    having(can.list(name), Effect.fnUntraced(function*(context: LawContext, question: object) {
      const [first] = yield* recordsOf(context, name, question)
      const wanted = String(first!["warehouseName"])
      const found = (yield* pagesOf(context, name, { ...question, ...named(wanted) }, 100)).flatMap((page) => page.items)
      assert(found.length > 0, `no record of the warehouse ${wanted} is read`)
      equal(found.map((item) => item["warehouseName"]).filter((each) => each !== wanted), [], "records of other warehouses")
      const unknown = yield* Effect.result(pageOf(context, name, { ...question, ...named(context.fresh("warehouse")), limit: 100 }))
      if (unknown._tag === "Success") equal(unknown.success.items.length, 0, "records of a warehouse that does not exist")
      else assert(!unknown.failure.isRetryable, `${unknown.failure.reason._tag}, whose isRetryable is true; a repeat names no other warehouse`)
    }))
  ]
})

/** The laws of one list. */
export const listLaws = (name: ListName): ErpLaws => {
  const named = warehouses[name]
  const window = windows[name]
  return {
    [`${name}/pages`]: [
      "U-117",
      `${name} returns each record once, whether its pages are small or large`,
      having(can.list(name), Effect.fnUntraced(function*(context: LawContext, question: object) {
        const whole = textsOf(name, yield* recordsOf(context, name, question))
        const pages = yield* pagesOf(context, name, question, 2)
        equal(pages.flatMap(({ items }) => textsOf(name, items)), whole, "the records of all small pages")
        assert(pages.length > 1, "three records are on one page of two")
        for (const { total = whole.length } of pages) equal(total, whole.length, "the total of a page")
      }))
    ],
    ...(window !== undefined && windowLaws(name, window)),
    ...(named !== undefined && warehouseLaws(name, named))
  }
}

/** Whether an operation reads a list in pages. */
export const isList = (name: string): name is ListName =>
  Object.values(BooksV1.contract.operations).some((operation) => operation.name === name && "fields" in operation.payload && "limit" in operation.payload.fields)
