import { defineRunner, env } from "@crossdock/config"
import { AdapterError, Transport, WarehouseV1 } from "@crossdock/core"
import { WarehouseV1Suite } from "@crossdock/testkit"
import { WarehouseGateway } from "@crossdock/testkit/peers"
import { assert, describe, it } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { inspect } from "node:util"
import { warehouseGatewayOf } from "../src/WarehouseType.ts"
import { order, orderNumber, type Serve, warehouse, written } from "./fixtures.ts"

/** A provider that wants to know a customer number, a key of its own and, of some customers, a depot. */
const acme = warehouseGatewayOf({
  id: "warehouse-acme",
  title: "Acme",
  offers: ["listStock"],
  authInfo: {
    customerNumber: Schema.NonEmptyString.annotate({ title: "Customer number", description: "Stands on the contract" }),
    portalKey: Schema.RedactedFromValue(Schema.NonEmptyString, { label: "portalKey" }).annotate({ title: "Portal key" }),
    depot: Schema.optionalKey(Schema.NonEmptyString.annotate({ title: "Depot" }))
  },
  authInfoKeys: { portalKey: "secret" }
})

const asked = { ...written, customerNumber: "C-7", portalKey: "hunter2-of-the-portal" }
const decode = Schema.decodeUnknownExit(acme.settings)
const settingsOf = (more: object = {}) => Schema.decodeSync(acme.settings)({ ...asked, ...more })

const connect = Effect.fnUntraced(function*(serve: Serve, more: object = {}) {
  const wire = Layer.succeed(Transport.Transport, { send: serve })
  const context = yield* Layer.build(Layer.fresh(Layer.provide(acme.layer(settingsOf(more)), wire)))
  return Context.get(context, WarehouseV1.Warehouse).call
})

describe("a warehouse type", () => {
  it.effect("sends what it asks its connections for in authInfo, under the agreed keys (G-014 G-342)", () =>
    Effect.gen(function*() {
      const { calls, serve } = warehouse()
      const sent = Effect.fnUntraced(function*(more: object) {
        const call = yield* connect(serve, more)
        yield* call(WarehouseV1.CreateOutboundOrder, order)
        return calls.at(-1)!.info.authInfo?.map(({ authInfoKey, value }) => [authInfoKey, Redacted.value(value)])
      })
      assert.deepStrictEqual(yield* sent({}), [["customerNumber", "C-7"], ["secret", "hunter2-of-the-portal"]])
      assert.deepStrictEqual(yield* sent({ depot: "Süd", secret: "agreed" }), [["customerNumber", "C-7"], ["secret", "hunter2-of-the-portal"], ["depot", "Süd"]])
    }))

  it.effect("is asked for nothing that it does not offer (U-87)", () =>
    Effect.gen(function*() {
      const { calls, serve } = warehouse()
      const call = yield* connect(serve)
      const { reason } = yield* Effect.flip(call(WarehouseV1.ListWarehouses, {}))
      assert.deepStrictEqual(reason, new AdapterError.OperationUnsupported())
      assert.isEmpty(calls)
      yield* call(WarehouseV1.GetOutboundOrders, { orders: [{ orderNumber: orderNumber("SO-1") }] })
      assert.lengthOf(calls, 1)
      assert.deepStrictEqual(acme.offers, ["listStock"])
    }))

  it("has a setting for each, and none for what is said once", () => {
    const names = Object.keys(acme.settings.fields)
    assert.includeMembers(names, ["baseUrl", "warehouseType", "customerNumber", "portalKey", "depot"])
    for (const name of ["offers", "authInfo", "warehouses", "channels"]) assert.notInclude(names, name)
    for (const name of ["customerNumber", "portalKey"]) assert.isTrue(Exit.isFailure(decode({ ...asked, [name]: "" })), name)
    assert.isTrue(Exit.isFailure(decode(written)))
    assert.isTrue(Exit.isFailure(decode({ ...asked, warehouseKey: ["k1", "k2"] })), "nothing tells which key a warehouse belongs to")
    assert.notInclude(JSON.stringify(settingsOf()) + inspect(settingsOf(), { depth: 9 }), "hunter2-of-the-portal")
  })

  it("without fields of its own sends no authInfo", () =>
    Effect.gen(function*() {
      const { calls, serve } = warehouse()
      const plain = warehouseGatewayOf({ id: "warehouse-plain", offers: [] })
      assert.strictEqual(plain.title, "warehouse-plain")
      const wire = Layer.succeed(Transport.Transport, { send: serve })
      const context = yield* Layer.build(Layer.provide(plain.layer(Schema.decodeSync(plain.settings)(written)), wire))
      yield* Context.get(context, WarehouseV1.Warehouse).call(WarehouseV1.CreateOutboundOrder, order)
      assert.notProperty(calls[0]!.info, "authInfo")
    }).pipe(Effect.scoped, Effect.runPromise))

  it("is checked by the compiler", () => {
    const connection = { id: "nl", plugin: "warehouse-acme", settings: { ...asked, portalKey: env("PORTAL_KEY") } } as const
    defineRunner({ plugins: [acme], connections: [connection], links: [] })
    const { customerNumber: _, ...less } = connection.settings
    // @ts-expect-error customerNumber is missing
    defineRunner({ plugins: [acme], connections: [{ ...connection, settings: less }], links: [] })
    // @ts-expect-error appKey is a setting of every account
    warehouseGatewayOf({ id: "x", offers: [], authInfo: { appKey: Schema.String } })
    // @ts-expect-error a number is no text
    warehouseGatewayOf({ id: "x", offers: [], authInfo: { depot: Schema.Int } })
    // @ts-expect-error there is no field of this name
    warehouseGatewayOf({ id: "x", offers: [], authInfo: { depot: Schema.String }, authInfoKeys: { deput: "d" } })
    // @ts-expect-error createInboundOrder also needs getInboundOrders
    assert.throws(() => warehouseGatewayOf({ id: "x", offers: ["createInboundOrder"] }))
    // @ts-expect-error document 2 part A has no path for it
    warehouseGatewayOf({ id: "x", offers: ["subscribe", "unsubscribe"] })
  })
})

const appSecret = "the secret of the account"
const { fixture, layer } = WarehouseGateway.make({ appKey: written.appKey, appSecret: Redacted.make(appSecret), warehouseKey: written.warehouseKey })

WarehouseV1Suite.suite({ plugin: acme, settings: settingsOf({ appSecret }), fixture, layer, report: { name: "crossdock-conformance-type" } })
