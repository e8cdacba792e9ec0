/**
 * What an account that is limited to the links of merchant A asks, by every operation of the admin API: of its own, under the names of B
 * and under names that nobody has, by cursors of an account without a limit, and to change everything at once.
 */
import * as Effect from "effect/Effect"
import { Database } from "../../src/store/Database.ts"
import { linksOf, mark, ownOf } from "./LimitedAccounts.ts"

export interface Asked {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly body?: unknown
}

interface Name {
  readonly own: string
  readonly theirs: string
  readonly nobodys: string
}

export type Names = Readonly<Record<"link" | "linkId" | "shop" | "shopId" | "connection" | "order" | "asn" | "shopOrder" | "heldOrder" | "tracking" | "sku" | "word" | "delivery" | "intent" | "call" | "misfit", Name>>
type Say = (name: keyof Names) => string

/** The names of A, of B, and of nobody. */
export const names: Effect.Effect<Names, unknown, Database> = Effect.gen(function*() {
  const db = yield* Database
  const idOf = Effect.fnUntraced(function*(text: string, scope: string) {
    const row = yield* db.one(text, [scope])
    return String(row?.id)
  })
  const ids = (text: string, nobodys: string) =>
    Effect.all({ own: idOf(text, linksOf("A").warehouse), theirs: idOf(text, linksOf("B").warehouse), nobodys: Effect.succeed(nobodys) })
  const of = (name: keyof ReturnType<typeof ownOf>, nobodys: string): Name => ({ own: ownOf("A")[name], theirs: ownOf("B")[name], nobodys })
  return {
    link: { own: linksOf("A").warehouse, theirs: linksOf("B").warehouse, nobodys: "warehouse:wN" },
    linkId: { own: "wA", theirs: "wB", nobodys: "wN" },
    shop: { own: linksOf("A").shop, theirs: linksOf("B").shop, nobodys: "platform:pN:fake:9:ON" },
    shopId: { own: "pA", theirs: "pB", nobodys: "pN" },
    connection: { own: "wh", theirs: "ledger", nobodys: "nowhere" },
    order: of("order", "SO-N-ONLY"),
    asn: of("asn", "ASN-N-ONLY"),
    shopOrder: of("shopOrder", "N-ONLY"),
    heldOrder: of("heldOrder", "N-HELD"),
    tracking: of("tracking", "TRACK-N"),
    sku: of("sku", "SKU-NONE"),
    word: { own: mark("A"), theirs: mark("B"), nobodys: "MARK-N" },
    delivery: yield* ids("select /* of a merchant */ id from delivery where scope = $1 and state = 'Dead' order by seq limit 1", "00000000-0000-4000-8000-000000000000"),
    intent: yield* ids("select /* of a merchant */ id from intent where scope = $1 and state = 'Doubtful' limit 1", "00000000-0000-4000-8000-000000000001"),
    call: yield* ids("select /* of a merchant */ id from call where scope = $1 order by id limit 1", "9007199254740001"),
    misfit: yield* ids("select /* of a merchant */ id from call where on_behalf_of = $1 order by id desc limit 1", "9007199254740002")
  }
})

export interface Row {
  readonly own?: (say: Say) => ReadonlyArray<Asked>
  /** Requests that are answered alike under a name of B and under one that nobody has. */
  readonly theirs?: (say: Say) => ReadonlyArray<Asked>
  /** Lists that are read on from a cursor of an account without a limit. */
  readonly pages?: ReadonlyArray<Asked>
  /** Changes. `counts` is a part of the answer. */
  readonly changes?: (say: (name: keyof Names) => Name) => ReadonlyArray<Asked & { readonly counts?: string }>
  /** Some of its own requests are refused as well. */
  readonly mayFail?: true
}

const numbers = ["order", "asn", "shopOrder", "tracking"] as const
const show = (say: Say): ReadonlyArray<Asked> => numbers.map((name) => ({ params: { number: say(name) } }))
/** Numbers that both have. */
const shared: ReadonlyArray<Asked> = ["SO-1", "SO-2", "1001", "1002", "ASN-1", "TRACK-SHARED"].map((number) => ({ params: { number } }))
const both = (say: Say): ReadonlyArray<Asked> => [{ query: { link: say("link") } }, { query: { link: say("linkId") } }]
const reason = "because"

