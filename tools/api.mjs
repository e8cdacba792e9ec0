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

const oneLine = (text) => text.replaceAll(docstrings, " ").replaceAll(/\s+/g, " ").replace(/^(?:export )?(?:declare )?/, "").replace(/;$/, "").trim()

/** The text of the docstring that ends right before a place. */
const docBefore = ({ comments, source }, start) => {
  const comment = comments.findLast((each) => each.type === "Block" && each.end <= start && source.slice(each.end, start).trim() === "")
  if (comment === undefined || !comment.value.startsWith("*")) return ""
  return textOf(comment.value.slice(1))
}

/** A signature without `readonly` and the name of the schema module. */
const plain = (signature) => signature.replaceAll(/\breadonly (?!\[)/g, "").replaceAll(/\bSchema\./g, "").replaceAll(/import\("[^"]*"\)\./g, "")

/** The members of a type literal, of an interface or of a class, each with what its own type literals have. */
const membersIn = (nodes, file) => nodes.flatMap((node) => {
  const name = node.computed ? undefined : node.key?.name ?? node.key?.value
  const type = (node.typeAnnotation ?? node.returnType ?? node.value?.returnType)?.typeAnnotation
  if (name === undefined || type === undefined || name === "constructor") return []
  const text = plain(oneLine(file.source.slice(type.start, type.end)))
  const [, inner] = /^optionalKey<(.*)>$/.exec(text) ?? []
  return [{ name, type: inner ?? text, isOptional: node.optional === true || inner !== undefined, doc: docBefore(file, node.start).replaceAll(/\s+/g, " "), parts: partsIn(type, file) }]
})

/** The parts of a type that have members, none of which is within another: the text of the type that is made of one, and its members. */
const partsIn = (node, file, owner = node) => {
  if (Array.isArray(node)) return node.flatMap((each) => partsIn(each, file, owner))
  if (typeof node?.type !== "string") return []
  if (node.type === "TSTypeLiteral") return [{ type: plain(oneLine(file.source.slice(owner.start, owner.end))), members: membersIn(node.members, file) }]
  return Object.entries(node).flatMap(([key, each]) => (key === "parent" ? [] : partsIn(each, file, node.type === "TSTypeReference" ? node : owner)))
}

/** The parts of the type of a declaration that have members. Those of an operation have a label, because some are asked and some answered. */
const partsOf = (type, file) => {
  const found = type?.type === "TSTypeReference" && /^(?:Operation\.)?Operation$/.test(file.source.slice(type.typeName.start, type.typeName.end)) ? type.typeArguments?.params : undefined
  if (found?.length !== 5) return partsIn(type, file)
  return [["Called with", found[2]], ["Answers", found[3]]].map(([label, each]) =>
    ({ label, type: plain(oneLine(file.source.slice(each.start, each.end))), members: partsIn(each, file).flatMap(({ members }) => members) }))
}

/** The names that a declaration declares, each with its kind, the text of its signature, and the parts that have members. */
const namesOf = (node, file) => {
  if (node.type === "VariableDeclaration") {
    return node.declarations.map(({ end, id, start }) => {
      const type = id.typeAnnotation?.typeAnnotation
      const isFields = type?.type === "TSTypeLiteral"
      return { name: id.name, kind: node.kind, signature: `${node.kind} ${oneLine(file.source.slice(start, end))}`, parts: partsOf(type, file), isFields }
    })
  }
  const kind = kinds[node.type]
  if (kind === undefined) return []
  const parts = node.body?.body === undefined ? partsOf(node.typeAnnotation, file) : [{ members: membersIn(node.body.body, file) }]
  return [{ name: node.id.name, kind, signature: oneLine(file.source.slice(node.start, node.end)), parts }]
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
    for (const each of namesOf(node, { comments, source })) {
      declared.push({ ...each, doc: docBefore({ comments, source }, start) })
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

/** A plain signature with as many of its members as there is room for. `end` stands for what is cut off even so. */
const fitting = (text, end = "") => {
  const texts = [text, ...[4, 3, 2, 1, 0].map((depth) => brief(text, depth)), ...[16, 12, 8].map((most) => brief(text, 0, most))]
  const shown = texts.find(({ length }) => length <= longest) ?? texts.at(-1)
  return shown.length <= longest ? shown : `${shown.slice(0, longest).trimEnd()}${end}`
}

/** A long signature in brief, with its length and its digest. */
const shortened = (signature) => {
  if (signature.length <= longest) return signature
  return `${fitting(plain(signature))} … ${signature.length} characters, ${createHash("sha256").update(signature).digest("hex").slice(0, 12)}`
}

/** Declarations that say from what a class is made are shown as its base, because nothing else tells its members. */
const withBases = (declared) => {
  const bases = new Map(declared.filter(({ kind, name }) => kind === "const" && name.endsWith("_base")).map((one) => [one.name, one]))
  return declared.filter(({ name }) => !bases.has(name)).map((one) => {
    const base = one.kind === "class" ? bases.get(/ extends (\w+_base) \{/.exec(one.signature)?.[1]) : undefined
    if (base === undefined) return one
    const signature = one.signature.replace(` extends ${base.name} {`, () => ` extends ${base.signature.replace(/^const \w+: /, "")} {`)
    return { ...one, signature, parts: [{ members: [...base.parts, ...one.parts].flatMap(({ members }) => members) }] }
  })
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
    parts: all.flatMap(({ parts }) => parts)
  }))

/** The public names that have no docstring, as `module: name`. */
export const undocumented = (folder, dist = join(folder, "dist")) =>
  filesOf(folder, dist).flatMap((each) => publicNames(each).filter(({ doc }) => doc === "").map(({ name }) => `${moduleOf(dist, each.file)}: ${name}`))

const typeOf = ({ signature }) => plain(signature).replace(/^const \w+: /, "")

/**
 * Writes types with the names of exported schemas. Two schemas may have the same type; a name then stands for it only where the type is no
 * struct, and where the file has none of the two, both names are told.
 */
const namingOf = (files) => {
  const schemas = files.flatMap(({ declared, file, isPublic }) => declared.filter((one) => one.kind === "const" && isPublic(one) && typeOf(one).includes("<") &&
    declared.some(({ kind, signature }) => kind === "type" && signature === `type ${one.name} = typeof ${one.name}.Type`)).map((one) => ({ file, name: one.name, type: typeOf(one) })))
  const known = Object.entries(Object.groupBy(schemas, ({ type }) => type)).filter(([type, all]) => all.length === 1 || !type.startsWith("Struct<")).toSorted(([a], [b]) => b.length - a.length)
  return (text, file, own) => known.reduce((written, [type, all]) => {
    if (type === own || !written.includes(type)) return written
    const here = all.filter((one) => one.file === file)
    return written.replaceAll(type, [...new Set((here.length > 0 ? here : all).map(({ name }) => name))].join(" or "))
  }, text)
}

/** A list inside a member shows all of its members if they are at most so many, and otherwise those that have docstrings. */
const mostInside = 16

/**
 * The lines of the members of a part: of all, with their types, where the signature has no room for them, and otherwise of those that have
 * docstrings. Members that were spread into a schema from another file have their docstrings there, in one of the constants `fields`.
 */
const memberLines = (part, isCut, { fields, named }, indent = "") => {
  const typed = (one) => `${one.name}: ${one.type}`
  const here = new Set(part.members.map(typed))
  const spread = new Map(fields.filter((members) => members.length > 1 && members.every((one) => here.has(typed(one)))).flat().map((one) => [one.name, one.doc]))
  return part.members.map((one) => ({ ...one, doc: one.doc === "" && isCut ? spread.get(one.name) ?? "" : one.doc })).flatMap(({ doc, isOptional, name, parts, type }) => {
    if (doc === "" && !isCut) return []
    const written = named(type)
    const inside = parts.filter((each) => written.includes("{") && named(each.type).includes("{"))
    const head = isCut ? `${name}${isOptional ? "?" : ""}: ${brief(written, 0, mostInside)}` : name
    return [
      `${indent}- ${head.includes("`") ? `\`\` ${head} \`\`` : `\`${head}\``}${doc === "" ? "" : `: ${doc}`}`,
      ...isCut ? inside.flatMap((each) => memberLines(each, each.members.length <= mostInside, { fields, named }, `${indent}  `)) : []
    ]
  })
}

/** The reference: every exported name with its docstring, and its members with their docstrings, by module. */
export const reference = (folder, dist = join(folder, "dist")) => {
  const { description, name, version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"))
  const files = filesOf(folder, dist)
  const fields = files.flatMap(({ declared }) => declared.filter(({ isFields }) => isFields).flatMap(({ parts }) => parts.map(({ members }) => members)))
  const naming = namingOf(files)
  const sections = files.filter(({ declared, isPublic }) => declared.some(isPublic)).map((each) => {
    const texts = publicNames(each).map(({ doc, name: title, parts, signatures }) => {
      const own = typeOf({ signature: signatures[0] })
      const named = (text) => naming(text, each.file, own)
      const isCut = signatures.some(({ length }) => length > longest)
      const shown = signatures.map((signature) => (signature.length <= longest && !signature.includes("decodeTo<") ? signature : fitting(named(plain(signature)), " …")))
      const lists = parts.map((part) => {
        const isNamed = part.label !== undefined && !named(part.type).includes("{")
        if (isNamed) return isCut && part.type !== "" ? `${part.label} \`${named(part.type)}\`.` : ""
        const lines = memberLines(part, isCut, { fields, named })
        return lines.length === 0 ? "" : `${part.label === undefined ? "" : `${part.label}:\n\n`}${lines.join("\n")}`
      }).filter((text) => text !== "")
      return [`### ${title}`, ...doc === "" ? [] : [doc], `\`\`\`ts\n${shown.join("\n")}\n\`\`\``, ...lists].join("\n\n")
    })
    return [`## ${moduleOf(dist, each.file)}`, [...each.ways].toSorted().map((way) => `- \`${way}\``).join("\n"), ...texts].join("\n\n")
  })
  return [`# ${name} ${version}`, description, ...sections].join("\n\n").concat("\n")
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) writeFileSync(join("dist", "API.md"), reference(process.cwd()))
