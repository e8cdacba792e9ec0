// Checks the structure of the repository: which folder may import which, which files must exist, and what no file may
// contain.
//
//   node tools/shape.mjs [--root <workspace>] [--rules]
//
// It reads every package.json and every import of the sources. Each rule below is one row with the message that it prints;
// its number is that of the table in docs/architecture.md. The exit code is 1 when a rule is broken. `--rules` lists the
// rules.
import { existsSync, readFileSync } from "node:fs"
import { dirname, join, posix, resolve } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"
import * as Modules from "./modules.mjs"
import * as Reports from "./reports.mjs"

const scope = "@crossdock/"
export const longestFile = 500
const pluginName = /^packages\/(?:warehouse|platform|erp)-[^/]+$/
const framework = ["core", "books", "config", "protocols", "http-kit", "transport-undici", "testkit", "create-adapter", "certify"]

/** The kind of a workspace: the name of a framework package, `plugin`, `runner`, `console`, `admin-api`, or undefined if no rule applies to it. */
const kindOf = (folder) => {
  if (pluginName.test(folder)) return "plugin"
  const name = folder.split("/")[1]
  if (["apps/runner", "apps/console", "apps/admin-api"].includes(folder)) return name
  return folder.startsWith("packages/") && framework.includes(name) ? name : undefined
}

/** Workspace packages that each kind may depend on; `dev` lists those it may have in devDependencies as well. */
const ours = {
  core: { any: [], dev: [] },
  books: { any: ["core"], dev: [] },
  config: { any: ["core", "books"], dev: [] },
  protocols: { any: ["core", "books"], dev: [] },
  "http-kit": { any: ["core"], dev: [] },
  "transport-undici": { any: ["core"], dev: [] },
  testkit: { any: ["core", "books", "protocols"], dev: [] },
  "create-adapter": { any: [], dev: [] },
  certify: { any: ["core", "protocols", "transport-undici"], dev: ["books", "testkit"] },
  plugin: { any: ["core", "books", "protocols", "http-kit"], dev: ["testkit", "config"] },
  "admin-api": { any: ["core", "books", "config"], dev: [] },
  console: { any: ["admin-api"], dev: [] }
}
/** Foreign packages that the framework may depend on at run time. A plugin may also depend on its vendor's SDK. */
const others = { core: ["effect"], books: ["effect"], config: ["effect"], protocols: ["effect"], "http-kit": ["effect"], "admin-api": ["effect"], "transport-undici": ["effect", "undici"] }

const sections = ["dependencies", "peerDependencies", "optionalDependencies", "devDependencies"]
const dependenciesOf = (manifest) =>
  sections.flatMap((section) =>
    Object.entries(manifest[section] ?? {})
      .filter(([name]) => !name.startsWith("/")) // a comment in the manifest
      .map(([name, range]) => ({ section, name, range }))
  )

/** `{ rule, section, name, message }` for each dependency that a workspace may not have. */
const manifestRules = [
  {
    rule: "1-2-workspace-dependency",
    message: "a package may depend on core, books and protocols only; a plugin also on http-kit, and on testkit and config for its tests; no package on a plugin, the transport or an app",
    breaks: ({ kind, name, section }) => {
      if (!name.startsWith(scope)) return false
      const other = name.slice(scope.length)
      // The build of the runner copies the built console, so that nothing of it is needed at run time.
      if (kind === "runner") return other === "runner" || (other === "console" && section !== "devDependencies") || other === "create-adapter"
      const allowed = ours[kind]
      if (allowed === undefined) return false
      return !(allowed.any.includes(other) || (section === "devDependencies" && allowed.dev.includes(other)))
    }
  },
  {
    rule: "1-foreign-dependency",
    message: "core, books, config, protocols, http-kit and the admin API may depend on effect only, the transport on effect and undici",
    breaks: ({ kind, name, section }) =>
      section !== "devDependencies" && !name.startsWith(scope) && others[kind] !== undefined && !others[kind].includes(name)
  },
  {
    rule: "testkit-vitest",
    message: "testkit is published and @effect/vitest has no stable release, so testkit has its own it.effect",
    breaks: ({ kind, name }) => kind === "testkit" && name === "@effect/vitest"
  },
  {
    rule: "root-literal-version",
    message: "the root package.json has literal versions only, so that a plain npm install works there",
    breaks: ({ folder, range }) => folder === "." && /^(?:catalog|workspace):/.test(range)
  }
]

