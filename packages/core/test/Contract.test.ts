/**
 * What a contract is, shown by one of a test: three operations, of which one is a prepared push and one is optional.
 */
import { assert, describe, it } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { RequestInvalid } from "../src/AdapterError.ts"
import * as Contract from "../src/Contract.ts"
import * as Operation from "../src/Operation.ts"
import type * as Transport from "../src/Transport.ts"

// The contract is its operations, its facts, and these lines.

const Parcel = Schema.Struct({ id: Schema.String, weight: Schema.Int })
const BookParcel = Operation.make("bookParcel", { payload: Parcel, success: Schema.Struct({ label: Schema.String }), kind: "create" })
const TellDelivered = Operation.make("tellDelivered", { payload: Schema.Struct({ id: Schema.String }), success: Schema.Void, kind: "push", isPrepared: true })
const ListDepots = Operation.make("listDepots", { payload: Schema.Struct({}), success: Schema.Array(Schema.String), kind: "read" })

const required = [BookParcel, TellDelivered] as const
const optional = [ListDepots] as const
interface V1 extends Contract.Contract<"carrier/v1", typeof required, typeof optional, { readonly heaviest: number }, { readonly delivered: string }> {
  readonly demands: {}
}
const contract: V1 = Contract.make("carrier/v1", {
  required,
  optional,
  facts: ["heaviest"],
  check: (operation, payload, { heaviest }) =>
    operation === BookParcel && (payload as typeof Parcel.Type).weight > heaviest
      ? new RequestInvalid({ path: "/weight", message: `this carrier takes ${heaviest} grams` })
      : undefined
})
class Carrier extends Context.Service<Carrier, Contract.OpenConnection<V1>>()("test/Carrier") {}
const plugin = Contract.pluginFor(contract, Carrier)

// A plugin for it.

const Settings = Schema.Struct({ account: Schema.String, heaviest: Schema.Int })

const carrier = (sent: Array<string> = []) =>
  plugin({
    id: "carrier-acme",
    settings: Settings,
    heaviest: (settings: typeof Settings.Type) => settings.heaviest,
    offers: ["listDepots"],
    receives: true,
    make: ({ account }) =>
      Effect.succeed({
        handlers: {
          bookParcel: ({ id }) => Effect.succeed({ label: `${account}-${id}` }),
          tellDelivered: {
            prepare: ({ id }) => Result.succeed({ content: id }),
            deliver: ({ content }, { deliveryId }) => Effect.sync(() => void sent.push(`${content} ${deliveryId}`))
          },
          listDepots: () => Effect.succeed([account])
        },
        incoming: (request, emit) => Effect.as(Effect.orDie(emit({ delivered: request.body })), { status: 200, headers: [], body: account })
      })
  })

const settings = { account: "A", heaviest: 100 }

const opened = <A, E>(test: (carrier: Contract.OpenConnection<V1>) => Effect.Effect<A, E>, sent?: Array<string>) =>
  Effect.provide(Effect.flatMap(Carrier, test), carrier(sent).layer(settings))

describe("a contract of handlers and prepared pushes side by side", () => {
  it.effect("calls a handler, and refuses first what the facts of the account rule out", () =>
    opened((adapter) =>
      Effect.gen(function*() {
        assert.deepStrictEqual(yield* adapter.call(BookParcel, { id: "P", weight: 100 }), { label: "A-P" })
        const { reason } = yield* Effect.flip(adapter.call(BookParcel, { id: "P", weight: 101 }))
        assert.deepStrictEqual(reason, new RequestInvalid({ path: "/weight", message: "this carrier takes 100 grams" }))
        assert.deepStrictEqual(yield* adapter.call(ListDepots, {}), ["A"])
      })))

  it.effect("prepares a push at once, and delivers what was prepared under one id", () => {
    const sent: Array<string> = []
    return opened((adapter) =>
      Effect.gen(function*() {
        const prepared = Result.getOrThrow(adapter.prepare(TellDelivered, { id: "P" }))
        yield* adapter.deliver(TellDelivered, prepared, { deliveryId: "d-1" })
        yield* adapter.call(TellDelivered, { id: "Q" })
        assert.deepStrictEqual(sent, ["P d-1", "Q unstored"])
      }), sent)
  })

  it.effect("answers calls of the peer over the login that the handlers have", () =>
    opened((adapter) =>
      Effect.gen(function*() {
        const events: Array<unknown> = []
        const request: Transport.Request = { method: "POST", url: new URL("http://runner.test/"), headers: [], body: "P" }
        const { body } = yield* adapter.incoming!(request, (event) => Effect.sync(() => void events.push(event)), { subscriptions: [] })
        assert.deepStrictEqual([body, events], ["A", [{ delivered: "P" }]])
      })))

  it("states its facts by the settings of a connection", () => {
    assert.deepStrictEqual(carrier().facts(settings), { heaviest: 100 })
    assert.deepStrictEqual([carrier().contract, carrier().receives, carrier().callbackPaths(settings)], ["carrier/v1", true, [""]])
  })
})

describe("settings that change", () => {
  const upgrades: ReadonlyArray<Contract.SettingsUpgrade> = [({ name, ...others }) => ({ ...others, account: name }), (settings) => ({ ...settings, heaviest: 30 })]

  it("have a version for each upgrade, and are upgraded from the one that they have (plugin-author.md 5.3)", () => {
    assert.strictEqual(Contract.settingsVersion({}), 1)
    assert.strictEqual(Contract.settingsVersion({ settingsUpgrades: upgrades }), 3)
    assert.deepStrictEqual(Contract.upgradeSettings({ settingsUpgrades: upgrades }, { name: "a" }, 1), { account: "a", heaviest: 30 })
    assert.deepStrictEqual(Contract.upgradeSettings({ settingsUpgrades: upgrades }, { account: "a" }, 2), { account: "a", heaviest: 30 })
    assert.deepStrictEqual(Contract.upgradeSettings({}, { account: "a" }, 1), { account: "a" })
  })

  it("are part of the plugin", () => {
    const changing = plugin({ id: "carrier-changing", settings: Settings, heaviest: 30, offers: [], settingsUpgrades: upgrades, make: () => Effect.die("not opened") })
    assert.strictEqual(Contract.settingsVersion(changing), 3)
    assert.isUndefined(carrier().settingsUpgrades)
  })
})
