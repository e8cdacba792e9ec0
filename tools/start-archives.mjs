#!/usr/bin/env node
// Installs a runner from the packed archives next to this file and starts it; with --plugin it also generates a plugin.
// `npm run pack:all` copies this file to archives/start.mjs, so that the folder is self-contained.
//
//   node archives/start.mjs                                    the sandbox, in ./crossdock
//   node archives/start.mjs --plugin acme                      the same, with a new warehouse plugin ./crossdock/warehouse-acme
//   node archives/start.mjs --plugin acme --kind platform      with a plugin for a shop, or for an ERP (`erp`)
//   node archives/start.mjs --plugin acme --protocol json-rpc  of another template; `http-json` is the default
//   node archives/start.mjs --dir shop --no-start              elsewhere, and without starting it
//
// It keeps existing files: a second call installs nothing again, and your changes stay.
import { spawn, spawnSync } from "node:child_process"
import { randomBytes } from "node:crypto"
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { dirname, join, relative, resolve } from "node:path"
import { fileURLToPath } from "node:url"
import { parseArgs } from "node:util"

const archives = dirname(fileURLToPath(import.meta.url))
const options = {
  dir: { type: "string", default: "crossdock" },
  plugin: { type: "string" },
  kind: { type: "string", default: "warehouse" },
  protocol: { type: "string", default: "http-json" },
  "no-start": { type: "boolean", default: false }
}

const stop = (message) => {
  process.stderr.write(`${message}\n`)
  process.exit(2)
}

const given = (() => {
  try {
    return parseArgs({ options }).values
  } catch (error) {
    return stop(`${error.message}\nusage: node start.mjs [--dir <folder>] [--plugin <name>] [--kind warehouse|platform|erp] [--protocol <template>] [--no-start]`)
  }
})()

const [major, minor] = process.versions.node.split(".").map(Number)
if (major < 22 || (major === 22 && minor < 20)) stop(`Node ${process.versions.node} is too old for the runner; install Node 22.20 or newer`)

const say = (text) => process.stdout.write(`${text}\n`)
const shell = process.platform === "win32"

/** Runs npm; if that fails, the whole command ends with its output. */
const npm = (what, cwd, ...args) => {
  const { error, status, stderr, stdout } = spawnSync("npm", args, { cwd, shell, encoding: "utf8" })
  if (status !== 0) stop(`${what} failed in ${cwd}: npm ${args.join(" ")}\n${error?.message ?? ""}${stdout}${stderr}`)
}

const archiveOf = (name) => {
  const file = readdirSync(archives).find((each) => new RegExp(`^crossdock-${name}-\\d.*\\.tgz$`).test(each))
  return file === undefined ? stop(`${archives} has no archive of @crossdock/${name}; run npm run pack:all in the repository`) : join(archives, file)
}

const kinds = ["warehouse", "platform", "erp"]
if (!kinds.includes(given.kind)) stop(`--kind ${given.kind} is unknown; use one of ${kinds.join(", ")}`)

const home = resolve(given.dir)
const shown = (path) => relative(process.cwd(), path) || "."
const runner = join(home, "runner")

const installRunner = () => {
  if (existsSync(join(runner, "node_modules", ".bin", "crossdock"))) return say(`the runner is installed in ${shown(runner)}`)
  say(`installing the runner in ${shown(runner)}`)
  mkdirSync(runner, { recursive: true })
  for (const name of readdirSync(archives)) {
    if (name.endsWith(".tgz") || name.startsWith("package")) copyFileSync(join(archives, name), join(runner, name))
  }
  npm("installing the runner", runner, "ci", "--ignore-scripts", "--no-audit", "--no-fund")
}

/** Generates the plugin, runs its tests, and installs it next to the runner as npm would from a registry. */
const installPlugin = (name) => {
  const folder = join(home, `${given.kind}-${name}`)
  if (!existsSync(folder)) {
    say(`writing the plugin ${shown(folder)}`)
    const flags = ["--kind", given.kind, "--protocol", given.protocol, "--name", name, "--dir", folder, "--packages", archives]
    npm("writing the plugin", home, "exec", "--yes", `--package=${archiveOf("create-adapter")}`, "--", "create-adapter", ...flags)
    npm("installing what the plugin needs", folder, "install", "--no-audit", "--no-fund", "--prefer-offline")
  }
  say(`checking the plugin: types, build and the conformance suite`)
  npm("the check of the plugin", folder, "run", "check")
  say(`installing the plugin beside the runner`)
  npm("installing the plugin", runner, "install", "--install-links", "--no-save", "--no-audit", "--no-fund", "--prefer-offline", folder)
  return folder
}

