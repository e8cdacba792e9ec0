// Checks that published packages import only stable symbols of effect: an unstable symbol may change in a patch release and
// break a plugin.
//
//   node tools/stability.mjs [--root <workspace>]
//
// It resolves every symbol that packages/*/src imports from `effect` or `effect/X` to its declaration in the installed
// package, and reads the `@stability` tag there. For a namespace import it checks each member that is used. The exit code
// is 1 when a symbol is not stable or cannot be found.
import { existsSync, readFileSync, readdirSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join, resolve } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"
import { parseSync } from "oxc-parser"
import * as Modules from "./modules.mjs"

const tagOf = (comment) => /@stability\s+(\w+)/.exec(comment ?? "")?.[1]

/** The names that a statement of a declaration file declares. */
const declared = (statement) => {
  const node = statement.declaration ?? statement
  if (node.type === "VariableDeclaration") return node.declarations.map((each) => each.id.name)
  return node.id?.name === undefined ? [] : [node.id.name]
}

/**
 * The exports of one declaration file: `own` maps a name to its tags (a name may be a value, a type and a namespace at
 * once), `from` maps a name to the file that it comes from, `all` are the files of `export *`.
 */
const readDeclarations = (file) => {
  const text = readFileSync(file, "utf8")
  const { program, comments } = parseSync(file, text)
  const blocks = comments.filter((each) => each.type === "Block").toSorted((a, b) => a.end - b.end)
  /** The comment that ends right before a position, separated from it by white space only. */
  const before = (position) => {
    const found = blocks.findLast((each) => each.end <= position)
    return found !== undefined && text.slice(found.end, position).trim() === "" ? found.value : undefined
  }
  const own = new Map()
  const from = new Map()
  const all = []
  const note = (name, tag) => own.set(name, [...(own.get(name) ?? []), tag])
  const local = new Map()
  for (const statement of program.body) {
    for (const name of declared(statement)) local.set(name, [...(local.get(name) ?? []), tagOf(before(statement.start))])
  }
  const target = (source) => resolve(dirname(file), source.value.replace(/\.(ts|js)$/, ".d.ts"))
  for (const statement of program.body) {
    const tag = tagOf(before(statement.start))
    if (statement.type === "ExportAllDeclaration") {
      if (statement.exported === null) all.push(target(statement.source))
      else from.set(statement.exported.name, { file: target(statement.source), name: "*", tag })
    } else if (statement.type === "ExportNamedDeclaration" && statement.declaration !== null) {
      for (const name of declared(statement)) note(name, tag)
    } else if (statement.type === "ExportNamedDeclaration") {
      for (const each of statement.specifiers) {
        const name = each.exported.name ?? each.exported.value
        const ownTag = tagOf(before(each.start)) ?? tag
        const origin = each.local.name ?? each.local.value
        if (statement.source !== null) from.set(name, { file: target(statement.source), name: origin, tag: ownTag })
        else for (const declaredTag of local.get(origin) ?? [undefined]) note(name, ownTag ?? declaredTag)
      }
    }
  }
  return { moduleTag: tagOf(comments.find((each) => each.type === "Block" && each.value.includes("@stability"))?.value), own, from, all }
}

/** Looks up the tags of symbols in the installed effect, whose declarations are in `dist`. */
export const makeLookup = (dist) => {
  const cache = new Map()
  const declarations = (file) => {
    if (!cache.has(file)) cache.set(file, readDeclarations(file))
    return cache.get(file)
  }
  const fileOf = (specifier) => {
    const path = specifier === "effect" ? "index" : specifier.slice("effect/".length)
    return [join(dist, `${path}.d.ts`), join(dist, path, "index.d.ts")].find((each) => existsSync(each))
  }
  /** Returns `{ tags, namespace }`: the tags of a name, and the file of the namespace if it is one. */
  const symbol = (file, name) => {
    const { own, from, all } = declarations(file)
    if (own.has(name)) return { tags: own.get(name) }
    const origin = from.get(name)
    if (origin?.name === "*") return { tags: [origin.tag], namespace: origin.file }
    if (origin !== undefined) {
      const found = symbol(origin.file, origin.name)
      return origin.tag === undefined ? found : { ...found, tags: [origin.tag] }
    }
    for (const each of all) {
      const found = symbol(each, name)
      if (found !== undefined) return found
    }
    return undefined
  }
  return { fileOf, symbol, moduleTag: (file) => declarations(file).moduleTag }
}

