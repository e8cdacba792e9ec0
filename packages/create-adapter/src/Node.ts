/**
 * Checks the version of Node. npm only warns about an old one, with which tests fail in ways that are hard to understand.
 */

/** The oldest supported version. */
export const minimum = "22.20.0"

const numbers = (version: string): ReadonlyArray<number> => version.split(".").map(Number)

/** Says what is wrong with a version. Undefined if it is supported. */
export const problem = (version: string): string | undefined => {
  const [major = 0, minor = 0] = numbers(version)
  const [minimumMajor = 0, minimumMinor = 0] = numbers(minimum)
  const isOld = major < minimumMajor || (major === minimumMajor && minor < minimumMinor)
  return isOld ? `Node ${minimum} or newer is required; this is ${version}` : undefined
}
