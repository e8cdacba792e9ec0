/**
 * A real Tryton as the peer of the conformance suite: its own books, what its workers do, and a wire that breaks.
 */
import { Product, Quantity, Transport } from "@crossdock/core"
import type { WarehouseV1Suite } from "@crossdock/testkit"
import { Peer } from "@crossdock/testkit/peers"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import type { BookInbound, BookProduct, BookShipment, TrytonBooks } from "../../../tools/peers/tryton-books.mjs"
import { asnOf, type SuiteFixture, methodOf, orderOf, warehouseCode, wire } from "./fixture.ts"

type ProductFields = Effect.Success<ReturnType<NonNullable<TrytonFixture["products"]>["records"]>>[number]
type TrytonFixture = WarehouseV1Suite.Options<never, never>["fixture"]

/** The calls that decide: before Tryton has assigned a shipment the order is not accepted, and a repeat completes it. */
const decisive = /^model\.(stock\.shipment\.(out\.(assign_try|cancel)|in\.(create|cancel))|product\.(template|product)\.(create|write))$/

/** A refusal of a kind that the plugin does not list. */
const unlisted = JSON.stringify({ id: 1, error: ["AccessError", ["You are not allowed to do this.", "See the log."]] })

interface Row {
  readonly reference?: string
  readonly state?: string
  readonly [field: string]: unknown
}

/** A field of each list without which a record says nothing; a record that is alone is one that was looked up. */
const needs: Readonly<Record<string, string>> = {
  "stock.location": "name",
  carrier: "rec_name",
  "product.product": "code",
  "stock.shipment.out": "state",
  "stock.shipment.in": "state"
}

/** What was found, with other rows in its place. */
const rewritten = (response: Transport.Response, change: (rows: ReadonlyArray<Row>) => ReadonlyArray<Row>): Transport.Response => {
  const { result, ...rest } = JSON.parse(response.body) as { readonly result?: ReadonlyArray<Row> }
  return result === undefined ? response : { ...response, body: JSON.stringify({ ...rest, result: change(result) }) }
}

/** Calls end after this long, so that one that gets no answer does not make a test wait. */
const patience = Duration.millis(100)

/** A wire to Tryton that the suite can break, and that can put another word in the place of a shipment's state. */
export const breakable = () => {
  const words = new Map<string, string>()
  let changes = 0
  const withWord = (row: Row): Row => {
    const word = row.state === undefined ? undefined : words.get(row.reference ?? "")
    return word === undefined ? row : { ...row, state: word }
  }
  const peer = Peer.make({
    // Tryton computes a page from a position that it is told, so that none can be empty, come again or be endless
    lacks: ["endless-pages", "repeated-page", "empty-page", "refuse"],
    revision: () => changes,
    serve: Effect.fnUntraced(function*(request, mode) {
      const method = methodOf(request)
      if (mode.is("credential") && method !== "common.db.login") return { status: 401, headers: [], body: "" }
      if (mode.is("refuse-unlisted")) return { status: 200, headers: [["content-type", "application/json"]], body: unlisted }
      const response = yield* Effect.orDie(wire.send(request))
      if (decisive.test(method) && !response.body.includes("\"error\"")) changes++
      if (!method.endsWith(".search_read")) return response
      const needed = needs[method.slice("model.".length, -".search_read".length)]
      return rewritten(response, (rows) => (needed === undefined || rows.length < 2 ? rows : mode.records(rows, needed)).map(withWord))
    })
  })
  const layer = Layer.effect(
    Transport.Transport,
    Effect.map(Transport.Transport, ({ send }) => ({ send: (request: Transport.Request) => send({ timeout: patience, ...request }) }))
  ).pipe(Layer.provide(peer.layer))
  return { peer, layer, message: (reference: string, word: string) => Effect.sync(() => void words.set(reference, word)) }
}

const outboundState = ({ state }: BookShipment) => (state === "done" ? "shipped" : state === "cancelled" ? "cancelled" : "open")
const inboundState = ({ state }: BookInbound) => (state === "done" ? "finished" : state === "cancelled" ? "cancelled" : "open")

