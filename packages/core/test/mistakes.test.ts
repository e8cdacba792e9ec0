/**
 * What the compiler tells an author who declares a plugin wrongly: it names the operation in at most six lines.
 */
import { assert, it } from "@effect/vitest"
import { spawnSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

const root = fileURLToPath(new URL("..", import.meta.url))
const folder = join(root, "test", "types")

/** By what the comment above the mistake says: the lines of the compiler about it. */
const told = (() => {
  const tsc = join(root, "node_modules", "typescript", "bin", "tsc")
  const { stdout } = spawnSync(process.execPath, [tsc, "-p", folder, "--noEmit", "--pretty", "false"], { cwd: root, encoding: "utf8" })
  const source = readFileSync(join(folder, "mistakes.ts"), "utf8").split("\n")
  const found = new Map<string, Array<string>>()
  let mistake = ""
  for (const line of stdout.trimEnd().split("\n")) {
    const at = /mistakes\.ts\((\d+),/.exec(line)?.[1]
    if (at !== undefined) mistake = source[Number(at) - 2]!.replace("// ", "")
    found.set(mistake, [...(found.get(mistake) ?? []), line])
  }
  return found
})()

const message: Readonly<Record<string, RegExp>> = {
  "offers an operation without a handler": /Property 'listStock' is missing/,
  "offers an operation that there is not": /Did you mean '"listStock"'/,
  "forgets its limits": /Property 'limits' is missing/,
  "offers a create that nobody can settle": /createInboundOrder also needs getInboundOrders/,
  "says that its peer calls back and answers no call": /Property 'incoming' is missing/,
  "gives a handler in place of a prepared push": /'handlers\.receiveOutboundStatus' are incompatible/,
  "forgets a required operation": /Property 'receiveInboundProgress' is missing/,
  "offers a cancel of shipments that it cannot create": /cancelShipment also needs createShipment/,
  "offers a stock update without a handler": /Property 'updateStock' is missing/,
  "answers with something else than the operation promises": /'{ number: number; }' has no properties in common with type '{ readonly warehouseOrderNumber/,
  "waits for a number of seconds that is a number of milliseconds": /'60' is not assignable to type 'DurationWithUnit/,
  "polls after a number without a unit": /'bigint' is not assignable to type 'DurationWithUnit/,
  "tells a window of time without a unit": /'number\[\]' is not assignable to type 'DurationWithUnit/,
  "asks an ERP again after a number without a unit": /'300' is not assignable to type .*DurationWithUnit/,
  "computes a limit without a unit": /'60' is not assignable to type 'DurationWithUnit'/,
  "has a handler that it does not offer": /'handlers\.upsertProduct' are incompatible/,
  "names paths of callbacks that it does not receive": /it needs `receives: true`/,
  "does not know before it runs whether it receives callbacks": /`receives` must be written as `true` or `false`/,
  "subscribes to callbacks that it does not receive": /subscribe also needs `receives: true`/,
  "subscribes to callbacks and can never end it": /subscribe also needs unsubscribe/,
  "allots stock that nobody can look up": /allotStock also needs listStockBalances/
}

it.each(Object.entries(message))("the compiler names the operation where an author %s", (mistake, text) => {
  const lines = told.get(mistake) ?? []
  assert.isTrue(lines.some((line) => text.test(line)), lines.join("\n"))
  assert.isAtMost(lines.length, 6, lines.join("\n"))
})

it("the compiler finds nothing else in the file of mistakes", () => {
  assert.deepStrictEqual([...told.keys()].toSorted(), Object.keys(message).toSorted())
})
