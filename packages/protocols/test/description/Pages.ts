/**
 * The generated parts of a page of the specification: tables of messages, operations with their examples, requirements, variants,
 * policies and codes. They stand between `<!-- name argument -->` and `<!-- end -->`; the words around them are written by hand.
 */
import { Json } from "@crossdock/core"
import { hash } from "node:crypto"
import { readFileSync } from "node:fs"
import type { Table } from "../../src/wire/index.ts"
import { codesOf } from "./Codes.ts"
import { commandsOf } from "./Commands.ts"
import { closure, type Described, exampleSecret, type Ids, idsOf, messageOf, notesOf, type Operation, pathOf } from "./Model.ts"
import { optionsOf } from "./Options.ts"
import * as Texts from "./PageTexts.ts"
import { printed } from "./OpenApi.ts"
import { folder, requirements } from "./Requirements.ts"
import { alsoRead, wordsOf } from "./Schemas.ts"

const cell = (text: string): string => text.replaceAll("|", "\\|").replaceAll("\n", " ")
const json = (value: Json.Json): string => `\`\`\`json\n${printed(value)}\n\`\`\``

const sectionOf = new Map(requirements.map(({ id, section }) => [id, section]))

/** The section that most requirements of the members of a table belong to. */
const homeOf = (table: Table.Table, ids: Ids): string => {
  const counts = new Map<string, number>()
  for (const id of table.members.flatMap((member) => ids.of(table, member))) {
    const section = sectionOf.get(id)
    if (section !== undefined) counts.set(section, (counts.get(section) ?? 0) + 1)
  }
  return [...counts].toSorted(([, one], [, other]) => other - one)[0]?.[0] ?? ""
}