/** An overload without its own comment has the tag of the first overload. A name without a tag counts as unstable. */
const badTags = (tags) => {
  const known = tags.filter((tag) => tag !== undefined)
  return known.length === 0 ? ["untagged"] : [...new Set(known.filter((tag) => tag !== "stable"))]
}

/** The problems with one module's use of effect, as `{ line, symbol, message }`. */
export const judge = (module, lookup) => {
  const found = []
  const judgeTags = (line, symbol, tags) => {
    const bad = badTags(tags)
    if (bad.length > 0) found.push({ line, symbol, message: `is ${bad.join(" and ")}` })
  }
  const judgeMembers = (local, file, written) => {
    for (const member of module.members) {
      if (member.object !== local) continue
      const target = lookup.symbol(file, member.property)
      const symbol = `${written}.${member.property}`
      if (target === undefined) found.push({ line: member.line, symbol, message: "is not exported by the installed effect" })
      else judgeTags(member.line, symbol, target.tags)
    }
  }
  for (const { specifier, line, names } of module.imports) {
    if (specifier !== "effect" && !specifier.startsWith("effect/")) continue
    const file = lookup.fileOf(specifier)
    if (file === undefined) {
      found.push({ line, symbol: specifier, message: "is not a module of the installed effect" })
      continue
    }
    for (const name of names) {
      if (name.imported === "*") {
        if (specifier !== "effect") judgeTags(name.line, specifier, [lookup.moduleTag(file)])
        if (name.local !== undefined) judgeMembers(name.local, file, specifier)
        continue
      }
      const target = lookup.symbol(file, name.imported)
      const symbol = `${specifier}.${name.imported}`
      if (target === undefined) {
        found.push({ line: name.line, symbol, message: "is not exported by the installed effect" })
        continue
      }
      judgeTags(name.line, symbol, target.tags)
      if (target.namespace !== undefined && name.local !== undefined) judgeMembers(name.local, target.namespace, symbol)
    }
  }
  return found
}

/** All findings in packages/*\/src below `root`, as `{ file, line, symbol, message }`. */
export const check = (root, lookup) => {
  const packages = existsSync(join(root, "packages")) ? readdirSync(join(root, "packages")).toSorted() : []
  return packages.flatMap((name) => {
    const folder = `packages/${name}/src`
    return Modules.filesBelow(join(root, folder), (each) => /\.tsx?$/.test(each)).flatMap((path) => {
      const file = `${folder}/${path}`
      return judge(Modules.read(join(root, file)), lookup).map((each) => ({ file, ...each }))
    })
  })
}

/** The effect that the packages of this repository compile against. */
export const installed = (root) => {
  const require = createRequire(join(root, "packages", "core", "package.json"))
  return join(dirname(require.resolve("effect/package.json")), "dist")
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const home = dirname(dirname(fileURLToPath(import.meta.url)))
  const at = process.argv.indexOf("--root")
  const root = at === -1 ? home : resolve(process.argv[at + 1])
  const findings = check(root, makeLookup(installed(home)))
  for (const { file, line, symbol, message } of findings) process.stdout.write(`${file}:${line}: ${symbol} ${message}\n`)
  process.stdout.write(findings.length === 0 ? "every effect symbol in packages/*/src is stable\n" : `${findings.length} not stable\n`)
  process.exitCode = findings.length === 0 ? 0 : 1
}
