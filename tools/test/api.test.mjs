// Tests that the API report names what changes, and that the reference has the docstrings.
import assert from "node:assert/strict"
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { after, describe, it } from "node:test"
import * as Api from "../api.mjs"

const folder = mkdtempSync(join(tmpdir(), "crossdock-api-test-"))
after(() => rmSync(folder, { recursive: true }))

const write = (files) => {
  mkdirSync(join(folder, "dist"), { recursive: true })
  writeFileSync(join(folder, "package.json"), JSON.stringify({ name: "kit", version: "0.1.0", description: "A kit.", exports: { ".": { types: "./dist/index.d.ts" }, "./Box": { types: "./dist/Box.d.ts" } } }))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, "dist", name), text)
}

const box = "/**\n * A file.\n */\nimport type { Hidden } from \"./Hidden.ts\";\n/** How wide it is, in centimetres. */\nexport declare const width: (box: Hidden) => number;\nexport interface Box {\n    readonly id: string;\n}\n"
const files = {
  "index.d.ts": "export * as Box from \"./Box.ts\";\nexport { one } from \"./Other.ts\";\n",
  "Box.d.ts": box,
  "Hidden.d.ts": "export interface Hidden {\n    readonly a: 1;\n}\nexport declare const unused: 2;\n",
  "Other.d.ts": "export declare const one: 1;\nexport declare const two: 2;\n"
}