const effectModules = (names) => new Set(names.flatMap((name) => [`effect/${name}`, `effect.${name}`]))
/** Modules that make a function depend on more than its arguments. */
const impure = effectModules(["Layer", "Clock", "Random", "Config", "ConfigProvider", "Console", "Context", "Fiber", "Ref", "Scope", "ManagedRuntime", "Runtime"])
const effectful = new Set([...impure, ...effectModules(["Effect", "Stream", "Schedule"])])
const ports = /^@crossdock\/core\/(?:Transport|SqlStorage)$/

/** The modules that an import makes available: `effect.X` for a name of effect's root module, and likewise for core's root. */
const brought = ({ specifier, names }) => [
  specifier,
  ...names.filter((name) => name.imported !== "*").map((name) => `${specifier}.${name.imported}`)
]
const brings = (each, set) => brought(each).some((name) => set.has(name))
const bringsPort = (each) =>
  brought(each).some((name) => ports.test(name) || name === "@crossdock/core.Transport" || name === "@crossdock/core.SqlStorage")

const isEffect = (specifier) => specifier === "effect" || specifier.startsWith("effect/")
const isCore = (specifier) => specifier === `${scope}core` || specifier.startsWith(`${scope}core/`)
/** A package that holds contracts. */
const isOfContracts = (specifier) => isCore(specifier) || specifier === `${scope}books`
const isHttpKit = (specifier) => specifier === `${scope}http-kit`
const isProtocols = (specifier) => specifier.startsWith(`${scope}protocols/`)
const packageOf = (specifier) => specifier.split("/").slice(0, specifier.startsWith("@") ? 2 : 1).join("/")
const top = (path) => (path.includes("/") ? path.slice(0, path.indexOf("/")) : "")
const base = (path) => posix.basename(path)
const isBelow = (path, folder) => path === `${folder}.ts` || path.startsWith(`${folder}/`)
const httpModules = new Set(["node:http", "node:https", "node:http2", "http", "https", "http2"])
const databases = new Set(["node:sqlite", "pg", "pg-native"])

/** For each folder of the runner, the folders that it may import. Files beside the folders belong to none of them. */
export const runnerFolders = {
  store: [],
  accounts: ["store"],
  oidc: ["accounts", "connection", "http", "store"],
  fulfilment: [],
  connection: ["store"],
  mapping: ["store", "connection"],
  engine: ["store", "connection"],
  records: ["store", "connection"],
  outbox: ["store", "connection", "engine", "intents"],
  intents: ["store", "connection", "mapping", "engine", "records"],
  contracts: ["store", "fulfilment", "connection", "mapping", "engine", "records", "outbox", "intents", "jobs"],
  desk: ["store", "fulfilment", "connection", "mapping", "engine", "records", "outbox", "intents", "jobs", "contracts"],
  jobs: ["store", "connection", "records", "outbox", "intents"],
  http: ["store", "connection", "engine", "records", "outbox", "contracts", "findings"],
  api: ["fulfilment", "connection", "mapping", "store", "engine", "records", "outbox", "intents", "jobs", "desk", "http", "findings", "accounts", "oidc", "signatures", "examples", "hints"],
  findings: ["store", "connection", "jobs", "http", "doctor"],
  hints: ["store"],
  doctor: ["store", "connection", "engine", "records", "outbox", "intents", "desk"],
  backup: ["store"],
  signatures: [],
  examples: [],
  cli: ["doctor", "backup", "signatures", "examples"]
}

