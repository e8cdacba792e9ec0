/**
 * A protocol of a stranger that fails: its callers are told, and the callers of the others are served.
 */
import { WarehouseV1 } from "@crossdock/core"
import { ServedProtocol } from "@crossdock/protocols/kit"
import { sandbox } from "@crossdock/warehouse-sandbox"
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as DefaultProtocols from "../../src/DefaultProtocols.ts"
import { live } from "../support/Live.ts"
import * as Peers from "../support/Peers.ts"
import { warehouses } from "../support/Sockets.ts"

const wild = ServedProtocol.make({
  name: "wild",
  contract: WarehouseV1.contract,
  idName: "client",
  credentials: ServedProtocol.noFurther,
  profileFrom: () => Result.succeed(undefined),
  paths: ["/wild/{how}"],
  serve: () => ({ url }) => {
    if (url.pathname === "/wild/dies") return Effect.die(new Error("a bug of the protocol"))
    throw new Error("a bug of the protocol")
  },
  refuse: ({ message }) => ({ status: 200, headers: [], body: message })
})

for (const how of ["dies", "throws"]) {
  it.live(`a protocol that ${how} takes no turn from the others and does not end the process (M9)`, () => {
    const erp = Peers.erp().plugin
    const composition = {
      plugins: [sandbox, erp],
      protocols: [...DefaultProtocols.all, wild],
      connections: [{ id: "wh", plugin: sandbox.id, settings: {} }, { id: "books", plugin: erp.id, settings: {} }],
      links: [{ erp: "books", peer: "wh", protocol: "warehouse", id: "acc-1", secretKey: "secret-key-1" }],
      server: { callsAtOnce: 2 }
    } as never
    return live({ filename: ":memory:" }, composition, ({ call }) =>
      Effect.gen(function*() {
        for (let times = 0; times < 4; times++) {
          const { body, status } = yield* Effect.timeout(call({ path: `/wild/${how}` }), "5 seconds")
          assert.strictEqual(status, 500)
          assert.match(body.message, /^INTERNAL: /)
        }
        const { body, status } = yield* call(warehouses)
        assert.deepStrictEqual([status, body.success], [200, true])
      }))
  })
}
