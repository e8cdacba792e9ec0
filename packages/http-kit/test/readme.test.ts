import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { readFileSync } from "node:fs"
import { cancel } from "./readme.ts"
import { answer, wire } from "./wire.ts"

const file = (path: string) => readFileSync(new URL(path, import.meta.url), "utf8")

it.effect("runs the call that README.md shows", () =>
  Effect.gen(function*() {
    const [, shown] = /^```ts\n([\s\S]*?)^```/m.exec(file("../README.md")) ?? []
    assert.strictEqual(shown, file("readme.ts").replace("../src/index.ts", "@crossdock/http-kit"))
    const { provide, sent } = wire(() => answer(200, { state: "cancelled" }))
    assert.deepStrictEqual(yield* provide(cancel), { state: "cancelled" })
    assert.strictEqual(sent[0]!.url.href, "https://api.acme.example/v2/orders/A-1/cancel")
  }))
