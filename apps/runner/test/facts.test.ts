/**
 * Compares every number in README.md, SECURITY.md, the guides and the protocol pages with the code. The last test
 * fails for a number that no fact covers, so a new one needs a line here or a sentence without a number.
 */
import { shortestPassword } from "@crossdock/admin-api"
import { defineRunner } from "@crossdock/config"
import { Json, WarehouseV1 } from "@crossdock/core"
import { erpOpenApi } from "@crossdock/erp-open-api"
import { Context } from "@crossdock/protocols/wire"
import { sandbox } from "@crossdock/warehouse-sandbox"
import { assert, describe, it } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { readFileSync } from "node:fs"
import * as CapabilityColumns from "../src/CapabilityColumns.ts"
import { refusedAtMost } from "../src/accounts/AuditLog.ts"
import * as FirstSignIn from "../src/accounts/FirstSignIn.ts"
import * as Sessions from "../src/accounts/Sessions.ts"
import { mostOrders } from "../src/api/FlowRows.ts"
import { mostCounted, mostWalked } from "../src/api/OrderSearch.ts"
import { most as mostHits } from "../src/api/SearchHandlers.ts"
import * as OidcSignIn from "../src/oidc/OidcSignIn.ts"
import * as OidcTransactions from "../src/oidc/OidcTransactions.ts"
import { wrongAtMost } from "../src/api/SessionHandlers.ts"
import { compose } from "../src/Composition.ts"
import { stockOf } from "../src/composition/DeskStock.ts"
import { linkNames } from "../src/composition/DeskChecks.ts"
import { checker, month } from "../src/composition/Checker.ts"
import { leastForSeveralNodes } from "../src/composition/Connections.ts"
import { providerOf, RunnerConfig } from "../src/EnvironmentVariables.ts"
import { lasts } from "../src/connection/Authorization.ts"
import { mostOfBody } from "../src/calls/CallContent.ts"
import { gathers } from "../src/calls/CallLog.ts"
import { perMinute as refusedPerMinute } from "../src/calls/RefusalLimit.ts"
import { operationLimit, patience as turnPatience } from "../src/connection/Connections.ts"
import { longestPause } from "../src/connection/CredentialStore.ts"
import { silentAfter } from "../src/store/KeyFence.ts"
import { heartbeat, lease } from "../src/connection/NodeLeases.ts"
import { whenTold } from "../src/connection/RateLimit.ts"
import * as Endpoint from "../src/outbox/Endpoint.ts"
import { standstillMillis } from "../src/http/Health.ts"
import { listingAge } from "../src/contracts/warehouse/ListReads.ts"
import { lookEvery } from "../src/intents/Intents.ts"
import { sweepEvery } from "../src/outbox/Outbox.ts"
import { givesUpOnEndpoint, patience } from "../src/outbox/Push.ts"
import { rules } from "../src/jobs/Retention.ts"
import { cancelGapAfter, gapAfter, hurriedQueries, pushGaps } from "../src/engine/RetrySchedule.ts"
import { longFailing as renewalsFail } from "../src/doctor/AuthorizationFindings.ts"
import { longLog } from "../src/doctor/Findings.ts"
import { gigabyte, smallDisk } from "../src/doctor/HostFindings.ts"
import { skewed } from "../src/doctor/StoredContentFindings.ts"
import { bytes as measuredBytes } from "../src/doctor/HostChecks.ts"
import { longestWait } from "../src/composition/Connections.ts"
import { longestNotice } from "../src/desk/AtWarehouses.ts"
import * as Withdrawing from "../src/desk/Withdrawing.ts"
import { seenSoon } from "../src/desk/EndedOrders.ts"
import { newsWithin } from "../src/desk/stock/Stock.ts"
import { apart, dropAfter, gapAfter as notificationGap } from "../src/findings/Notifier.ts"
import { secretLength } from "../src/findings/NotifierSettings.ts"
import { usual as usualFindings } from "../src/findings/FindingStore.ts"
import { every as findingsEvery, longAway } from "../src/findings/FindingWatch.ts"
import { longHeld } from "../src/doctor/DeskFindings.ts"
import { countsFor } from "../src/doctor/SecretFindings.ts"
import { criticalFailing, longFailing } from "../src/doctor/SeverityScale.ts"
import { longDoubtful, standstill } from "../src/doctor/WorkFindings.ts"
import { perMinute } from "../src/engine/LogLineLimit.ts"
import { idsPerAddress, windowMillis } from "../src/http/AuthFailureLimit.ts"
import { beyondDeadline } from "../src/http/AnswerTimeLimit.ts"
import { timeouts } from "../src/http/NodeServer.ts"
import { heartbeat as hintBeat, limitedPace, most as mostLines } from "../src/hints/Hints.ts"
import { callerSecretLength, keyBytes, tokenLength } from "../src/SecretStrength.ts"

