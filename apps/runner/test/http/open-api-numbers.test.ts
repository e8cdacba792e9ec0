/**
 * The custom numbers of document 3: all callers of an ERP share them, and each belongs to the link that used it first.
 */
import { AdapterError } from "@crossdock/core"
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as NumberOwners from "../../src/records/NumberOwners.ts"
import { Database } from "../../src/store/Database.ts"
import { onBothDatabases } from "../support/Databases.ts"
import * as FakeBooks from "../support/FakeBooks.ts"
import { type Live, live } from "../support/Live.ts"
import * as OpenApi from "../support/OpenApi.ts"

const order = (warehouseName: string, more: object = {}) =>
  ({ warehouseName, customNumber: "C-1", purchasePriceCurrency: "CNY", asnSkuVOList: [{ sku: "SKU-1", purchasePrice: 1.5, expectQuantity: 3 }], ...more })
const transfer = (more: object = {}) =>
  ({ warehouseName: "North", destWarehouseName: "East", customNumber: "C-1", logisticsName: "truck", skuList: [{ sku: "SKU-1", transferQty: 1, originalAsnNumber: "ASN1" }], ...more })

const second = { appId: "app-2", secretKey: "secret-key-2" }
const third = { appId: "app-3", secretKey: "secret-key-3" }
const entrance = (caller: typeof second, warehouses?: ReadonlyArray<string>) =>
  ({ protocol: "open-api", id: caller.appId, secretKey: caller.secretKey, ...(warehouses && { scope: { warehouses } }) }) as const

type World = Live & { readonly books: FakeBooks.FakeBooks }

