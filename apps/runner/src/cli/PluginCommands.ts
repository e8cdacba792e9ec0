/**
 * `plugins`: lists the plugins of the composition and the settings that a connection to each one needs.
 */
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import { type Plugin, Plugin as PluginSchema, PluginList } from "@crossdock/admin-api"
import { ask } from "./AdminClient.ts"
import { admin, token } from "./Flags.ts"
import { answer, facts, lines, section, table } from "./Output.ts"
import { settingsOf } from "./SettingArguments.ts"

const yes = (is: boolean | undefined): string | undefined => is === undefined ? undefined : is ? "yes" : "no"

const listText = ({ items }: typeof PluginList.Type): string =>
  items.length === 0
    ? "the composition has no plugins"
    : table(
      ["id", "contract", "tested", "callbacks", "offers", "connections", "title"],
      items.map((one) => [
        one.id,
        one.contract,
        yes(one.isTestedAgainstPeer),
        yes(one.takesCallbacks),
        `${one.requires.length} + ${one.offers.length}`,
        one.connections.join(", "),
        one.title
      ])
    )

const list = Command.make("ls", {}, () =>
  Effect.flatMap(ask((client) => client.plugins.list({})), (found) => answer(PluginList, found, listText))).pipe(
    Command.withDescription(
      "List the plugins of the composition: what each connects to, whether it was tested against the real peer, how many\n" +
        "  operations it has (required by its contract + optional), and which connections use it"
    ),
    Command.withShortDescription("List the plugins of the composition"),
    Command.withExamples([{ command: "crossdock plugins ls" }, { command: "crossdock plugins ls --json" }])
  )

const shownDefault = (value: unknown): string | undefined =>
  value === undefined ? undefined : typeof value === "string" ? value : JSON.stringify(value)

/** A minimal connection as JSON, to start a file with. */
const sample = (plugin: Plugin): string =>
  JSON.stringify(
    {
      id: "my-connection",
      plugin: plugin.id,
      settings: Object.fromEntries(settingsOf(plugin).filter(({ isRequired }) => isRequired).map(({ name, type }) => [name, type === "string" ? "…" : `… ${type}`]))
    },
    null,
    2
  )

const showText = (plugin: Plugin): string =>
  lines(
    facts([
      ["id", plugin.id],
      ["title", plugin.title],
      ["contract", plugin.contract],
      ["tested", plugin.isTestedAgainstPeer === undefined ? undefined : plugin.isTestedAgainstPeer ? "yes, against the real peer" : "no, not against the real peer yet"],
      ["requires", plugin.requires.join(", ")],
      ["offers", plugin.offers.join(", ") || "nothing beyond the required operations"],
      ["callbacks", plugin.takesCallbacks ? "its peer may send requests to /callbacks/{connection}" : "none"],
      ["connections", plugin.connections.join(", ") || "none yet"]
    ]),
    section("settings", settingsOf(plugin).length === 0 ? "" : table(
      ["name", "type", "required", "default", "description"],
      settingsOf(plugin).map((one) => [
        one.name,
        one.isSecret ? `${one.type}, secret` : one.type,
        one.isRequired ? "yes" : "no",
        shownDefault(one.otherwise),
        [one.title, one.description, ...(one.erpField === undefined ? [] : [`${one.erpField} of the ERP`])].filter((text) => text !== undefined).join(": ")
      ])
    )),
    section("a connection to start a file with, for `crossdock connections add <file>`", sample(plugin))
  )

const show = Command.make("show", { id: Argument.String("id").pipe(Argument.withDescription("Id of the plugin")) }, (given) =>
  Effect.flatMap(ask((client) => client.plugins.show({ params: { id: given.id } })), (found) => answer(PluginSchema, found, showText))).pipe(
    Command.withDescription(
      "Show one plugin: its operations, its settings with their defaults, and a connection to start with. --json prints the\n" +
        "  settings as JSON Schema."
    ),
    Command.withShortDescription("Show one plugin and its settings"),
    Command.withExamples([
      { command: "crossdock plugins show warehouse-sandbox" },
      { command: "crossdock plugins show erp-open-api --json" }
    ])
  )

export const plugins = Command.make("plugins").pipe(
  Command.withDescription("Plugins of the composition and the settings that they need"),
  Command.withSubcommands([list, show]),
  Command.withGlobalFlags([admin, token])
)

export const texts = { list: listText, show: showText }
