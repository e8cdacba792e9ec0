import { WarehouseV1 } from "@crossdock/core"
import { assert, describe } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { mkdtempSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Dispatch } from "../../src/contracts/warehouse/Dispatch.ts"
import { Retention } from "../../src/jobs/Retention.ts"
import { FindingWatch } from "../../src/findings/FindingWatch.ts"
import { Database } from "../../src/store/Database.ts"
import { token } from "../api/AdminWorld.ts"
import { asn, order } from "../support/Orders.ts"
import { during, until, type World } from "../support/World.ts"
import { inWorld } from "./CommandWorld.ts"
import { crossdock } from "./Shell.ts"

const create = (w: World, asked = order("SO-1")) =>
  Effect.flatMap(Dispatch, (dispatch) => during(Effect.exit(dispatch.call(w.link, WarehouseV1.CreateOutboundOrder, asked, ""))))

const personal = ["Ada Example", "+31 20 000 0000", "ada@example.invalid", "Singel 1", "1012 AA"]

describe("commands that ask a runner", () => {
  inWorld("the token comes from its file, the environment or the flag; a wrong one cannot reach the runner", {}, (_, run, environment) =>
    Effect.gen(function*() {
      assert.strictEqual((yield* run("connections", "ls")).code, 0)
      const secret = Redacted.value(token)
      const elsewhere = { CROSSDOCK_ADMIN_PORT: environment.CROSSDOCK_ADMIN_PORT! }
      assert.strictEqual((yield* crossdock(["connections", "ls"], { ...elsewhere, CROSSDOCK_ADMIN_TOKEN: secret })).code, 0)
      const address = `http://127.0.0.1:${environment.CROSSDOCK_ADMIN_PORT}`
      assert.strictEqual((yield* crossdock(["connections", "ls", "--admin", address, "--token", secret])).code, 0)
      const wrong = yield* run("connections", "ls", "--token", "wrong")
      assert.strictEqual(wrong.code, 3)
      assert.match(wrong.err, /send the admin token .* it is in the file admin-token of the data folder/)
      assert.notInclude(wrong.err, secret)
    }))

  inWorld("orders ls and show: where it is, what happened, and nothing personal", {}, (w, run) =>
    Effect.gen(function*() {
      const none = yield* run("orders", "ls")
      assert.include(none.out, "place one: crossdock call createOrder --example")
      yield* create(w)
      Object.assign(w.warehouse.orders[0]!, { phase: "shipped", status: "SHIPPED", trackingNumber: "T-1" })
      yield* until(Effect.sync(() => w.erp.received.some(({ content }) => content.phase === "shipped")))
      const shown = yield* run("orders", "show", "SO-1")
      assert.strictEqual(shown.code, 0)
      assert.match(shown.out, /^outbound order SO-1, link warehouse:acc-1: shipped, tracking number T-1 \(number there: W-1\); the ERP is informed/)
      for (const heading of ["\nparcels\n", "\nintents\n", "\ndeliveries to the ERP\n", "\nhistory\n"]) assert.include(shown.out, heading)
      const json = yield* run("orders", "show", "SO-1", "--json")
      assert.deepInclude(JSON.parse(json.out).items[0], { number: "SO-1", phase: "shipped", trackingNumber: "T-1" })
      const list = yield* run("orders", "ls", "--kind", "outbound", "--limit", "1", "--json")
      assert.strictEqual(JSON.parse(list.out).items[0].number, "SO-1")
      const text = [shown, json, list].map(({ out }) => out).join()
      for (const value of personal) assert.notInclude(text, value)
      const missing = yield* run("orders", "show", "SO-2")
      assert.strictEqual(missing.code, 1)
      assert.include(missing.err, "there is no order \"SO-2\"")
      const pages = yield* run("orders", "ls", "--limit", "5000")
      assert.strictEqual(pages.code, 2)
      assert.match(pages.err, /limit is not valid: Expected a value between 1 and 1000/)
    }))

  inWorld("an inbound order shows what was received", {}, (w, run) =>
    Effect.gen(function*() {
      const dispatch = yield* Dispatch
      yield* during(dispatch.call(w.link, WarehouseV1.CreateInboundOrder, asn("ASN-1"), ""))
      Object.assign(w.warehouse.asns[0]!, { phase: "receiving" })
      w.warehouse.asns[0]!.received.set("SKU-2", { good: 2, bad: 1 })
      yield* until(Effect.sync(() => w.erp.received.some(({ operation }) => operation === "receiveInboundProgress")))
      const shown = yield* run("orders", "show", "ASN-1", "--kind", "inbound")
      assert.match(shown.out, /\nreceived\n {2}sku .*\n(?: {2}.*\n)* {2}SKU-2 +4 +3 +2 +1 +1/)
    }))

  inWorld("connections: show, test, pause and resume", {}, (w, run) =>
    Effect.gen(function*() {
      assert.match((yield* run("connections", "ls")).out, /^id +plugin +environment .*\n(?:.*\n)*wh +warehouse-fake +production/)
      const test = yield* run("connections", "test", "wh")
      assert.strictEqual(test.code, 0)
      assert.match(test.out, /ok +credentials +accepted\n(?:.*\n)*\nwh works$/)
      w.warehouse.plan("listWarehouses", "credential")
      const refused = yield* run("connections", "test", "wh")
      assert.strictEqual(refused.code, 1)
      assert.match(refused.out, /FAILED +credentials +refused: /)
      const paused = yield* run("connections", "pause", "wh", "--because", "stocktaking")
      assert.include(paused.out, "wh is paused")
      yield* create(w)
      assert.match((yield* run("connections", "show", "wh")).out, /state +paused: stocktaking/)
      const resumed = yield* run("connections", "resume", "wh")
      assert.include(resumed.out, "wh is running again; 1 held orders continue")
      assert.strictEqual((yield* run("connections", "show", "nobody")).code, 1)
    }))

  inWorld("intents: a doubtful one is listed with what to do, decided once, and shown without what is personal", {}, (w, run) =>
    Effect.gen(function*() {
      w.warehouse.hide(true)
      w.warehouse.plan("createOutboundOrder", "lose-answer")
      yield* create(w)
      const { items: [{ id }] } = JSON.parse((yield* run("intents", "ls", "--json")).out)
      const shown = yield* run("intents", "show", id)
      assert.include(shown.out, `crossdock intents decide ${id} delivered`)
      for (const value of personal) assert.notInclude(shown.out, value)
      assert.include((yield* run("intents", "show", id, "--reveal", "--as", "Ada", "--why", "ticket 7")).out, "Ada Example")
      const wrong = yield* run("intents", "decide", id, "maybe")
      assert.strictEqual(wrong.code, 2)
      const unproven = yield* run("intents", "decide", id, "delivered")
      assert.strictEqual(unproven.code, 1)
      assert.include(unproven.err, "--peer-number and --yes")
      const decided = yield* run("intents", "decide", id, "Delivered", "--peer-number", "W-9", "--yes", "--as", "Ada")
      assert.strictEqual(decided.out, "the intent of SO-1 is now Delivered")
      const twice = yield* run("intents", "decide", id, "dead")
      assert.strictEqual(twice.code, 1)
      assert.include(twice.err, "this intent is Delivered")
      assert.strictEqual((yield* run("intents", "ls")).out, "no intent is waiting")
      assert.strictEqual((yield* run("intents", "reopen", id)).out, "the intent of SO-1 is Doubtful again; the runner asks the warehouse for it")
    }))

  inWorld("intents: those that wait are counted by cause, and decided together with --yes and a reason", { refusals: "in doubt" }, (w, run) =>
    Effect.gen(function*() {
      w.warehouse.hide(true)
      for (const number of ["SO-1", "SO-2"]) {
        w.warehouse.plan("createOutboundOrder", { refuses: "OUT_OF_STOCK" })
        yield* create(w, order(number))
      }
      assert.match((yield* run("intents", "ls", "--by", "cause")).out, /^2 +Doubtful +wh .* SO-2 +OUT_OF_STOCK$/m)
      const counted = yield* run("intents", "decide", "dead", "--cause", "out_of_stock")
      assert.match(counted.out, /^2 Doubtful intents would be given up; the warehouse is asked about each of them first\n/)
      assert.include(counted.err, "repeat with --yes and --reason")
      for (const [words, because] of [
        [["decide", "dead"], /write the id of an intent before the decision, or choose several/],
        [["decide", "dead", "--all", "--yes"], /--yes needs --reason/],
        [["decide", "00000000-0000-0000-0000-000000000000", "dead", "--all"], /not both/]
      ] as const) {
        const wrong = yield* run("intents", ...words)
        assert.deepStrictEqual([wrong.code, because.test(wrong.err)], [2, true], wrong.err)
      }
      const done = yield* run("intents", "decide", "dead", "--cause", "out_of_stock", "--yes", "--reason", "sold out", "--as", "Ada")
      assert.deepStrictEqual([done.code, done.out], [0, "2 of 2 Doubtful intents are given up"])
      assert.strictEqual((yield* run("intents", "ls")).out, "no intent is waiting")
      assert.match((yield* run("orders", "show", "SO-1")).out, /Ada \(admin token\) +decided +will not be sent: sold out/)
    }))

  inWorld("deliveries: dead letters are counted first, replayed with --yes or by id", {}, (w, run) =>
    Effect.gen(function*() {
      w.erp.plan("refuse", "refuse")
      yield* create(w)
      yield* create(w, order("SO-2"))
      const dead = Effect.map(run("deliveries", "ls", "--dead", "--json"), ({ out }): ReadonlyArray<{ readonly id: string }> => JSON.parse(out).items)
      yield* until(Effect.map(dead, (items) => items.length === 2))
      const [first, second] = yield* dead
      assert.match((yield* run("deliveries", "ls", "--by", "cause")).out, /2 +Dead +books +.* refuse/)
      assert.match((yield* run("deliveries", "show", first!.id)).out, /state +Dead\n(?:.*\n)*attempts\n.*\n.*push +1 .*Rejected/)
      const counted = yield* run("deliveries", "replay", "--cause", "refuse")
      assert.match(counted.out, /^2 dead letters would be queued again/)
      assert.include(counted.err, "repeat with --yes")
      assert.strictEqual((yield* dead).length, 2)
      const one = yield* run("deliveries", "replay", first!.id)
      assert.deepStrictEqual([one.code, one.out], [0, "1 dead letters queued again"])
      const none = yield* run("deliveries", "replay", "--dead", "--until", "1d")
      assert.match(none.out, /^0 dead letters would be/)
      const window = yield* run("deliveries", "ls", "--since", "1d", "--until", "2d")
      assert.strictEqual(window.out, "no deliveries match")
      const again = yield* run("deliveries", "replay", first!.id)
      assert.strictEqual(again.code, 1)
      assert.include(again.err, "1 of the given ids were not processed")
      const cancelled = yield* run("deliveries", "cancel", "--cause", "refuse", "--since", "1d", "--yes", "--as", "Ada")
      assert.include(cancelled.out, "1 deliveries cancelled")
      assert.include((yield* run("deliveries", "show", second!.id)).out, "Cancelled")
    }))

  inWorld("deliveries: delivered messages are counted, and sent again with --yes and a reason", {}, (w, run) =>
    Effect.gen(function*() {
      yield* create(w)
      yield* until(Effect.map(run("deliveries", "ls", "--state", "Delivered"), ({ out }) => out.includes("Delivered")))
      const sent = w.erp.received.length
      const counted = yield* run("deliveries", "resend", "--connection", "books", "--since", "1d")
      assert.strictEqual(counted.code, 0)
      assert.match(counted.out, /^1 delivered messages would be sent again\n/)
      assert.strictEqual(counted.err, "\nnothing was changed; repeat with --yes to carry it out")
      const unsaid = yield* run("deliveries", "resend", "--number", "SO-1", "--yes")
      assert.deepStrictEqual([unsaid.code, unsaid.err.includes("--yes needs --reason")], [2, true])
      const done = yield* run("deliveries", "resend", "--number", "SO-1", "--yes", "--reason", "lost", "--as", "Ada")
      assert.deepStrictEqual([done.code, done.out], [0, "1 delivered messages queued to be sent again"])
      assert.match(done.err, /messages that were delivered before .* are not kept \(retention\.delivered\)/)
      yield* until(Effect.sync(() => w.erp.received.length === sent + 1))
      const again = yield* run("deliveries", "resend", "--number", "SO-1", "--yes", "--reason", "lost")
      assert.match(again.out, /^0 delivered messages queued to be sent again\n1 more were sent again already; --resent-before/)
      assert.match((yield* run("orders", "show", "SO-1")).out, /Ada \(admin token\) +decided +delivery .* is sent again: lost/)
      assert.strictEqual((yield* run("deliveries", "resend")).code, 2)
    }))

  inWorld("retention: how long everything is kept, and what was removed", {}, (w, run) =>
    Effect.gen(function*() {
      assert.include((yield* run("retention")).out, "nothing yet")
      w.erp.plan("refuse")
      yield* create(w)
      yield* until(Effect.map(run("deliveries", "ls", "--dead"), ({ out }) => out.includes("Dead")))
      yield* (yield* Database).query("update delivery set updated_at = $1", [-91 * 86_400_000])
      yield* during((yield* Retention).prune)
      const { code, out } = yield* run("retention")
      assert.strictEqual(code, 0)
      assert.match(out, /^dead letters +90 +retention\.dead$/m)
      assert.match(out, /^deliveries +30 +retention\.delivered$/m)
      assert.match(out, /1 dead letters of before .* removed/)
      const { removed, rules } = JSON.parse((yield* run("retention", "--json")).out)
      assert.deepStrictEqual([removed.length, rules.length], [1, 13])
    }))

  inWorld("findings: what is wrong with what to do, and what was wrong", {}, (w, run) =>
    Effect.gen(function*() {
      const { examine } = yield* FindingWatch
      yield* during(examine)
      assert.include((yield* run("findings", "ls")).out, "nothing is wrong")
      w.erp.plan("refuse")
      yield* create(w)
      yield* until(Effect.map(run("deliveries", "ls", "--dead"), ({ out }) => out.includes("Dead")))
      yield* during(examine)
      const { code, out } = yield* run("findings", "ls")
      assert.strictEqual(code, 0)
      assert.match(out, /^error {5}DEAD_LETTERS {2}connection books, since .*\n {2}1 dead letters.*\n {2}next: correct what the cause names.*\n {2}id: dead-letters-/)
      yield* (yield* Database).query("update delivery set state = 'Cancelled' where state = 'Dead'")
      yield* during(examine)
      assert.match((yield* run("findings", "ls", "--ended")).out, /DEAD_LETTERS +connection books +dead-letters-/)
    }))

  inWorld("maps: rows by hand and by file, out and in again", { links: [{ mapping: "required" }] }, (w, run) =>
    Effect.gen(function*() {
      yield* create(w)
      const unmatched = yield* run("maps", "unmatched")
      assert.match(unmatched.out, /sku +E-1 +erp +1 /)
      assert.include(unmatched.out, "add a row: crossdock maps set sku E-1 <theirs>")
      const set = yield* run("maps", "set", "sku", "E-1", "SKU-1")
      assert.strictEqual(set.out, "1 row written for warehouse:acc-1; 1 held orders continue")
      yield* until(Effect.sync(() => w.warehouse.orders.length === 1))
      const file = join(mkdtempSync(join(tmpdir(), "crossdock-maps-")), "maps.csv")
      writeFileSync(file, "kind;ours;theirs\nchannel;DHL;STD\n")
      assert.include((yield* run("maps", "import", file)).out, "1 row written")
      const exported = yield* run("maps", "export")
      assert.strictEqual(exported.out, "kind,ours,theirs\r\nchannel,DHL,STD\r\nsku,E-1,SKU-1")
      writeFileSync(file, `${exported.out}\nhat,a,b\n`)
      const refused = yield* run("maps", "import", file, "--json")
      assert.strictEqual(refused.code, 2)
      assert.include(JSON.parse(refused.out).error.message, "line 4: \"hat\" is not a kind")
      assert.include((yield* run("maps", "fill", "warehouse")).out, "1 names listed: 1 rows written")
      assert.match((yield* run("maps", "ls", "channel")).out, /channel +DHL +STD +file/)
      assert.strictEqual((yield* run("maps", "rm", "channel", "DHL")).code, 0)
      assert.strictEqual((yield* run("maps", "rm", "channel", "DHL")).code, 1)
      assert.strictEqual((yield* run("maps", "ls", "--link", "acc-9")).code, 1)
    }))
})
