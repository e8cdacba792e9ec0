import type { AnyPlugin } from "@crossdock/config"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { type Form, formOf, hintOf } from "../../src/api/SettingsForm.ts"
import { unknownSettings } from "../../src/composition/SettingNames.ts"

const secret = Schema.RedactedFromValue(Schema.String)
const of = (fields: Schema.Struct.Fields): AnyPlugin => ({ id: "p", settings: Schema.Struct(fields) }) as never
const propertyOf = (field: Schema.Top): { readonly [keyword: string]: unknown } =>
  (formOf(of({ x: field })).properties as { readonly x: Form }).x

/** Places, below a property, that are only written. */
const hidden = (node: unknown, at = ""): ReadonlyArray<string> =>
  typeof node !== "object" || node === null ? [] : [
    ...("writeOnly" in node && node.writeOnly === true ? [at] : []),
    ...Object.entries(node).flatMap(([name, value]) => hidden(value, `${at}/${name}`))
  ]

describe("the form of settings", () => {
  it.each([
    ["a secret", secret, [""]],
    ["a secret that may be left out", Schema.optionalKey(secret), [""]],
    ["a secret that may be undefined", Schema.optional(secret), [""]],
    ["a secret with a default", secret.pipe(Schema.withDecodingDefaultKey(Effect.succeed("hunter2"))), [""]],
    ["secrets in a list", Schema.Array(secret), ["/items"]],
    ["secrets by name", Schema.Record(Schema.String, secret), ["/additionalProperties"]],
    ["a secret inside", Schema.Struct({ a: Schema.String, b: Schema.optionalKey(Schema.Struct({ c: secret })) }), ["/properties/b/properties/c"]],
    ["one of two", Schema.Union([Schema.Struct({ a: Schema.String }), Schema.Struct({ b: secret })]), ["/anyOf/1/properties/b"]],
    ["a place that cannot be told", Schema.Tuple([Schema.String, secret]), [""]],
    ["no secret", Schema.Struct({ a: Schema.String }), []]
  ] as const)("%s is only written where it stands", (_, field, places) => {
    const form = propertyOf(field)
    assert.deepStrictEqual(hidden(form), [...places])
    assert.notInclude(JSON.stringify(form), "hunter2")
  })

  it("a shared part with a name is described where it stands for itself", () => {
    const shared = Schema.Struct({ key: secret }).annotate({ identifier: "Shared" })
    const form = formOf(of({ x: shared, y: shared }))
    assert.deepStrictEqual(hidden(form), ["/$defs/Shared/properties/key"])
  })

  it("titles, descriptions, addresses and defaults are those of the schema", () => {
    const url = Schema.URLFromString.annotate({ title: "Address", description: "Where it answers" })
    assert.deepStrictEqual(propertyOf(url), { type: "string", title: "Address", description: "Where it answers", format: "uri" })
    assert.deepInclude(propertyOf(Schema.Int.annotate({ title: "N" }).pipe(Schema.withDecodingDefaultKey(Effect.succeed(3)))), { title: "N", default: 3 })
    const form = formOf(of({ x: url, y: Schema.String }))
    assert.deepStrictEqual([hintOf(form, "x"), hintOf(form, "y"), hintOf(form, "z")], ["Address: Where it answers", undefined, undefined])
    assert.deepStrictEqual(form.required, ["x", "y"])
  })

  it("a name that no setting has is found at every depth, and nothing else", () => {
    const plugin = of({ x: Schema.Struct({ a: Schema.String }), free: Schema.optionalKey(Schema.Record(Schema.String, Schema.String)) })
    assert.deepStrictEqual(unknownSettings(plugin, { x: { a: 1, b: 2 }, free: { anything: "s" }, X: 3 }).map(({ path }) => path), ["/X", "/x/b"])
    assert.deepStrictEqual(unknownSettings(plugin, { x: { a: "s" } }), [])
  })
})