/** The folders of the runner that serve every contract alike, and the modules of core that are contracts. */
const engineFolders = new Set(["engine", "records", "intents", "outbox", "jobs"])
const contractNames = /(?:^|\/)(?:\w+)V\d+$/

/** The names of operations, events and kinds of all contracts: those of core, and the kinds that the runner keeps for them. */
const namesOfContracts = (root) => {
  const namesIn = (folder, matches, part) =>
    Modules.filesBelow(join(root, folder), matches).flatMap((path) => part(Modules.namesOfContract(join(root, folder, path))))
  return [
    ...["packages/core/src", "packages/books/src"].flatMap((folder) => namesIn(folder, (name) => /V\d+\.ts$/.test(name), ({ events, operations }) => [...operations, ...events])),
    ...namesIn("apps/runner/src/contracts", (name) => name.endsWith("Kinds.ts"), ({ kinds }) => kinds)
  ]
}
/** Finds such a name where it is the whole text, or stands between apostrophes in SQL, alone or before the number of a record. */
const nameIn = (text, names) => names.find((name) => text === name || text.includes(`'${name}'`) || text.includes(`'${name}:`))

/**
 * Each rule examines one import of one file: `kind` of the workspace, `path` below its src, `specifier`, `target` (the
 * path below src for a relative import, undefined otherwise) and `names`.
 */
