import { assert, describe, it } from "@effect/vitest"
import * as Banner from "../src/Banner.ts"
import { invocationFor } from "../src/LaunchCommand.ts"

const repository = invocationFor("file:///home/op/crossdock/apps/runner/dist/main.js")
const installed = invocationFor("file:///srv/wms/node_modules/.pnpm/@crossdock+runner@1.0.0/node_modules/@crossdock/runner/dist/main.js")

const ready: Banner.Ready = {
  host: "127.0.0.1",
  port: 8080,
  adminHost: "127.0.0.1",
  adminPort: 8081,
  dataFolder: ".crossdock",
  hasToken: false,
  firstCode: undefined,
  isRestored: false,
  sandbox: { accessId: "sandbox", secretKey: "sandbox-secret", isWellKnown: true, erpUrl: undefined },
  composition: { file: "./crossdock.config.ts", links: 2, connections: 3 }
}

describe("the banner", () => {
  it("names the first call as it is typed here", () => {
    assert.include(Banner.text(ready, repository), "first call         npm run crossdock -- call createOrder --example\n")
    assert.include(Banner.text(ready, installed), "first call         npx crossdock call createOrder --example\n")
    assert.strictEqual(installed.start, "npx crossdock start")
  })

  it("names the address where the port is another one, for a terminal that does not know it", () => {
    assert.include(Banner.text({ ...ready, host: "0.0.0.0", port: 20402 }, repository), "call createOrder --example --url http://127.0.0.1:20402/warehouse\n")
  })

  it("has the credentials of all doors of the sandbox, and no secret that is not known to everyone", () => {
    assert.include(Banner.text(ready, repository), "appKey sandbox   warehouseKey sandbox   secret sandbox-secret")
    assert.include(Banner.text(ready, repository), "/api/v1/asn   appId sandbox   appSecret sandbox-secret")
    assert.include(Banner.text(ready, repository), "/extApi/platform/<method>   accessId sandbox   platform sandbox   shopId 1   code sandbox-code   secretKey sandbox-secret")
    const own = Banner.text({ ...ready, sandbox: { ...ready.sandbox!, secretKey: "s3cr3t", isWellKnown: false } }, repository)
    assert.notInclude(own, "s3cr3t")
    assert.include(own, "in .crossdock/sandbox-secret")
  })

  it("promises no example of the sandbox over a composition of its own, and no token file that is not used", () => {
    const text = Banner.text({ ...ready, sandbox: undefined, hasToken: true }, installed)
    assert.notInclude(text, "--example")
    assert.include(text, "./crossdock.config.ts: 2 links, 3 connections")
    assert.include(text, "npx crossdock connections ls")
    assert.include(text, "(token in CROSSDOCK_ADMIN_TOKEN)")
  })

  it("names the console and has its address, where nobody has an account yet with the code of the first sign-in (issue 27)", () => {
    assert.include(Banner.text(ready, installed), "  console            http://127.0.0.1:8081   (open it in a browser of this machine)\n  admin API          http://127.0.0.1:8081/admin   (token in .crossdock/admin-token)\n")
    assert.include(Banner.text({ ...ready, firstCode: "c0de" }, installed), "  console            http://127.0.0.1:8081/#first=c0de   (open it in a browser of this machine)\n")
  })

  it("says that the runner works on a restored backup, and how to end that mode", () => {
    assert.match(Banner.text({ ...ready, isRestored: true }, installed), /RESTORED BACKUP .*npx crossdock restore end/)
    assert.notInclude(Banner.text(ready, installed), "RESTORED")
  })
})
