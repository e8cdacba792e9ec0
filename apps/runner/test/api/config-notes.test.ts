/**
 * Warnings about a composition that works, but may not do what its author intends.
 */
import type { Link } from "@crossdock/config"
import { assert, it } from "@effect/vitest"
import { check } from "../../src/api/RunnerHandlers.ts"
import * as AnnouncingErp from "../support/AnnouncingErp.ts"
import * as Peers from "../support/Peers.ts"
import { composedOf } from "../support/World.ts"

const notesOf = (links: ReadonlyArray<Partial<Link>>) => {
  const options = { plugins: [AnnouncingErp.books().plugin], connections: [{ id: "own", plugin: "announcing-erp" }], links }
  return check(composedOf(options, { warehouse: Peers.warehouse(), erp: Peers.erp() })).notes.filter(({ message }) => message.includes("announce"))
}

const caller = { erp: "own", protocol: "open-api", id: "app-1" } as const
const warehouseNames = { Main: "WH-1" }

it.each([
  ["an ERP whose orders no link announces", [{}, caller], "/connections/2", /own leaves it to the runner to announce its inbound orders, but no link does/],
  ["a copy that has no name for the warehouse", [{ copyTo: ["own"] }, caller], "/connections/2", /write its names of warehouses into warehouseNames of a link, and own into its copies/],
  ["names of an ERP that announces its orders itself", [{ warehouseNames }, { ...caller, erp: "own" }], "/links/0/warehouseNames", /the names have no effect/]
] as const)("notes %s", (_, links, path, message) => {
  const found = notesOf(links).find((note) => note.path === path)
  assert.match(found?.message ?? "", message)
})

it("notes nothing about an ERP whose orders a link announces", () => assert.deepStrictEqual(notesOf([{ copyTo: ["own"], warehouseNames }, caller]), []))
