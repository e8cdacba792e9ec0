/**
 * The table of rights and scopes.
 */
import { describe, expect, it } from "vitest"
import { access, accessOf, Api, Right, roles } from "../src/index.ts"

const operations = Object.entries(Api.groups).flatMap(([group, { endpoints }]) =>
  Object.values(endpoints as Record<string, { readonly identifier: string; readonly method: string }>).map(({ identifier, method }) => ({ group, identifier, method })))

describe("the rights of the admin API", () => {
  it("has a row for each operation, and no other row (issue 27)", () => {
    expect(Object.entries(access).flatMap(([group, rows]) => Object.keys(rows).map((name) => `${group}.${name}`)).toSorted())
      .toEqual(operations.map(({ group, identifier }) => `${group}.${identifier}`).toSorted())
    expect(() => accessOf("orders", "burn")).toThrow("orders.burn has no row")
  })

  it("needs more than the right to read for each operation that changes something (issue 27)", () => {
    const changing = operations.filter(({ group, identifier, method }) => method !== "GET" && accessOf(group, identifier).act !== "read")
    expect(changing.length).toBeGreaterThan(20)
    expect(changing.filter(({ group, identifier }) => accessOf(group, identifier).right === "read")).toEqual([])
  })

  it("lets a viewer only read, an administrator do all, and no other role administer (issue 27)", () => {
    expect(roles.viewer).toEqual(["read"])
    expect(roles.administrator).toEqual(Right.literals)
    for (const right of ["configure", "administer", "people", "audit"]) {
      expect([roles.viewer, roles.merchant, roles.operator].filter((rights: ReadonlyArray<string>) => rights.includes(right)), right).toEqual([])
    }
  })
})
