/**
 * Headers of a request that the runner does not forward. They are recorded as drift under the caller's link, so that
 * nothing is dropped silently.
 */
import type { Drift } from "@crossdock/core"

/** Headers for which each connection has its own settings or credentials. */
const headers = ["warehouseType", "accessToken", "refreshToken", "authInfo", "authorJson"] as const

/** Finds these headers in the data of a request, without those that the route itself reads. */
export const ofHeaders = (info: object, read: ReadonlyArray<string> = []): ReadonlyArray<Drift.Finding> =>
  headers.filter((name) => name in info && !read.includes(name))
    .map((name) => ({ where: "headers", path: `/${name}`, message: "is not forwarded; the connection's settings have this value" }))

/**
 * Makes a function that finds those of the headers that were not reported before. A caller sends the same headers with every
 * request, so each is reported once per link and process.
 */
export const onceEach = () => {
  const told = new Set<string>()
  return (scope: string, info: object, read: ReadonlyArray<string> = []): ReadonlyArray<Drift.Finding> =>
    ofHeaders(info, read).filter(({ path }) => {
      const key = `${scope} ${path}`
      const isNew = !told.has(key)
      told.add(key)
      return isNew
    })
}
