/**
 * An ERP plugin that is right in everything that it calls, and the peer that it is right about: each operation is posted as JSON to a
 * path of its own.
 */
import { BooksV1 } from "@crossdock/books"
import { type AdapterError, ErpV1, Transport, type Operation } from "@crossdock/core"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import type { CallName, SuiteFixture } from "../src/erp/SuiteFixture.ts"
import { ErpBooks, Peer } from "../src/peers/index.ts"
import { finalRefusal } from "../src/peers/ErpStore.ts"
import { judge, settings, Settings } from "./rightErp.ts"

/** Those with laws of their own, which are proven elsewhere. */
const others: ReadonlySet<string> = new Set(["listOutboundOrders", "subscribe", "renew", "unsubscribe"])

export const names = BooksV1.contract.optional.filter(({ isPrepared, name }) => !isPrepared && !others.has(name)).map(({ name }) => name as CallName)

export type Call = (payload: unknown) => Effect.Effect<unknown, AdapterError.Reason>

export interface Options {
  readonly booksTwice?: boolean
  /** Changes what the ERP is told of goods that have left. */
  readonly shipping?: (left: Shipments) => Shipments
  /** Changes what the ERP is told of goods that came back. */
  readonly returning?: (returned: Returned) => Returned
}

type Returned = typeof ErpV1.ReceiveReturn.payload.Type
type Shipments = typeof ErpV1.ReceiveShipments.payload.Type

/** The right plugin, or one whose calls are wrapped. */
export const plugin = (wrap: (name: CallName, call: Call) => Call = (_, call) => call, { booksTwice = false, returning = (returned) => returned, shipping = (left) => left }: Options = {}) => {
  const books = ErpBooks.make()
  return BooksV1.plugin({
    id: "erp-right-calls",
    settings: Settings,
    offers: [...names, "receiveReturn", "receiveShipments"],
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
      const push: Operation.PreparedHandler<Operation.Any> = { prepare: () => Result.succeed({ content: "{}" }), deliver: () => Effect.succeed({}) }
      let deliveries = 0
      const progress: Operation.PreparedHandler<typeof ErpV1.ReceiveInboundProgress> = {
        prepare: ({ asnNumber, batchNo }) => Result.succeed({ content: JSON.stringify([asnNumber, batchNo]) }),
        deliver: ({ content }) =>
          Effect.sync(() => {
            const [asnNumber, batchNo] = JSON.parse(content)
            books.book({ asnNumber, batchNo: booksTwice ? `${batchNo}-${++deliveries}` : batchNo })
            return {}
          })
      }
      const codec = Schema.fromJsonString(Schema.toCodecJson(ErpV1.ReceiveShipments.payload))
      const shipments: Operation.PreparedHandler<typeof ErpV1.ReceiveShipments> = {
        prepare: (left) => Result.succeed({ content: Schema.encodeSync(codec)(left) }),
        deliver: ({ content }) => Effect.sync(() => (books.ship(shipping(Schema.decodeSync(codec)(content))), {}))
      }
      const returnCodec = Schema.fromJsonString(Schema.toCodecJson(ErpV1.ReceiveReturn.payload))
      const returns: Operation.PreparedHandler<typeof ErpV1.ReceiveReturn> = {
        prepare: (returned) => Result.succeed({ content: Schema.encodeSync(returnCodec)(returned) }),
        deliver: ({ content }) => Effect.sync(() => (books.takeBack(returning(Schema.decodeSync(returnCodec)(content))), {}))
      }
      const calls = names.map((name) => {
        const encode = Schema.encodeSync(BooksV1.contract.operations[name].payload as Schema.Codec<unknown, unknown>)
        return [name, wrap(name, (payload) => Effect.andThen(post(name, encode(payload)), books.carryOut({ name }, payload)))]
      })
      return { handlers: { receiveOutboundStatus: push, receiveInboundProgress: progress, receiveReturn: returns, receiveShipments: shipments, ...Object.fromEntries(calls) } }
    })
  })
}

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
  return { ...made, fixture: { received: Effect.succeed([]), faults: made.faults, requests: made.requests, ...ErpBooks.fixture } }
}