/** What Tryton was told of an order; the street holds the lines of the address that it has no field for. */
const fieldsOf = async (books: TrytonBooks, shipment: BookShipment) => {
  const [address] = await books.search<{
    readonly street: string
    readonly city: string
    readonly postal_code: string
    readonly "country.": { readonly code: string } | null
  }>("party.address", [["party.name", "=", shipment.customer], ["party.code", "=", `${shipment.reference}@${shipment.warehouseCode}`]], [
    "street",
    "city",
    "postal_code",
    "country.code"
  ])
  const street = address!.street.split("\n")
  const country = address!["country."]?.code ?? street.pop()
  const state = street.pop()
  const [address1, address2, district] = street
  const contact = (type: string) => shipment.contacts.find((each) => each.startsWith(`${type} `))?.slice(type.length + 1)
  return {
    orderNumber: shipment.reference,
    warehouseCode: shipment.warehouseCode,
    channelCode: shipment.carrierService ?? "",
    receiver: {
      name: shipment.customer,
      phone: contact("phone") ?? contact("other") ?? "",
      email: contact("email") ?? "",
      ...(country !== undefined && { country }),
      ...(state !== undefined && { state }),
      city: address!.city,
      ...(district !== undefined && { district }),
      ...(address1 !== undefined && { address1 }),
      ...(address2 !== undefined && { address2 }),
      postalCode: address!.postal_code
    },
    lines: shipment.lines.map(({ quantity, sku }) => ({ sku, quantity }))
  }
}

const product = Schema.decodeSync(Product.Product)

/** Metric units as a power of ten of the metre or the gram; each measure of a product has a unit of its own. */
const powers: Readonly<Record<string, number>> = { m: 0, cm: -2, mm: -3, kg: 3, g: 0 }

const measured = (value: number | null, unit: string | undefined, asked: string): string | undefined =>
  value === null || unit === undefined ? undefined : `${value}e${powers[unit]! - powers[asked]!}`

/** What Tryton was told of a product, in kilograms and centimetres. */
const fieldsOfProduct = async (books: TrytonBooks, record: BookProduct) => {
  type Units = Readonly<Record<`${"length" | "width" | "height" | "weight"}_uom.`, { readonly symbol: string } | null>>
  const fields = ["length", "width", "height", "weight"].map((member) => `${member}_uom.symbol`)
  const [units] = await books.search<Units>("product.product", [["id", "=", record.id]], fields)
  const [identifier] = await books.identifiersOf(record.code)
  const unitOf = (member: keyof Units) => units![member]?.symbol
  const entries = {
    title: record.name,
    specifications: record.description,
    barcode: identifier?.code,
    weight: measured(record.weight, unitOf("weight_uom."), "kg"),
    weightUnit: record.weight === null ? undefined : "kg",
    length: measured(record.length, unitOf("length_uom."), "cm"),
    width: measured(record.width, unitOf("width_uom."), "cm"),
    height: measured(record.height, unitOf("height_uom."), "cm"),
    dimensionUnit: record.length === null ? undefined : "cm"
  }
  const present = Object.entries(entries).filter(([, value]) => value !== null && value !== undefined)
  return { sku: record.code, ...Object.fromEntries(present) } as ProductFields
}

const startOfDay = (date: string | null) => (date === null ? undefined : Date.parse(`${date}T00:00:00Z`))