const importRules = [
  {
    rule: "1-core-imports",
    message: "core imports effect and node:crypto only",
    breaks: ({ kind, specifier, target }) =>
      kind === "core" && target === undefined && !isEffect(specifier) && specifier !== "node:crypto"
  },
  {
    rule: "2-plugin-imports",
    message: "a plugin imports core, books, protocols, http-kit, effect and its vendor's SDK",
    breaks: ({ kind, specifier, target, dependencies }) => {
      if (kind !== "plugin" || target !== undefined) return false
      if (isEffect(specifier) || isOfContracts(specifier) || isProtocols(specifier) || isHttpKit(specifier)) return false
      return specifier.startsWith(scope) || specifier.startsWith("node:") || !dependencies.has(packageOf(specifier))
    }
  },
  {
    rule: "2-leaves-src",
    message: "a relative import stays inside the src of its package",
    breaks: ({ target }) => target !== undefined && target.startsWith("..")
  },
  {
    rule: "3-protocol-folders",
    message: "one protocol folder never imports another; all may import kit, signing and wire, kit imports signing and wire, and these import none",
    breaks: ({ kind, path, target }) => {
      if (kind !== "protocols" || target === undefined || target.startsWith("..")) return false
      if (top(path) === top(target) || top(path) === "") return false
      const isBase = (folder) => folder === "wire" || folder === "signing"
      return isBase(top(path)) || !(isBase(top(target)) || top(target) === "kit")
    }
  },
  {
    rule: "4-client-server",
    message: "Client.ts and Server.ts of a protocol never import each other",
    breaks: ({ kind, path, target }) =>
      kind === "protocols" && target !== undefined && ["Client.ts Server.ts", "Server.ts Client.ts"].includes(`${base(path)} ${base(target)}`)
  },
  {
    rule: "5-signing-alone",
    message: "core/signing imports nothing of ours",
    breaks: ({ kind, path, target }) => kind === "core" && isBelow(path, "signing") && target !== undefined && !isBelow(target, "signing")
  },
  {
    rule: "5-model-alone",
    message: "core/model imports only core/model and core/Json",
    breaks: ({ kind, path, target }) =>
      kind === "core" && isBelow(path, "model") && target !== undefined && !isBelow(target, "model") && target !== "Json.ts"
  },
  {
    rule: "6-tables-are-pure",
    message: "Faults.ts and Statuses.ts are tables and import no Effect, Layer, clock or port",
    breaks: (each) =>
      each.kind === "plugin" && ["Faults.ts", "Statuses.ts"].includes(base(each.path)) &&
      (brings(each, effectful) || bringsPort(each) || each.specifier.startsWith("node:"))
  },
  {
    rule: "6-messages-are-pure",
    message: "wire schemas and mappings are pure and import no Layer, service, clock or port",
    breaks: (each) =>
      each.kind === "protocols" && /(?:^|\/)(?:Messages|wire)\//.test(each.path) &&
      (brings(each, impure) || bringsPort(each) || each.specifier.startsWith("node:"))
  },
  {
    rule: "6-operations",
    message: "no file of operations/ imports Layer or Transport",
    breaks: (each) =>
      each.kind === "plugin" && each.path.startsWith("operations/") && (brings(each, effectModules(["Layer"])) || bringsPort(each))
  },
  {
    rule: "7-own-index",
    message: "no file imports the index.ts of its own package, except those of kit, signing and wire from the protocol folders",
    breaks: ({ kind, target, specifier, ownName, path }) => {
      if (specifier === ownName || specifier.startsWith(`${ownName}/`)) return true
      if (target === undefined || base(target) !== "index.ts" || path === "index.ts") return false
      return !(["kit/index.ts", "signing/index.ts", "wire/index.ts"].includes(target) && kind === "protocols" && top(path) !== top(target))
    }
  },
  {
    rule: "8-admin-api",
    message: "apps/admin-api imports core, books, config and effect only, so that the runner, its command line and the console can all read it",
    breaks: ({ kind, specifier }) =>
      kind === "admin-api" && !specifier.startsWith("./") && !isEffect(specifier) && !isOfContracts(specifier) && specifier !== `${scope}config`
  },
  {
    rule: "10-node-http",
    message: "only the http folder of the runner and the peers of testkit import node:http",
    breaks: ({ kind, path, specifier }) =>
      kind !== undefined && httpModules.has(specifier) && kind !== "testkit" && !(kind === "runner" && isBelow(path, "http"))
  },
  {
    rule: "11-cluster",
    message: "nothing imports effect/cluster, because rows of the database say which node holds a claim",
    breaks: ({ kind, specifier }) =>
      kind !== undefined && (specifier === "effect/cluster" || specifier.startsWith("effect/cluster/"))
  },
  {
    rule: "11-database",
    message: "only the store folder of the runner and storage.ts of testkit import node:sqlite or pg",
    breaks: ({ kind, path, specifier }) =>
      kind !== undefined && databases.has(specifier) && !(kind === "runner" && isBelow(path, "store")) && !(kind === "testkit" && path === "storage.ts")
  },
  {
    rule: "12-runner-folders",
    message: "folders of the runner import each other only as docs/architecture.md lists",
    breaks: ({ kind, path, target }) => {
      if (kind !== "runner" || target === undefined || top(path) === top(target)) return false
      const from = runnerFolders[top(path)]
      if (from === undefined) return false
      if (target === "main.ts") return true
      return runnerFolders[top(target)] !== undefined && !from.includes(top(target))
    }
  },
  {
    rule: "12-runner-engines",
    message: "engine, records, intents, outbox and jobs of the runner know no contract; the folder of a contract hands them what they need",
    breaks: ({ kind, path, specifier, names }) =>
      kind === "runner" && engineFolders.has(top(path)) && isOfContracts(specifier) &&
      (contractNames.test(specifier) || names.some(({ imported }) => contractNames.test(imported)))
  }
]

/** Each rule examines one text in quotes, or the name of a member. `names` are those of the contracts. */
const literalRules = [
  {
    rule: "12-runner-names",
    message: "engines and http name no operation, event or kind of a contract; they get the names from the contract's rows",
    breaks: ({ kind, path, text, names }) => kind === "runner" && (engineFolders.has(top(path)) || top(path) === "http") && nameIn(text, names) !== undefined
  }
]