onBothDatabases("the custom numbers of an ERP", (fresh) => {
  const served = (title: string, links: NonNullable<Parameters<typeof OpenApi.composition>[1]>["links"], test: (w: World) => Effect.Effect<unknown, unknown, any>) =>
    it.live(title, () =>
      Effect.gen(function*() {
        const books = FakeBooks.books()
        yield* live(yield* Effect.promise(fresh), OpenApi.composition(books, { links: links! }), (w) => test({ ...w, books }) as never)
      }))
  const create = (w: World, bizParam: object, signed?: OpenApi.Signed) => OpenApi.call(w, "CREATE_ASN_ORDER", bizParam, signed)

  served("belong to the link that used them first: the create of another link is not sent, whatever its content, and learns nothing of the order (E-438 U-106)", [{}, entrance(second)], (w) =>
    Effect.gen(function*() {
      yield* create(w, order("North"))
      for (const other of [order("North"), order("North", { remark: "other" }), order("South")]) {
        const refused = yield* create(w, other, second)
        assert.deepStrictEqual([OpenApi.codeOf(refused), OpenApi.messageOf(refused)], ["CUSTOM_NUMBER_EXIST", "/customNumber: another request has this number already; send a new number"])
      }
      assert.lengthOf(w.books.callsOf("submitInboundOrder"), 1)
      assert.strictEqual(OpenApi.codeOf(yield* create(w, order("North", { customNumber: "C-2" }), second)), "ok")
      assert.strictEqual(OpenApi.codeOf(yield* OpenApi.call(w, "CREATE_TRANSFER_AVAILABLE_ORDER", transfer(), second)), "ok", "transfers have numbers of their own")
      assert.strictEqual(OpenApi.codeOf(yield* OpenApi.call(w, "CREATE_TRANSFER_AVAILABLE_ORDER", transfer())), "CUSTOM_NUMBER_EXIST")
      assert.strictEqual(OpenApi.contentOf(yield* create(w, order("North"))).result.asnNumber, "ASN1")
    }))

  served("are free again for every link once the ERP has refused their create, and stay taken while its outcome is open (U-106)", [{}, entrance(second)], (w) =>
    Effect.gen(function*() {
      const short = new AdapterError.Rejected({ fault: { code: "STOCK_NOT_ENOUGH", message: "not enough" } })
      w.books.plan("submitInboundOrder", short, "lose-answer")
      const refused = OpenApi.codeOf(yield* create(w, order("North"), second))
      // The refused link asks again while the outcome of the first one is open.
      const open = yield* Effect.forkChild(create(w, order("North", { remark: "other" })))
      while (w.books.callsOf("submitInboundOrder").length < 2) yield* Effect.yieldNow
      const meanwhile = OpenApi.codeOf(yield* create(w, order("North"), second))
      const made = OpenApi.codeOf(yield* Fiber.join(open))
      assert.deepStrictEqual([refused, meanwhile, made, OpenApi.codeOf(yield* create(w, order("North"), second))], ["STOCK_NOT_ENOUGH", "CUSTOM_NUMBER_EXIST", "ok", "CUSTOM_NUMBER_EXIST"])
      const ofTransfer = new AdapterError.Rejected({ fault: { code: "STOCK_NOT_ENOUGH", message: "not enough" } })
      w.books.plan("createTransferOrder", ofTransfer)
      assert.deepStrictEqual([
        OpenApi.codeOf(yield* OpenApi.call(w, "CREATE_TRANSFER_AVAILABLE_ORDER", transfer(), second)),
        OpenApi.codeOf(yield* OpenApi.call(w, "CREATE_TRANSFER_AVAILABLE_ORDER", transfer()))
      ], ["STOCK_NOT_ENOUGH", "ok"])
    }))

  served("are given back by an operator, unless the outcome of their create is not known (U-106)", [{}, entrance(second)], (w) =>
    Effect.gen(function*() {
      const db = yield* Database
      const giveBack = NumberOwners.giveBack(db, ["erp_inbound", "erp_transfer"], "books", "C-1")
      w.books.plan("submitInboundOrder", "lose-answer")
      const open = yield* Effect.forkChild(create(w, order("North"), second))
      while (w.books.callsOf("submitInboundOrder").length < 1) yield* Effect.yieldNow
      assert.deepStrictEqual(yield* giveBack, { givenBack: [], open: "open-api:app-2" })
      assert.strictEqual(OpenApi.codeOf(yield* create(w, order("North"))), "CUSTOM_NUMBER_EXIST")
      yield* Fiber.join(open)
      assert.deepStrictEqual(yield* giveBack, { givenBack: [{ kind: "erp_inbound", scope: "open-api:app-2" }] })
      assert.deepStrictEqual(yield* giveBack, { givenBack: [] })
      assert.strictEqual(OpenApi.codeOf(yield* create(w, order("North"))), "ok", "the ERP decides from here on")
    }))

  served("tell nothing of the signature if the runner gives them (E-438)", [{}], (w) =>
    Effect.gen(function*() {
      const fields = { appId: "app-1", serviceType: "CREATE_ASN_ORDER", bizParam: JSON.stringify(order("North", { customNumber: undefined })), timestamp: String(Date.now()) }
      for (let times = 0; times < 2; times++) yield* create(w, order("North", { customNumber: undefined }), { timestamp: Number(fields.timestamp) })
      const numbers = w.books.orders.map(({ customNumber }) => String(customNumber))
      assert.lengthOf(numbers, 1)
      assert.match(numbers[0]!, /^auto-[\w-]{32}$/)
      assert.notInclude(numbers[0]!, OpenApi.sign(fields, "secret-key-1"))
    }))

  served("create one order of one link if two links send them at once (A078)", [{}, entrance(second)], (w) =>
    Effect.gen(function*() {
      const answers = yield* Effect.forEach(Array.from({ length: 20 }, (_, at) => at), (at) =>
        Effect.map(create(w, order("North"), { ...(at % 2 === 1 && second), timestamp: Date.now() - at }), (answer) => [at % 2, OpenApi.codeOf(answer)] as const), { concurrency: "unbounded" })
      const owners = new Set(answers.filter(([, code]) => code === "ok").map(([link]) => link))
      assert.deepStrictEqual([owners.size, answers.filter(([, code]) => code === "ok").length, w.books.orders.length], [1, 10, 1])
      assert.deepStrictEqual([...new Set(answers.map(([, code]) => code))].toSorted(), ["CUSTOM_NUMBER_EXIST", "ok"])
    }))

  served("are named with their order to those callers of a link alone that may see its warehouse (U-47 U-106)", [{ furtherCallers: [entrance(second, ["North"]), entrance(third, ["South", "East"])] }], (w) =>
    Effect.gen(function*() {
      yield* create(w, order("North"))
      const seen = yield* create(w, order("North", { remark: "other" }), second)
      assert.deepStrictEqual([OpenApi.codeOf(seen), /ASN1 has this number/.test(OpenApi.messageOf(seen))], ["CUSTOM_NUMBER_EXIST", true])
      const unseen = yield* create(w, order("South"), third)
      assert.deepStrictEqual([OpenApi.codeOf(unseen), OpenApi.messageOf(unseen).includes("ASN1"), /another request has this number/.test(OpenApi.messageOf(unseen))], ["CUSTOM_NUMBER_EXIST", false, true])
      yield* OpenApi.call(w, "CREATE_TRANSFER_AVAILABLE_ORDER", transfer({ destWarehouseName: "West" }))
      const ofTransfer = yield* OpenApi.call(w, "CREATE_TRANSFER_AVAILABLE_ORDER", transfer({ warehouseName: "South" }), third)
      assert.deepStrictEqual([OpenApi.codeOf(ofTransfer), OpenApi.messageOf(ofTransfer).includes("TR1")], ["CUSTOM_NUMBER_EXIST", false])
    }))

  served("are not named by the ERP's own words to those who may not see the order (U-47)", [{ ...entrance(second, ["North"]) }], (w) =>
    Effect.gen(function*() {
      yield* w.books.change("ASN7", { customNumber: "C-1", warehouseName: "South" })
      const taken = new AdapterError.Rejected({ fault: { code: "CUSTOM_NUMBER_EXIST", message: "it belongs to ASN7 already" } })
      w.books.plan("submitInboundOrder", taken, taken)
      const unseen = yield* create(w, order("North"), second)
      assert.deepStrictEqual([OpenApi.codeOf(unseen), OpenApi.messageOf(unseen)], ["CUSTOM_NUMBER_EXIST", "/customNumber: another request has this number already; send a new number"])
      yield* w.books.change("ASN7", { warehouseName: "North" })
      assert.match(OpenApi.messageOf(yield* create(w, order("North"), second)), /ASN7 has this number already/)
    }))
})

