/**
 * A third contract with rows and a module of this folder alone goes through every engine: creates, polls, events, deliveries to an ERP,
 * the admin API and retention.
 */
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type { Composed } from "../../../src/Composition.ts"
import { Intents } from "../../../src/intents/Intents.ts"
import * as JobRows from "../../../src/jobs/JobRows.ts"
import * as Jobs from "../../../src/jobs/Jobs.ts"
import { Retention } from "../../../src/jobs/Retention.ts"
import { Outbox } from "../../../src/outbox/Outbox.ts"
import { IncomingEvents } from "../../../src/records/IncomingEvents.ts"
import { Database } from "../../../src/store/Database.ts"
import * as ContractRegistry from "../../../src/ContractRegistry.ts"
import * as AdminWorld from "../../api/AdminWorld.ts"
import { onBothDatabases } from "../../support/Databases.ts"
import { during, inWorldOn, nothingOwed, until, type World } from "../../support/World.ts"
import * as DeskPeer from "./DeskPeer.ts"
import * as Tickets from "./Tickets.ts"

/** A number that no message to the ERP can have, so the reaction dies. */
const unwritable = ""

/** The most lines of a further contract: its operations, and all that the runner needs of it. */
const most = 120

describe("a further contract", () => {
  const read = (...path: ReadonlyArray<string>) => readFileSync(join(import.meta.dirname, ...path), "utf8")
  const sources = join(import.meta.dirname, "..", "..", "..", "src")

  it("costs at most 120 lines, of which none is long", () => {
    const lines = read("Tickets.ts").trimEnd().split("\n")
    assert.isAtMost(lines.length, most)
    assert.deepStrictEqual(lines.filter((line) => line.length > 160 && !line.startsWith("export const contract")), [])
  })

  it("is named in no file of the runner", () => {
    const naming = readdirSync(sources, { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".ts") && /ticket|desk\/v1/i.test(readFileSync(join(sources, file), "utf8")))
    assert.deepStrictEqual(naming, [])
  })
})

