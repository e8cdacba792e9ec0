/**
 * An ERP plugin that is right in everything that it calls, and the peer that it is right about: each operation is posted as JSON to a
 * path of its own.
 */
import { ErpV1, Transport, type AdapterError, type Operation } from "@crossdock/core"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import type { CallName, SuiteFixture } from "../src/erp/SuiteFixture.ts"
import { Peer } from "../src/peers/index.ts"
import { finalRefusal } from "../src/peers/ErpStore.ts"
import { judge, settings, Settings } from "./rightErp.ts"

export const names = ErpV1.contract.optional.filter(({ isPrepared }) => !isPrepared).map(({ name }) => name as CallName)

const line = { sku: "W-1", expected: 3 }
const window = { receivedFrom: "2026-03-01T00:00:00.000Z", receivedTo: "2026-03-02T00:00:00.000Z" }

/** A payload of each operation, as it is encoded. */
const payloads: { readonly [N in CallName]: (number: string) => object } = {
  listInboundOrders: (number) => ({ number, limit: 100 }),
  submitInboundOrder: (customNumber) => ({ warehouseName: "Main", customNumber, lines: [line] }),
  cancelInboundOrder: (asnNumber) => ({ asnNumber }),
  listReceivedBatches: () => ({ ...window, limit: 100 }),
  listStockBalances: () => ({ warehouseNames: ["Main"], limit: 100 }),
  listStockMovements: () => ({ from: window.receivedFrom, to: window.receivedTo, limit: 100 }),
  listAssemblyOrders: (number) => ({ number, limit: 100 }),
  listSplitOrders: (number) => ({ number, limit: 100 }),
  listTransferOrders: (number) => ({ number, limit: 100 }),
  createTransferOrder: (customNumber) => ({
    warehouseName: "Main",
    toWarehouseName: "Shop",
    customNumber,
    carrierName: "Truck",
    lines: [{ sku: "W-1", quantity: 1, asnNumber: "IN/7" }]
  }),
  moveStock: () => ({
    moves: [{ sku: "W-1", warehouseName: "Main", batchNo: "B-1", fromLocationCode: "A", toLocationCode: "B", quantity: 1, reason: "sorted" }]
  }),
  listStorageLocationStock: () => ({ skus: ["W-1"], warehouseNames: ["Main"], limit: 100 }),
  listBatchStock: () => ({ limit: 100 }),
  listMarketplaceStock: () => ({ limit: 100 }),
  listMarketplaceWarehouses: () => ({}),
  enterRecords: (number) => ({ records: [{ kind: "product", sku: number, name: "Widget" }] })
}

const decoded = (schema: Schema.Codec<any, any>, encoded: unknown): any => Schema.decodeUnknownSync(schema)(encoded)

const empty: Readonly<Partial<Record<CallName, object>>> = {
  submitInboundOrder: { asnNumber: "IN/7", warehouseName: "Main", phase: "announced", status: "draft", lines: [line] },
  createTransferOrder: { transferNumber: "T-1" },
  listMarketplaceWarehouses: [],
  enterRecords: { entered: 1, repeated: 0 }
}

const answerOf = (name: CallName): unknown => {
  const { success } = ErpV1.contract.operations[name]
  return success === Schema.Void ? undefined : decoded(success, empty[name] ?? { items: [] })
}

export type Call = (payload: unknown) => Effect.Effect<unknown, AdapterError.Reason>

/** The right plugin, or one whose calls are wrapped. */
export const plugin = (wrap: (name: CallName, call: Call) => Call = (_, call) => call) =>
  ErpV1.plugin({
    id: "erp-right-calls",
    settings: Settings,
    offers: names,
    make: Effect.fnUntraced(function*({ accessId, baseUrl, secretKey }) {
      const { send } = yield* Transport.Transport
      const post = (name: string, payload: unknown) =>
        Effect.flatMap(
          send({
            method: "POST",
            url: new URL(`/calls/${name}`, baseUrl),
            headers: [["authorization", `${accessId}:${Redacted.value(secretKey)}`]],
            body: JSON.stringify(payload)
          }),
          judge
        )
      const push: Operation.Push<Operation.Any> = { prepare: () => Result.succeed({ content: "{}" }), deliver: () => Effect.void }
      const calls = names.map((name) => {
        const encode = Schema.encodeSync(ErpV1.contract.operations[name].payload as Schema.Codec<unknown, unknown>)
        return [name, wrap(name, (payload) => Effect.as(post(name, encode(payload)), answerOf(name)))]
      })
      return { handlers: { receiveOutboundStatus: push, receiveInboundProgress: push, ...Object.fromEntries(calls) } }
    })
  })

const json = (status: number, body: object): Transport.Response => ({ status, headers: [], body: JSON.stringify(body) })

/** A fresh peer, with what the suite is given of it. */
export const peer = (): Peer.Peer & { readonly fixture: SuiteFixture } => {
  let changes = 0
  const known = `${settings.accessId}:${Redacted.value(settings.secretKey)}`
  const made = Peer.make({
    revision: () => changes,
    serve: ({ headers, url }, mode) =>
      Effect.sync(() => {
        if (mode.is("credential") || Transport.header(headers, "authorization") !== known) return json(401, { code: "401", message: "who are you?" })
        if (mode.is("refuse")) return json(410, { code: "GONE", message: finalRefusal })
        if (mode.is("refuse-unlisted")) return json(422, { code: "4711", message: "unexpected error" })
        if (!url.pathname.includes("/list")) changes++
        return json(200, {})
      })
  })
  const calls = Object.fromEntries(names.map((name) => [name, (number: string) => decoded(ErpV1.contract.operations[name].payload, payloads[name](number))]))
  return { ...made, fixture: { received: Effect.succeed([]), faults: made.faults, requests: made.requests, calls } }
}
