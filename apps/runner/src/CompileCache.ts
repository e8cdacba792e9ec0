/**
 * Keeps the compiled code of all modules, so that the next start need not compile them again. The code is in the data
 * folder, because whoever can write to that folder has the rights of the operator anyway; a shared folder for temporary
 * files would let other users of the machine place code there. `NODE_COMPILE_CACHE` names another folder.
 */
import { mkdirSync } from "node:fs"
import * as Module from "node:module"
import { join } from "node:path"
import { defaultDataFolder, type Environment, valueOf } from "./ProcessEnvironment.ts"

export const folderName = "compile-cache"

/**
 * Only `start` keeps compiled code: other commands may run in any folder and as any user, and must not create one. Without
 * the cache a start takes longer, so a failure is ignored; if the data folder itself is wrong, `start` reports it.
 */
export const enable = (argv: ReadonlyArray<string>, environment: Environment): void => {
  if (argv[0] !== "start") return
  try {
    const dataFolder = valueOf(environment, "CROSSDOCK_DATA") ?? defaultDataFolder
    mkdirSync(dataFolder, { recursive: true, mode: 0o700 })
    Module.enableCompileCache?.(join(dataFolder, folderName))
  } catch {
    // Ignored, see above.
  }
}
