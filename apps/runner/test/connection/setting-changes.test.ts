import { WarehouseV1 } from "@crossdock/core"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { settingChange } from "../../src/connection/SettingChanges.ts"

const plugin = WarehouseV1.plugin({
  id: "warehouse-of-settings",
  title: "Of settings",
  settings: Schema.Struct({
    url: Schema.URLFromString,
    login: Schema.String,
    mode: Schema.Literals(["fast", "careful"]),
    level: Schema.Union([Schema.Literal("auto"), Schema.Finite, Schema.String]),
    isLoud: Schema.optional(Schema.Boolean),
    pin: Schema.RedactedFromValue(Schema.Int),
    oldPin: Schema.optionalKey(Schema.Union([Schema.Int, Schema.RedactedFromValue(Schema.Int)]))
  }),
  limits: { linesPerOrder: 1, ordersPerQuery: 1 },
  offers: [],
  make: () => Effect.die("it is never opened")
})

describe("settings of a connection in the audit (issue 27)", () => {
  it("are shown only where their schema lets them hold no secret", () => {
    const before = { url: "https://a:b@host.example/x?y=z", login: "bob:secret", mode: "fast", level: "auto", pin: 1234, oldPin: 99 }
    const after = { url: "not an address", login: "bob:other", mode: "neither", level: "a text", isLoud: false, pin: 4321 }
    assert.deepStrictEqual(settingChange(plugin, before, after), {
      from: "url https://host.example, login (not shown), mode fast, level auto, pin (not shown), oldPin (not shown), isLoud not set",
      to: "url (changed), login (changed), mode (changed), level (changed), pin (changed), oldPin not set, isLoud false"
    })
    assert.isUndefined(settingChange(plugin, before, { ...before }))
    assert.deepStrictEqual(settingChange(undefined, { mode: "fast" }, { mode: "careful" }), { from: "mode (not shown)", to: "mode (changed)" }, "a plugin that the composition has no more")
  })
})
