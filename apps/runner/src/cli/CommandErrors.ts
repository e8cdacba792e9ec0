/**
 * How a command ends other than well: with a sentence for a person and the exit code that scripts read.
 */
import * as Schema from "effect/Schema"

/** 0 done, 1 found a problem, 2 wrong usage, 3 cannot reach the runner. */
export const exitCodes = { done: 0, problem: 1, usage: 2, unreachable: 3 } as const
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes]

/** The command found a problem that it has shown already: nothing more is said. */
export class ProblemShown extends Schema.TaggedError<ProblemShown>("@crossdock/runner/cli/ProblemShown")("ProblemShown", {}) {}

/** The command could not do what it was asked; `message` tells why and what to do. */
export class CommandFailed extends Schema.TaggedError<CommandFailed>("@crossdock/runner/cli/CommandFailed")("CommandFailed", {
  exit: Schema.Literals([1, 2, 3]),
  code: Schema.String,
  message: Schema.String,
  path: Schema.optionalKey(Schema.String),
  /** All that is wrong, where it is more than `message` has. */
  problems: Schema.optionalKey(Schema.Array(Schema.Struct({ path: Schema.String, message: Schema.String })))
}) {}

export const usage = (message: string) => new CommandFailed({ exit: exitCodes.usage, code: "USAGE", message })

export const unreachable = (message: string) => new CommandFailed({ exit: exitCodes.unreachable, code: "UNREACHABLE", message })