const file = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), "utf8")

const composed = Result.getOrThrow(compose(
  defineRunner({
    plugins: [erpOpenApi],
    connections: [{ id: "erp", plugin: "erp-open-api", settings: { baseUrl: "https://erp.example", accessId: "a", secretKey: "b", warehouseExtraType: "c" } }],
    links: []
  }),
  {}
))
const [connection] = composed.connections
const { callLog, retention, server } = composed
const stock = stockOf(checker({}, new Map(), []), { publish: [] }, linkNames([]), [])

const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour
const units = [[hour, "h"], [minute, "min"], [second, "s"]] as const
const short = (millis: number): string => {
  const unit = units.find(([of]) => millis >= of)
  return unit === undefined ? "0" : `${millis / unit[0]} ${unit[1]}`
}
const listed = (parts: ReadonlyArray<string>) => `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`
const inMillis = (input: Duration.Input) => Duration.toMillis(input)

const gaps = pushGaps.map(short)
const hours = Math.round(pushGaps.reduce((sum, gap) => sum + gap, 0) / hour)

/** What an endpoint does that fails again and again: when it is first closed, and the waits before each probe. */
const failing = Endpoint.make("erp")
const firstShare = failing.share
let opensAfter = 0
const probes: Array<number> = []
for (let now = 0; probes.length < 6; now = Math.max(now, failing.closedUntil)) {
  Endpoint.failed(failing, now, 0.5)
  if (!Endpoint.isOpen(failing)) continue
  if (opensAfter === 0) opensAfter = failing.failures
  probes.push(failing.closedUntil - now)
}

const shipAfter = inMillis(Schema.decodeUnknownSync(sandbox.settings)({}).shipAfter)
const { engines } = JSON.parse(file("apps/runner/package.json")) as { readonly engines: { readonly node: string } }
const node = engines.node.replace(/^>=(\d+\.\d+)\.0$/, "$1")
const maxBody = `${server.maxBody / 1024 ** 2} MiB`