describe("the API report", () => {
  it("has one line for each public name, by the ways in which it is imported, and for the types that these name", () => {
    write(files)
    assert.equal(Api.report(folder), [
      "## Box", "import: kit as Box", "import: kit/Box", "interface Box { readonly id: string; }", "const width: (box: Hidden) => number", "",
      "## Hidden", "(types only) interface Hidden { readonly a: 1; }", "",
      "## Other", "import: kit (one)", "const one: 1", ""
    ].join("\n"))
  })

  it("names what was added, removed and changed, also where the signature is cut", () => {
    write(files)
    const before = Api.report(folder)
    write({ ...files, "Box.d.ts": box.replace("readonly id: string", "readonly id: number").replace("=> number", "=> number | undefined").concat("export type Extra = 1;\n") })
    assert.deepEqual(Api.difference(before, Api.report(folder)), [
      "- Box: interface Box { readonly id: string; }",
      "- Box: const width: (box: Hidden) => number",
      "+ Box: interface Box { readonly id: number; }",
      "+ Box: type Extra = 1",
      "+ Box: const width: (box: Hidden) => number | undefined"
    ])
    const long = (last) => ({ ...files, "Other.d.ts": `export declare const one: [${"1, ".repeat(200)}${last}];\n` })
    write(long(2))
    const cut = Api.report(folder)
    write(long(3))
    assert.match(Api.difference(cut, Api.report(folder)).join("\n"), /^- Other: const one: \[1, .* … \d+ characters, \w{12}\n\+ Other: /)
  })

  it("shows a long declaration by the names of its members, and a class by what it is made from", () => {
    const members = (count) => Array.from({ length: count }, (_, at) => `readonly member${at}: Schema.optionalKey<Schema.Struct<{ readonly a: (b: 1) => 2; }>>;`).join(" ")
    write({
      ...files,
      "Other.d.ts": [
        `export declare const one: Schema.Struct<{ ${members(12)} readonly last: 1; }>;`,
        `export declare const wide: Call<Schema.Struct<{ ${members(40)} }>, Answer>;`,
        "declare const two_base: Service<{ readonly a: 1; }>;",
        "export declare class two extends two_base { get b(): 2; }"
      ].join("\n"),
      "index.d.ts": "export * as Other from \"./Other.ts\";\n"
    })
    const other = Api.report(folder).split("\n\n").at(-1).split("\n")
    assert.equal(other[3], "class two extends Service<{ readonly a: 1; }> { get b(): 2; }")
    assert.match(other[2], /^const one: Struct<\{ member0\?, member1\?, .*, member11\?, last \}> … \d+ characters, \w{12}$/)
    assert.match(other[4], /^const wide: Call<Struct<\{ member0\?, .*, member15\?, … 24 more \}>, Answer> … \d+ characters, \w{12}$/)
    assert.equal(other.length, 6)
  })

  it("the reference has the docstring of each public name, and of no other", () => {
    write(files)
    const text = Api.reference(folder)
    assert.match(text, /^# kit 0\.1\.0\n\nA kit\.\n\n## Box\n/)
    assert.match(text, /### width\n\nHow wide it is, in centimetres\.\n\n```ts\nconst width: \(box: Hidden\) => number\n```/)
    assert.doesNotMatch(text, /A file|Hidden \{|two|unused/)
  })

  it("the reference has a schema and its type once, with the docstrings of the members and of none within them", () => {
    write({
      ...files,
      "Box.d.ts": "/** A box. */\nexport declare const Box: Schema.Struct<{\n    /** In which\n     * box it is. */\n    readonly id: string;\n    readonly lid: Schema.Struct<{\n        /** Of the lid. */\n        readonly color: string;\n    }>;\n}>;\nexport type Box = typeof Box.Type;\nexport declare const silent: 1;\n"
    })
    assert.match(Api.reference(folder), /### Box\n\nA box\.\n\n```ts\nconst Box: .*\ntype Box = typeof Box\.Type\n```\n\n- `id`: In which box it is\.\n\n### silent\n/)
    assert.doesNotMatch(Api.reference(folder), /Of the lid/)
    assert.deepEqual(Api.undocumented(folder), ["Box: silent", "Other: one"])
  })

  it("the reference has all members of a declaration that is cut, by the names of the schemas that they are made of", () => {
    const lid = "Schema.Struct<{\n    /** Its color. */\n    readonly color: Schema.String;\n    readonly hinge: Schema.Int;\n}>"
    const many = Array.from({ length: 30 }, (_, at) => `    readonly member${at}: Schema.Int;`).join("\n")
    write({
      ...files,
      "Box.d.ts": [
        `/** A lid. */\nexport declare const Lid: ${lid};\nexport type Lid = typeof Lid.Type;`,
        "/** Fields. */\nexport declare const sizes: {\n    /** In metres. */\n    width: Schema.Int;\n    height: Schema.optionalKey<Schema.Int>;\n};",
        `/** A box. */\nexport declare const Box: Schema.Struct<{\n    /** All lids. */\n    readonly lids: Schema.optionalKey<Schema.$Array<${lid}>>;\n    readonly width: Schema.Int;\n    readonly height: Schema.optionalKey<Schema.Int>;`,
        `    readonly inside: Schema.$Array<Schema.Struct<{\n        /** Which. */\n        readonly id: Schema.Int;\n    }>>;\n${many}\n}>;\nexport type Box = typeof Box.Type;`,
        `/** Puts a lid on a box. */\nexport declare const Close: Operation.Operation<"close", "push", ${lid}, Schema.Struct<{\n    /** When. */\n    readonly at: Schema.Int;\n${many}\n}>, false>;`,
        "declare const Store_base: Context.ServiceClass<Store, \"store\", {\n    /** Puts a box into it. */\n    readonly put: (box: Box) => void;\n}>;\n/** Where boxes are. */\nexport declare class Store extends Store_base {\n}"
      ].join("\n")
    })
    const text = Api.reference(folder)
    assert.match(text, /### Box\n\nA box\.\n\n```ts\nconst Box: Struct<\{ lids\?, width, height\?, inside, [^`]*\}>\ntype Box = typeof Box\.Type\n```\n\n- `lids\?: \$Array<Lid>`: All lids\.\n- `width: Int`: In metres\.\n- `height\?: Int`\n- `inside: \$Array<Struct<\{ id \}>>`\n {2}- `id: Int`: Which\.\n- `member0: Int`\n/)
    assert.match(text, /### Close\n\nPuts a lid on a box\.\n\n```ts\nconst Close: Operation\.Operation<"close", "push", Lid, [^`]*```\n\nCalled with `Lid`\.\n\nAnswers:\n\n- `at: Int`: When\.\n- `member0: Int`\n/)
    assert.match(text, /### Lid\n\nA lid\.\n\n```ts\nconst Lid: Schema\.Struct<[^`]*```\n\n- `color`: Its color\.\n\n### Store\n/)
    assert.match(text, /### Store\n\nWhere boxes are\.\n\n```ts\n[^`]*```\n\n- `put`: Puts a box into it\.\n\n### sizes\n/)
  })
})
