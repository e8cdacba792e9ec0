/**
 * Flags of the command, for scripts; what is left out is asked for where somebody can answer.
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
  /** A folder of packed archives that take the place of what is published. */
  readonly packages?: string
}

export const help = `npm create @crossdock/adapter [-- flags]

  --kind <kind>          ${kinds.join(", ")}
  --protocol <protocol>  ${kinds.map((kind) => `${kind}: ${protocolsOf(kind).join(", ")}`).join("; ")}
  --name <name>          the provider, for example acme or blue-box
  --dir <folder>         where the plugin is written; it must be empty or not there (default: ./<kind>-<name>)
  --package <name>       the name to publish under (default: crossdock-<kind>-<name>)
  --packages <folder>    take @crossdock packages from packed archives in this folder
  --help                 this text

What is left out is asked for. Without a terminal kind, protocol and name must be given.
`

function protocolsOf(kind: Kind): ReadonlyArray<Protocol> {
  return combinations.filter((each) => each.kind === kind).map(({ protocol }) => protocol)
}

const isOneOf = <T extends string>(all: ReadonlyArray<T>, given: string): given is T => all.some((each) => each === given)

/** Reads the flags; a text says what is wrong with them. */
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
  if (kind !== undefined && !isOneOf(kinds, kind)) return { problem: `--kind ${kind}: take ${kinds.join(" or ")}` }
  if (protocol !== undefined && !isOneOf(protocols, protocol)) return { problem: `--protocol ${protocol}: take ${protocols.join(", ")}` }
  if (kind !== undefined && protocol !== undefined && !protocolsOf(kind).includes(protocol)) {
    return { problem: `--protocol ${protocol}: for ${kind} take ${protocolsOf(kind).join(", ")}` }
  }
  const named = name === undefined ? undefined : Name.read(name)
  if (typeof named === "string") return { problem: `--name ${name}: ${named}` }
  if (packageName !== undefined && !Name.isPackage(packageName)) return { problem: `--package ${packageName}: this is no name of an npm package` }
  return {
    ...(kind !== undefined && { kind }),
    ...(protocol !== undefined && { protocol }),
    ...(named !== undefined && { name: named }),
    ...(dir !== undefined && { directory: dir }),
    ...(packageName !== undefined && { packageName }),
    ...(packages !== undefined && { packages })
  }
}
