/** Installs the runner from packed archives and their lockfile, as an operator and the image do, and starts it. */
import { spawnSync } from "node:child_process"
import { readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { exchange } from "../support/http.ts"
import { eventually, freePort, startNode, tempDir } from "../support/processes.ts"

const root = fileURLToPath(new URL("../..", import.meta.url))
const folder = tempDir("crossdock-packed-")
const read = (...path: ReadonlyArray<string>): string => readFileSync(join(...path), "utf8")

interface Locked {
  readonly packages: Readonly<Record<string, { readonly version?: string; readonly integrity?: string }>>
}

const run = (command: string, args: ReadonlyArray<string>, cwd: string, env: Readonly<Record<string, string>> = {}) => {
  const { status, stderr, stdout } = spawnSync(command, args, { cwd, encoding: "utf8", env: { ...process.env, ...env } })
  return { status, out: `${stdout}${stderr}` }
}

/** The installation step of the Dockerfile, read from there. */
const install = /^COPY --from=packed .*\nRUN (.*)$/m.exec(read(root, "Dockerfile"))?.[1] ?? "false"

const versionsIn = (lockfile: string) =>
  Object.entries((JSON.parse(lockfile) as Locked).packages).flatMap(([path, { version }]) => path === "" ? [] : [[path, version] as const])

let lockfile: string
beforeAll(() => {
  const packed = run(process.execPath, [join(root, "tools", "with-toolchain.mjs"), "exec", process.execPath, join(root, "tools", "pack-all.mjs"), folder.path], root)
  assert.strictEqual(packed.status, 0, packed.out)
  lockfile = read(folder.path, "package-lock.json")
}, 600_000)
afterAll(() => folder.remove())

const isOptional = (path: string): boolean => (JSON.parse(lockfile) as { packages: Record<string, { optional?: boolean }> }).packages[path]?.optional === true

describe("packed packages", () => {
  it("are not installed with a package that has another digest (m17)", () => {
    const wrong = lockfile.replace(/("node_modules\/pg": \{[^}]*?"integrity": "sha512-)..../, "$1AAAA")
    assert.notStrictEqual(wrong, lockfile)
    writeFileSync(join(folder.path, "package-lock.json"), wrong)
    const { out, status } = run("sh", ["-c", install], folder.path)
    writeFileSync(join(folder.path, "package-lock.json"), lockfile)
    assert.notStrictEqual(status, 0)
    assert.include(out, "EINTEGRITY")
  })

  it("are installed by the step of the Dockerfile in the versions of their lockfile (m17)", () => {
    const { out, status } = run("sh", ["-c", install], folder.path)
    assert.strictEqual(status, 0, out)
    const installed = new Map(versionsIn(read(folder.path, "node_modules", ".package-lock.json")))
    for (const [path, version] of versionsIn(lockfile)) {
      if (installed.has(path) || !isOptional(path)) assert.strictEqual(installed.get(path), version, path)
    }
    assert.isAtMost(installed.size, versionsIn(lockfile).length)
    assert.sameMembers(readdirSync(folder.path), ["node_modules", "package.json", "package-lock.json"])
    assert.strictEqual(read(folder.path, "package-lock.json"), lockfile)
  })

  it("start the sandbox in an empty folder, its first call is accepted, and npx @crossdock/certify certifies it", async () => {
    const program = join(folder.path, "node_modules", "@crossdock", "runner", "dist", "main.js")
    const [port, adminPort] = [await freePort(), await freePort()]
    const env = {
      PORT: String(port),
      CROSSDOCK_ADMIN_PORT: String(adminPort),
      CROSSDOCK_DATA: join(folder.path, "data")
    }
    const runner = startNode(program, { args: ["start"], env, cwd: folder.path })
    try {
      const url = `http://127.0.0.1:${port}`
      await eventually(async () => (await exchange(`${url}/readyz`, { timeoutMs: 5000 })).status === 200 || undefined, { what: "readiness" })
      const call = startNode(program, { args: ["call", "createOrder", "--example", "--json", "--url", `${url}/warehouse`], env, cwd: folder.path })
      const exit = await call.exited
      assert.strictEqual(exit.code, 0, `${call.stdout()}${call.stderr()}${runner.stderr()}`)
      assert.include(call.stdout(), "warehouseOrderNumber")

      const certify = (...args: ReadonlyArray<string>) => run("npx", ["--offline", "@crossdock/certify", ...args], folder.path, { CERTIFY_SECRET: "sandbox-secret" })
      const help = certify("--help")
      assert.strictEqual(help.status, 0, help.out)
      assert.include(help.out, "--protocol")
      const out = join(folder.path, "data", "certificate")
      const target = [`${url}/warehouse`, "--protocol", "warehouse-envelope", "--id", "sandbox", "--ships", "--sku", "NEVER_SHIPS", "--out", out]
      const certificate = certify(...target)
      assert.strictEqual(certificate.status, 0, certificate.out)
      assert.include(certificate.out, "Conforms: ")
      assert.sameMembers(readdirSync(out), ["certificate.html", "certificate.json", "certificate.xml"])
    } finally {
      await runner.stop()
    }
  })

  it("load a composition that lies beside them, as one is mounted into the image", async () => {
    writeFileSync(
      join(folder.path, "crossdock.config.ts"),
      "import { defineRunner } from \"@crossdock/config\"\nimport { warehouseEnvelope } from \"@crossdock/warehouse-envelope\"\n\n" +
        "export default defineRunner({ plugins: [warehouseEnvelope], connections: [], links: [] })\n"
    )
    const program = join(folder.path, "node_modules", ".bin", "crossdock")
    const check = startNode(program, { args: ["config", "check"], cwd: folder.path })
    assert.strictEqual((await check.exited).code, 0, check.stdout() + check.stderr())
  })
})
