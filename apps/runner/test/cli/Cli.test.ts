import { assert, describe, it } from "@effect/vitest"
import type * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import { mkdtempSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { crossdock as root } from "../../src/cli/Cli.ts"
import { crossdock } from "./Shell.ts"

const folder = mkdtempSync(join(tmpdir(), "crossdock-cli-"))
const nobody = { CROSSDOCK_DATA: join(folder, "none"), CROSSDOCK_ADMIN_PORT: "1" }

const leaves = (command: Command.Command.Any, path: ReadonlyArray<string> = []): ReadonlyArray<readonly [string, Command.Command.Any]> => {
  const here = [...path, command.name]
  const below = command.subcommands.flatMap(({ commands }) => commands.flatMap((one) => leaves(one, here)))
  return below.length === 0 ? [[here.join(" "), command]] : below
}

describe("help teaches", () => {
  it.each(leaves(root))("%s says what it does and how", (path, command) => {
    assert.isAbove((command.description ?? "").length, 20)
    assert.isAbove(command.examples.length, 0)
    for (const { command: example } of command.examples) assert.include(example, path)
  })

  it.effect("--help of every command is done well and goes to stdout", () =>
    Effect.gen(function*() {
      for (const [path] of leaves(root)) {
        const { code, err, out } = yield* crossdock([...path.split(" ").slice(1), "--help"])
        assert.strictEqual(code, 0, path)
        assert.include(out, "EXAMPLES")
        assert.strictEqual(err, "")
      }
    }))
})

describe("exit codes", () => {
  it.effect.each([
    ["the root alone", [], 0],
    ["a group without its verb", ["orders"], 2],
    ["no such command", ["order", "show", "X"], 2],
    ["no such flag", ["orders", "ls", "--lmit", "3"], 2],
    ["an argument too few", ["orders", "show"], 2],
    ["an argument too many", ["orders", "show", "a", "b"], 2],
    ["a word that is none of its choices", ["maps", "set", "hat", "a", "b"], 2],
    ["two flags that exclude each other", ["call", "warehouses", "--form", "--as-json"], 2],
    ["an address that is none", ["orders", "ls", "--admin", "nowhere", "--token", "t"], 2],
    ["a time that is none", ["deliveries", "ls", "--since", "yesterday", "--token", "t"], 2],
    ["a replay of nothing", ["deliveries", "replay", "--token", "t"], 2],
    ["no token", ["orders", "ls"], 3],
    ["no runner", ["orders", "ls", "--token", "t"], 3],
    ["no service", ["call", "warehouses", "--url", "http://127.0.0.1:1/warehouse"], 3],
    ["no such file", ["sign", "@/no/such/file"], 2],
    ["a secret that is not known", ["sign", "{}", "--access-id", "acc-1"], 2],
    ["an example of nothing", ["call", "noSuchMethod", "--example"], 2],
    ["an example that needs a number", ["call", "getOrder", "--example"], 2],
    ["an example that the gateway does not have", ["call", "warehouses", "--gateway", "--example"], 2],
    ["a form for the gateway", ["call", "initWarehouses", "--gateway", "--form"], 2],
    ["JSON for the platform interface", ["call", "getOrder", "--platform", "--as-json"], 2],
    ["two protocols", ["call", "getOrder", "--platform", "--open-api"], 2],
    ["a header without a name", ["call", "warehouses", "--header", "nowhere"], 2],
    ["a header in two lines", ["call", "warehouses", "--header", "accessToken: a\nb"], 2]
  ] as const)("%s", ([, argv, code]) =>
    Effect.gen(function*() {
      const ran = yield* crossdock(argv, nobody)
      assert.strictEqual(ran.code, code, ran.err)
      if (code !== 0) {
        assert.strictEqual(ran.out, "", "nothing goes to stdout")
        assert.notStrictEqual(ran.err, "")
      }
      const json = yield* crossdock([...argv, "--json"], nobody)
      assert.strictEqual(json.code, code, json.err)
      if (code !== 0) {
        const { error } = JSON.parse(json.out)
        assert.isString(error.code)
        assert.isAbove(error.message.length, 5)
      }
    }))

  it.effect("says what to do if the runner cannot be reached", () =>
    Effect.gen(function*() {
      const noToken = yield* crossdock(["orders", "ls"], nobody)
      assert.match(noToken.err, /the admin token is missing: .*admin-token cannot be read\. Start the runner here \(npm start\)/)
      const noRunner = yield* crossdock(["orders", "ls", "--token", "t"], nobody)
      assert.match(noRunner.err, /no runner answers at http:\/\/127\.0\.0\.1:1\. Start it with npm start, or give its admin address/)
      const noService = yield* crossdock(["call", "warehouses", "--url", "http://127.0.0.1:1/warehouse"])
      assert.match(noService.err, /no service answers at http:\/\/127\.0\.0\.1:1\. Start the runner with npm start/)
    }))

  it.effect.each([
    [{ PORT: "1" }, "http://127.0.0.1:1"],
    [{ PORT: "1", HOST: "0.0.0.0", CROSSDOCK_PUBLIC_URL: "https://wms.invalid/crossdock" }, "http://127.0.0.1:1"],
    [{ CROSSDOCK_PUBLIC_URL: "http://127.0.0.1:2/crossdock/" }, "http://127.0.0.1:2"],
    [{ PORT: "1" }, "http://127.0.0.1:3", "--url", "http://127.0.0.1:3/warehouse"]
  ] as const)("a call goes where the environment %o says: %s", ([environment, origin, ...flags]) =>
    Effect.gen(function*() {
      const ran = yield* crossdock(["call", "warehouses", ...flags], environment)
      assert.include(ran.err, `no service answers at ${origin}.`)
      assert.strictEqual(ran.code, 3)
    }))

  it.effect("appends the path of a route to the address of the runner, also below a path", () =>
    Effect.gen(function*() {
      const ran = yield* crossdock(["call", "initWarehouses", "--gateway", "--example", "--print"], { CROSSDOCK_PUBLIC_URL: "https://wms.invalid/crossdock/" })
      assert.match(ran.out, /^POST https:\/\/wms\.invalid\/crossdock\/global-api\/v1\/warehouse\/initWarehouses\ncontent-type: application\/json\nappKey: sandbox\nsign: [0-9a-f]{40}\n\n\{"warehouseKey":\["sandbox"\]\}$/)
    }))
})

describe("call --as-curl", () => {
  it.effect.each([
    ["the envelope as a form", ["warehouses"], "/warehouse", "--data-urlencode 'content='"],
    ["the envelope as JSON", ["warehouses", "--as-json"], "/warehouse", "--data-raw '{\"accessId\":\"sandbox\""],
    ["the gateway", ["initWarehouses", "--gateway", "--example"], "/global-api/v1/warehouse/initWarehouses", "-H 'appKey: sandbox'"],
    ["the platform interface", ["getOrder", "--platform", "--example"], "/extApi/platform/getOrder", "--data-urlencode 'method=getOrder'"],
    ["the open API", ["QUERY_ASN_LIST", "--open-api", "--example"], "/api/v1/asn", "--form-string 'serviceType=QUERY_ASN_LIST'"]
  ] as const)("prints %s, with further headers and without the secret", ([, argv, path, part]) =>
    Effect.gen(function*() {
      const { code, err, out } = yield* crossdock(["call", ...argv, "--as-curl", "--header", "accessToken: a: b", "--header", "secret:"], { PORT: "1" })
      assert.deepStrictEqual([code, err], [0, ""])
      for (const text of [`'http://127.0.0.1:1${path}'`, part, "-H 'accessToken: a: b'", "-H 'secret: '"]) assert.include(out, text)
      assert.notInclude(out, "sandbox-secret")
    }))
})

describe("sign", () => {
  const empty = "c154b63330f338664bb0b0a2cbab76683a663a42" // sha1 of {"accessId":"sandbox"}sandbox-secret, by sha1sum

  it.effect("the signature goes to stdout alone, the text that was signed beside it", () =>
    Effect.gen(function*() {
      const { code, err, out } = yield* crossdock(["sign"])
      assert.deepStrictEqual([code, out], [0, empty])
      assert.include(err, "{\"accessId\":\"sandbox\"}")
    }))

  it.effect("the secret key comes from the environment, its file or the flag, and is printed nowhere", () =>
    Effect.gen(function*() {
      const file = join(folder, "secret")
      writeFileSync(file, "s3cr3t\n")
      const argv = ["sign", "{\"a\":1}", "--access-id", "acc-1", "--json"]
      const ran = [
        yield* crossdock(argv, { CROSSDOCK_CALL_SECRET: "s3cr3t" }),
        yield* crossdock(argv, { CROSSDOCK_CALL_SECRET_FILE: file }),
        yield* crossdock([...argv, "--secret", "s3cr3t"])
      ]
      assert.strictEqual(new Set(ran.map(({ out }) => out)).size, 1)
      assert.notInclude(JSON.stringify(ran), "s3cr3t")
    }))

  it.effect("a file is signed exactly as it is", () =>
    Effect.gen(function*() {
      const file = join(folder, "content.json")
      writeFileSync(file, "{\"a\": 1.50}\n")
      const ran = yield* crossdock(["sign", `@${file}`, "--json"])
      assert.strictEqual(JSON.parse(ran.out).canonical, "{\"accessId\":\"sandbox\",\"content\":\"{\\\"a\\\": 1.50}\\n\"}")
    }))
})

describe("verify", () => {
  it.effect("what call prints is verified, as JSON and as a form", () =>
    Effect.gen(function*() {
      for (const shape of ["--as-json", "--form"]) {
        const printed = yield* crossdock(["call", "createOrder", "--example", "--print", shape])
        const ran = yield* crossdock(["verify", printed.out])
        assert.strictEqual(ran.code, 0)
        assert.include(ran.out, "it matches: envelope-sha1, accepted by every link on the warehouse route")
      }
    }))

  it.effect("a forged content is no match, with exit code 1 and the canonical text", () =>
    Effect.gen(function*() {
      const printed = yield* crossdock(["call", "createOrder", "--example", "--print", "--as-json"])
      const ran = yield* crossdock(["verify", printed.out.replace("Amsterdam", "Rotterdam")])
      assert.strictEqual(ran.code, 1)
      assert.include(ran.out, "it matches no scheme")
      assert.include(ran.out, "Rotterdam")
      assert.notInclude(ran.out, "sandbox-secret")
      const json = yield* crossdock(["verify", printed.out.replace("Amsterdam", "Rotterdam"), "--json"])
      assert.deepInclude(JSON.parse(json.out), { ok: false, matched: [] })
    }))

  it.effect("where their text parts from ours is shown", () =>
    Effect.gen(function*() {
      const ran = yield* crossdock([
        "verify", "--content", "{\"a\":12.50}", "--sign", "0".repeat(40), "--theirs", "{\"accessId\":\"sandbox\",\"content\":\"{\\\"a\\\":12.5}\"}sandbox-secret"
      ])
      assert.strictEqual(ran.code, 1)
      assert.include(ran.out, "the texts differ from character 45")
      assert.notInclude(ran.out, "sandbox-secret")
    }))
})

describe("config check", () => {
  it.effect("the sandbox composition has no problem", () =>
    Effect.gen(function*() {
      const ran = yield* crossdock(["config", "check", "--json"])
      assert.deepInclude(JSON.parse(ran.out), { ok: true, checked: "the sandbox composition", problems: [] })
      assert.strictEqual(ran.code, 0)
    }))

  it.effect("every problem is listed with its place, and no value of a secret", () =>
    Effect.gen(function*() {
      const file = join(folder, "crossdock.config.mjs")
      writeFileSync(file, `export default {
        plugins: [],
        connections: [{ id: "a", plugin: "nowhere", settings: {} }],
        links: [
          { erp: "a", peer: "b", protocol: "warehouse", id: "x", secretKey: { _tag: "EnvReference", name: "NOT_SET" } },
          { erp: "a", peer: "b", protocol: "warehouse", id: "x", secretKey: "hunter2-of-shop", prefix: "a b" }
        ]
      }\n`)
      const ran = yield* crossdock(["config", "check", file, "--json"], { DATABASE_URL: "postgres://u:hunter2@h/d" })
      assert.strictEqual(ran.code, 1)
      const { problems } = JSON.parse(ran.out) as { readonly problems: ReadonlyArray<{ readonly path: string; readonly message: string }> }
      const paths = problems.map(({ path }) => path)
      for (const path of ["environment/CROSSDOCK_SECRET_KEY", "/connections/0/plugin", "/links/0/peer", "/links/0/secretKey", "/links/1/id", "/links/1/prefix"]) {
        assert.include(paths, path)
      }
      assert.notInclude(ran.out, "hunter2")
      const text = yield* crossdock(["config", "check", file])
      assert.strictEqual(text.code, 1)
      assert.include(text.out, "  /connections/0/plugin\n    the composition has no plugin of this id")
    }))

  it.effect("a weak key and a weak token are problems, with the command that makes a good one and without their value", () =>
    Effect.gen(function*() {
      const ran = yield* crossdock(["config", "check", "--json"], { CROSSDOCK_SECRET_KEY: "hunter2", CROSSDOCK_ADMIN_TOKEN: "hunter2" })
      const { problems } = JSON.parse(ran.out) as { readonly problems: ReadonlyArray<{ readonly path: string; readonly message: string }> }
      assert.deepStrictEqual(problems.map(({ path }) => path), ["environment/CROSSDOCK_SECRET_KEY", "environment/CROSSDOCK_ADMIN_TOKEN"])
      for (const { message } of problems) assert.include(message, "openssl rand -base64 32")
      assert.notInclude(ran.out, "hunter2")
      assert.strictEqual(ran.code, 1)
      const strong = "f0KeAtdX2yz1bUbeCjCheQaNzKaIHN42sJNqol341y0="
      assert.strictEqual((yield* crossdock(["config", "check"], { CROSSDOCK_SECRET_KEY: strong, CROSSDOCK_ADMIN_TOKEN: strong })).code, 0)
    }))

  it.effect("each setting that does not fit is a problem of its own, without its value", () =>
    Effect.gen(function*() {
      const file = join(folder, "settings.mjs")
      const sandbox = new URL("../../../../packages/warehouse-sandbox/dist/index.js", import.meta.url).href
      writeFileSync(file, `import { sandbox } from ${JSON.stringify(sandbox)}
        export default { plugins: [sandbox], links: [], connections: [
          { id: "a", plugin: "warehouse-sandbox", settings: { batches: 99, shipAfter: "hunter2" } }
        ] }\n`)
      const ran = yield* crossdock(["config", "check", file, "--json"])
      const { problems } = JSON.parse(ran.out) as { readonly problems: ReadonlyArray<{ readonly path: string }> }
      assert.deepStrictEqual(problems.map(({ path }) => path).toSorted(), ["/connections/0/settings/batches", "/connections/0/settings/shipAfter"])
      assert.notInclude(ran.out, "hunter2")
    }))

  it.effect("a file that is not there, or is no composition, is a problem too", () =>
    Effect.gen(function*() {
      const file = join(folder, "empty.mjs")
      writeFileSync(file, "export const nothing = 1\n")
      assert.strictEqual((yield* crossdock(["config", "check", file])).code, 1)
      assert.strictEqual((yield* crossdock(["config", "check", join(folder, "not-there.ts")])).code, 1)
      assert.strictEqual((yield* crossdock(["config", "check"], { CROSSDOCK_CONFIG: join(folder, "not-there.ts") })).code, 1)
    }))
})