/** What the page of a protocol is made of. */
export const partsOf = (protocol: Described, page: string) => {
  /** The numbers of the sections of the page, and of those that show tables of messages. */
  const sections = new Set([...page.matchAll(/^#+ (\d+(?:\.\d+)?[AB]?) /gm)].map(([, number]) => `§${number}`))
  const shown = new Set([...page.matchAll(/^<!-- messages (\S+) -->$/gm)].map(([, section]) => section))
  const ids = idsOf(protocol)
  const everything = [...protocol.operations, ...protocol.callbacks]

  const needOf = ({ mayBeEmpty, mayBeNull, need }: Table.Member): string =>
    `${need === "required" ? "required" : need === "always" ? "always written" : "optional"}${mayBeNull === true ? ", may be empty or null" : mayBeEmpty === true ? ", may be empty" : ""}`

  const rowOf = (table: Table.Table, member: Table.Member, method: string | undefined): string => {
    const type = member.type as Table.Type
    const byOption = new Set(Object.values(member.named?.forms ?? {}))
    const other = [...new Set([...(member.also ?? []), ...byOption])].map((name) => `the name \`${name}\`${byOption.has(name) ? ` (option \`${member.named!.name}\`)` : ""}`)
    const read = [...(member.isAnyCase === true ? ["the name in any letter case"] : []), ...other, ...alsoRead(type)]
    const own = ids.of(table, member, method)
    const absent = typeof member.absent === "number" || typeof member.absent === "string" ? [`without it: ${member.absent}`] : []
    return `| \`${member.name}\` | ${needOf(member)} | ${cell(wordsOf(type))} | ${cell(read.join("; "))} | ${cell([...absent, ...notesOf(own)].join(". "))} | ${own.join(" ")} |`
  }

  /** The operations and callbacks whose messages have a table. */
  const usersOf = (table: Table.Table): ReadonlyArray<string> => everything.filter(({ answer, request }) => closure([request, answer]).includes(table)).map(({ method }) => method)
  const all = closure(everything.flatMap(({ answer, request }) => [request, answer]))

  /** The name of a table, and where it is used if another table has the same name. */
  const titleOf = (table: Table.Table): string => {
    const [first = table] = all.filter(({ name }) => name === table.name)
    return first === table || !all.includes(table) ? `**${table.name}**` : `**${table.name}** in ${usersOf(table).map((method) => `\`${method}\``).join(", ")}`
  }

  const tableOf = (table: Table.Table, method?: string): string => [
    titleOf(table),
    "",
    ...(table.members.length === 0 ? ["It has no member."] : [
      "| Member | Need | Written as | Also read | Notes | Requirements |",
      "| --- | --- | --- | --- | --- | --- |",
      ...table.members.map((member) => rowOf(table, member, method))
    ]),
    ...(table.rules.length === 0 ? [] : ["", `Between members: ${table.rules.map(({ name, verdict }) => `${name}${verdict === "report" ? " (a reader reports it)" : ""}`).join("; ")}.`])
  ].join("\n")

  /** The tables of a section, without those of the operations themselves. */
  const messages = (section: string): string => {
    const own = new Set(everything.flatMap(({ answer, request }) => [answer, request]))
    // Answers stand with their operations, and so do requests that no section of their own describes.
    const answers = new Set(everything.map(({ answer }) => answer))
    const isOf = (table: Table.Table) => homeOf(table, ids) === section && !answers.has(table) && !(section.startsWith("§4") && own.has(table))
    const found = closure([...own]).filter(isOf)
    return found.map((table) => tableOf(table)).join("\n\n")
  }

  /** The tables below those of an operation that no section shows. */
  const innerOf = ({ answer, request }: Operation): ReadonlyArray<Table.Table> =>
    closure([request, answer]).filter((table) => table !== request && table !== answer && !shown.has(homeOf(table, ids)))

  const exampleOf = (operation: Operation): string => {
    const { examples: { answer, request }, listMember } = operation
    const message = listMember === undefined ? request : request[listMember]!
    const call = protocol.call(operation, messageOf(operation))
    const head = [`POST ${pathOf(operation)} HTTP/1.1`, ...call.headers.map(([name, value]) => `${name}: ${value}`)]
    const answered = protocol.answered(Json.stringify(answer))
    return [
      "The message:",
      "",
      json(message),
      "",
      "The call as it is sent:",
      "",
      `\`\`\`http\n${head.join("\n")}\n\n${call.body}\n\`\`\``,
      "",
      "<details><summary>The call as <code>curl</code> and as <code>crossdock call</code></summary>",
      "",
      ...commandsOf(protocol, operation).flatMap(({ text }) => ["```sh", text, "```", ""]),
      "</details>",
      "",
      "The answer:",
      "",
      "```json",
      answered,
      "```"
    ].join("\n")
  }

  const operationOf = (method: string): string => {
    const operation = everything.find((one) => one.method === method)
    if (operation === undefined) throw new Error(`${protocol.name} has no operation ${method}`)
    const { also, answer, isDeprecated, listMember, path, request, summary } = operation
    const inner = innerOf(operation)
    const asked = homeOf(request, ids)
    const said = request.members.length === 0 ? "The message has no member." : asked.startsWith("§2") && listMember === undefined ? `The message is the one of ${asked}.` : tableOf(request, method)
    return [
      `${summary}. POST to \`${path}\`${protocol.envelope === undefined ? "" : `, with \`${protocol.envelope.method}\` \`${method}\``}.${also === undefined ? "" : ` A server also takes ${also.map((name) => `\`${name}\``).join(", ")}.`}${isDeprecated === true ? " Deprecated." : ""}${listMember === undefined ? "" : ` The message is the list \`${listMember}\` itself.`}`,
      "",
      said,
      "",
      [answer, ...inner].map((table) => tableOf(table, method)).join("\n\n"),
      "",
      exampleOf(operation)
    ].join("\n")
  }

  const operations = (list: ReadonlyArray<Operation>): string => list.map(({ method }) => `#### ${method}\n\n${operationOf(method)}`).join("\n\n")

  const statements = (section: string): string =>
    requirements.filter(({ id, section: own }) => own === section && id.startsWith(`${protocol.family}-`))
      .map(({ id, retired, role, statement }) => `- ${id} (${role}): ${statement}${retired === true ? " (retired)" : ""}`).join("\n")

  const rowsOf = (file: string, isOf: (places: string) => boolean, column: number): ReadonlyArray<ReadonlyArray<string>> =>
    readFileSync(new URL(file, folder), "utf8").split("\n").filter((line) => /^(?:U-\d+|\d\d) \|/.test(line)).map((line) => line.split(" | ")).filter((cells) => isOf(cells[column] ?? ""))

  /** Whether a row that names its places is about a section of this page. */
  const isHere = (places: string): boolean =>
    places === "all" || places.split("; ").some((place) => place.startsWith(`${protocol.document} `) && (place.match(/§\d+(?:\.\d+)?[AB]?/g) ?? []).some((section) => sections.has(section)))

  const variants = (): string => [
    "| Row | Member | A reader accepts | A writer emits by default | Option |",
    "| --- | --- | --- | --- | --- |",
    ...rowsOf("variants.md", isHere, 2).map(([row = "", member = "", , , accepts = "", emits = "", option = ""]) => `| ${[row, member, accepts, emits, option].map(cell).join(" | ")} |`)
  ].join("\n")

  /** The policies about a section of the page and those that its other parts cite, by their numbers. */
  const policies = (words: string): string => {
    const cited = citedIn(words)
    const rows = rowsOf("open-points.md", () => true, 2).toSorted(([one = ""], [other = ""]) => Number(one.slice(2)) - Number(other.slice(2)))
    const own = rows.filter(([id = "", , places = ""]) => isHere(places) || cited.has(id))
    const lines = own.map(([id = "", point = "", , policy = ""]) => `- **${id}** ${point}. ${policy}`)
    const here = new Set(own.map(([id]) => id))
    const elsewhere = rows.map(([id = ""]) => id).filter((id) => citedIn(lines.join(" ")).has(id) && !here.has(id))
    return [...lines, ...(elsewhere.length === 0 ? [] : ["", `Policies of other protocols that these name stand in [open points](open-points.md): ${elsewhere.join(", ")}.`])].join("\n")
  }

  const codes = (): string =>
    codesOf(protocol).map(({ codes: rows, text }) => [
      `${text}:`,
      "",
      "| Code | When it is answered |",
      "| --- | --- |",
      ...rows.map(({ code, when }) => `| \`${code}\` | ${cell(when)} |`)
    ].join("\n")).join("\n\n")

  /** The signature of the first example, computed from its text by the rules of the page alone. */
  const signature = (): string => {
    const operation = protocol.operations.find(({ examples: { request } }) => Object.keys(request).length === 1) ?? protocol.operations[0]!
    const message = Json.stringify(operation.examples.request)
    const { fields, headers } = protocol.call(operation, message)
    const header = (name: string) => headers.find(([one]) => one === name)?.[1] ?? ""
    const [algorithm, text, sign] = protocol.answerEnvelope !== undefined
      ? ["md5", ["appId", "bizParam", "serviceType", "timestamp"].map((name) => `${name}=${fields![name]}`).join(""), fields!["sign"]] as const
      : fields === undefined
      ? ["sha1", JSON.stringify({ appKey: header("appKey"), content: message }), header("sign")] as const
      : ["sha1", JSON.stringify({ accessId: fields["accessId"], content: fields["content"] }), fields["sign"]] as const
    const digits = hash(algorithm, text + exampleSecret, "hex")
    if (digits !== sign) throw new Error(`the worked example of ${protocol.name} gives ${digits}, and the call has ${sign}`)
    return [`Worked example, with the secret \`${exampleSecret}\` and the message of \`${operation.method}\`. The text to sign:`, "", "```text", text, "```", "", "With the secret behind it:", "", "```text", text + exampleSecret, "```", "", `Its ${algorithm === "md5" ? "MD5" : "SHA-1"} in hexadecimal digits, which is \`sign\`:`, "", "```text", digits, "```"].join("\n")
  }

  const envelope = (): string => protocol.envelope === undefined ? "" : [
    "| Field | Meaning |",
    "| --- | --- |",
    ...protocol.envelope.fields.map(({ description, name }) => `| \`${name}\` | ${cell(description)} |`)
  ].join("\n")

  const parts: Readonly<Record<string, (argument: string) => string>> = {
    messages,
    statements,
    variants,
    codes,
    options: () => optionsOf(protocol, all, variants()),
    envelope,
    values: () => Texts.values(protocol),
    statuses: () => Texts.statuses(protocol),
    commands: () => Texts.commands(protocol),
    words: Texts.words,
    failure: () => tableOf(protocol.failure),
    signature,
    operations: (path) => operations(path === "" ? protocol.operations : protocol.operations.filter((operation) => operation.path.endsWith(path))),
    callbacks: () => operations(protocol.callbacks)
  }
  return { parts, policies }
}

