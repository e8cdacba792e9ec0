/**
 * A runner on a real socket over SQLite in memory, between a warehouse and an ERP in memory; and its callers.
 */
import { it } from "@effect/vitest"
import { type AnyPlugin, defineRunner, type Link, type Receiver, type ServerSettings } from "@crossdock/config"
import * as Effect from "effect/Effect"
import { connect } from "node:net"
import type * as RequestMemory from "../../src/http/RequestMemory.ts"
import type { Timeouts } from "../../src/http/NodeServer.ts"
import { envelope, live, type Live } from "./Live.ts"
import * as Peers from "./Peers.ts"
import { orderContent } from "./Wire.ts"

export interface Given {
  readonly server?: ServerSettings
  readonly links?: ReadonlyArray<Partial<Link>>
  readonly receivers?: ReadonlyArray<Receiver>
  readonly capacity?: RequestMemory.RequestMemory
  readonly timeouts?: Timeouts
}

export const receivers: ReadonlyArray<Receiver> = [
  { extraType: "one", accessId: "w-1", secretKey: "key-of-w-1" },
  { extraType: "two", accessId: "w-2", secretKey: "key-of-w-2" }
]

export interface World extends Live {
  readonly warehouse: Peers.FakeWarehouse
  readonly erp: Peers.FakeErp
}

export const link: Link = { erp: "books", peer: "wh", protocol: "warehouse", id: "acc-1", secretKey: "secret-key-1" }

/** A test against a runner on a real socket, over SQLite in memory. */
export const onSockets = (title: string, given: Given, test: (w: World) => Effect.Effect<unknown, unknown, any>) =>
  it.live(title, () => {
    const warehouse = Peers.warehouse()
    const erp = Peers.erp()
    const composition = defineRunner<ReadonlyArray<AnyPlugin>>({
      plugins: [warehouse.plugin, erp.plugin],
      connections: [
        { id: "books", plugin: "erp-fake", settings: {} },
        { id: "wh", plugin: "warehouse-fake", callsPerSecond: 1000, settings: {} }
      ],
      links: (given.links ?? [{}]).map((more) => ({ ...link, ...more })),
      receivers: given.receivers ?? receivers,
      server: { callerDeadline: "5 seconds", ...given.server }
    })
    return live({ filename: ":memory:" }, composition, (running) => test({ ...running, warehouse, erp }) as never, given)
  })

export const create = (number = "SO-1", credentials = {}) => ({ body: envelope("createOrder", orderContent(number), credentials) })

export const callback = (type: string, method: "pushOrderInfo" | "pushAsnInfo", content: unknown, accessId = "w-1", secretKey = "key-of-w-1") => ({
  path: `/sys/automatic/${method === "pushOrderInfo" ? "receiveOdo" : "receiveAsn"}/${type}`,
  body: envelope(method, content, { accessId, secretKey })
})

export const warehouses = { body: envelope("warehouses", "") }

/** Sends raw bytes, and answers what came back until the other side closed. */
export const raw = (port: number, write: (send: (bytes: string | Buffer) => void, end: () => void) => void): Effect.Effect<string> =>
  Effect.callback((resume) => {
    const socket = connect(port, "127.0.0.1")
    const got: Array<Buffer> = []
    const done = () => resume(Effect.succeed(Buffer.concat(got).toString("utf8")))
    socket.on("data", (chunk) => got.push(chunk))
    socket.on("error", done)
    socket.on("close", done)
    socket.on("connect", () => write((bytes) => void socket.write(bytes), () => void socket.end()))
  })
