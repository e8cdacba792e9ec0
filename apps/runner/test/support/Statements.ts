/**
 * Which statements are the runner's own: every text of SQL in its sources, with whatever is put into it left open.
 */
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"

const sources = new URL("../../src/", import.meta.url).pathname

const begins = /^\s*(?:select|insert into|update|delete from|with)\s/i

const regularExpression = /^\/(?:\\.|\[(?:\\.|[^\]\n])*\]|[^/\n\\[])+\//

/** The literals of a source, each as the parts between what is put into it. */
const literalsOf = (source: string): ReadonlyArray<ReadonlyArray<string>> => {
  const found: Array<ReadonlyArray<string>> = []
  /** Reads a template from behind its backtick to behind its end. */
  const template = (from: number): number => {
    const parts: Array<string> = []
    let at = from
    let part = from
    while (at < source.length && source[at] !== "`") {
      if (source[at] === "\\") at += 2
      else if (source[at] === "$" && source[at + 1] === "{") {
        parts.push(source.slice(part, at))
        at = code(at + 2, "}")
        part = at
      } else at++
    }
    parts.push(source.slice(part, at))
    found.push(parts)
    return at + 1
  }
  const quoted = (from: number): number => {
    let at = from + 1
    while (at < source.length && source[at] !== source[from]) at += source[at] === "\\" ? 2 : 1
    found.push([source.slice(from + 1, at)])
    return at + 1
  }
  const code = (from: number, end: string): number => {
    let depth = 0
    let at = from
    while (at < source.length) {
      const sign = source[at]!
      if (sign === end && depth === 0) return at + 1
      if (sign === "{") depth++
      if (sign === "}") depth--
      if (source.startsWith("//", at)) at = source.indexOf("\n", at) + 1 || source.length
      else if (source.startsWith("/*", at)) at = source.indexOf("*/", at) + 2
      else if (sign === "`") at = template(at + 1)
      else if (sign === "\"" || sign === "'") at = quoted(at)
      // A regular expression may hold a quote.
      else if (sign === "/" && /[(=,:&|!?]\s*$/.test(source.slice(Math.max(0, at - 20), at))) at += regularExpression.exec(source.slice(at))?.[0].length ?? 1
      else at++
    }
    return at
  }
  code(0, "\0")
  return found
}

const flat = (text: string): string => text.replaceAll(/\s+/g, " ").trim()

/** White space does not count. */
const dense = (text: string): string => text.replaceAll(/\s+/g, "").toLowerCase()

/** One text is compared with every statement. */
let compared = { text: "", dense: "" }
const denseOnce = (text: string): string => {
  if (text !== compared.text) compared = { text, dense: dense(text) }
  return compared.dense
}

/** Whether the parts stand in the text in their order, the first at its beginning and the last at its end. */
const isOf = (parts: ReadonlyArray<string>, text: string): boolean => {
  const [first = "", ...more] = parts
  const last = more.pop()
  if (last === undefined) return text === first
  if (!text.startsWith(first)) return false
  let at = first.length
  for (const part of more) {
    const found = text.indexOf(part, at)
    if (found === -1) return false
    at = found + part.length
  }
  return text.length - last.length >= at && text.endsWith(last)
}

export interface Statement {
  readonly file: string
  readonly text: string
  readonly is: (recorded: string) => boolean
}

const statementsOf = (file: string): ReadonlyArray<Statement> =>
  literalsOf(readFileSync(join(sources, file), "utf8"))
    // One that names no table would be any statement of a test.
    .filter((parts) => begins.test(parts.join("").trimStart() + " ") && parts.join("").trim().length > 12 && !/^\s*(?:delete|select).*\bfrom\s*$/s.test(parts[0]!))
    .map((parts) => {
      const pattern = parts.map(dense)
      return { file, text: flat(parts.join("…")), is: (recorded) => isOf(pattern, denseOnce(recorded)) }
    })

/** Of the whole runner, without its migrations. */
export const statements: ReadonlyArray<Statement> = readdirSync(sources, { recursive: true })
  .map(String)
  .filter((file) => file.endsWith(".ts") && !file.endsWith("Migrations.ts") && !file.includes("migrations/"))
  .flatMap(statementsOf)