const citedIn = (text: string): ReadonlySet<string> => new Set(text.match(/\bU-\d+/g))

const block = /(<!-- (\w+)(?: ([^\s]+))? -->\n)[^]*?(\n<!-- end -->)/g

/** Parts that the tests of other packages write. */
const elsewhere: ReadonlySet<string> = new Set(["business"])

/** A page with its generated parts made anew. `asked` are those for which the served protocol is asked. */
export const filled = (page: string, protocol: Described, asked: { readonly faults: string; readonly refusals: string }): string => {
  const made = partsOf(protocol, page)
  const parts: Readonly<Record<string, (argument: string) => string>> = { ...made.parts, refusals: () => asked.refusals, faults: () => asked.faults }
  const replaced = (text: string, isPart: (name: string) => boolean, partOf: (name: string, argument: string) => string) =>
    text.replaceAll(block, (whole: string, start: string, name: string, argument: string | undefined, end: string) => (isPart(name) ? `${start}${partOf(name, argument ?? "")}${end}` : whole))
  const first = replaced(page, (name) => name !== "policies" && !elsewhere.has(name), (name, argument) => {
    const part = parts[name]
    if (part === undefined) throw new Error(`no part of a page is named ${name}`)
    return part(argument)
  })
  const words = replaced(first, (name) => name === "policies", () => "")
  return replaced(first, (name) => name === "policies", () => made.policies(words))
}
