import { copyFile, cp, mkdir, readFile, rm } from "node:fs/promises"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
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

/** The files of the viewer of OpenAPI documents, which the runner serves itself. Their package is needed for the build alone. */
const viewerFiles = ["swagger-ui-bundle.js", "swagger-ui-bundle.js.LICENSE.txt", "swagger-ui.css", "LICENSE", "NOTICE"]

const copyViewer = async (): Promise<void> => {
  const { resolve } = createRequire(import.meta.url)
  await mkdir("dist/viewer", { recursive: true })
  for (const name of viewerFiles) await copyFile(resolve(`swagger-ui-dist/${name}`), `dist/viewer/${name}`)
}

/** The built console, which the runner serves itself. Its package is not published either. */
const copyConsole = async (): Promise<void> => {
  const { resolve } = createRequire(import.meta.url)
  await rm("dist/console", { recursive: true, force: true })
  await cp(join(dirname(resolve("@crossdock/console/package.json")), "dist"), "dist/console", { recursive: true })
}

export default defineConfig({
  ...published,
  entry: ["src/main.ts"],
  removeNodeProtocol: false, // node:sqlite has no name without it
  external: [/^@crossdock\/(?!admin-api$)/, "nodemailer", "openid-client", "pg"],
  noExternal: ["@crossdock/admin-api"], // it is not published
  esbuildPlugins: [withoutFailpoints],
  onSuccess: async () => {
    await copyViewer()
    await copyConsole()
  }
})
