/**
 * The ways in which a command fails: each has a message for a person and an exit code for scripts.
 */
import * as Schema from "effect/Schema"

/** 0 done, 1 found a problem, 2 wrong usage, 3 cannot reach the runner. */
export const exitCodes = { done: 0, problem: 1, usage: 2, unreachable: 3 } as const
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes]

/** The command found a problem and has printed it already, so nothing more is printed. */
export class ProblemShown extends Schema.TaggedError<ProblemShown>("@crossdock/runner/cli/ProblemShown")("ProblemShown", {}) {}

/** The command could not do its work. `message` says why and what to do. */
export class CommandFailed extends Schema.TaggedError<CommandFailed>("@crossdock/runner/cli/CommandFailed")("CommandFailed", {
  exit: Schema.Literals([1, 2, 3]),
  code: Schema.String,
  message: Schema.String,
  path: Schema.optionalKey(Schema.String),
  /** All problems, if there are more than `message` mentions. */
  problems: Schema.optionalKey(Schema.Array(Schema.Struct({ path: Schema.String, message: Schema.String })))
}) {}

export const usage = (message: string) => new CommandFailed({ exit: exitCodes.usage, code: "USAGE", message })

export const unreachable = (message: string) => new CommandFailed({ exit: exitCodes.unreachable, code: "UNREACHABLE", message })