onBothDatabases("a contract that no engine knows", (fresh) => {
  const inWorld = inWorldOn(fresh)

  /** A runner with one more contract, and a link of its ERP to a desk. */
  const withDesk = (title: string, test: (w: World, desk: ReturnType<typeof DeskPeer.desk>) => Effect.Effect<unknown, unknown, any>) => {
    const desk = DeskPeer.desk()
    const composing = (composed: Composed): Composed => ({
      ...composed,
      plugins: new Map([...composed.plugins, [desk.plugin.id, desk.plugin]]),
      connections: [...composed.connections, { ...composed.connections.find(({ id }) => id === "wh")!, id: "desk", plugin: desk.plugin, facts: {}, pollInterval: 10_000, visibilityDelay: 2000 }],
      links: [{ ...composed.links[0]!, scope: "tickets:acc-1", peer: "desk", entrances: [] }]
    })
    inWorld(title, { isIdle: true, contracts: [...ContractRegistry.all, Tickets.rows], composing }, (w) =>
      Effect.andThen(Tickets.takingEvents, test(w, desk)))
  }

  const begin = Effect.gen(function*() {
    yield* Effect.forkScoped((yield* Intents).run)
    yield* Effect.forkScoped((yield* Outbox).run)
  })
  const open = (w: World, ticketNumber: string) =>
    Effect.flatMap(Intents, (intents) => during(intents.submit(w.link, Tickets.OpenTicket, { ticketNumber, text: "nobody is in" }, "{}")))
  const resolve = (ticketNumber: string) =>
    Effect.flatMap(IncomingEvents, (events) => events.take("desk", { _tag: "TicketResolved", ticketNumber } satisfies Tickets.Resolved))
  const rows = (text: string) => Effect.flatMap(Database, (db) => db.query(text))
  const told = (w: World) => w.erp.received.map(({ content }) => content.orderNumber)

  withDesk("has its creates stored before they are sent, once for each number", (w, desk) =>
    Effect.gen(function*() {
      const db = yield* Database
      yield* begin
      const states: Array<unknown> = []
      desk.manners.beforeOpening = Effect.orDie(Effect.map(db.query("select state from intent"), (found) => states.push(...found.map(({ state }) => state))))
      assert.deepStrictEqual([yield* open(w, "T-1"), yield* open(w, "T-1")], [{ reference: "D-1" }, { reference: "D-1" }])
      assert.deepStrictEqual([states, desk.calls], [["InFlight"], ["openTicket"]])
      assert.deepStrictEqual(yield* rows("select kind, number, peer_number, is_open from entity"), [{ kind: "ticket", number: "T-1", peer_number: "D-1", is_open: 1 }])
    }))

  withDesk("is asked about a create whose answer was lost, which is not sent again", (w, desk) =>
    Effect.gen(function*() {
      yield* begin
      desk.manners.losesAnswer = true
      assert.deepStrictEqual(yield* open(w, "T-1"), { reference: "D-1" })
      assert.deepStrictEqual(desk.calls, ["openTicket", "findTickets"])
    }))

  withDesk("is polled by its job until its records have ended, and the ERP is told", (w, desk) =>
    Effect.gen(function*() {
      yield* begin
      yield* open(w, "T-1")
      yield* Effect.forkScoped(Jobs.run(JobRows.jobsOf(Tickets.jobs)))
      yield* until(Effect.sync(() => desk.calls.includes("findTickets")))
      desk.tickets[0]!.phase = "resolved"
      yield* until(Effect.sync(() => w.erp.received.length === 1))
      assert.deepStrictEqual(told(w), ["T-1"])
      assert.deepStrictEqual(yield* rows("select phase, is_open from entity"), [{ phase: "resolved", is_open: 0 }])
      assert.deepStrictEqual(yield* rows("select name, connection from job"), [{ name: "poll", connection: "desk" }])
    }))

  withDesk("has the delivery of an event stored in the transaction of the event, or neither", (w) =>
    Effect.gen(function*() {
      yield* resolve("T-1")
      yield* resolve("T-1")
      assert.deepStrictEqual((yield* rows("select connection, operation, state from delivery")).map((row) => Object.values(row)), [["books", "receiveOutboundStatus", "Pending"]])
      yield* Effect.exit(resolve(unwritable))
      assert.deepStrictEqual((yield* rows("select number from entity")).map(({ number }) => number), ["T-1"])
      yield* begin
      yield* nothingOwed
      assert.deepStrictEqual(told(w), ["T-1"])
    }))

  withDesk("has its records and creates in the lists of the admin API, and retention deletes them", (w) =>
    Effect.gen(function*() {
      const client = yield* AdminWorld.client(w)
      yield* begin
      yield* open(w, "T-1")
      yield* open(w, "T-2")
      yield* resolve("T-1")
      yield* nothingOwed
      const { items } = yield* client.orders.list({ query: { kind: "ticket" } })
      assert.sameDeepMembers(items.map(({ kind, number, phase }) => ({ kind, number, phase })), [
        { kind: "ticket", number: "T-1", phase: "resolved" },
        { kind: "ticket", number: "T-2", phase: undefined }
      ])
      const { items: [shown] } = yield* client.orders.show({ params: { number: "T-1" }, query: {} })
      assert.strictEqual(shown?.message, "resolved (number there: D-1); the ERP is informed")
      assert.deepStrictEqual(shown?.intents.map(({ kind, operation, peerNumber }) => [kind, operation, peerNumber]), [["ticket", "openTicket", "D-1"]])
      assert.strictEqual((yield* Effect.flip(client.orders.list({ query: { kind: "parcel" } })))._tag, "NotFound")
      for (const table of ["entity", "intent", "history", "delivery"]) {
        yield* rows(`update ${table} set ${table === "history" ? "at = at" : "updated_at = updated_at"} - 400 * 86400000.0`)
      }
      yield* Effect.flatMap(Retention, (retention) => during(retention.prune, 600_000))
      assert.deepStrictEqual((yield* rows("select number from entity")).map(({ number }) => number), ["T-2"])
      assert.deepStrictEqual((yield* rows("select number from entity where id in (select entity from intent)")).map(({ number }) => number), ["T-2"])
    }))
})
