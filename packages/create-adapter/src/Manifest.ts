/**
 * The package.json of a new plugin.
 */
import type { Kind, Template } from "./Choice.ts"
import * as Node from "./Node.ts"
import * as ContractRanges from "./ContractRanges.ts"

export interface Options {
  readonly packageName: string
  readonly kind: Kind
  readonly title: string
  readonly template: Template
  /** The version of the Crossdock packages. */
  readonly version: string
  /** Archives to use instead of published packages, by package name. */
  readonly archives?: Readonly<Record<string, string>>
}

/** The versions that the templates were tested with. */
const tried = { "@types/node": "^24", effect: "4.1.0", typescript: "7.0.2", vitest: "5.1.0" } as const

/**
 * Makes the archives depend on archives of the same folder. `protocols` is overridden below the testkit only, because npm
 * refuses an override of a direct dependency.
 */
const overridesOf = ({ "@crossdock/protocols": protocols, "@crossdock/testkit": testkit, ...others }: Readonly<Record<string, string>>): object => ({
  ...others,
  "@crossdock/testkit": { ".": testkit, "@crossdock/protocols": protocols }
})

export const make = ({ archives = {}, kind, packageName, template, title, version }: Options): object => {
  const range = ContractRanges.range(kind, version)
  const ours = (name: string): string => archives[name] ?? range
  const foundation = `@crossdock/${template.isOfDocument ? "protocols" : "http-kit"}`
  return {
    name: packageName,
    version: "0.0.0",
    description: `Crossdock ${kind} plugin: ${title}`,
    keywords: ["crossdock", "crossdock-adapter", kind],
    license: "UNLICENSED",
    type: "module",
    sideEffects: false,
    // The source maps of dist lead to src.
    files: ["dist", "src"],
    exports: {
      ".": { types: "./dist/index.d.ts", default: "./dist/index.js" },
      "./package.json": "./package.json"
    },
    engines: { node: `>=${Node.minimum}` },
    scripts: {
      // A file that was removed from src must not stay in the package.
      build: "node -e \"fs.rmSync('dist', { recursive: true, force: true })\" && tsc -p tsconfig.build.json",
      prepack: "npm run build",
      typecheck: "tsc --noEmit",
      test: "vitest run",
      check: "npm run typecheck && npm run build && npm test"
    },
    dependencies: { [foundation]: ours(foundation) },
    // The runner provides both, and types of a second copy would not match.
    peerDependencies: { "@crossdock/core": range, effect: "^4.1.0" },
    devDependencies: {
      "@crossdock/core": ours("@crossdock/core"),
      "@crossdock/testkit": ours("@crossdock/testkit"),
      ...(!template.isOfDocument && { "@crossdock/transport-undici": ours("@crossdock/transport-undici") }),
      ...tried
    },
    // Only a workflow can state the provenance, so that is where it is asked for.
    publishConfig: { access: "public" },
    ...(Object.keys(archives).length > 0 && { overrides: overridesOf(archives) })
  }
}