/** Each rule examines one use of a name: `form` is member, call or construction. */
const useRules = [
  {
    rule: "10-environment",
    message: "only ProcessEnvironment.ts of the runner and the entry of a command read process.env",
    breaks: ({ kind, path, form, name }) =>
      form === "member" && name === "process.env" && !(kind === "runner" && path === "ProcessEnvironment.ts") && !(kind === "certify" && path === "main.ts")
  },
  {
    rule: "10-clock",
    message: "take the time from Clock, not from Date.now or new Date",
    breaks: ({ kind, path, form, name }) =>
      ((form === "member" && name === "Date.now") || (form === "construction" && name === "Date")) && !(kind === "console" && path === "now.ts")
  },
  {
    rule: "10-random",
    message: "take random numbers from Random, not from Math.random",
    breaks: ({ form, name }) => form === "member" && name === "Math.random"
  },
  {
    rule: "10-fetch",
    message: "send HTTP requests through Transport, not with fetch",
    breaks: ({ form, name }) => (form === "call" && name === "fetch") || (form === "member" && name === "globalThis.fetch")
  }
]

const pluginFiles = ["Adapter.ts", "Settings.ts", "index.ts"]
const protocolUnits = ["Envelope.ts", "Messages", "Signature.ts", "Fault.ts", "Client.ts", "Server.ts"]
const vague = /^(?:utils?|helpers?|common|misc|shared|manager|types)\.tsx?$/i

const fileRules = [
  { rule: "plugin-files", message: `a plugin has ${pluginFiles.join(", ")}` },
  { rule: "protocol-units", message: `a protocol folder, which is any but kit, signing and wire, has ${protocolUnits.join(", ")}` },
  { rule: "long-file", message: `a source file has at most ${longestFile} lines` },
  { rule: "vague-name", message: "name the file after what it contains" },
  { rule: "syntax", message: "a source file parses" },
  { rule: "machine-path", message: "a file contains no path of one developer's machine" },
  { rule: "registry-host", message: "name a package, not the host of a registry" }
]

export const rules = [...manifestRules, ...importRules, ...literalRules, ...useRules, ...fileRules].map(({ rule, message }) => ({ rule, message }))

const isText = (name) => /\.(?:[cm]?[jt]sx?|json|md|ya?ml|sh|py|php|java|toml|css|html)$|^(?:run|LICENSE|Dockerfile)$/.test(name)
const isOutside = (path, name) =>
  ["node_modules", "dist", "coverage"].includes(name) || ["tools/fixtures", "pnpm-lock.yaml", "package-lock.json"].includes(path) ||
  (name.startsWith(".") && ![".ci", ".changeset", ".oxlintrc.json"].includes(name))

const checkTexts = (root, note) => {
  const here = dirname(root)
  const machine = /(?<![\w.:/@-])\/(?:home|Users|root)\/[\w.-]+/
  const registry = /\bregistry\.[a-z0-9-]+\.(?:org|com|net|dev|io)\b/i
  for (const path of Modules.filesBelow(root, isText, isOutside)) {
    for (const [index, line] of readFileSync(join(root, path), "utf8").split("\n").entries()) {
      if (machine.test(line) || (here.length > 1 && line.includes(`${here}/`))) note(path, index + 1, "machine-path")
      if (registry.test(line)) note(path, index + 1, "registry-host")
    }
  }
}

const checkManifest = (root, folder, manifest, note) => {
  const path = folder === "." ? "package.json" : `${folder}/package.json`
  const lines = readFileSync(join(root, path), "utf8").split("\n")
  for (const { section, name, range } of dependenciesOf(manifest)) {
    for (const { rule, breaks } of manifestRules) {
      if (!breaks({ folder, kind: kindOf(folder), section, name, range })) continue
      const opens = lines.findIndex((line) => line.includes(`"${section}"`))
      note(path, lines.findIndex((line, at) => at >= opens && line.includes(`"${name}"`)) + 1, rule, name)
    }
  }
}