/** The sentences of each page that state a number, made of the values in the code. */
const facts: Readonly<Record<string, ReadonlyArray<string>>> = {
  "README.md": [
    `npm and Node ${node} or newer`,
    `up to ${pushGaps.length} attempts over about ${hours} hours`,
    `about ${shipAfter === 2 * second ? "two" : shipAfter / second} seconds after it was created`,
    `a password of at least ${shortestPassword} characters`,
    "Node 20 or newer" // .ci/run and the launcher; compared in tools/test/facts.test.mjs
  ],
  "SECURITY.md": [
    `A request body has at most ${maxBody}, JSON is nested at most ${Json.defaultMaxDepth} levels deep`,
    "file mode 0600" // Runtime.test.ts reads the mode of the file
  ],
  "docs/intuition.md": [],
  "docs/guides/operate.md": [
    `an account has ${refusedAtMost} lines a minute on each node`,
    `asked again after ${Withdrawing.again.unanswered / 1000} seconds, one that decides later after ${Withdrawing.again.answered / 60_000} minutes`,
    `${mostCounted.toLocaleString("en")} of all, and those among the newest ${mostWalked.toLocaleString("en")} if a choice has no index`,
    `at most ${mostHits}, the exact ones first`,
    `${mostCounted.toLocaleString("en")} of all, and those among the newest ${mostWalked.toLocaleString("en")} if a choice has no index`,
    `At most the newest ${mostOrders.toLocaleString("en")} orders of the span are counted`,
    `says at least every ${hintBeat / second} seconds that it still works`,
    `is told all its topics every ${limitedPace / second} seconds`,
    `at most ${mostLines.ofAccount} lines at a node, and a node ${mostLines.all}`,
    `signs in once, for ${FirstSignIn.longest / minute} minutes, as an administrator`,
    `it has at least ${shortestPassword} characters. A change`,
    `A sign-in is good once, for ${OidcTransactions.longest / minute} minutes`,
    `until its session ends, ${Sessions.longest / hour} hours at most`,
    `${OidcSignIn.atMost.begun} sign-ins a minute begin from one address`,
    `ends after ${Sessions.longest / hour} hours, and after ${Sessions.longestIdle / minute} minutes without a request. ${wrongAtMost} wrong passwords a minute for one name from one address, and ${wrongAtMost * idsPerAddress} from one address`,
    `needs Node ${node} or newer`,
    "| the file `admin-token` in the data folder, mode 0600 |",
    `at least ${tokenLength} random characters`,
    `${keyBytes} random bytes in Base64`,
    `has at least ${callerSecretLength} characters; use ${keyBytes} random ones`,
    `\`POLLS_FAIL\` after ${longFailing / second} seconds`,
    `expires after ${lasts / minute} minutes`,
    longestPause === minute ? "with pauses of up to a minute" : "",
    `After ${server.authFailureLimit} within a minute`,
    windowMillis === minute && idsPerAddress === 2 ? "429 for a minute; failures of different ids from one address are also counted together, with twice that limit" : "",
    `at most ${perMinute} lines a minute for each protocol`,
    stock?.every === minute && stock.reconcileEvery === hour ? "how often stock is published (default: 1 minute), and how often the warehouses are compared with the books (default: 1 hour)" : "",
    `at most \`percent\` of the pieces of a SKU for the orders of one shop together (default: ${stock?.unpaid.percent}), but at least \`atLeast\` pieces (default: ${stock?.unpaid.atLeast}), for \`within\` after an order was stored (default: ${(stock?.unpaid.within ?? 0) / hour} hours)`,
    `| \`maxBody\` | ${maxBody} | 413 |`,
    `| \`maxMembers\` | ${server.maxMembers.toLocaleString("en")} members and list elements`,
    `| \`callsAtOncePerLink\` | ${server.callsAtOncePerLink} calls of one link`,
    `| \`callsAtOnce\` | ${server.callsAtOnce} of all links`,
    `| \`pagesPerCall\` | ${server.pagesPerCall} pages that one call reads at a peer`,
    `| \`kept\` | ${callLog.kept / day} days | how long calls stay |`,
    `| \`size\` | ${callLog.size / 1024 / 1024} MiB | the most room`,
    `| \`countsKept\` | ${callLog.countsKept / day} days |`,
    `Of refused calls of one link and code ${refusedPerMinute} are stored in a minute`,
    `kept up to ${mostOfBody.toLocaleString("en")} characters`,
    gathers === "250 millis" ? "the last quarter of a second" : "",
    `${beyondDeadline / second} s after \`server.callerDeadline\` the request gets 504`,
    `A caller has ${timeouts.headers / second} s to send the headers and ${timeouts.request / second} s for the whole request`,
    standstillMillis === minute ? "no delivery has been overdue for a minute" : "",
    standstill === minute ? "overdue for a minute, dead letters" : "",
    `less than a tenth and less than ${smallDisk / gigabyte} GB free, a write-ahead log of more than ${longLog / gigabyte} GB`,
    `store ${measuredBytes / 1024} kB durably`,
    `differs from the server's by more than ${skewed / second} s`,
    `renewals that have failed for ${renewalsFail / minute} minutes`,
    `compared again after ${newsWithin / minute} minutes`,
    `held for more than ${longHeld / hour} hours`,
    `until nobody has used that secret for ${countsFor / hour} hours`,
    `has not ended for ${longestNotice / minute} minutes`,
    `a callback after a poll. At most ${longestWait / minute} minutes`,
    `or less than ${seenSoon === day ? "a day" : short(seenSoon)} before if there is no`,
    `Doubtful for ${longDoubtful / minute} minutes`,
    `cancels that the warehouse has not answered for ${longFailing / second} seconds`,
    `an ERP or another peer that has failed for ${longFailing / second} seconds`,
    `what has failed for ${criticalFailing / minute} minutes is critical`,
    `looks every ${findingsEvery / second} seconds`,
    `has not answered for ${longAway / second} seconds`,
    `within ${usualFindings.quiet / minute} minutes after its end`,
    `the rest is kept for ${usualFindings.kept / day} days`,
    `of at least ${secretLength} characters`,
    `| \`CROSSDOCK_NOTIFY_QUIET\` | \`${usualFindings.quiet / minute} minutes\` |`,
    `at most one message is written every ${apart / second} seconds`,
    `at first after ${notificationGap(1) / second} seconds, then at growing distances up to ${notificationGap(99) / minute} minutes, and dropped after ${dropAfter / day} days`,
    `(default ${connection!.standstillAfter / day} days)`,
    `The gaps before the ${pushGaps.length} attempts are ${listed(gaps)}, each up to ${Math.round((1 - gapAfter(2, 0)! / pushGaps[2]!) * 100)} % longer or shorter at random: about ${hours} hours`,
    `a \`Retry-After\` of the receiver between ${short(whenTold(0))} and ${short(whenTold(Number.MAX_SAFE_INTEGER))}`,
    `deleted after ${retention.dead / day} days`,
    `starts with at most ${firstShare} concurrent deliveries`,
    `After ${opensAfter} consecutive failures the runner sends single deliveries as probes, after ${probes.slice(0, 4).map(short).join(", ")} and then every ${short(probes.at(-1)!)}`,
    `${givesUpOnEndpoint / day} days in which every attempt failed`,
    `| \`deliveriesAtOnce\` | ${connection!.deliveriesAtOnce} |`,
    cancelGapAfter(hurriedQueries - 1) * hurriedQueries === hour
      ? `asked for the order every ${short(cancelGapAfter(hurriedQueries - 1))}, and at once when it answers any other call after a failure; after an hour every ${cancelGapAfter(hurriedQueries) / minute} minutes`
      : "",
    `turn would come after more than ${short(turnPatience)}`,
    `a cancel that has waited for ${longFailing / second} seconds, as an error after ${longDoubtful / minute} minutes`,
    ...rules.map(({ kept, name }) => `| ${name} | ${retention[kept] / day} days |`),
    `The minimum is ${month / day} days`,
    `process with the old key that has been silent for ${silentAfter / second} seconds`,
    `a lease of ${lease / second} s by the database clock, which it extends every ${heartbeat / second} s`,
    `less than ${leastForSeveralNodes / second} seconds is refused`,
    `after up to ${(lease + heartbeat + lookEvery) / second} seconds, and a request that the first node has started may last ${inMillis(operationLimit) / second} seconds`,
    `on every node within ${(sweepEvery * 2) / second} seconds`
  ],
  "docs/guides/write-a-plugin.md": [`You need Node ${node} or newer`, `after ${server.authFailureLimit} within a minute it answers further ones with 429`],
  "docs/guides/releases.md": [`Every package needs Node ${node} or newer`],
  "docs/guides/write-a-protocol.md": [`You need Node ${node} or newer`],
  "docs/protocols/bridge.md": [listingAge === hour ? "for an hour" : ""],
  "docs/protocols/gateway.md": ["`sign` | the signature of the body, 40 hexadecimal digits", `\`pageSize\` 1 to ${Context.limits.maxPageSize}`, "`page` from 1"],
  "docs/protocols/warehouse-envelope.md": [
    "`sign` | the signature, 40 hexadecimal digits",
    `\`pageSize\` 1 to ${Context.limits.maxPageSize}`,
    "`page` from 1",
    `at most ${Context.maxKey} characters`,
    `A list has at most ${Context.maxItemsOfRequest.toLocaleString("en")} elements`,
    "have up to 38 digits", // Decimal.test.ts of core
    `at most ${Context.limits.maxText.toLocaleString("en")} characters`,
    "A time of 13 digits is milliseconds since 1970",
    "which is UTC+8 unless configured",
    `nested deeper than ${Json.defaultMaxDepth} levels`,
    `more than ${maxBody}`,
    `answered within ${server.callerDeadline / second} seconds`,
    `without an answer within ${inMillis(patience) / second} s`,
    `again: after ${gaps.slice(1, -2).join(", ")} and twice ${gaps.at(-1)}, each up to 20 % longer or shorter`,
    "answered after 30 s" // the table of the sandbox is compared in its own package
  ]
}

