// Parses source files and lists what they import and which names they use. It reads the syntax tree, so comments and
// strings do not count.
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs"
import { join } from "node:path"
import { parseSync, Visitor } from "oxc-parser"

/** All files below a folder whose name matches, as paths relative to the folder; sorted. */
export const filesBelow = (folder, matches, isSkipped = () => false) => {
  if (!existsSync(folder)) return []
  const found = []
  const walk = (inside) => {
    for (const entry of readdirSync(join(folder, inside), { withFileTypes: true })) {
      const path = inside === "" ? entry.name : `${inside}/${entry.name}`
      if (isSkipped(path, entry.name)) continue
      if (entry.isDirectory()) walk(path)
      else if (entry.isFile() && matches(entry.name)) found.push(path)
    }
  }
  if (statSync(folder).isDirectory()) walk("")
  return found.toSorted()
}

/** The line number, from 1, of a position in a text. */
const lineAt = (text) => {
  const starts = [0]
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) starts.push(at + 1)
  return (position) => {
    let low = 0
    let high = starts.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if (starts[middle] <= position) low = middle
      else high = middle - 1
    }
    return low + 1
  }
}

const nameOf = (node) => (node?.type === "Identifier" ? node.name : node?.type === "Literal" ? String(node.value) : undefined)

/**
 * One module: `imports` are `{ specifier, line, isType, names: [{ imported, local, isType, line }] }` where `imported` is
 * "*" for a namespace; re-exports and `import("x")` count as imports. `members` are the pairs `X.y` used as a value or in
 * a type, `calls` and `constructions` the plain names called or constructed. `literals` are the texts in quotes, the fixed
 * parts of templates and the names of members that object literals have.
 */
export const read = (file) => {
  const text = readFileSync(file, "utf8")
  const { module, program, errors } = parseSync(file, text)
  const line = lineAt(text)
  const problem = errors.find((each) => each.severity === "Error")?.message

  const imports = module.staticImports.map((each) => {
    const names = each.entries.map((entry) => ({
      imported: entry.importName.kind === "NamespaceObject" ? "*" : (entry.importName.name ?? "default"),
      local: entry.localName.value,
      isType: entry.isType,
      line: line(entry.localName.start)
    }))
    const isType = names.length > 0 && names.every((name) => name.isType)
    return { specifier: each.moduleRequest.value, line: line(each.start), isType, names }
  })
  for (const each of program.body) {
    if (each.type === "ExportAllDeclaration") {
      const isType = each.exportKind === "type"
      const names = [{ imported: "*", local: undefined, isType, line: line(each.start) }]
      imports.push({ specifier: each.source.value, line: line(each.start), isType, names })
    } else if (each.type === "ExportNamedDeclaration" && each.source !== null) {
      const names = each.specifiers.map((specifier) => ({
        imported: specifier.local.name ?? specifier.local.value,
        local: undefined,
        isType: each.exportKind === "type" || specifier.exportKind === "type",
        line: line(specifier.start)
      }))
      const isType = names.length > 0 && names.every((name) => name.isType)
      imports.push({ specifier: each.source.value, line: line(each.start), isType, names })
    }
  }

  const members = []
  const calls = []
  const constructions = []
  const literals = []
  new Visitor({
    ImportExpression(node) {
      const specifier = nameOf(node.source)
      if (specifier !== undefined) imports.push({ specifier, line: line(node.start), isType: false, names: [] })
    },
    TSImportType(node) {
      const specifier = nameOf(node.source)
      const imported = nameOf(node.qualifier) ?? nameOf(node.qualifier?.left)
      const names = imported === undefined ? [] : [{ imported, local: undefined, isType: true, line: line(node.start) }]
      if (specifier !== undefined) imports.push({ specifier, line: line(node.start), isType: true, names })
    },
    Literal(node) {
      if (typeof node.value === "string") literals.push({ text: node.value, line: line(node.start) })
    },
    TemplateElement(node) {
      literals.push({ text: node.value.cooked ?? node.value.raw, line: line(node.start) })
    },
    Property(node) {
      if (node.key.type === "Identifier" && !node.computed && !node.shorthand) literals.push({ text: node.key.name, line: line(node.start) })
    },
    MemberExpression(node) {
      const object = nameOf(node.object)
      const property = nameOf(node.property)
      if (node.object.type !== "Identifier" || property === undefined) return
      if (node.computed && node.property.type !== "Literal") return
      members.push({ object, property, line: line(node.start) })
    },
    TSQualifiedName(node) {
      if (node.left.type === "Identifier") members.push({ object: node.left.name, property: node.right.name, line: line(node.start) })
    },
    JSXMemberExpression(node) {
      if (node.object.type === "JSXIdentifier") members.push({ object: node.object.name, property: node.property.name, line: line(node.start) })
    },
    CallExpression(node) {
      if (node.callee.type === "Identifier") calls.push({ name: node.callee.name, line: line(node.start) })
    },
    NewExpression(node) {
      if (node.callee.type === "Identifier") constructions.push({ name: node.callee.name, line: line(node.start) })
    }
  }).visit(program)

  return { text, problem, imports, members, calls, constructions, literals, lines: text.split("\n").length - (text.endsWith("\n") ? 1 : 0) }
}

const propertiesOf = (node) => (node?.type === "ObjectExpression" ? node.properties.filter(({ type }) => type === "Property") : [])

/**
 * The names that a contract gives: `operations` are those that `Operation.make` declares in a file, `events` the tags of its
 * `Schema.TaggedUnion`, and `kinds` the texts of the members `kind` of its object literals.
 */
export const namesOfContract = (file) => {
  const { program } = parseSync(file, readFileSync(file, "utf8"))
  const found = { operations: [], events: [], kinds: [] }
  const isCallOf = ({ callee }, object, property) =>
    callee.type === "MemberExpression" && nameOf(callee.object) === object && nameOf(callee.property) === property
  new Visitor({
    CallExpression(node) {
      const [first] = node.arguments
      if (isCallOf(node, "Operation", "make") && first?.type === "Literal") found.operations.push(first.value)
      if (isCallOf(node, "Schema", "TaggedUnion")) found.events.push(...propertiesOf(first).map(({ key }) => nameOf(key)))
    },
    ObjectExpression(node) {
      for (const { key, value } of propertiesOf(node)) if (nameOf(key) === "kind" && value.type === "Literal") found.kinds.push(value.value)
    }
  }).visit(program)
  return found
}
