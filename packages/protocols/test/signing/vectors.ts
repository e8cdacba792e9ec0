import { readFileSync } from "node:fs"

type Rule = string | { readonly $concat: ReadonlyArray<string | { readonly repeat: string; readonly times: number }> }

export interface Vector {
  readonly id: string
  readonly scheme: string
  readonly note: string
  readonly inputs: Readonly<Record<string, string>>
  readonly preImage: string
  readonly digest: string
}

/** Long texts stand in the file by rule. */
const expand = (rule: Rule): string =>
  typeof rule === "string"
    ? rule
    : rule.$concat.map((part) => typeof part === "string" ? part : part.repeat.repeat(part.times)).join("")

interface Written extends Omit<Vector, "inputs" | "preImage"> {
  readonly inputs: Readonly<Record<string, Rule>>
  readonly preImage: Rule
}

const written: ReadonlyArray<Written> = JSON.parse(readFileSync(new URL("vectors/vectors.json", import.meta.url), "utf8"))

export const vectors: ReadonlyArray<Vector> = written.map((vector) => ({
  ...vector,
  inputs: Object.fromEntries(Object.entries(vector.inputs).map(([name, rule]) => [name, expand(rule)])),
  preImage: expand(vector.preImage)
}))

export const ofScheme = (...names: ReadonlyArray<string>): ReadonlyArray<Vector> =>
  vectors.filter(({ scheme }) => names.includes(scheme))
