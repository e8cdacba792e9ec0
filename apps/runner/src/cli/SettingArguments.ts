/**
 * Reads a plugin's settings from `key=value` arguments. A secret must come from a file or stdin, because arguments stay
 * in the shell history and other users of the machine see them.
 */
import * as Effect from "effect/Effect"
import type { Plugin } from "@crossdock/admin-api"
import { type CommandFailed, usage } from "./CommandErrors.ts"
import * as Input from "./Input.ts"

interface Node {
  readonly type?: unknown
  readonly format?: unknown
  readonly writeOnly?: unknown
  readonly title?: unknown
  readonly description?: unknown
  readonly default?: unknown
  readonly erpField?: unknown
}

const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null

export interface Setting {
  readonly name: string
  readonly type: string
  readonly isRequired: boolean
  readonly isSecret: boolean
  readonly title: string | undefined
  readonly description: string | undefined
  readonly otherwise: unknown
  /** The field of the ERP that holds it (spec 2 §5). */
  readonly erpField: string | undefined
}

/** Whether the node, or a node below it, is write-only. */
const holdsSecret = (node: unknown): boolean =>
  isNode(node) && (node.writeOnly === true || Object.values(node).some(holdsSecret))

const choices = (node: object): ReadonlyArray<unknown> => "enum" in node && Array.isArray(node.enum) ? node.enum : []

const typeOf = (node: Node): string =>
  node.format === "uri" ? "address" : choices(node).length > 0 ? choices(node).join(" | ") : typeof node.type === "string" ? node.type : "json"

const textOf = (value: unknown): string | undefined => typeof value === "string" ? value : undefined

/** The settings of a plugin, in the order of its schema. */
export const settingsOf = ({ settings }: Plugin): ReadonlyArray<Setting> => {
  const { properties, required } = settings
  return Object.entries(isNode(properties) ? properties : {}).flatMap(([name, node]: readonly [string, unknown]) =>
    isNode(node)
      ? [{
        name,
        type: typeOf(node),
        isRequired: Array.isArray(required) && required.includes(name),
        isSecret: holdsSecret(node),
        title: textOf(node.title),
        description: textOf(node.description),
        otherwise: node.default,
        erpField: textOf(node.erpField)
      }]
      : [])
}

const isText = ({ type }: Setting): boolean => !["integer", "number", "boolean", "object", "array", "json", "null"].includes(type)

const valueOf = (setting: Setting, written: string): Effect.Effect<unknown, CommandFailed> =>
  isText(setting)
    ? Effect.succeed(written)
    : Effect.try({
      try: (): unknown => JSON.parse(written),
      catch: () => usage(`${setting.name} must be ${setting.type === "json" ? "JSON" : `JSON of the type ${setting.type}`}; correct its value`)
    })

/** A line break at the end of a file is not part of the value. */
const lineEnd = /\r?\n$/

interface Argument {
  readonly setting: Setting
  readonly value: string
}

const argumentOf = (plugin: Plugin, known: ReadonlyArray<Setting>, written: string, at: number): Effect.Effect<Argument, CommandFailed> => {
  const equals = written.indexOf("=")
  if (equals < 1) return Effect.fail(usage(`argument ${at + 1} is not a setting; write key=@file, key=- or key=value`))
  const name = written.slice(0, equals)
  const value = written.slice(equals + 1)
  const setting = known.find((one) => one.name === name)
  if (setting === undefined) {
    const names = known.map((one) => one.name).join(", ") || "none"
    return Effect.fail(usage(`${plugin.id} has no setting ${JSON.stringify(name)}; choose one of: ${names}`))
  }
  return setting.isSecret && !isElsewhere(value)
    ? Effect.fail(usage(
      `${name} is a secret, and arguments stay in the shell history; write ${name}=@file, or ${name}=- and pipe it in`
    ))
    : Effect.succeed({ setting, value })
}

const isElsewhere = (value: string): boolean => value === "-" || value.startsWith("@")

/**
 * Reads the settings from the arguments. All names are checked before a file or stdin is read. Error messages never
 * repeat a value.
 */
export const read = Effect.fnUntraced(function*(plugin: Plugin, written: ReadonlyArray<string>) {
  const known = settingsOf(plugin)
  const given = yield* Effect.forEach(written, (argument, at) => argumentOf(plugin, known, argument, at))
  const twice = given.find(({ setting }, at) => given.findIndex((other) => other.setting === setting) < at)
  if (twice !== undefined) return yield* Effect.fail(usage(`${twice.setting.name} is given twice; give it once`))
  if (given.filter(({ value }) => value === "-").length > 1) {
    return yield* Effect.fail(usage("only one setting can be read from stdin; use a file for the other"))
  }
  const pairs = yield* Effect.forEach(given, ({ setting, value }) =>
    Effect.gen(function*() {
      const text = yield* Input.read(value)
      return [setting.name, yield* valueOf(setting, isElsewhere(value) ? text.replace(lineEnd, "") : text)] as const
    }))
  return Object.fromEntries(pairs)
})
