import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { idleConnections } from "../load/idle.ts"

const server = createServer((request, response) => {
  request.resume().on("end", () => response.end("ok"))
})
let url: string
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => server.close())

describe("idle connections", () => {
  it("stay open after their only request, and are counted when they are closed", async () => {
    const idle = idleConnections()
    expect(await idle.open(url, 120)).toBe(120)
    expect(idle.close()).toBe(120)
  })

  it("are missing if the server has closed them", async () => {
    const idle = idleConnections()
    await idle.open(url, 20)
    const ended = idle.ended()
    server.closeIdleConnections()
    await ended
    expect(idle.close()).toBeLessThan(20)
  })
})