const signedBy = (accessId: string): string => JSON.stringify({ accessId, method: "createOrder", content: "{}", sign: "0".repeat(40) })

const ofOrder = (body: object) => (say: Say): ReadonlyArray<Asked> => [
  { params: { number: say("heldOrder") }, body },
  { params: { number: "1002" }, query: { link: say("shop") }, body },
  { params: { number: "1002" }, query: { link: say("shopId") }, body }
]

export const rows: Readonly<Record<string, Row | "refused">> = {
  "connections.list": { own: () => [{}] },
  "connections.show": { own: () => ["wh", "books", "shops"].map((id) => ({ params: { id } })), theirs: (say) => [{ params: { id: say("connection") } }] },
  "connections.add": "refused",
  "connections.rotate": "refused",
  "connections.remove": "refused",
  "connections.test": "refused",
  "connections.authorize": "refused",
  "connections.pause": "refused",
  "connections.resume": "refused",
  "links.list": { own: () => [{}] },
  "links.add": "refused",
  "links.remove": "refused",
  "links.callers": "refused",
  "links.rotate": "refused",
  "links.endSecret": "refused",
  "links.readings": { own: (say) => [{ params: { scope: say("shop") } }], theirs: (say) => [{ params: { scope: say("shop") } }, { params: { scope: say("link") } }] },
  "links.backfill": "refused",
  "books.enter": "refused",
  "books.stock": "refused",
  "books.movements": "refused",
  "books.giveBackNumber": "refused",
  "plugins.list": { own: () => [{}] },
  "plugins.show": { own: () => ["erp-ledger", "warehouse-fake", "shops-fake"].map((id) => ({ params: { id } })) },
  "plugins.matrix": { own: () => [{}] },
  "orders.list": {
    own: () => [{}, { query: { open: "true" } }, { query: { open: "false" } }, { query: { toLookAt: "true" } }, { query: { kind: "outbound" } }, { query: { phase: "shipped" } }, { query: { limit: "2" } }, { query: { link: "wA" } }],
    theirs: (say) => [...both(say), { query: { link: say("shop") } }, { query: { link: say("shop"), toLookAt: "true" } }],
    pages: [{}, { query: { open: "true" } }]
  },
  "orders.show": {
    own: (say) => [...show(say), ...shared],
    theirs: (say) => [...show(say), ...numbers.map((name) => ({ params: { number: say(name) }, query: { link: say("link") } })), { params: { number: "1001" }, query: { link: say("shop") } }, { params: { number: "SO-1" }, query: { link: say("linkId") } }]
  },
  "orders.erase": "refused",
  "asns.show": {
    own: (say) => [{ params: { number: say("asn") } }, { params: { number: "ASN-1" } }],
    theirs: (say) => [{ params: { number: say("asn") } }, { params: { number: "ASN-1" }, query: { link: say("link") } }]
  },
  "desk.list": {
    own: () => [{}, { query: { state: "held" } }, { query: { state: "placed" } }, { query: { cause: "stock" } }, { query: { shop: "pA" } }, { query: { limit: "1" } }],
    theirs: (say) => [{ query: { shop: say("shop") } }, { query: { shop: say("shopId") } }],
    pages: [{}]
  },
  "desk.causes": { own: () => [{}, { query: { shop: "pA" } }], theirs: (say) => [{ query: { shop: say("shop") } }] },
  "desk.hold": { theirs: ofOrder({ reason }), changes: (say) => [{ params: { number: "1002" }, body: { reason } }, { params: { number: say("heldOrder").own }, body: { reason } }] },
  "desk.holdAll": {
    own: (say) => [{ body: { isAll: true, reason } }, { body: { cause: "stock", reason } }, { body: { text: say("word"), reason } }],
    theirs: (say) => [{ body: { text: say("word"), reason } }, { body: { text: say("word"), reason, isConfirmed: true } }, { body: { shop: say("shop"), reason, isConfirmed: true } }],
    changes: () => [{ body: { isAll: true, reason, isConfirmed: true }, counts: "\"count\":0" }]
  },
  "desk.release": { theirs: ofOrder({ reason }), changes: () => [{ params: { number: "1002" }, body: { reason } }] },
  "desk.releaseAll": {
    own: () => [{ body: { cause: "stock" } }],
    theirs: (say) => [{ body: { cause: "stock", text: say("word"), isConfirmed: true } }, { body: { cause: "stock", shop: say("shop"), isConfirmed: true } }],
    changes: () => [{ body: { cause: "person", isConfirmed: true }, counts: "\"held\":1,\"released\":1" }]
  },
  "desk.takeOver": "refused",
  "desk.withdraw": {
    own: () => [{ params: { number: "1001" }, body: { part: "nothing", reason } }],
    theirs: (say) => [
      { params: { number: say("shopOrder") }, body: { part: say("shopOrder"), reason } },
      { params: { number: "1001" }, query: { link: say("shop") }, body: { part: "1001", reason } },
      { params: { number: "1001" }, body: { part: say("shopOrder"), reason } }
    ],
    mayFail: true
  },
  "desk.places": { own: () => [{}] },
  "desk.place": {
    theirs: (say) => [
      { params: { number: say("shopOrder") }, body: { warehouse: "North", reason } },
      { params: { number: "1001" }, query: { link: say("shop") }, body: { reason } },
      { params: { number: "1002" }, body: { warehouse: "North", at: say("link"), reason } }
    ],
    changes: () => [{ params: { number: "1002" }, body: { reason } }]
  },
  "desk.found": {
    theirs: (say) => [
      { params: { number: say("shopOrder") }, body: { parcel: say("tracking"), pieces: {} } },
      { params: { number: "1001" }, query: { link: say("shop") }, body: { parcel: "TRACK-1", pieces: {} } },
      { params: { number: "1001" }, body: { parcel: say("tracking"), pieces: {} } }
    ]
  },
  "deliveries.list": {
    own: () => [{}, { query: { dead: "true" } }, { query: { connection: "books" } }, { query: { cause: "refused" } }, { query: { limit: "1" } }],
    theirs: (say) => [{ query: { cause: say("word") } }, { query: { connection: say("connection") } }],
    pages: [{}]
  },
  "deliveries.causes": { own: () => [{}] },
  "deliveries.show": { own: (say) => [{ params: { id: say("delivery") } }], theirs: (say) => [{ params: { id: say("delivery") } }] },
  "deliveries.reveal": { own: (say) => [{ params: { id: say("delivery") }, body: { reason } }], theirs: (say) => [{ params: { id: say("delivery") }, body: { reason } }] },
  "deliveries.replay": {
    own: () => [{ body: { isAll: true } }, { body: { dead: true } }],
    theirs: (say) => [{ body: { ids: [say("delivery")], confirm: true } }, { body: { cause: say("word"), confirm: true } }],
    changes: () => [{ body: { isAll: true, confirm: true, reason }, counts: "\"count\":1" }]
  },
  "deliveries.resend": {
    own: () => [{ body: { isAll: true } }, { body: { number: "SO-1" } }, { body: { number: "TRACK-SHARED" } }, { body: { connection: "books" } }],
    theirs: (say) => [
      { body: { ids: [say("delivery")], confirm: true, reason } }, { body: { number: say("order"), confirm: true, reason } }, { body: { link: say("link"), confirm: true, reason } },
      { body: { connection: say("connection"), confirm: true, reason } }
    ],
    changes: () => [{ body: { number: "SO-1", confirm: true, reason } }, { body: { isAll: true, confirm: true, reason } }]
  },
  "deliveries.cancel": {
    own: () => [{ body: { isAll: true } }],
    theirs: (say) => [{ body: { ids: [say("delivery")], confirm: true } }, { body: { cause: say("word"), confirm: true } }],
    changes: () => [{ body: { isAll: true, confirm: true, reason } }]
  },
  "calls.list": {
    own: (say) => [
      {}, { query: { number: "SO-1" } }, { query: { number: say("order") } }, { query: { bodies: "true", limit: "50" } }, { query: { direction: "out" } }, { query: { refused: "true" } },
      { query: { operation: "getOutboundOrders" } }, { query: { scope: say("link") } }, { query: { order: "oldest", limit: "2" } }
    ],
    theirs: (say) => [{ query: { number: say("order") } }, { query: { scope: say("link") } }, { query: { number: say("tracking"), bodies: "true" } }],
    pages: [{}, { query: { bodies: "true" } }]
  },
  "calls.counts": { own: () => [{}, { query: { step: "1" } }], theirs: (say) => [{ query: { scope: say("link") } }, { query: { scope: say("connection") } }] },
  "calls.show": {
    own: (say) => [{ params: { id: say("call") } }],
    theirs: (say) => [{ params: { id: say("call") } }, { params: { id: say("misfit") } }]
  },
  "calls.reveal": { own: (say) => [{ params: { id: say("call") }, body: { reason } }], theirs: (say) => [{ params: { id: say("call") }, body: { reason } }, { params: { id: say("misfit") }, body: { reason } }] },
  "calls.revealList": { own: (say) => [{ body: { number: say("order"), reason } }, { body: { reason } }], theirs: (say) => [{ body: { number: say("order"), reason } }, { body: { scope: say("link"), reason } }] },
  "intents.list": { own: () => [{}, { query: { state: "any" } }, { query: { state: "any", connection: "wh" } }, { query: { state: "any", limit: "1" } }], theirs: (say) => [{ query: { connection: say("connection"), state: "any" } }], pages: [{ query: { state: "any" } }] },
  "intents.causes": { own: () => [{}] },
  "intents.decideAll": {
    own: () => [{ body: { decision: "Delivered", isAll: true } }],
    theirs: (say) => [
      { body: { decision: "Delivered", ids: [say("intent")], confirm: true, reason } }, { body: { decision: "Delivered", link: say("link"), confirm: true, reason } },
      { body: { decision: "Dead", connection: say("connection"), confirm: true, reason } }
    ],
    changes: () => [{ body: { decision: "Delivered", isAll: true, confirm: true, reason }, counts: "\"count\":1,\"decided\":1" }]
  },
  "intents.show": { own: (say) => [{ params: { id: say("intent") } }], theirs: (say) => [{ params: { id: say("intent") } }] },
  "intents.reveal": { own: (say) => [{ params: { id: say("intent") }, body: { reason } }], theirs: (say) => [{ params: { id: say("intent") }, body: { reason } }] },
  "intents.decide": { theirs: (say) => [{ params: { id: say("intent") }, body: { decision: "Delivered" } }, { params: { id: say("intent") }, body: { decision: "Dead", isConfirmed: true } }] },
  "intents.reopen": { theirs: (say) => [{ params: { id: say("intent") }, body: {} }], changes: (say) => [{ params: { id: say("intent").own }, body: {} }] },
  "maps.list": { own: () => [{ query: { link: "wA" } }, { query: { link: "pA" } }, {}], theirs: both, mayFail: true },
  "maps.set": {
    theirs: (say) => [{ body: { link: say("link"), kind: "sku", ours: "SKU-1", theirs: "X" } }, { body: { link: say("linkId"), kind: "sku", ours: "SKU-1", theirs: "X" } }],
    changes: () => [{ body: { link: "wA", kind: "sku", ours: "SKU-1", theirs: "A-NEW" }, counts: "\"link\":\"warehouse:wA\"" }]
  },
  "maps.remove": { theirs: (say) => [{ query: { link: say("link"), kind: "sku", ours: "SKU-1" } }], changes: () => [{ query: { link: "wA", kind: "sku", ours: "SKU-1" }, counts: "\"rows\":1" }] },
  "maps.preview": { own: () => [{ body: { link: "wA", csv: "kind,ours,theirs\nsku,SKU-1,A-1\nsku,SKU-9,A-9\n" } }], theirs: (say) => [{ body: { link: say("link"), csv: "kind,ours,theirs\nsku,SKU-1,X\n" } }] },
  "maps.import": { theirs: (say) => [{ body: { link: say("link"), csv: "kind,ours,theirs\nsku,SKU-1,X\n" } }], changes: () => [{ body: { link: "wA", csv: "kind,ours,theirs\nsku,SKU-1,A-1\n" }, counts: "\"rows\":1" }] },
  "maps.export": { own: () => [{ query: { link: "wA" } }], theirs: both },
  "maps.fillFromPeer": { theirs: (say) => [{ body: { link: say("link"), kind: "sku" } }], changes: () => [{ body: { link: "wA", kind: "sku" }, counts: "\"others\":0" }] },
  "maps.unmatched": { own: () => [{}, { query: { link: "wA" } }], theirs: both },
  "stock.drift": { own: () => [{}, { query: { sku: "SKU-1" } }, { query: { limit: "1" } }, { query: { link: "wA" } }], theirs: (say) => [...both(say), { query: { sku: say("sku") } }], pages: [{}] },
  "stock.told": "refused",
  "stock.reserved": "refused",
  "stock.needed": "refused",
  "stock.refused": { own: () => [{}, { query: { sku: "SKU-1" } }], theirs: (say) => [{ query: { link: say("shop") } }, { query: { link: say("shopId") } }], pages: [{}] },
  "compare.list": "refused",
  "compare.page": "refused",
  // Its answer has no end; test/hints has what an account with a limit is told.
  "events.stream": {},
  "flow.show": { own: () => [{}, { query: { span: "7d" } }] },
  "search.find": {
    own: (say) => [...["SO-", "SO-1", "100", "1001", "TRACK", "SKU", "w", "p", "warehouse", "platform", "led", "wh"].map((q) => ({ query: { q } })), { query: { q: say("delivery").slice(0, 6) } }, { query: { q: say("call") } }],
    theirs: (say) => [...numbers, "link", "shop", "sku", "delivery", "call", "intent"].map((name) => ({ query: { q: say(name as keyof Names) } }))
  },
  "search.many": {
    own: (say) => [{ body: { numbers: ["SO-1", "1001", "TRACK-SHARED", "ASN-1", say("order")] } }],
    theirs: (say) => [{ body: { numbers: numbers.map(say) } }]
  },
  "playground.show": "refused",
  "playground.send": "refused",
  "signature.refused": { own: () => [{}] },
  "signature.showRefused": { own: () => [{ params: { requestId: "refused-A" } }], theirs: (say) => [{ params: { requestId: say("word") } }], mayFail: true },
  "signature.revealRefused": { own: () => [{ params: { requestId: "refused-A" }, body: { reason } }], theirs: (say) => [{ params: { requestId: say("word") }, body: { reason } }], mayFail: true },
  "signature.diagnose": {
    own: (say) => ["wA", say("linkId")].map((accessId) => ({ body: { protocol: "warehouse", body: signedBy(accessId) } })),
    theirs: (say) => [{ body: { protocol: "warehouse", body: signedBy(say("linkId")) } }, { body: { protocol: "platform", body: new URLSearchParams({ accessId: say("shopId"), method: "m", content: "{}", sign: "0".repeat(40) }).toString() } }]
  },
  "nodes.list": "refused",
  "runner.show": "refused",
  "runner.drift": "refused",
  "runner.findings": "refused",
  "runner.findingKinds": "refused",
  "runner.testNotifier": "refused",
  "runner.composition": "refused",
  "runner.restore": "refused",
  "runner.endRestore": "refused",
  "runner.keyState": "refused",
  "runner.changeKey": "refused",
  "runner.finishKey": "refused",
  "runner.retention": "refused",
  "session.create": {},
  "session.first": {},
  "session.ways": {},
  "session.beginOidc": {},
  "session.show": { own: () => [{}], mayFail: true },
  "session.end": {},
  "people.list": "refused",
  "people.add": "refused",
  "people.addToken": "refused",
  "people.change": "refused",
  "people.remove": "refused",
  // Its answers tell what was asked here before; test/api/audit.test.ts asks it.
  "audit.list": {}
}
