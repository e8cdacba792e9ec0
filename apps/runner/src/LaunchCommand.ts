/**
 * How the user runs this program, for use in messages: through npm inside its repository, otherwise by its binary.
 */

export interface Invocation {
  /** The command before a subcommand. */
  readonly command: string
  /** The command that starts a runner. */
  readonly start: string
}

export const invocationFor = (url: string): Invocation =>
  url.includes("/node_modules/@crossdock/runner/")
    ? { command: "npx crossdock", start: "npx crossdock start" }
    : { command: "npm run crossdock --", start: "npm start" }

export const invocation = invocationFor(import.meta.url)
