import { assert, describe, it } from "@effect/vitest"
import type { Contents, Facts, Work } from "../../src/doctor/Facts.ts"
import { type Finding, judge } from "../../src/doctor/Findings.ts"
import { report } from "../../src/doctor/Report.ts"
import { names } from "../../src/store/Migrations.ts"
import * as DatabaseErrorDiagnosis from "../../src/store/DatabaseErrorDiagnosis.ts"

const now = Date.parse("2026-11-20T03:00:00Z")
const hours = (count: number) => minutes(count * 60)
/** A secret that was replaced 10 hours ago. `ends` and `used` are hours from now, and hours ago. */
const replaced = (ends: number, used: number | undefined, endedUsed?: number) => {
  const at = (ago: number | undefined) => ago === undefined ? undefined : { at: now - hours(ago), by: "10.0.0.7" }
  return [{ protocol: "gateway", id: "acc-1", link: "warehouse:acc-1", startedAt: now - hours(10), endsAt: now + hours(ends), used: at(used), endedUsed: at(endedUsed) }]
}
const minutes = (count: number) => count * 60_000
const gigabytes = (count: number) => count * 1024 ** 3

const idle: Work = { due: [], dead: [], intentsDue: [], doubtful: [], cancels: [], held: [], orphans: 0, connections: [], open: [], restoredSince: undefined, lapsed: [] }

const noStock = { short: [], drift: [], refused: [], failing: [] }

const whole: Contents = {
  dialect: "sqlite",
  now,
  isQuick: false,
  damage: [],
  schema: names,
  key: "opens",
  unopened: [],
  misfits: [],
  unserved: [],
  clockAhead: -1000,
  nodes: [{ id: "a", leasedUntil: now + 10_000 }],
  work: idle,
  isReadOnly: false,
  checksumFailures: 0,
  unread: []
}

interface Change {
  readonly contents?: Partial<Contents>
  readonly work?: Partial<Work>
  readonly folder?: Partial<Facts["folder"]>
  readonly runner?: Partial<Facts["runner"]>
  readonly facts?: Partial<Facts>
}

const place = "data/crossdock.sqlite"

const seen = ({ contents, facts, folder, runner, work }: Change): Facts => ({
  now,
  folder: { path: "/data", isThere: true, isWritable: true, readable: [], disk: { free: gigabytes(50), of: gigabytes(100) }, sync: undefined, ...folder },
  runner: { isUp: true, port: 8080, adminPort: 8081, admin: { is: "runner", ok: true, reasons: [] }, public: undefined, ...runner },
  store: {
    is: "open",
    place,
    beside: "log",
    size: { file: 1000, log: 1000 },
    contents: { ...whole, ...contents, ...(work !== undefined && { work: { ...idle, ...work } }) }
  },
  composition: { file: "crossdock.config.ts", problems: [] },
  ...facts
})

const stopped = { isUp: false, admin: { is: "nobody" }, public: { is: "nobody" } } as const
const since = (millis: number, count = 3) => [{ connection: "books", count, oldest: now - millis }]
const table = { of: "table", name: "delivery", page: 345, message: "Tree 4 page 345: btreeInitPage() returns error code 11" } as const
const index = { of: "index", name: "delivery_entity", page: 9, message: "Tree 9 page 9: btreeInitPage() returns error code 11" } as const
const diagnosis = (errcode: number) => DatabaseErrorDiagnosis.of({ errcode })
const paused = { id: "books", paused: { because: "credential refused", at: now - minutes(90) }, failingSince: undefined }
const unpolled = (millis: number) => ({ id: "books", paused: undefined, failingSince: undefined, pollsFail: { since: now - millis, because: "order SO-3: locked" } })
const silent = (millis: number) => ({ ...unpolled(millis), callsFail: { since: now - millis, because: "createOutboundOrder: ECONNREFUSED" } })
const failing = (millis: number) => ({ id: "books", paused: undefined, failingSince: now - millis })

