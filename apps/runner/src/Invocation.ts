/**
 * How this program is called, as its messages say it: through npm in its repository, by its bin where it is installed.
 */

export interface Invocation {
  /** What stands before a verb. */
  readonly command: string
  /** What starts a runner. */
  readonly start: string
}

export const invocationFor = (url: string): Invocation =>
  url.includes("/node_modules/@crossdock/runner/")
    ? { command: "npx crossdock", start: "npx crossdock start" }
    : { command: "npm run crossdock --", start: "npm start" }

export const invocation = invocationFor(import.meta.url)
