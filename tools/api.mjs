// The public names of a package, out of its `.d.ts` files: the report that a test compares, and the reference for authors.
//
//   node ../../tools/api.mjs      in the folder of a built package: writes dist/API.md from the docstrings
import { createHash } from "node:crypto"
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { dirname, join, relative, sep } from "node:path"
import { pathToFileURL } from "node:url"
import { parseSync } from "oxc-parser"

/** A longer signature is shown in brief, and its digest stands for the rest. */
const longest = 400

const kinds = {
  TSInterfaceDeclaration: "interface",
  TSTypeAliasDeclaration: "type",
  ClassDeclaration: "class",
  TSDeclareFunction: "function",
  FunctionDeclaration: "function",
  TSEnumDeclaration: "enum",
  TSModuleDeclaration: "namespace"
}

const docstrings = /\/\*\*([\s\S]*?)\*\//g

/** The text of a docstring, without its stars. */
const textOf = (comment) => comment.split("\n").map((line) => line.replace(/^\s*\* ?/, "").trimEnd()).join("\n").trim()

/** The members of a declaration that have docstrings, as `[name, docstring]`: those that are indented least, so none of a nested type. */
const documentedMembers = (text) => {
  const all = [...text.matchAll(/^( *)\/\*\*([\s\S]*?)\*\/\s*(?:static )?(?:readonly )?(?:get )?("[^"]+"|[\w$]+)/gm)]
  const least = Math.min(...[...text.matchAll(/^( +)[\w"/]/gm)].map(([, indent]) => indent.length))
  return all.filter(([, indent]) => indent.length === least).map(([, , doc, name]) => [name, textOf(doc).replaceAll(/\s+/g, " ")])
}

const oneLine = (text) => text.replaceAll(docstrings, " ").replaceAll(/\s+/g, " ").replace(/^(?:export )?(?:declare )?/, "").replace(/;$/, "").trim()

/** The text of the docstring that ends right before a place. */
const docBefore = (comments, source, start) => {
  const comment = comments.findLast((each) => each.type === "Block" && each.end <= start && source.slice(each.end, start).trim() === "")
  if (comment === undefined || !comment.value.startsWith("*")) return ""
  return textOf(comment.value.slice(1))
}

/** The names that a declaration declares, each with its kind and the text of its signature. */
const namesOf = (node, source) => {
  if (node.type === "VariableDeclaration") {
    return node.declarations.map(({ end, id, start }) => {
      const text = source.slice(start, end)
      return { name: id.name, kind: node.kind, signature: `${node.kind} ${oneLine(text)}`, members: documentedMembers(text) }
    })
  }
  const kind = kinds[node.type]
  const text = source.slice(node.start, node.end)
  return kind === undefined ? [] : [{ name: node.id.name, kind, signature: oneLine(text), members: documentedMembers(text) }]
}

/** One `.d.ts` file: its declarations, what it passes on from other files, and the files that its types come from. */
const read = (file) => {
  const source = readFileSync(file, "utf8")
  const { comments, program } = parseSync(file, source, { lang: "dts" })
  const fileOf = ({ value }) => (value.startsWith(".") ? join(dirname(file), value.replace(/\.[jt]s$/, ".d.ts")) : undefined)
  const declared = []
  const exported = new Map()
  const passedOn = []
  const add = (node, isExported, start) => {
    for (const each of namesOf(node, source)) {
      declared.push({ ...each, doc: docBefore(comments, source, start) })
      if (isExported) exported.set(each.name, each.name)
    }
  }
  for (const node of program.body) {
    if (node.type === "ExportAllDeclaration") passedOn.push({ from: fileOf(node.source), as: node.exported?.name })
    else if (node.type === "ExportNamedDeclaration" && node.declaration !== null) add(node.declaration, true, node.start)
    else if (node.type === "ExportNamedDeclaration" && node.source !== null) {
      passedOn.push({ from: fileOf(node.source), names: node.specifiers.map(({ exported: as, local }) => [local.name, as.name]) })
    } else if (node.type === "ExportNamedDeclaration") for (const { exported: as, local } of node.specifiers) exported.set(local.name, as.name)
    else add(node, false, node.start)
  }
  const imported = [...source.matchAll(/(?:from |import\()"(\.[^"]+)"/g)].map(([, value]) => fileOf({ value }))
  return { declared: withBases(declared), exported, passedOn, imported }
}

/**
 * Every file whose types a user can meet, with `ways`, the texts by which its names are imported: none if it only appears in the
 * types of others. `isPublic` tells whether a name of it can be imported.
 */
const filesOf = (folder, dist) => {
  const { exports, name } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"))
  const found = new Map()
  const visit = (file, way, only) => {
    if (file === undefined || !existsSync(file)) return
    const known = found.get(file)
    const entry = known ?? { file, ways: new Set(), named: new Set(), ...read(file) }
    found.set(file, entry)
    if (way !== undefined) {
      entry.ways.add(way)
      for (const each of only ?? entry.exported.keys()) entry.named.add(each)
      for (const { as, from, names } of entry.passedOn) {
        const listed = names?.filter(([, each]) => only === undefined || only.includes(each))
        if (as !== undefined) visit(from, `${way} as ${as}`)
        else if (listed === undefined) visit(from, way, only)
        else if (listed.length > 0) visit(from, `${way} (${listed.map(([, each]) => each).join(", ")})`, listed.map(([each]) => each))
      }
    }
    if (known === undefined) for (const each of entry.imported) visit(each)
  }
  for (const [path, target] of Object.entries(exports)) {
    if (target.types !== undefined) visit(join(dist, relative("dist", target.types)), join(name, path).replaceAll(sep, "/"))
  }
  const files = [...found.values()].toSorted((a, b) => (a.file < b.file ? -1 : 1))
  return files.map((each) => ({ ...each, isPublic: (one) => each.named.has(one.name) }))
}

/** The declarations that are public, and those that public ones name in their types. */
const metOf = (files) => {
  const words = (signature) => signature.match(/[A-Za-z_$][\w$]*/g) ?? []
  const all = files.flatMap(({ declared, isPublic }) => declared.map((one) => ({ one, isMet: isPublic(one) })))
  const met = new Set(all.filter(({ isMet }) => isMet).map(({ one }) => one))
  const named = new Set([...met].flatMap(({ signature }) => words(signature)))
  for (let isGrowing = true; isGrowing;) {
    const more = all.filter(({ one }) => !met.has(one) && named.has(one.name))
    for (const { one } of more) {
      met.add(one)
      for (const word of words(one.signature)) named.add(word)
    }
    isGrowing = more.length > 0
  }
  return met
}

const byName = (a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : a.signature < b.signature ? -1 : 1)
const moduleOf = (dist, file) => relative(dist, file).replaceAll(sep, "/").replace(/\.d\.ts$/, "")

/** The place behind the bracket that closes the one at `start`. The `>` of an arrow closes nothing. */
const endOfBrackets = (text, start) => {
  let depth = 0
  for (let at = start; at < text.length; at++) {
    if ("<{([".includes(text[at])) depth++
    else if (text[at] !== ">" || text[at - 1] !== "=") depth -= ">})]".includes(text[at]) ? 1 : 0
    if (depth === 0) return at + 1
  }
  return text.length
}

/** The members of a type literal, as `[name, type]`. */
const membersOf = (body) => {
  const found = []
  for (let at = 0; at < body.length;) {
    const [head, name] = /^[\s;]*("[^"]*"|[\w$]+\??): /.exec(body.slice(at)) ?? []
    if (head === undefined) return undefined
    let end = at + head.length
    while (end < body.length && body[end] !== ";") end = "<{([".includes(body[end]) ? endOfBrackets(body, end) : end + 1
    found.push([name, body.slice(at + head.length, end)])
    at = end + 1
    if (body.slice(at).trim() === "") break
  }
  return found
}

/** A signature in which type literals from a depth on have only the names of their members, and at most so many of them. */
const brief = (text, depth, most = Infinity) => {
  const start = text.indexOf("{ ")
  if (start < 0) return text
  const end = endOfBrackets(text, start)
  const body = text.slice(start + 1, end - 1)
  const members = membersOf(body)
  const nameOf = ([name, type]) => (type.startsWith("optionalKey<") && !name.endsWith("?") ? `${name}?` : name)
  const listed = members?.slice(0, most)
  const rest = members !== undefined && members.length > most ? `, … ${members.length - most} more` : ""
  const inside = listed === undefined ? brief(body, depth, most) : depth === 0
    ? ` ${listed.map(nameOf).join(", ")}${rest} `
    : ` ${listed.map(([name, type]) => `${name}: ${brief(type, depth - 1)}`).join("; ")} `
  return `${text.slice(0, start)}{${inside}}${brief(text.slice(end), depth, most)}`
}

/** A long signature without `readonly` and the name of the schema module, with as many of its members as there is room for. */
const shortened = (signature) => {
  if (signature.length <= longest) return signature
  const plain = signature.replaceAll(/\breadonly (?!\[)/g, "").replaceAll(/\bSchema\./g, "").replaceAll(/import\("[^"]*"\)\./g, "")
  const texts = [plain, ...[4, 3, 2, 1, 0].map((depth) => brief(plain, depth)), ...[16, 12, 8].map((most) => brief(plain, 0, most))]
  const shown = texts.find(({ length }) => length <= longest) ?? texts.at(-1)
  const text = shown.length <= longest ? shown : shown.slice(0, longest).trimEnd()
  return `${text} … ${signature.length} characters, ${createHash("sha256").update(signature).digest("hex").slice(0, 12)}`
}

/** Declarations that say from what a class is made are shown as its base, because nothing else tells its members. */
const withBases = (declared) => {
  const bases = new Map(declared.filter(({ kind, name }) => kind === "const" && name.endsWith("_base")).map((one) => [one.name, one.signature.replace(/^const \w+: /, "")]))
  return declared.filter(({ name }) => !bases.has(name)).map((one) =>
    one.kind === "class" ? { ...one, signature: one.signature.replace(/ extends (\w+_base) \{/, (all, name) => (bases.has(name) ? ` extends ${bases.get(name)} {` : all)) } : one)
}

/** The report: a section for each module, a line for each name. `dist` has the declarations, without comments. */
export const report = (folder, dist = join(folder, "dist")) => {
  const files = filesOf(folder, dist)
  const met = metOf(files)
  return files.flatMap(({ declared, file, isPublic, ways }) => {
    const lines = declared.filter((one) => met.has(one)).toSorted(byName).map((one) =>
      `${isPublic(one) ? "" : "(types only) "}${shortened(one.signature)}`)
    return lines.length === 0 ? [] : [[`## ${moduleOf(dist, file)}`, ...[...ways].toSorted().map((way) => `import: ${way}`), ...lines].join("\n")]
  }).join("\n\n").concat("\n")
}

/** What differs between two reports: the lines that are gone and those that are new, with their module. */
export const difference = (before, after) => {
  const linesOf = (text) => text.split("\n\n").flatMap((section) => {
    const [heading, ...lines] = section.trim().split("\n")
    return lines.map((line) => `${heading.replace("## ", "")}: ${line}`)
  })
  const [old, now] = [linesOf(before), linesOf(after)]
  return [
    ...old.filter((line) => !now.includes(line)).map((line) => `- ${line}`),
    ...now.filter((line) => !old.includes(line)).map((line) => `+ ${line}`)
  ]
}

/** The public names of a file, each once: a schema and the type of its values have one name, and one docstring is for both. */
const publicNames = ({ declared, isPublic }) =>
  Object.values(Object.groupBy(declared.filter(isPublic).toSorted(byName), ({ name }) => name)).map((all) => ({
    name: all[0].name,
    signatures: all.map(({ signature }) => signature),
    doc: all.map(({ doc }) => doc).filter((doc) => doc !== "").join("\n\n"),
    members: all.flatMap(({ members }) => members)
  }))

/** The public names that have no docstring, as `module: name`. */
export const undocumented = (folder, dist = join(folder, "dist")) =>
  filesOf(folder, dist).flatMap((each) => publicNames(each).filter(({ doc }) => doc === "").map(({ name }) => `${moduleOf(dist, each.file)}: ${name}`))

const memberLines = (members) => (members.length === 0 ? "" : `\n\n${members.map(([name, doc]) => `- \`${name}\`: ${doc}`).join("\n")}`)

/** The reference: every exported name with its docstring and those of its members, by module. */
export const reference = (folder, dist = join(folder, "dist")) => {
  const { description, name, version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"))
  const sections = filesOf(folder, dist).filter(({ declared, isPublic }) => declared.some(isPublic)).map((each) => {
    const texts = publicNames(each).map(({ doc, members, name: title, signatures }) =>
      `### ${title}\n\n${doc === "" ? "" : `${doc}\n\n`}\`\`\`ts\n${signatures.map(shortened).join("\n")}\n\`\`\`${memberLines(members)}`)
    return [`## ${moduleOf(dist, each.file)}`, [...each.ways].toSorted().map((way) => `- \`${way}\``).join("\n"), ...texts].join("\n\n")
  })
  return [`# ${name} ${version}`, description, ...sections].join("\n\n").concat("\n")
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) writeFileSync(join("dist", "API.md"), reference(process.cwd()))