/** What stands beside the plugin: an ERP for a warehouse or a shop, and the sandbox warehouse for an ERP. */
const besides = {
  warehouse: (id) => ({
    imported: `import { erpOpenApi } from "@crossdock/erp-open-api"`,
    plugin: "erpOpenApi",
    connection: erpConnection(id),
    link: `{ erp: "erp", peer: "${id}", protocol: "warehouse", id: "shop", secretKey: env("LINK_KEY") }`
  }),
  platform: (id) => ({
    imported: `import { erpOpenApi } from "@crossdock/erp-open-api"`,
    plugin: "erpOpenApi",
    connection: erpConnection(id),
    link: `{ erp: "erp", peer: "${id}", protocol: "platform", id: "shop", secretKey: env("LINK_KEY"), shop: { platform: "${id}", shopId: "1" } }`
  }),
  erp: (id) => ({
    imported: `import { sandbox } from "@crossdock/warehouse-sandbox"`,
    plugin: "sandbox",
    connection: `{ id: "warehouse", plugin: "warehouse-sandbox", settings: { account: "demo" } }`,
    link: `{ erp: "${id}", peer: "warehouse", protocol: "warehouse", id: "shop", secretKey: env("LINK_KEY") }`
  })
}

const erpConnection = (id) => `{
      id: "erp",
      plugin: "erp-open-api",
      settings: { baseUrl: "https://erp.example", accessId: "crossdock", secretKey: env("ERP_KEY"), warehouseExtraType: "${id}" }
    }`

/** A composition with the plugin and what it needs beside it. */
const compose = (folder) => {
  const file = join(runner, "crossdock.config.ts")
  if (existsSync(file)) return
  const readme = readFileSync(join(folder, "README.md"), "utf8")
  const [, imported = "", name = ""] = /^(import \{ (\w+) \} from "[^"]+")$/m.exec(readme.replace(/^import .*crossdock\/config"\n/m, "")) ?? []
  const id = /connections: \[\{ id: "([^"]+)"/.exec(readme)?.[1] ?? ""
  const connection = /connections: \[(.+)\],/.exec(readme)?.[1] ?? stop(`${folder}/README.md shows no connection; write ${file} by hand`)
  const beside = besides[given.kind](id)
  writeFileSync(
    file,
    `import { defineRunner, env } from "@crossdock/config"
${beside.imported}
${imported}

export default defineRunner({
  plugins: [${beside.plugin}, ${name}],
  connections: [
    ${beside.connection},
    ${connection}
  ],
  links: [${beside.link}]
})
`
  )
  say(`wrote ${shown(file)}; put in the addresses of your ERP and of your account`)
}

/** The composition reads its secrets from the environment; a secret that is not set gets a random value. */
const secretsOf = () => {
  const file = join(runner, "crossdock.config.ts")
  const names = existsSync(file) ? [...readFileSync(file, "utf8").matchAll(/env\("(\w+)"\)/g)].map(([, name]) => name) : []
  const missing = names.filter((name) => process.env[name] === undefined)
  if (missing.length > 0) say(`not set: ${missing.join(", ")}. The runner starts with values that nobody knows; set them to those of your accounts`)
  return Object.fromEntries(missing.map((name) => [name, randomBytes(24).toString("hex")]))
}

installRunner()
if (given.plugin !== undefined) compose(installPlugin(given.plugin))
const command = join(runner, "node_modules", "@crossdock", "runner", "dist", "main.js")
if (given["no-start"]) say(`start it with: cd ${shown(runner)} && npx crossdock start`)
else {
  const next = given.plugin === undefined ? "call createOrder --example" : `plugins show ${given.kind}-${given.plugin}`
  say(`starting the runner; Ctrl-C stops it. In another terminal: cd ${shown(runner)} && npx crossdock ${next}`)
  const env = { ...process.env, ...secretsOf() }
  const started = spawn(process.execPath, [command, "start"], { cwd: runner, stdio: "inherit", env })
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => started.kill(signal))
  started.on("close", (code) => {
    process.exitCode = code ?? 1
  })
}
