/**
 * The faults of the operator's review, each for as long as the test lasts and each at peers of its own: a real Prometheus sees a metric
 * within 15 s, the runner has a finding with the cause and the remedy within 60 s, and an alert of `deploy/` fires.
 */
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import * as Monitoring from "../../tools/peers/monitoring.mjs"
import { type Answer, type Peers, startPeers } from "../support/alarm-peers.ts"
import { call } from "../support/envelope.ts"
import type { Known } from "../support/http.ts"
import { eventually } from "../support/processes.ts"
import { type Home, homeOf } from "../support/runner.ts"
import { isComplete, longest, metricsToken, type Prometheus, type Seen, startPrometheus } from "./support/prometheus.ts"

const isReady = Monitoring.isPrepared()

interface Row {
  readonly id: string
  readonly fault: string
  /** Begins the fault. */
  readonly begin: (at: At) => Promise<unknown>
  /** A figure that is above 0 while the fault lasts. */
  readonly metric: string
  /** Any of these codes. */
  readonly codes: ReadonlyArray<string>
  readonly remedy: RegExp
  /** Any of these alerts. */
  readonly alerts: ReadonlyArray<string>
}

interface At {
  readonly peers: Peers
  readonly create: (row: string, changed?: Readonly<Record<string, unknown>>) => Promise<Known>
  readonly ask: (row: string, method: string, content: unknown) => Promise<Known>
  readonly home: Home
}

const erpRow = (id: string, fault: string, answer: Answer, more: Pick<Row, "metric" | "codes" | "remedy" | "alerts">): Row => ({
  id,
  fault,
  begin: ({ create, peers }) => {
    peers.erp.set(id, answer)
    return create(id)
  },
  ...more
})

const failingErp = (id: string) => ({
  metric: `crossdock_endpoint_failures{connection="erp-${id}"}`,
  codes: ["FAILING", "PEER_FAILS"],
  remedy: /deliveries ls --by cause|connections test/,
  alerts: ["CrossdockPeerFails", "CrossdockDeliveriesLate"]
})

const lost = (method: string): Answer => ["createOrder", "getOrder", "getOrderList"].includes(method) ? "cut" : undefined

const rows: ReadonlyArray<Row> = [
  {
    id: "cut",
    fault: "a provider cuts connections, with nothing open there (F3)",
    begin: ({ create, peers }) => {
      peers.provider.set("cut", () => "cut")
      return create("cut")
    },
    metric: "crossdock_peer_failing_seconds{connection=\"house-cut\"}",
    codes: ["PEER_FAILS"],
    remedy: /connections test house-cut/,
    alerts: ["CrossdockPeerFails"]
  },
  {
    id: "html",
    fault: "a provider answers HTML",
    begin: ({ create, peers }) => {
      peers.provider.set("html", () => "html")
      return create("html")
    },
    metric: "crossdock_peer_failing_seconds{connection=\"house-html\"}",
    codes: ["PEER_FAILS", "POLLS_FAIL"],
    remedy: /connections test house-html/,
    alerts: ["CrossdockPeerFails", "CrossdockPollsFail"]
  },
  {
    id: "key",
    fault: "a provider refuses the credentials (M7)",
    begin: ({ create, peers }) => {
      peers.provider.set("key", () => ({ refuses: "wrong key" }))
      return create("key")
    },
    metric: "crossdock_connection_paused{connection=\"house-key\"}",
    codes: ["PAUSED", "HELD"],
    remedy: /change secretKey.* of house-key in the composition file.*connections resume house-key/,
    alerts: ["CrossdockConnectionPaused"]
  },
  {
    id: "words",
    fault: "a provider refuses with words that no setting lists (F6)",
    begin: ({ create, peers }) => {
      peers.provider.set("words", () => ({ refuses: "closed on Fridays" }))
      return create("words")
    },
    metric: "crossdock_intents{connection=\"house-words\", state=\"Doubtful\"}",
    codes: ["DOUBTFUL_REFUSED"],
    remedy: /listedFaults: \{"closed on Fridays": "rejected"\}/,
    alerts: ["CrossdockError"]
  },
  erpRow("erp500", "an ERP answers 500", "500", failingErp("erp500")),
  erpRow("erphtml", "an ERP answers HTML", "html", failingErp("erphtml")),
  erpRow("erpempty", "an ERP confirms nothing", { says: {} }, failingErp("erpempty")),
  erpRow("erpfinal", "an ERP refuses as final", { refuses: "unknown order" }, {
    metric: "crossdock_outbox_depth{connection=\"erp-erpfinal\", state=\"Dead\"}",
    codes: ["DEAD_LETTERS"],
    remedy: /deliveries replay.*deliveries ls --by cause/,
    alerts: ["CrossdockDeadLetters"]
  }),
  erpRow("erp410", "an ERP answers 410", "410", {
    metric: "crossdock_connection_paused{connection=\"erp-erp410\"}",
    codes: ["PAUSED"],
    remedy: /connections resume erp-erp410/,
    alerts: ["CrossdockConnectionPaused"]
  }),
  {
    id: "hides",
    fault: "a warehouse no longer shows an order that it accepted",
    begin: ({ create, peers }) => {
      peers.provider.set("hides", (method) => method === "createOrder" ? undefined : "gone")
      return create("hides")
    },
    metric: "crossdock_orders_to_look_at{connection=\"house-hides\", is=\"absent\"}",
    codes: ["ORDERS_NOT_SHOWN"],
    remedy: /intents reopen/,
    alerts: ["CrossdockOrdersToLookAt"]
  },
  {
    id: "cancel",
    fault: "an ERP cancels while the outcome of the create is not known (F12)",
    begin: async ({ ask, create, peers }) => {
      peers.provider.set("cancel", lost)
      await create("cancel")
      return ask("cancel", "cancelOrder", { orderNumber: "SO-cancel" })
    },
    metric: "crossdock_cancels_waiting{connection=\"house-cancel\"}",
    codes: ["CANCELS_WAIT"],
    remedy: /cancel urgent ones at the warehouse/,
    alerts: ["CrossdockCancelsWait"]
  },
  {
    id: "unmapped",
    fault: "a name is missing in the mapping",
    begin: ({ create }) => create("unmapped"),
    metric: "crossdock_intents_held{link=\"warehouse:unmapped\"}",
    codes: ["HELD"],
    remedy: /maps set sku 'SKU-1' .* --link warehouse:unmapped/,
    alerts: ["CrossdockCreatesHeld"]
  },
  {
    id: "blind",
    fault: "a person gives an order up without an answer of the warehouse, which has it (F1)",
    begin: async ({ create, home, peers }) => {
      peers.provider.set("blind", lost)
      await create("blind")
      const open = await eventually(async () => ((await home.admin("/intents?connection=house-blind&state=Doubtful")).items as ReadonlyArray<Known>)[0], { what: "the create in doubt", timeoutMs: 30_000 })
      const decided = await home.crossdock("intents", "decide", open.id, "dead", "--yes", "--as", "a tired person")
      assert.strictEqual(decided.code, 0, decided.err)
      peers.provider.delete("blind")
    },
    metric: "sum(crossdock_blind_decisions{connection=\"house-blind\"})",
    codes: ["DECIDED_WRONGLY"],
    remedy: /intents decide/,
    alerts: ["CrossdockDecidedWrongly"]
  }
]

