/**
 * Protocols of a composition: values whose names, paths and credentials the checker reads, whoever wrote them.
 */
import { defineRunner, env } from "@crossdock/config"
import { WarehouseV1 } from "@crossdock/core"
import { ServedProtocol } from "@crossdock/protocols/kit"
import { sandbox } from "@crossdock/warehouse-sandbox"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { compose, oneLink } from "../../src/Composition.ts"
import * as DefaultProtocols from "../../src/DefaultProtocols.ts"
import * as Peers from "../support/Peers.ts"

/** A stranger's protocol, whose callers have a depot and a token beside their id and secret. */
const dockline = ServedProtocol.make({
  name: "dockline",
  contract: WarehouseV1.contract,
  idName: "client",
  credentials: Schema.Struct({ depot: Schema.NonEmptyString, token: Schema.optionalKey(ServedProtocol.secret("token")) }),
  key: "depot",
  profileFrom: (written) => Object.keys(written).length === 0 ? Result.succeed(undefined) : Result.fail("dockline has no options"),
  paths: ["/dockline/{version}/calls"],
  serve: () => () => Effect.die("not served in this test"),
  refuse: ({ message }) => ({ status: 200, headers: [], body: message })
})

const erp = Peers.erp().plugin
const caller = { protocol: "dockline", id: "C-1", secretKey: "a secret of this caller", depot: "north" } as const
const written = (link: object, protocols: ReadonlyArray<unknown> = [dockline]) => ({
  plugins: [sandbox, erp],
  protocols,
  connections: [{ id: "wh", plugin: sandbox.id, settings: {} }, { id: "books", plugin: erp.id, settings: {} }],
  links: [{ erp: "books", peer: "wh", ...link }]
}) as never

const problems = (link: object, protocols?: ReadonlyArray<unknown>, environment = {}) => {
  const read = compose(written(link, protocols), environment)
  return Result.isFailure(read) ? read.failure.map(({ message, path }) => `${path} ${message}`) : []
}

describe("a link to a further protocol", () => {
  it("has the credentials that the protocol declares, with values of the environment, and its key in its scope", () => {
    const { links: [link] } = Result.getOrThrow(compose(written({ ...caller, depot: env("DEPOT"), token: env("TOKEN") }), { DEPOT: "north", TOKEN: "t-1" }))
    const { credentials: { depot, token }, protocol } = link!.entrances[0]!
    assert.deepStrictEqual([link!.scope, link!.contract, protocol, depot, Redacted.value(token as Redacted.Redacted)], ["dockline:C-1:north", "warehouse/v1", "dockline", "north", "t-1"])
  })

  it("may be one of several of a caller, if the key tells them apart", () => {
    const two = (depot: string) => {
      const { links: [link], ...rest } = written(caller) as { readonly links: ReadonlyArray<object> }
      return compose({ ...rest, links: [{ ...link, prefix: "A-" }, { ...link, depot, prefix: "B-" }] } as never, {})
    }
    assert.isTrue(Result.isSuccess(two("south")))
    const same = two("north")
    assert.deepStrictEqual(Result.isFailure(same) && same.failure.map(({ path }) => path), ["/links/1/id"])
  })

  it.each<[string, object, string]>([
    ["an unknown credential", { ...caller, depto: "north" }, "/links/0/depto a link has no member depto; did you mean depot?"],
    ["a credential of another protocol", { ...caller, warehouseKey: "k" }, "/links/0/warehouseKey a link has no member warehouseKey"],
    ["no credential where one is needed", { ...caller, depot: undefined }, "/links/0/depot Missing key"],
    ["an empty secret", { ...caller, token: "" }, "/links/0/token "],
    ["a secret that the environment lacks", { ...caller, token: env("NOWHERE") }, "/links/0/token the environment has neither NOWHERE"],
    ["a weak secret", { ...caller, secretKey: "abc" }, "/links/0/secretKey the secret "],
    ["no id", { ...caller, id: "" }, "/links/0/id the caller needs an id; write its client"],
    ["an option that the protocol lacks", { ...caller, profile: { timeForm: "ms" } }, "/links/0/profile dockline has no options"],
    ["a scope, which callers of an ERP have", { ...caller, scope: {} }, "/links/0/scope only callers of an ERP have a scope"],
    ["a protocol that is not in the list", { ...caller, protocol: "warehouse", depot: undefined }, "/links/0/protocol the value must be one of dockline"]
  ])("is refused with %s", (_, link, told) => {
    const [first = ""] = problems(link).filter((problem) => problem.startsWith(told.split(" ")[0]!))
    assert.include(first, told)
  })

  it("says nothing of a secret that is refused", () => assert.notInclude(problems({ ...caller, depot: "", token: 7 }).join(), "7"))

  it("is refused with unknown credentials at run time too", () => {
    const { connections, links, protocols } = Result.getOrThrow(compose(written(caller), {}))
    const added = oneLink({ erp: "books", peer: "wh", ...caller, id: "C-2", warehouseKey: "k", prefix: "B" } as never, connections, links, false, protocols)
    assert.isTrue(Result.isFailure(added) && added.failure.some(({ path }) => path === "/warehouseKey"))
  })
})

