/**
 * The Node that plugins are made with. npm only warns of an older one; there the tests run until the first of them
 * fails, and then the test runner itself does.
 */

/** The least version, as `engines` and people write it. */
export const least = "22.19.0"

const numbers = (version: string): ReadonlyArray<number> => version.split(".").map(Number)

/** What is wrong with a version; undefined: it will do. */
export const problem = (version: string): string | undefined => {
  const [major = 0, minor = 0] = numbers(version)
  const [leastMajor = 0, leastMinor = 0] = numbers(least)
  const isOld = major < leastMajor || (major === leastMajor && minor < leastMinor)
  return isOld ? `Node ${least} or newer is needed; this is ${version}` : undefined
}
