/** The environment variables of this process. The entry needs them before it loads any other module, so this one imports none. */
import { readFileSync } from "node:fs"

export type Environment = Readonly<Record<string, string | undefined>>

/** The value of a variable, or of the file that its `_FILE` variant names, without a line break at the end. */
export const valueOf = (environment: Environment, name: string): string | undefined => {
  const direct = environment[name]
  if (direct !== undefined && direct !== "") return direct
  const file = environment[`${name}_FILE`]
  return file === undefined || file === "" ? undefined : readFileSync(file, "utf8").replace(/\r?\n$/, "")
}

/** The data folder if `CROSSDOCK_DATA` is not set. */
export const defaultDataFolder = ".crossdock"

/** The environment of this process. Nothing else reads `process.env`. */
export const environment = (): Environment => process.env
