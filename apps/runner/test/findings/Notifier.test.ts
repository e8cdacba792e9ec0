import { assert, describe, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { TestClock } from "effect/testing"
import { createHmac } from "node:crypto"
import { readdirSync, readFileSync } from "node:fs"
import { RunnerConfig, providerOf } from "../../src/EnvironmentVariables.ts"
import { FindingWatch } from "../../src/findings/FindingWatch.ts"
import { Notifier } from "../../src/findings/Notifier.ts"
import * as NotifierSettings from "../../src/findings/NotifierSettings.ts"
import { kinds } from "../../src/doctor/FindingKinds.ts"
import { metrics } from "../../src/http/MetricsAnswer.ts"
import { Database } from "../../src/store/Database.ts"
import { onBothDatabases } from "../support/Databases.ts"
import { type Options, world } from "../support/World.ts"
import * as Receivers from "./Receivers.ts"

const guide = readFileSync(new URL("../../../../docs/guides/operate.md", import.meta.url), "utf8")
const secret = "a-secret-of-the-tests-1234567890"

/** Dead letters to a connection. */
const bury = (connection = "books", id = connection) =>
  Effect.gen(function*() {
    const now = yield* Clock.currentTimeMillis
    yield* (yield* Database).query(
      `insert into delivery (id, connection, scope, entity, operation, is_state, state, attempt, due_at, created_at, updated_at)
       values ($1, $2, 's', $1, 'receiveOutboundStatus', 0, 'Dead', 0, $3, $3, $3)`,
      [id, connection, now]
    )
  })
const unbury = Effect.flatMap(Database, (db) => db.query("update delivery set state = 'Cancelled'"))
/** One examination, and what is sent after it. */
const round = Effect.gen(function*() {
  yield* (yield* FindingWatch).examine
  yield* (yield* Notifier).sendDue
})
const minutes = (count: number) => TestClock.adjust(`${count} minutes`)

const toWebhook = (url: URL): NotifierSettings.NotifierSettings => ({ ...NotifierSettings.none, webhook: { url, secret: Redacted.make(secret) } })

onBothDatabases("a person", (fresh) => {
  const withSettings = (title: string, test: (begin: (settings: NotifierSettings.NotifierSettings, inside: Effect.Effect<unknown, unknown, any>, options?: Options) => Effect.Effect<unknown, unknown>) => Effect.Effect<unknown, unknown, any>) =>
    it.effect(title, () =>
      Effect.scoped(Effect.gen(function*() {
        const database = yield* Effect.promise(fresh)
        yield* test((notifier, inside, options = {}) => world(database, { isIdle: true, notifier, ...options }, () => inside as never) as never)
      })) as never)

  withSettings("is told once when it begins and once when it ends, signed so that the receiver can verify it (issue 25)", (begin) =>
    Effect.gen(function*() {
      const { posted, url } = yield* Receivers.webhook()
      yield* begin(toWebhook(url), Effect.gen(function*() {
        yield* round
        assert.deepStrictEqual(posted, [])
        yield* bury()
        yield* round
        yield* minutes(2)
        yield* round
        assert.strictEqual(posted.length, 1)
        const [{ body, headers }] = posted as [Receivers.Posted]
        const signed = createHmac("sha256", secret).update(`${String(headers["webhook-id"])}.${String(headers["webhook-timestamp"])}.${body}`).digest("base64")
        assert.strictEqual(headers["webhook-signature"], `v1,${signed}`)
        const [, code] = /<!-- example: verify-notification -->\n```js\n([^]*?)```/.exec(guide)!
        const { isGenuine } = yield* Effect.promise(() => import(`data:text/javascript,${encodeURIComponent(code!)}`))
        const seconds = (yield* Clock.currentTimeMillis) / 1000
        assert.isTrue(isGenuine(secret, headers, body, seconds))
        assert.isFalse(isGenuine(secret, headers, `${body} `, seconds))
        assert.isFalse(isGenuine(`${secret}x`, headers, body, seconds))
        assert.isFalse(isGenuine(secret, headers, body, seconds + 301))
        const { data, id, type } = JSON.parse(body)
        assert.deepStrictEqual([id, type], [headers["webhook-id"], "crossdock.findings"])
        assert.deepStrictEqual(data.ended, [])
        assert.deepInclude(data.began[0], { code: "DEAD_LETTERS", severity: "error", count: 1 })
        assert.strictEqual(data.began[0].findings[0].where, "connection books")
        yield* unbury
        yield* round
        yield* minutes(4)
        yield* round
        assert.strictEqual(posted.length, 1)
        yield* minutes(2)
        yield* round
        assert.strictEqual(posted.length, 2)
        const told = JSON.parse(posted[1]!.body).data
        assert.deepStrictEqual([told.began, told.ended[0].findings[0].id], [[], data.began[0].findings[0].id])
        yield* minutes(10)
        yield* round
        assert.strictEqual(posted.length, 2)
      }))
    }))

  withSettings("is not told again of what ends and begins within the quiet time, and is told of a heap in one message", (begin) =>
    Effect.gen(function*() {
      const { posted, url } = yield* Receivers.webhook()
      yield* begin(toWebhook(url), Effect.gen(function*() {
        for (let index = 0; index < 30; index++) yield* bury(`gone-${index}`)
        yield* round
        assert.strictEqual(posted.length, 1)
        const [group, ...others] = JSON.parse(posted[0]!.body).data.began
        assert.deepStrictEqual([group.code, group.count, group.findings.length, others.length], ["DEAD_LETTERS", 30, 20, 0])
        for (let turn = 0; turn < 5; turn++) {
          yield* unbury
          yield* minutes(1)
          yield* round
          yield* bury("gone-0", `again-${turn}`)
          yield* minutes(1)
          yield* round
        }
        assert.strictEqual(posted.flatMap(({ body }) => JSON.parse(body).data.began).length, 1)
      }))
    }))

  withSettings("is told by mail, of a message that was refused again later, over a restart, and without a word of a peer", (begin) =>
    Effect.gen(function*() {
      const server = yield* Receivers.mailServer("alarms", "pass word")
      const settings = { ...NotifierSettings.none, mail: { server: Redacted.make(`smtp://alarms:pass%20word@127.0.0.1:${server.port}`), from: "crossdock@example.org", to: ["ops@example.org", "desk@example.org"] } }
      server.refuse = true
      yield* begin(settings, Effect.gen(function*() {
        yield* bury()
        yield* round
        assert.deepStrictEqual(server.mails, [])
        const text = yield* metrics
        assert.match(text, /^crossdock_notifications_waiting\{channel="mail"\} 1$/m)
        const [row] = yield* (yield* Database).query("select * from notification")
        assert.strictEqual(row!.error, "the mail server did not take it (EMESSAGE 452)")
        yield* TestClock.adjust("20 seconds")
        assert.match(yield* metrics, /^crossdock_notification_oldest_seconds\{channel="mail"\} 20$/m)
      }))
      server.refuse = false
      yield* begin(settings, Effect.gen(function*() {
        yield* round
        yield* round
        assert.strictEqual(server.mails.length, 1)
        const [mail] = server.mails
        assert.deepInclude(mail, { from: "crossdock@example.org", to: ["ops@example.org", "desk@example.org"], user: "alarms" })
        assert.match(mail!.text, /^Subject: \[Crossdock\] error: An endpoint refused messages for good/m)
        assert.include(mail!.text, "connection books, since ")
        assert.match(yield* metrics, /^crossdock_notifications_waiting\{channel="mail"\} 0$/m)
      }))
    }))

  withSettings("is told by one channel while another does not answer what was sent before (issue 25)", (begin) =>
    Effect.gen(function*() {
      const server = yield* Receivers.mailServer("alarms", "pass")
      const { posted, url } = yield* Receivers.webhook([503], new Promise((resolve) => server.onMail = resolve))
      yield* begin(toWebhook(url), Effect.gen(function*() {
        yield* bury()
        yield* (yield* FindingWatch).examine
      }))
      const mail = { server: Redacted.make(`smtp://alarms:pass@127.0.0.1:${server.port}`), from: "crossdock@example.org", to: ["ops@example.org"] }
      yield* begin({ ...toWebhook(url), mail }, Effect.gen(function*() {
        yield* minutes(2)
        yield* bury("platform")
        yield* round
        assert.strictEqual(server.mails.length, 1)
        assert.deepStrictEqual(posted, [])
        yield* TestClock.adjust("5 seconds")
        yield* round
        assert.strictEqual(posted.length, 1)
        yield* TestClock.adjust("15 seconds")
        yield* round
        assert.strictEqual(posted.length, 2)
      }))
    }))

  withSettings("is told of nothing less grave than wanted, and through no other host than the configured one", (begin) =>
    Effect.gen(function*() {
      const { posted, url } = yield* Receivers.webhook([302, 500])
      yield* begin({ ...toWebhook(url), tellsFrom: "critical" }, Effect.gen(function*() {
        yield* bury()
        yield* round
        assert.deepStrictEqual(yield* (yield* Database).query("select * from notification"), [])
      }))
      yield* begin(toWebhook(url), Effect.gen(function*() {
        yield* round
        const error = Effect.flatMap(Database, (db) => Effect.map(db.query("select error from notification"), (rows) => rows.map((row) => String(row.error))))
        assert.deepStrictEqual(yield* error, ["HTTP 302"])
        yield* TestClock.adjust("15 seconds")
        yield* round
        assert.deepStrictEqual(yield* error, ["HTTP 500"])
        yield* TestClock.adjust("30 seconds")
        yield* round
        assert.strictEqual(posted.length, 1)
      }))
    }))
})

describe("the settings of the notifier", () => {
  const read = (environment: Readonly<Record<string, string>>) => Effect.map(RunnerConfig.parse(providerOf(environment)), ({ notifier }) => NotifierSettings.read(notifier))

  it.effect("are refused if a message could not be verified or sent, and show no secret", () =>
    Effect.gen(function*() {
      const cases: ReadonlyArray<readonly [Readonly<Record<string, string>>, RegExp]> = [
        [{ CROSSDOCK_NOTIFY_URL: "https://x.example.org/a" }, /NOTIFY_SECRET are set together/],
        [{ CROSSDOCK_NOTIFY_URL: "https://x.example.org/a", CROSSDOCK_NOTIFY_SECRET: "short" }, /easy to guess/],
        [{ CROSSDOCK_NOTIFY_URL: "file:///etc/passwd", CROSSDOCK_NOTIFY_SECRET: secret }, /begins with https/],
        [{ CROSSDOCK_SMTP_URL: "mail.example.org", CROSSDOCK_MAIL_FROM: "a@b.c", CROSSDOCK_MAIL_TO: "d@e.f" }, /smtps:/],
        [{ CROSSDOCK_SMTP_URL: "smtp://mail.example.org", CROSSDOCK_MAIL_TO: "d@e.f" }, /set together/]
      ]
      for (const [environment, problem] of cases) {
        const found = yield* read(environment)
        assert.match("problem" in found ? found.problem : "", problem)
      }
      const found = yield* read({ CROSSDOCK_NOTIFY_URL: "https://x.example.org/a", CROSSDOCK_NOTIFY_SECRET: secret, CROSSDOCK_SMTP_URL: "smtp://u:p4ss@mail.example.org", CROSSDOCK_MAIL_FROM: "a@b.c", CROSSDOCK_MAIL_TO: "d@e.f, g@h.i", CROSSDOCK_NOTIFY_SEVERITY: "warning", CROSSDOCK_NOTIFY_QUIET: "10 minutes" })
      assert.deepInclude(found, { tellsFrom: "warning", quiet: 600_000 })
      assert.deepStrictEqual("mail" in found ? found.mail?.to : [], ["d@e.f", "g@h.i"])
      for (const hidden of [secret, "p4ss"]) assert.notInclude(JSON.stringify(found), hidden)
    }))

  it("have a title for every code of a finding", () => {
    const folder = new URL("../../src/doctor/", import.meta.url)
    const codes = readdirSync(folder).flatMap((name) => [...readFileSync(new URL(name, folder), "utf8").matchAll(/code: (?:[^"\n]*\? )?"([A-Z_]+)"(?: : "([A-Z_]+)")?/g)].flatMap(([, ...found]) => found.filter((code) => code !== undefined)))
    assert.isAbove(new Set(codes).size, 50)
    assert.deepStrictEqual([...new Set(codes)].filter((code) => !(code in kinds)), [])
  })
})
