// Checks the pages: links resolve, named scripts exist, compositions compile, and the README quotes the tested snippets.
import assert from "node:assert/strict"
import { spawnSync } from "node:child_process"
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { describe, it } from "node:test"
import { fileURLToPath } from "node:url"
import * as Modules from "../modules.mjs"
import { snippets } from "../snippets.mjs"

const root = fileURLToPath(new URL("../..", import.meta.url))
const read = (path) => readFileSync(join(root, path), "utf8")
const pages = [
  "README.md",
  "CONTRIBUTING.md",
  "SECURITY.md",
  "apps/demo/README.md",
  ...Modules.filesBelow(join(root, "examples"), (name) => name.endsWith(".md")).map((path) => `examples/${path}`),
  ...Modules.filesBelow(join(root, "docs"), (name) => name.endsWith(".md"), (path) => path === "spec").map((path) => `docs/${path}`)
]

const withoutCode = (text) => text.replaceAll(/^```[\s\S]*?^```/gm, "").replaceAll(/`[^`\n]*`/g, "")
const anchorOf = (heading) => heading.toLowerCase().replaceAll(/[^\p{L}\p{N}\s_-]/gu, "").trim().replaceAll(/\s/g, "-")
const anchors = (path) => [...withoutCode(read(path)).matchAll(/^#+ (.+)$/gm)].map(([, heading]) => anchorOf(heading))

describe("pages", () => {
  it("every relative link leads to a file, and to a heading where it names one", () => {
    const broken = pages.flatMap((page) =>
      [...withoutCode(read(page)).matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, link]) => {
        if (/^[a-z]+:/.test(link)) return []
        const [path, anchor] = link.split("#")
        const target = path === "" ? page : join(dirname(page), path)
        if (!existsSync(join(root, target))) return [`${page}: ${link}`]
        return anchor === undefined || anchors(target).includes(anchor) ? [] : [`${page}: ${link}`]
      })
    )
    assert.deepEqual(broken, [])
  })

  it("the README's table has every package that is published, and no other", () => {
    const folders = ["packages", "apps"].flatMap((parent) => readdirSync(join(root, parent)).map((name) => `${parent}/${name}`))
    const published = folders.filter((folder) => existsSync(join(root, folder, "package.json")) && JSON.parse(read(`${folder}/package.json`)).private !== true)
    const listed = [...read("README.md").matchAll(/^\| \[`(@crossdock\/[\w-]+)`\]\(([\w/-]+)\)/gm)].map(([, name, folder]) => `${name} ${folder}`)
    assert.deepEqual(listed.toSorted(), published.map((folder) => `${JSON.parse(read(`${folder}/package.json`)).name} ${folder}`).toSorted())
  })

  it("every npm script and every tool that a page names is there", () => {
    const { scripts } = JSON.parse(read("package.json"))
    const missing = pages.flatMap((page) => {
      const text = read(page)
      const named = [...text.matchAll(/npm run (?:--silent )?([\w:-]+)/g)].map(([, name]) => name).filter((name) => scripts[name] === undefined)
      const tools = [...text.matchAll(/node (tools\/[\w./-]+\.mjs)/g)].map(([, path]) => path).filter((path) => !existsSync(join(root, path)))
      return [...named, ...tools].map((name) => `${page}: ${name}`)
    })
    assert.deepEqual(missing, [])
  })

  it("the compositions that the operator's guide shows compile against the built packages", () => {
    const folder = mkdtempSync(join(tmpdir(), "crossdock-composition-"))
    try {
      const compositions = [...read("docs/guides/operate.md").matchAll(/^```ts\n([\s\S]*?)^```/gm)]
      assert.ok(compositions.length >= 2)
      for (const [at, [, composition]] of compositions.entries()) writeFileSync(join(folder, `crossdock-${at}.config.ts`), composition)
      writeFileSync(join(folder, "package.json"), JSON.stringify({ type: "module" }))
      const extended = { extends: join(root, "tsconfig.base.json"), include: ["*.ts"] }
      writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(extended))
      symlinkSync(join(root, "apps/runner/node_modules"), join(folder, "node_modules"), "junction")
      const done = spawnSync(process.execPath, [join(root, "node_modules/typescript/bin/tsc"), "-p", folder], { encoding: "utf8" })
      assert.equal(done.stdout, "")
      assert.equal(done.status, 0, done.stderr)
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  it("the README quotes the signing snippets as they are run", () => {
    for (const { snippet: name } of snippets) {
      assert.ok(read("README.md").includes(read(`docs/guides/signing/${name}`).trimEnd()), `${name} differs`)
    }
  })
})