/** Everything that Tryton can be made to do for the suite. */
export const fixtureOf = ({ books }: Pick<SuiteFixture, "books">, { peer, message }: ReturnType<typeof breakable>): TrytonFixture => {
  const at = <A>(work: () => Promise<A>) => Effect.promise(work)
  const only = async (reference: string) => (await books.shipmentsByReference(reference)).findLast(({ state }) => state !== "cancelled")!.id
  const incoming = async (reference: string) => (await books.inboundByReference(reference)).findLast(({ state }) => state === "draft")!.id
  let parcels = 0
  return {
    order: (orderNumber) => orderOf(orderNumber, { "SKU-1": 2, "SKU-2": 1 }),
    records: {
      outbound: (reference) =>
        at(async () =>
          Promise.all((await books.shipmentsByReference(reference)).map(async (shipment) => ({
            number: shipment.number,
            state: outboundState(shipment),
            fields: await fieldsOf(books, shipment)
          })))
        ),
      outboundCount: at(() => books.countOf("stock.shipment.out"))
    },
    timeZone: "UTC",
    carries: [
      "orderNumber",
      "warehouseCode",
      "channelCode",
      "receiver.name",
      "receiver.phone",
      "receiver.email",
      "receiver.country",
      "receiver.state",
      "receiver.city",
      "receiver.district",
      "receiver.address1",
      "receiver.address2",
      "receiver.postalCode",
      "lines.sku",
      "lines.quantity"
    ],
    refused: {
      order: (order) => ({ ...order, lines: [{ ...order.lines[0], quantity: Quantity.of(9_000_000) }] }),
      message: "too few in stock: SKU-1"
    },
    faults: (name) => peer.faults(name),
    actions: {
      ship: {
        run: (reference) =>
          at(async () => {
            const id = await only(reference)
            const trackingNumber = `0034043416109404${++parcels}`
            await books.ship(id, trackingNumber)
            const shipped = (await books.shipmentsByReference(reference)).find((each) => each.id === id)!
            const shippedAt = startOfDay(shipped.effectiveDate)
            return { trackingNumber, carrierName: "DHL", ...(shippedAt !== undefined && { shippedAt }) }
          })
      },
      reportStatus: message
    },
    goods: (count) =>
      at(async () => {
        const stock = Object.fromEntries(Array.from({ length: count }, (_, index) => [`GOODS-${index}`, 5000]))
        await books.setStock(warehouseCode, stock)
        return Object.keys(stock)
      }),
    requests: peer.requests,
    lists: {
      warehouses: at(() => books.search<{ readonly code: string; readonly name: string }>("stock.location", [["type", "=", "warehouse"]], ["code", "name"])),
      channels: at(async () => {
        const fields = ["rec_name", "carrier_product.code"]
        const rows = await books.search<{ readonly rec_name: string; readonly "carrier_product.": { readonly code: string } }>("carrier", [], fields)
        return rows.map((row) => ({ code: row["carrier_product."].code, name: row.rec_name }))
      })
    },
    stock: {
      warehouseCode,
      levels: at(async () =>
        (await books.stockOf(warehouseCode)).map(({ announced, input, onHand, output, sku, storage, unassigned }) => {
          const assigned = Math.max(0, storage - unassigned)
          return {
            sku,
            sellable: storage - assigned,
            reserved: assigned + output,
            pending: input,
            total: onHand,
            inTransit: announced
          }
        })
      ),
      set: {
        sellable: (sku, sellable) =>
          at(async () => {
            const { storage, unassigned } = (await books.stockOf(warehouseCode)).find((each) => each.sku === sku)!
            await books.moveIn(warehouseCode, "storage", sku, sellable - Math.min(storage, unassigned))
          })
      },
      add: (sku) => at(() => books.setStock(warehouseCode, { [sku]: 1 }))
    },
    inbound: {
      order: (asnNumber) => asnOf(asnNumber),
      records: (reference) =>
        at(async () =>
          (await books.inboundByReference(reference)).map((shipment) => ({
            number: shipment.number,
            state: inboundState(shipment),
            fields: {
              asnNumber: shipment.reference,
              warehouseCode: shipment.warehouseCode,
              lines: shipment.lines.map(({ quantity, sku }) => ({ sku, quantity }))
            }
          }))
        ),
      carries: ["asnNumber", "warehouseCode", "lines.sku", "lines.quantity"],
      finish: (reference) =>
        at(async () => {
          const id = await incoming(reference)
          await books.receive(id)
          await books.putAway(id)
          const finishedAt = startOfDay((await books.inboundByReference(reference)).find((each) => each.id === id)!.effectiveDate)
          return finishedAt === undefined ? {} : { finishedAt }
        }),
      reportStatus: message
    },
    products: {
      product: (sku) => product({ sku, erpSku: `ERP-${sku}`, title: "Blue mug" }),
      records: (sku) =>
        at(async () => Promise.all((await books.productsOf(sku)).map((record) => fieldsOfProduct(books, record)))),
      refused: {
        product: (each) => ({ ...each, warehouseCode: "NO-SUCH-WH" }),
        message: "Tryton has no warehouse with the code NO-SUCH-WH"
      },
      carries: ["sku", "title", "specifications", "barcode", "weight", "weightUnit", "length", "width", "height", "dimensionUnit"]
    }
  }
}
