import { defineConfig } from "tsup"
import { published } from "../tsup.base.ts"

/** The runner with its failpoints, which its published build leaves out. */
export default defineConfig({
  ...published,
  entry: ["support/RunnerWithFailpoints.ts"],
  removeNodeProtocol: false, // node:sqlite has no name without it
  // Packages stay imports; what is relative is part of the bundle, and so is what the runner's own build has in it.
  external: [/^(?!@crossdock\/admin-api$)(?:@[\w-]+\/)?[\w-]+(?:\/|$)/, /^node:/],
  noExternal: ["@crossdock/admin-api"]
})