const checkModule = (root, folder, path, manifest, names, note) => {
  const file = `${folder}/src/${path}`
  const kind = kindOf(folder)
  const module = Modules.read(join(root, file))
  if (module.problem !== undefined) note(file, 1, "syntax", module.problem)
  if (module.lines > longestFile) note(file, 1, "long-file", `${module.lines} lines`)
  if (vague.test(base(path))) note(file, 1, "vague-name")
  const dependencies = new Set(dependenciesOf(manifest).filter((each) => each.section !== "devDependencies").map((each) => each.name))
  for (const each of module.imports) {
    const isRelative = each.specifier.startsWith(".")
    const target = isRelative ? posix.normalize(posix.join(posix.dirname(path), each.specifier)) : undefined
    const seen = { ...each, kind, path, target, dependencies, ownName: manifest.name }
    for (const { rule, breaks } of importRules) if (breaks(seen)) note(file, each.line, rule, each.specifier)
  }
  if (kind === undefined) return
  const uses = [
    ...module.members.map(({ object, property, line }) => ({ form: "member", name: `${object}.${property}`, line })),
    ...module.calls.map((each) => ({ form: "call", ...each })),
    ...module.constructions.map((each) => ({ form: "construction", ...each }))
  ]
  for (const { line, text } of module.literals) {
    for (const { rule, breaks } of literalRules) if (breaks({ kind, path, text, names })) note(file, line, rule, nameIn(text, names))
  }
  for (const use of uses) {
    for (const { rule, breaks } of useRules) if (breaks({ ...use, kind, path })) note(file, use.line, rule, use.name)
  }
}

/** Reports the files that a package of its kind must have and does not; a package without sources is skipped. */
const checkUnits = (root, folder, paths, note) => {
  if (paths.length === 0) return
  if (kindOf(folder) === "plugin") {
    for (const name of pluginFiles) if (!paths.includes(name)) note(`${folder}/package.json`, 1, "plugin-files", `no src/${name}`)
  }
  if (kindOf(folder) !== "protocols") return
  for (const protocol of new Set(paths.map(top).filter((name) => !["", "kit", "signing", "wire"].includes(name)))) {
    const has = (unit) => paths.some((path) => path === `${protocol}/${unit}` || path.startsWith(`${protocol}/${unit}/`))
    for (const unit of protocolUnits) if (!has(unit)) note(`${folder}/package.json`, 1, "protocol-units", `no src/${protocol}/${unit}`)
  }
}

/** Every finding below `root` as `{ file, line, rule, message, what }`. */
export const check = (root) => {
  const findings = []
  const reasons = new Map(rules.map(({ rule, message }) => [rule, message]))
  const note = (file, line, rule, what = "") => findings.push({ file, line, rule, message: reasons.get(rule), what })
  checkTexts(root, note)
  const names = namesOfContracts(root)
  for (const folder of [".", ...Reports.workspaces(root)]) {
    const path = join(root, folder, "package.json")
    if (!existsSync(path)) continue
    const manifest = JSON.parse(readFileSync(path, "utf8"))
    checkManifest(root, folder, manifest, note)
    if (folder === ".") continue
    const paths = Modules.filesBelow(join(root, folder, "src"), (name) => /\.tsx?$/.test(name))
    for (const each of paths) checkModule(root, folder, each, manifest, names, note)
    checkUnits(root, folder, paths, note)
  }
  return findings.toSorted((a, b) => (a.file === b.file ? a.line - b.line : a.file < b.file ? -1 : 1))
}

export const print = ({ file, line, rule, message, what }) => `${file}:${line}: ${rule}${what === "" ? "" : ` (${what})`}: ${message}`

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  if (process.argv.includes("--rules")) {
    for (const { rule, message } of rules) process.stdout.write(`${rule.padEnd(26)} ${message}\n`)
  } else {
    const at = process.argv.indexOf("--root")
    const root = at === -1 ? dirname(dirname(fileURLToPath(import.meta.url))) : resolve(process.argv[at + 1])
    const findings = check(root)
    for (const each of findings) process.stdout.write(`${print(each)}\n`)
    process.stdout.write(findings.length === 0 ? `${rules.length} rules hold\n` : `${findings.length} findings\n`)
    process.exitCode = findings.length === 0 ? 0 : 1
  }
}
