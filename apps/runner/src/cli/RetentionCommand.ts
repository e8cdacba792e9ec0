/**
 * `retention`: shows how long finished work is kept, and what was removed.
 */
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import { RetentionReport } from "@crossdock/admin-api"
import { ask } from "./AdminClient.ts"
import { admin, limit, token } from "./Flags.ts"
import { answer, lines, section, table, time } from "./Output.ts"

const text = ({ removed, rules }: RetentionReport): string =>
  lines(
    table(["what", "kept for days", "setting"], rules.map(({ days, setting, what }) => [what, days, setting])),
    section("removed", removed.length === 0 ? "nothing yet (no dead letters or orders)" : table(["at", "what"], removed.map(({ at, message }) => [time(at), message])))
  )

export const retention = Command.make("retention", { limit }, (given) =>
  Effect.flatMap(ask((client) => client.runner.retention({ query: { limit: given.limit } })), (found) => answer(RetentionReport, found, text))).pipe(
    Command.withDescription("Show how long finished work is kept, and which dead letters and orders were removed"),
    Command.withShortDescription("Show how long finished work is kept"),
    Command.withExamples([{ command: "crossdock retention" }]),
    Command.withGlobalFlags([admin, token])
  )
