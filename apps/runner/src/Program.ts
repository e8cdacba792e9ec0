/**
 * How this program is called, as its messages say it: through npm in its repository, by its bin where it is installed.
 */

export interface Words {
  /** What stands before a verb. */
  readonly command: string
  /** What starts a runner. */
  readonly start: string
}

export const wordsFor = (url: string): Words =>
  url.includes("/node_modules/@crossdock/runner/")
    ? { command: "npx crossdock", start: "npx crossdock start" }
    : { command: "npm run crossdock --", start: "npm start" }

export const words = wordsFor(import.meta.url)