const cases: ReadonlyArray<readonly [title: string, change: Change, found: ReadonlyArray<readonly [code: Finding["code"], severity: Finding["severity"], message: RegExp]>]> = [
  ["a runner that is well", {}, []],
  ["one that was stopped and has nothing to do", { runner: stopped }, []],
  ["F7 a damaged page of a table", { contents: { damage: [table] } }, [["TABLE_DAMAGED", "critical", /table delivery, page 345 .*rows in it cannot be read.*next: .*put the backup/]]],
  ["F7 a damaged page of an index alone", { contents: { damage: [index, { ...index, page: 12 }] } }, [["INDEX_DAMAGED", "critical", /index delivery_entity, page 9, 12 .*next: no data is lost.*\.dump/]]],
  ["F7 an index whose table is damaged is not made anew", { contents: { damage: [table, { ...index, message: "wrong # of entries" }] } }, [
    ["TABLE_DAMAGED", "critical", /put the backup/],
    ["INDEX_DAMAGED", "critical", /put the backup/]
  ]],
  ["F7 what an index lacks of a damaged table says nothing more", { contents: { damage: [table, { of: "index", name: "delivery_entity", message: "wrong # of entries in index delivery_entity" }] } }, [["TABLE_DAMAGED", "critical", /./]]],
  ["F7 the list of free pages", { contents: { damage: [{ of: "file", name: "the file", message: "Freelist: size is 7 but should be 9" }] } }, [["FILE_DAMAGED", "critical", /structure of the file is damaged/]]],
  ["F7 what a damaged table hides says nothing more", { contents: { damage: [table], work: undefined, unread: [{ what: "what it has to do", diagnosis: diagnosis(11) }] } }, [["TABLE_DAMAGED", "critical", /./]]],
  ["F7 damage that only a reader met", { contents: { damage: undefined, unread: [{ what: "its pages", diagnosis: diagnosis(11) }] } }, [["NOT_READ", "error", /its pages cannot be read: it is damaged/]]],
  ["F7 a file that is no database", { facts: { store: { is: "closed", place, dialect: "sqlite", diagnosis: diagnosis(26) } } }, [["DATABASE_DAMAGED", "critical", /not a database.*put the backup/]]],
  ["a file that may not be read", { facts: { store: { is: "closed", place, dialect: "sqlite", diagnosis: diagnosis(14) } } }, [["DATABASE_CLOSED", "critical", /cannot be opened.*run `crossdock doctor` as the user/]]],
  ["a server that is away", { facts: { store: { is: "closed", place: "postgres://db/x", dialect: "postgres", diagnosis: DatabaseErrorDiagnosis.of({ code: "ECONNREFUSED" }) } } }, [["DATABASE_CLOSED", "critical", /does not answer.*start the server/]]],
  ["a database that another one has locked while the runner is up", { contents: { unread: [{ what: "its pages", diagnosis: diagnosis(5) }] } }, [["NOT_READ", "warning", /another process has locked it/]]],
  ["a log without its index", { facts: { store: { is: "open", place, beside: "log without its index", size: { file: 1, log: 1 }, contents: whole } } }, [["LOG_WITHOUT_INDEX", "warning", /-wal.*start the runner/]]],
  ["a log of two gigabytes", { facts: { store: { is: "open", place, beside: "log", size: { file: 1, log: gigabytes(2) }, contents: whole } } }, [["LOG_LARGE", "warning", /2\.0 GB.*backup that hangs/]]],
  ["damaged pages that PostgreSQL has met", { contents: { dialect: "postgres", damage: undefined, checksumFailures: 2 } }, [["DATABASE_DAMAGED", "critical", /2 damaged pages/]]],
  ["a standby", { contents: { dialect: "postgres", damage: undefined, isReadOnly: true } }, [["DATABASE_READ_ONLY", "critical", /read-only standby/]]],
  ["a database of a newer release", { contents: { schema: [...names, "9999_later"] } }, [["SCHEMA_NEWER", "critical", /9999_later.*will not start.*newer release/]]],
  ["a database of an early release", { contents: { schema: ["0001_first", "0054_told_parcels"], unread: [{ what: "the list of nodes", diagnosis: diagnosis(1) }] } }, [["SCHEMA_OLDER", "critical", /0054_told_parcels.*0056_subscriptions.*will not start.*start a release once/]]],
  ["a database that a start has not migrated yet, whose tables are fewer", { contents: { schema: ["0001_first", "0056_subscriptions"], unread: [{ what: "the list of nodes", diagnosis: diagnosis(1) }] } }, []],
  ["a start that did not come to its end", { contents: { schema: [] } }, [["NEVER_STARTED", "warning", /no tables/]]],
  ["another key", { contents: { key: "refused" } }, [["KEY_REFUSED", "critical", /another CROSSDOCK_SECRET_KEY/]]],
  ["no key", { contents: { key: "missing" } }, [["KEY_MISSING", "critical", /no key.*secret-key/]]],
  ["rows that do not open", { contents: { unopened: [{ what: "delivery", id: "d-1" }] } }, [["ROWS_SEALED_OTHERWISE", "warning", /delivery d-1 .*1 rows/]]],
  ["a stored connection whose plugin is gone", { contents: { misfits: [{ id: "connection old", message: "/plugin: no plugin of this id" }] } }, [["MISFIT", "warning", /connection old .*no plugin of this id.*`crossdock connections remove old`/]]],
  ["rows of the future", { contents: { clockAhead: minutes(60) } }, [["CLOCK", "error", /1 h in the future/]]],
  ["a clock behind that of the server", { contents: { dialect: "postgres", clockAhead: minutes(2) } }, [["CLOCK", "error", /2 min behind the clock of the database/]]],
  ["a clock ahead of that of the server", { contents: { dialect: "postgres", clockAhead: -minutes(2) } }, [["CLOCK", "error", /2 min ahead of/]]],
  ["C04 deliveries that nobody sends", { work: { due: since(minutes(5)) } }, [["STANDSTILL", "critical", /3 deliveries are overdue, the oldest by 5 min, and the runner does not send them/]]],
  ["deliveries that are due since a moment", { work: { due: since(30_000) } }, []],
  ["deliveries of a runner that is stopped", { runner: stopped, work: { due: since(minutes(5)) } }, [["WAITING", "warning", /no runner is up.*start the runner/]]],
  ["deliveries that another node sends", { runner: stopped, contents: { dialect: "postgres" }, work: { due: since(minutes(5)) } }, [["STANDSTILL", "critical", /./]]],
  ["intents that nobody carries out", { work: { intentsDue: since(minutes(5)) } }, [["STANDSTILL", "critical", /3 intents are overdue/]]],
  ["work for a paused connection", { work: { due: since(minutes(5)), connections: [paused] } }, [["PAUSED", "error", /paused since 2026-11-20 01:30:00Z \(credential refused\); 3 are waiting.*resume books/]]],
  ["a paused connection that nothing waits for", { work: { connections: [paused] } }, []],
  ["an ERP that fails since a moment", { work: { due: since(minutes(5)), connections: [failing(20_000)] } }, []],
  ["an ERP that fails for a minute", { work: { due: since(minutes(5)), connections: [failing(minutes(1))] } }, [["FAILING", "error", /failed for 1 min/]]],
  ["an ERP that fails for an hour", { work: { due: since(minutes(65)), connections: [failing(minutes(65))] } }, [["FAILING", "critical", /1 h 5 min; 3 are waiting/]]],
  ["polls that fail since a moment", { work: { connections: [unpolled(20_000)] } }, []],
  ["polls that fail for an hour", { work: { connections: [unpolled(minutes(65))] } }, [["POLLS_FAIL", "error", /1 h 5 min: order SO-3: locked.*connections test books/]]],
  ["a peer that answers no call since a moment (F3)", { work: { connections: [silent(20_000)] } }, []],
  ["a peer that has answered no call for more than an hour (issue 25)", { work: { connections: [silent(minutes(61))] } }, [["PEER_FAILS", "critical", /1 h 1 min/]]],
  ["a peer that has answered no call for three minutes (F3)", { work: { intentsDue: since(minutes(3)), connections: [silent(minutes(3))] } }, [["PEER_FAILS", "error", /3 min; the first that failed: createOutboundOrder: ECONNREFUSED; 3 are waiting.*connections test books/]]],
  ["dead letters", { work: { dead: since(minutes(60 * 50)) } }, [["DEAD_LETTERS", "error", /3 dead letters, the oldest 2 d 2 h old.*replay/]]],
  [
    "dead letters of one cause, with the command that sends them again (F6)",
    { work: { dead: since(minutes(60)), deadCauses: [{ connection: "books", cause: "unlisted: it's locked", count: 2 }] } },
    [["DEAD_LETTERS", "error", /2 for the cause "unlisted: it's locked".*replay --connection books --cause 'unlisted: it'\\''s locked'`, which counts them/]]
  ],
  [
    "deliveries to a connection that is gone",
    { contents: { unserved: since(minutes(5)) }, work: { due: since(minutes(5)) } },
    [["CONNECTION_UNKNOWN", "error", /3 deliveries wait for it, the oldest for 5 min, but this connection does not exist.*cancel --connection books/]]
  ],
  ["Doubtful intents whose words nobody lists", { work: { doubtfulWords: [{ connection: "books", words: "OUT_OF_STOCK: none left", count: 38 }] } }, [["DOUBTFUL_REFUSED", "error", /38 orders are in doubt.*OUT_OF_STOCK: none left.*listedFaults: \{"OUT_OF_STOCK: none left": "rejected"\}.*refusals: "final"/]]],
  ["orders that a peer had refused and has", { work: { refusedAndDone: [{ ...since(minutes(20), 1)[0]!, number: "SO-1" }] } }, [["REFUSED_AND_DONE", "warning", /1 order that it has nevertheless.*SO-1.*20 min ago.*refusals: "in doubt"/]]],
  ["Doubtful intents, soon", { work: { doubtful: since(minutes(10)) } }, []],
  ["orders that the warehouse does not show", { work: { open: [{ ...since(minutes(20))[0]!, is: "absent" }] } }, [["ORDERS_NOT_SHOWN", "warning", /3 orders that it does not show.*20 min.*intents reopen/]]],
  ["a restored backup", { work: { restoredSince: now - minutes(20), due: since(minutes(15)), doubtful: since(minutes(5)) } }, [["RESTORED", "warning", /3 deliveries wait.*3 creates.*restore end/]]],
  ["a service that does not take what it is told of a shop (P-381)", { work: { untoldShops: [{ connection: "shop", since: now - minutes(9), because: "RequestInvalid: /customerId" }] } }, [["SHOP_NOT_TOLD", "warning", /failed for 9 min: RequestInvalid: \/customerId/]]],
  ["a registration for callbacks that fails (M8)", { work: { unregistered: [{ connection: "shop", since: now - minutes(9), because: "Rejected: no such host" }] } }, [["SUBSCRIPTION_FAILS", "warning", /failed for 9 min: Rejected: no such host/]]],
  ["orders of an ERP that were not placed, not cancelled and not read (M3)", {
    work: {
      readyOrders: [
        { connection: "source", state: "refused", count: 2, oldest: now - minutes(5), number: "SO-1", message: "no such street" },
        { connection: "source", state: "cancelling", count: 1, oldest: now - minutes(5), number: "SO-2", message: "no answer" },
        { connection: "source", state: "placed", count: 1, oldest: now - minutes(5), number: "SO-3", message: "DIFFERENT_CONTENT: x" }
      ]
    }
  }, [
    ["ERP_ORDERS_NOT_PLACED", "warning", /2 orders of this ERP were not placed at a warehouse; the first, SO-1, since 5 min: no such street/],
    ["ERP_ORDERS_NOT_CANCELLED", "warning", /not yet at the warehouse; the first, SO-2/],
    ["ERP_ORDERS_DIFFER", "warning", /as they were before a change/]
  ]],
  ["orders of shops that were not taken", { work: { untaken: [{ scope: "shops", is: "no-shop", count: 2, oldest: now - minutes(60) }] } }, [["SHOP_ORDERS_NOT_TAKEN", "warning", /2 orders of a shop were not taken.*name no shop/]]],
  ["orders without news", { work: { open: [{ ...since(minutes(9000))[0]!, is: "still" }] } }, [["ORDERS_STAND_STILL", "warning", /nothing new about 3 orders.*6 d.*standstillAfter/]]],
  ["Doubtful intents, long", { work: { doubtful: since(minutes(20)) } }, [["DOUBTFUL", "error", /may or may not have 3 orders.*20 min.*intents decide/]]],
  ["cancels that wait, soon", { work: { cancels: since(20_000) } }, []],
  ["cancels that wait for a minute (F12)", { work: { cancels: since(minutes(1)) } }, [["CANCELS_WAIT", "warning", /1 min/]]],
  ["decisions without an answer that nothing has confirmed", { work: { blind: since(minutes(2), 2).map((row) => ({ ...row, is: "asking" as const })) } }, [["DECIDED_BLIND", "warning", /2 creates were decided .* could not be asked.*next: nothing, once the peer answers/]]],
  ["decisions without an answer that were wrong", { work: { blind: since(minutes(2), 1).map((row) => ({ ...row, is: "wrong" as const })) } }, [["DECIDED_WRONGLY", "critical", /1 creates were decided .*shows the contrary.*next: .*intents decide/]]],
  ["cancels that wait, long", { work: { cancels: since(minutes(20)) } }, [["CANCELS_WAIT", "error", /3 cancels have not reached the warehouse.*20 min.*may be shipped/]]],
  ["intents that wait for a paused connection", { work: { held: [{ ...since(0)[0]!, because: "paused" }] } }, [["HELD", "warning", /wait because the connection is paused.*connections resume/]]],
  [
    "intents that wait for a connection whose credential is refused",
    { work: { held: [{ ...since(0)[0]!, because: "paused" }], connections: [{ id: "books", paused: { because: "bad sign", at: now }, failingSince: undefined }] } },
    [["HELD", "warning", /wait because the connection is paused: bad sign.*connections resume/]]
  ],
  ["intents that wait for a person", { work: { held: [{ ...since(0)[0]!, because: "no warehouse of this name" }] } }, [["HELD", "warning", /no warehouse of this name.*maps unmatched/]]],
  [
    "intents that wait for names, with the rows to write (issue 25)",
    { work: { held: [{ connection: "books", count: 2, oldest: now, because: "/warehouseCode: \"WH-9\" has no row in the mapping table" }], missingNames: [{ connection: "books", scope: "warehouse:acc-1", kind: "warehouse", name: "WH-9" }, { connection: "books", scope: "warehouse:acc-1", kind: "channel", name: "It's express" }] } },
    [["HELD", "warning", /maps set warehouse 'WH-9' '<its name at the peer>' --link warehouse:acc-1`; `crossdock maps set channel 'It'\\''s express'/]]
  ],
  [
    "a stored connection whose peer answers 401, with the command (issue 25)",
    { work: { connections: [{ id: "wh", paused: undefined, failingSince: undefined, callsFail: { since: now - minutes(5), because: "the peer, or a proxy in front of it, answered HTTP 401 without a valid response" } }], secrets: [{ id: "wh", names: ["secretKey"], isDeclared: false }] } },
    [["PEER_FAILS", "error", /connections test wh.*connections rotate wh secretKey=@new-secret --test/]]
  ],
  [
    "a declared connection that is paused because its credential is refused (issue 25)",
    { work: { due: [{ connection: "wh", count: 1, oldest: now }], connections: [{ id: "wh", paused: { because: "E401: wrong sign", at: now }, failingSince: undefined }], secrets: [{ id: "wh", names: ["secretKey", "appKey"], isDeclared: true }] } },
    [["PAUSED", "error", /change secretKey or appKey of wh in the composition file and restart the runner, then run `crossdock connections resume wh`/]]
  ],
  ["a registration that lapsed", { work: { lapsed: [{ connection: "wh", at: now - minutes(60) }] } }, [["SUBSCRIPTION_LAPSED", "warning", /1 h ago/]]],
  ["stock that a shop is not told, soon", { work: { stock: { ...noStock, failing: [{ job: "publish", scope: "platform:web", since: now - minutes(4), message: "updateStock: HTTP 503" }] } } }, []],
  [
    "stock that a shop is not told, and a warehouse that cannot be compared",
    { work: { stock: { ...noStock, failing: [{ job: "publish", scope: "platform:web", since: now - minutes(20), message: "updateStock: HTTP 503" }, { job: "compare", scope: "warehouse:north", since: now - minutes(20), message: "syncInventory failed" }] } } },
    [["STOCK_NOT_PUBLISHED", "warning", /20 min: updateStock: HTTP 503.*may sell/], ["STOCK_NOT_COMPARED", "warning", /20 min: syncInventory failed/]]
  ],
  ["stock that a shop does not count (0040)", { work: { stock: { ...noStock, untracked: [{ scope: "platform:web", skus: ["A", "B"] }] } } }, [["STOCK_UNTRACKED", "warning", /2 articles that the shop does not count.*"A", "B".*stock refused/]]],
  ["stock that a shop refuses", { work: { stock: { ...noStock, refused: [{ scope: "platform:web", count: 1, because: "no such article" }] } } }, [["STOCK_REFUSED", "warning", /1 article, for example because: no such article.*stock refused/]]],
  ["a warehouse whose stock differs from the books", { work: { stock: { ...noStock, drift: [{ scope: "warehouse:north", warehouse: "North", count: 3, since: now - minutes(120) }] } } }, [["STOCK_DRIFT", "warning", /3 SKUs in North, of the oldest for 2 h.*stock drift/]]],
  [
    "orders that a warehouse cannot ship",
    { work: { stock: { ...noStock, short: [{ scope: "warehouse:north", warehouse: "North", sku: "A", since: now - minutes(120), orders: ["S-1", "S-2", "S-3", "S-4", "S-5", "S-6"] }] } } },
    [["STOCK_SHORT", "error", /fewer pieces of "A" than are reserved there, for 2 h.*S-1, S-2, S-3, S-4, S-5 and 1 more.*stock show A`/]]
  ],
  ["a disk that is nearly full", { folder: { disk: { free: gigabytes(1), of: gigabytes(100) } } }, [["DISK_FULL", "critical", /1\.0 GB of 100 GB are free/]]],
  ["a disk that fills", { folder: { disk: { free: gigabytes(8), of: gigabytes(100) } } }, [["DISK_SMALL", "warning", /8\.0 GB/]]],
  ["a large disk with a small part free", { folder: { disk: { free: gigabytes(60), of: gigabytes(1000) } } }, []],
  ["a slow disk", { folder: { sync: { median: 80, slowest: 900 } } }, [["DISK_SLOW", "warning", /8 kB takes 80 ms on this disk, at worst 900 ms/]]],
  ["a disk that refuses", { folder: { sync: { message: "ENOSPC" } } }, [["DISK_REFUSES", "critical", /ENOSPC/]]],
  ["a key that others read", { folder: { readable: ["secret-key"] } }, [["SECRETS_READABLE", "warning", /secret-key.*chmod/]]],
  ["a folder of another user", { folder: { isWritable: false } }, [["FOLDER_READ_ONLY", "warning", /user/]]],
  ["F7 a runner that is not ready", { runner: { admin: { is: "runner", ok: false, reasons: ["the database does not accept writes: it is full"] } } }, [["NOT_READY", "critical", /does not accept writes: it is full/]]],
  ["a runner that hangs", { runner: { admin: { is: "silent" } } }, [["RUNNER_SILENT", "critical", /SIGTERM/]]],
  ["a runner of another folder", { runner: { ...stopped, admin: { is: "runner", ok: true, reasons: [] }, public: { is: "runner", ok: true, reasons: [] } } }, [["OTHER_FOLDER", "warning", /CROSSDOCK_DATA/]]],
  ["ports that others have", { runner: { ...stopped, admin: { is: "stranger" }, public: { is: "silent" } } }, [["PORT_TAKEN", "error", /CROSSDOCK_ADMIN_PORT/], ["PORT_TAKEN", "error", /port 8080 .*set PORT/]]],
  ["a composition that does not fit", { facts: { composition: { file: "c.ts", problems: [{ path: "/links/0", message: "no" }, { path: "/links/1", message: "no" }] } } }, [["COMPOSITION_INVALID", "error", /c\.ts .*\/links\/0: no, and 1 more.*config check/]]],
  ["a caller that has long had its new secret", { contents: { secrets: replaced(5, undefined) } }, []],
  ["a caller that still has time to change its secret", { contents: { secrets: replaced(20, 1) } }, []],
  ["M1 a caller that uses its earlier secret when half of the overlap is over", { contents: { secrets: replaced(9, 2) } }, [["EARLIER_SECRET_USED", "warning", /caller gateway acc-1 .*ends in 9 h.*10\.0\.0\.7, 2 h ago.*`crossdock links end-secret warehouse:acc-1 --protocol gateway` ends/]]],
  ["M1 a caller that uses its earlier secret in the last hour", { contents: { secrets: replaced(0.5, 2) } }, [["EARLIER_SECRET_USED", "error", /ends in 30 min/]]],
  ["M1 a caller that is refused, because its secret has ended", { contents: { secrets: replaced(-2, 3, 1) } }, [["ENDED_SECRET_USED", "error", /ended 2 h ago; the last from 10\.0\.0\.7, 1 h ago.*`crossdock links rotate warehouse:acc-1 --protocol gateway @new-secret`/]]],
  ["a secret that has ended and that nobody uses", { contents: { secrets: replaced(-2, 3) } }, []],
  ["no database yet", { runner: stopped, facts: { store: { is: "absent", place } } }, []]
]

describe("the doctor", () => {
  it.each(cases)("%s", (_, change, expected) => {
    const found = judge(seen(change))
    assert.deepStrictEqual(found.map(({ code, severity }) => [code, severity]), expected.map(([code, severity]) => [code, severity]))
    for (const [at, { next, message, where }] of found.entries()) assert.match(`${where} ${message} next: ${next}`, expected[at]![2])
  })

  it("puts what is gravest first, and says what it looked at", () => {
    const told = report(seen({ contents: { damage: [table] }, work: { dead: since(minutes(60)) }, folder: { readable: ["secret-key"] } }))
    assert.deepStrictEqual(told.findings.map(({ severity }) => severity), ["critical", "error", "warning"])
    assert.deepInclude(told, { ok: false, database: place })
    assert.deepInclude(told.seen, { pages: "damaged", key: "decrypts the stored secrets", runner: "is up, and ready" })
  })
})