describe("the protocols of a composition", () => {
  it.each<[string, ReadonlyArray<unknown>, string]>([
    ["none", [], "/protocols the list is empty"],
    ["one twice", [dockline, dockline], "/protocols/1 the protocol dockline is in the list twice"],
    ["a name that no log could have", [dockline, { ...dockline, name: "Dock line", paths: ["/d"] }], "/protocols/1 the name of a protocol"],
    ["a contract that nobody carries out", [dockline, { ...dockline, name: "d", paths: ["/d"], contract: { id: "desk/v1" } }], "/protocols/1 the contract of this protocol is desk/v1"],
    ["a credential that every link has", [dockline, { ...dockline, name: "d", paths: ["/d"], key: undefined, credentials: Schema.Struct({ prefix: Schema.String }) }], "/protocols/1 every link has a member prefix"],
    ["no paths", [dockline, { ...dockline, name: "d", paths: [] }], "/protocols/1 the protocol has no paths"],
    ["a path that is none", [dockline, { ...dockline, name: "d", paths: ["calls"] }], "/protocols/1 \"calls\" is not a path"],
    ["a path of another", [dockline, { ...dockline, name: "d", paths: ["/dockline/v1/{call}"] }], "/protocols/1 the protocol dockline serves the path /dockline/v1/{call} already"],
    ["a path of the runner", [dockline, { ...dockline, name: "d", paths: ["/callbacks/{name}"] }], "/protocols/1 the path /callbacks/{name} is one of the runner's own"],
    ["a path below the callbacks of plugins", [dockline, { ...dockline, name: "d", paths: ["/callbacks/shop/orders/{name}"] }], "/protocols/1 the path /callbacks/shop/orders/{name} is one of the runner's own"],
    ["a path that may be one below them", [dockline, { ...dockline, name: "d", paths: ["/{tenant}/{a}/{b}/{c}"] }], "/protocols/1 the path /{tenant}/{a}/{b}/{c} is one of the runner's own"]
  ])("cannot be %s", (_, protocols, told) => assert.isTrue(problems(caller, protocols).some((problem) => problem.startsWith(told)), problems(caller, protocols).join("\n")))

  it("are typed: a link has the credentials of its protocol, and no protocol that nobody serves", () => {
    const rest = { plugins: [], connections: [], protocols: [dockline] } as const
    defineRunner({ ...rest, links: [{ erp: "books", peer: "wh", ...caller }] })
    // @ts-expect-error: the depot is missing
    defineRunner({ ...rest, links: [{ erp: "books", peer: "wh", protocol: "dockline", id: "C-1", secretKey: "s" }] })
    // @ts-expect-error: there is no such protocol
    defineRunner({ ...rest, links: [{ erp: "books", peer: "wh", protocol: "window", id: "C-1", secretKey: "s" }] })
    // @ts-expect-error: a value without a server is no protocol
    defineRunner({ ...rest, protocols: [{ name: "d", paths: ["/d"], credentials: Schema.Struct({}) }], links: [] })
  })

  it("of the house are imported by their list, the command line and the diagnosis of signatures alone (M9)", () => {
    const source = join(import.meta.dirname, "..", "..", "src")
    const importing = readdirSync(source, { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".ts") && !file.startsWith("cli/") && !file.startsWith("signatures/"))
      .filter((file) => /from "@crossdock\/protocols\/(?!kit|wire)/.test(readFileSync(join(source, file), "utf8")))
    assert.deepStrictEqual(importing, ["DefaultProtocols.ts"])
    assert.deepStrictEqual(DefaultProtocols.all.map(({ name }) => name), ["warehouse", "gateway", "platform", "open-api"])
  })
})