/** Numbers that state nothing about our code: references, standards, HTTP statuses, exit codes and names. */
const references = [
  /\b[Dd]ocument \d[AB]?(?:, (?:part )?[\dA-Z.]+)?/g,
  /\(?(?:U|D1|G)-\d+(?:, (?:U|D1|G)-\d+)*\)?|rows? \d+/g,
  /\(\d\.\d+\)|\[section \d+\]/g,
  /SHA-\d+|UTF-8|Apache-2\.0|OAuth 2|RFC 7636|Base64|127\.0\.0\.1/g,
  /(?:HTTP )?\b(?:200|40[01458]|41[035]|429|50[03]|[45]xx)\b/g,
  /exit code (?:is )?[01]|is also 1|and 0 if not/gi,
  /^(?:## )? *\d+\. |\b(?:section|decision) \d+\b/gm,
  /\b80(?:80|81)\b/g // the defaults of RunnerConfig, below
]

const numbers =
  /(?<![\w-])\d[\d,.]*|\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|twenty|thirty) (?:milliseconds|seconds|minutes|hours|days|weeks|columns|members|characters|attempts|lines|digits)\b|\ban? (?:minute|hour|day|week)\b/gi

describe("facts of the pages", () => {
  it("each number that a page states is the one in the code", () => {
    const missing = Object.entries(facts).flatMap(([page, sentences]) => {
      const text = file(page)
      return sentences.filter((sentence) => sentence === "" || !text.includes(sentence)).map((sentence) => `${page}: ${sentence}`)
    })
    assert.deepStrictEqual(missing, [])
  })

  it("no page states a number that no fact covers", () => {
    const uncovered = Object.entries(facts).flatMap(([page, sentences]) => {
      let text = file(page).replaceAll(/^ *```[^]*?^ *```/gm, "").replaceAll(/\]\([^)]*\)/g, "]")
      for (const sentence of sentences) text = text.replaceAll(sentence, "")
      text = text.replaceAll(/`[^`\n]*`/g, "")
      for (const reference of references) text = text.replaceAll(reference, "")
      return text.split("\n").flatMap((line) => [...line.matchAll(numbers)].map(({ 0: found, index }) =>
        `${page}: ${found}: …${line.slice(Math.max(0, index - 40), index + 40)}…`))
    })
    assert.deepStrictEqual(uncovered, [])
  })

  it.effect("the table of the environment has each variable that the runner reads, with its default", () =>
    Effect.gen(function*() {
      const guide = file("docs/guides/operate.md")
      const [, table] = /^## Environment\n[^]*?\n\| --- .*\n((?:\|.*\n)+)/m.exec(guide)!
      const named = [...table!.matchAll(/^\| (.+?) \|/gm)].flatMap(([, cell]) => [...cell!.matchAll(/`(\w+)`/g)].map(([, name]) => name!))
      const read = [...file("apps/runner/src/EnvironmentVariables.ts").matchAll(/Config\.\w+\("([A-Z_]+)"\)/g)].map(([, name]) => name!)
      assert.sameMembers([...named, "CROSSDOCK_CALL_SECRET"], [...new Set(read)])
      const { adminHost, adminPort, host, port } = yield* RunnerConfig.parse(providerOf({}))
      assert.include(table, `| \`HOST\`, \`PORT\` | ${host}, ${port} |`)
      assert.include(table, `| \`CROSSDOCK_ADMIN_HOST\`, \`CROSSDOCK_ADMIN_PORT\` | ${adminHost}, ${adminPort} |`)
      assert.include(file("README.md"), `port ${port}, and for its operator on port ${adminPort};`)
    }))

  it("the page of the envelope names the operations that every warehouse has", () => {
    assert.deepStrictEqual(WarehouseV1.contract.required.map(({ name }) => name), ["createOutboundOrder", "cancelOutboundOrder", "getOutboundOrders"])
    assert.include(file("docs/protocols/warehouse-envelope.md"), "`createOrder`, `cancelOrder`, `getOrder` and `getOrderList` are always available.")
  })

  it("the matrix has a column for each required operation, and for no more than the contract has", () => {
    const operations = CapabilityColumns.columns.flatMap((column) => ("operation" in column ? [column.operation] : []))
    const known: ReadonlyArray<string> = Object.keys(WarehouseV1.contract.operations)
    assert.includeMembers(operations, WarehouseV1.contract.required.map(({ name }) => name))
    assert.deepStrictEqual(operations.filter((name) => !known.includes(name)), [])
  })
})
