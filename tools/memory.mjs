// Where tests keep files that need not survive a crash of the machine.
import { accessSync, constants, statfsSync } from "node:fs"
import { freemem, tmpdir } from "node:os"

const inMemory = "/dev/shm"
/** Bytes. Containers often have 64 MiB of it. */
const least = 4 * 1024 ** 3

/** A folder of a file system in memory, if this machine has one with enough room; or else the usual one for temporary files. */
export const fastFolder = () => {
  try {
    accessSync(inMemory, constants.R_OK | constants.W_OK | constants.X_OK)
    const { bavail, bsize } = statfsSync(inMemory)
    return Math.min(bavail * bsize, freemem()) >= least ? inMemory : tmpdir()
  } catch {
    return tmpdir()
  }
}
