/**
 * The flags of the command. In a terminal the command asks for those that are left out.
 */
import { parseArgs } from "node:util"
import { combinations, type Kind, kinds, type Protocol, protocols } from "./Choice.ts"
import * as Name from "./Name.ts"

export interface Arguments {
  readonly kind?: Kind
  readonly protocol?: Protocol
  readonly name?: Name.Name
  readonly directory?: string
  readonly packageName?: string
  /** A folder with packed archives to use instead of the published packages. */
  readonly packages?: string
}

export const help = `npm create @crossdock/adapter [-- flags]

  --kind <kind>          ${kinds.join(", ")}
  --protocol <protocol>  ${kinds.map((kind) => `${kind}: ${protocolsOf(kind).join(", ")}`).join("; ")}
  --name <name>          the provider, for example acme or blue-box
  --dir <folder>         the folder of the plugin; must be empty or not exist (default: ./<kind>-<name>)
  --package <name>       the name of the npm package (default: crossdock-<kind>-<name>)
  --packages <folder>    use the packed archives of @crossdock packages in this folder
  --help                 show this help

In a terminal the command asks for flags that are left out. Without one, --kind, --protocol and --name are required.
`

function protocolsOf(kind: Kind): ReadonlyArray<Protocol> {
  return combinations.filter((each) => each.kind === kind).map(({ protocol }) => protocol)
}

const isOneOf = <T extends string>(all: ReadonlyArray<T>, given: string): given is T => all.some((each) => each === given)

/** Reads the flags. `problem` says what is wrong with them and what to do. */
export const read = (argv: ReadonlyArray<string>): Arguments | "help" | { readonly problem: string } => {
  const flags = (() => {
    try {
      return parseArgs({
        args: [...argv],
        options: {
          kind: { type: "string" },
          protocol: { type: "string" },
          name: { type: "string" },
          dir: { type: "string" },
          package: { type: "string" },
          packages: { type: "string" },
          help: { type: "boolean", short: "h" }
        }
      }).values
    } catch (error) {
      return error instanceof Error ? error.message : String(error)
    }
  })()
  if (typeof flags === "string") return { problem: flags }
  if (flags.help === true) return "help"
  const { dir, kind, name, package: packageName, packages, protocol } = flags
  if (kind !== undefined && !isOneOf(kinds, kind)) return { problem: `--kind ${kind} is unknown; use one of ${kinds.join(", ")}` }
  if (protocol !== undefined && !isOneOf(protocols, protocol)) return { problem: `--protocol ${protocol} is unknown; use one of ${protocols.join(", ")}` }
  if (kind !== undefined && protocol !== undefined && !protocolsOf(kind).includes(protocol)) {
    return { problem: `--protocol ${protocol} is not available for ${kind}; use one of ${protocolsOf(kind).join(", ")}` }
  }
  const named = name === undefined ? undefined : Name.read(name)
  if (typeof named === "string") return { problem: `--name ${name}: ${named}` }
  if (packageName !== undefined && !Name.isPackage(packageName)) return { problem: `--package ${packageName} is not a valid name of an npm package` }
  return {
    ...(kind !== undefined && { kind }),
    ...(protocol !== undefined && { protocol }),
    ...(named !== undefined && { name: named }),
    ...(dir !== undefined && { directory: dir }),
    ...(packageName !== undefined && { packageName }),
    ...(packages !== undefined && { packages })
  }
}