describe.skipIf(!isReady)("each fault of the review shows, is explained and fires (issue 25)", () => {
  let peers: Peers
  let home: Home
  let prometheus: Prometheus
  const seen = new Map<string, Seen>()

  beforeAll(async () => {
    peers = await startPeers()
    home = await homeOf({ composition: "alarms.config.ts", env: { ALARM_PEERS: peers.url, ALARM_ROWS: rows.map(({ id }) => id).join(","), CROSSDOCK_METRICS_TOKEN: metricsToken } })
    await home.start()
    prometheus = await startPrometheus([home])
    const ask = (row: string, method: string, content: unknown) =>
      call({ url: home.service, accessId: row, secretKey: "shop-secret", method, content }).then((answer) => answer.json as Known)
    const create = (row: string) =>
      ask(row, "createOrder", {
        orderNumber: `SO-${row}`,
        onlineOrderId: `WEB-${row}`,
        shopName: "Corner shop",
        warehouseCode: "WH-1",
        logisticsCode: "STD",
        platform: "web",
        freight: 4.5,
        codEnabled: 0,
        receiver: { name: "Jane Planted", phone: "+49 30 901820", email: "jane@example.invalid", country: "DE", state: "BE", city: "Berlin", address1: "Planted Street 1", postalCode: "10115" },
        skuList: [{ sku: "SKU-1", erpSku: "SKU-1", name: "Item", quantity: "1", amount: 19.9 }]
      })
    const began = Date.now()
    const begun = Promise.all(rows.map(({ begin }) => begin({ peers, create, ask, home })))
    await eventually(async () => {
      const isOver = await look((Date.now() - began) / 1000)
      return isOver || Date.now() - began > longest.test * 1000 || undefined
    }, { what: "all", timeoutMs: 200_000, everyMs: 1000 })
    await begun
  }, 240_000)

  /** Notes what there is by now, and since when. Returns whether nothing is awaited any more. */
  const look = async (seconds: number): Promise<boolean> => {
    const findings: ReadonlyArray<Known> = (await home.admin("/findings?limit=1000")).items
    const firing = await prometheus.query("ALERTS{alertstate=\"firing\"}")
    for (const { alerts, codes, id, metric } of rows) {
      const known = seen.get(id) ?? {}
      const isOf = (text: unknown) => [`house-${id}`, `erp-${id}`, `warehouse:${id}`].some((name) => String(text).includes(name))
      const found = findings.find(({ code, where }) => codes.includes(code) && isOf(where))
      const isFiring = firing.some(({ metric: labels }) => alerts.includes(labels.alertname) && (labels.alertname === "CrossdockError" || isOf(labels.connection ?? labels.link)))
      seen.set(id, {
        figure: known.figure ?? ((await prometheus.query(`${metric} > 0`)).length > 0 ? seconds : undefined),
        finding: known.finding ?? (found === undefined ? undefined : seconds),
        alert: known.alert ?? (isFiring ? seconds : undefined),
        next: known.next ?? found?.next
      })
    }
    return [...seen.values()].every(isComplete)
  }

  afterAll(async () => {
    console.log([...seen].map(([id, { alert, figure, finding }]) => `${id}: metric ${figure} s, finding ${finding} s, alert ${alert} s`).join("\n"))
    prometheus?.stop()
    await home?.remove()
    peers?.close()
  })

  it.for(rows.map((row) => [row.fault, row] as const))("%s", ([, { alerts, codes, id, metric, remedy }]) => {
    const { alert, finding, figure, next } = seen.get(id)!
    assert.isDefined(figure, `no ${metric}`)
    assert.isDefined(finding, `no finding ${codes.join(" or ")}`)
    assert.isDefined(alert, `no alert ${alerts.join(" or ")}`)
    assert.match(next!, remedy)
    assert.isAtMost(figure!, longest.metric, metric)
    assert.isAtMost(finding!, longest.finding, codes.join(" or "))
  })
})
