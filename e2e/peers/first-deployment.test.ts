/** Carries out docs/guides/first-deployment.md in an empty Debian. */
import { spawnSync } from "node:child_process"
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import * as Debian from "../../tools/peers/debian-root.mjs"

const repository = fileURLToPath(new URL("../..", import.meta.url))
const page = readFileSync(join(repository, "docs/guides/first-deployment.md"), "utf8")

type Step = { readonly script: string } | { readonly file: string; readonly content: string }

/** The blocks of the page in their order. */
const steps: ReadonlyArray<Step> = [...page.matchAll(/<!-- (shell|file): (\S+) -->\n```\w+\n([^]*?)```/g)].map(([, kind, name, text]) =>
  kind === "shell" ? { script: text! } : { file: name!, content: text! })

const scripts = steps.flatMap((step) => "script" in step ? [step.script] : [])
/** What a reader types: lines that are not inside of a text for a file. */
const commands = scripts.flatMap((script) => script.replaceAll(/<<end\n[^]*?\nend\n/g, "\n").split("\n")).filter((line) => line.trim() !== "")

const problem = Debian.problem()
/** The shell of root on a new machine. */
const env = {
  PATH: "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
  HOME: "/root",
  PS1: "# ",
  DEBIAN_FRONTEND: "noninteractive",
  npm_config_cafile: `/${Debian.authorities}`
}
const because = problem === undefined ? "" : ` (skipped: ${problem})`

describe("your first deployment (issue 25)", () => {
  it("takes at most 60 commands and 8 files", () => {
    assert.isAtMost(commands.length, 60)
    assert.isAtMost(steps.length - scripts.length, 8)
  })

  describe.skipIf(problem !== undefined)(`in an empty Debian${because}`, () => {
    let debian: Debian.DebianRoot
    beforeAll(() => {
      debian = Debian.make()
      Debian.addNode(debian.root)
      const packed = spawnSync(process.execPath, ["tools/with-toolchain.mjs", "exec", process.execPath, "tools/pack-all.mjs", join(debian.root, "opt/crossdock")], { cwd: repository, encoding: "utf8" })
      assert.strictEqual(packed.status, 0, packed.stdout + packed.stderr)
      cpSync(join(repository, "deploy"), join(debian.root, "opt/deploy"), { recursive: true })
    }, 600_000)
    afterAll(() => debian?.remove())

    it("runs as the page says, with an order, TLS, and an alert that fires and ends", () => {
      const script = steps.map((step) => {
        if ("script" in step) return step.script
        mkdirSync(dirname(join(debian.root, step.file)), { recursive: true })
        writeFileSync(join(debian.root, step.file), step.content)
        return ""
      }).join("\n")
      const { status, stderr, stdout } = spawnSync("chroot", [debian.root, "bash", "-euxo", "pipefail", "-c", script], { encoding: "utf8", timeout: 400_000, env })
      const log = () => spawnSync("tail", ["-n", "20", join(debian.root, "var/log/crossdock.log")], { encoding: "utf8" }).stdout
      assert.strictEqual(status, 0, `${stdout.slice(-3000)}\n${stderr.slice(-5000)}\n${log()}`)
      assert.include(stdout, "{\"ok\":true}")
      assert.include(stdout, "SO-1")
    }, 420_000)
  })
})
