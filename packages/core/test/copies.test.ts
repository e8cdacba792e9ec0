/**
 * Values of another copy of this package, such as one that a plugin brought along by mistake, are known for what they are.
 */
import { assert, it } from "@effect/vitest"
import { cpSync, mkdtempSync, rmSync, symlinkSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"
import * as AdapterError from "../src/AdapterError.ts"
import * as Json from "../src/Json.ts"
import * as PlatformV1 from "../src/PlatformV1.ts"
import * as WarehouseV1 from "../src/WarehouseV1.ts"

it("knows numbers and errors of another copy of the package", async () => {
  const folder = mkdtempSync(join(tmpdir(), "crossdock-copy-"))
  try {
    cpSync(fileURLToPath(new URL("../src", import.meta.url)), join(folder, "src"), { recursive: true })
    symlinkSync(fileURLToPath(new URL("../node_modules", import.meta.url)), join(folder, "node_modules"), "dir")
    const other = async <M>(file: string): Promise<M> => import(/* @vite-ignore */ pathToFileURL(join(folder, "src", file)).href)
    const { Numeral } = await other<typeof Json>("Json.ts")
    const errors = await other<typeof AdapterError>("AdapterError.ts")
    assert.notStrictEqual<unknown>(Numeral, Json.Numeral)
    const number = new Numeral("1.50")
    assert.isFalse(Json.isObject(number))
    assert.strictEqual(Json.textIfNumber(number), "1.50")
    assert.strictEqual(Json.stringify({ number }), "{\"number\":1.50}")
    const error = new errors.AdapterError({ adapter: "a", operation: "b", reason: new errors.OperationUnsupported() })
    assert.isTrue(AdapterError.isAdapterError(error))
    assert.isFalse(AdapterError.isAdapterError({ _tag: "Other", reason: 1, operation: 2 }))
  } finally {
    rmSync(folder, { recursive: true })
  }
})

/** What the plugin of another copy gets: operations that are equal and not the same. */
const copied = <O extends object>(operation: O): O => ({ ...operation })

it("limits hold for the operations of another copy of the package (M7)", () => {
  const warehouse = WarehouseV1.contract
  const limits = { limits: { linesPerOrder: 2, ordersPerQuery: 2, asnsPerQuery: 2 } }
  for (const [operation, payload] of [
    [WarehouseV1.CreateOutboundOrder, { lines: [1, 2, 3] }],
    [WarehouseV1.GetOutboundOrders, { orders: [1, 2, 3] }],
    [WarehouseV1.GetInboundOrders, { inboundOrders: [1, 2, 3] }]
  ] as const) {
    assert.match(warehouse.check!(copied(operation), payload, limits)?.message ?? "", /^this warehouse takes 2 /)
  }
  const platform = PlatformV1.contract
  const shop = { limits: { ordersPerQuery: 2 } }
  for (const [operation, payload] of [
    [PlatformV1.GetOrders, { onlineOrderIds: ["1", "2", "3"] }],
    [PlatformV1.UpdateStock, { items: [1, 2] }],
    [PlatformV1.ListProducts, {}],
    [PlatformV1.TrackParcel, {}]
  ] as const) {
    assert.isDefined(platform.check!(copied(operation), payload, shop))
  }
})
