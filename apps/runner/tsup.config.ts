import { readFile } from "node:fs/promises"
import { defineConfig, type Options } from "tsup"
import { published } from "../../tsup.base.ts"

/** Leaves out the places where a test may end the process; the lines keep their numbers. */
const withoutFailpoints: NonNullable<Options["esbuildPlugins"]>[number] = {
  name: "without failpoints",
  setup: ({ onLoad }) =>
    onLoad({ filter: /runner[\\/]src[\\/].*\.ts$/ }, async ({ path }) => {
      const text = await readFile(path, "utf8")
      const contents = text
        .replaceAll(/^import \{ reach \} from ".*Failpoint\.ts"$/gm, "")
        .replaceAll(/^( *)yield\* reach\("[^"]+"\)$/gm, "$1;")
      return /Failpoint|\breach\(/.test(contents)
        ? { errors: [{ text: "a failpoint is no statement of its own: write `yield* reach(\"…\")` alone in its line", location: { file: path } }] }
        : { contents, loader: "ts" }
    })
}

export default defineConfig({
  ...published,
  entry: ["src/main.ts"],
  removeNodeProtocol: false, // node:sqlite has no name without it
  external: [/^@crossdock\//, "nodemailer", "pg"],
  esbuildPlugins: [withoutFailpoints]
})
