// A client of a Tryton server for tests: it reads the stock and shipments there, and does what warehouse workers do.
//
// It shares no code with the plugin `@crossdock/warehouse-tryton`, so that tests compare the plugin with an independent
// source. Figures are Tryton's own, not mapped to the contract. No dependencies; Node 20 or newer.
import { setTimeout as pause } from "node:timers/promises"
import { admin } from "./tryton.mjs"

const decimal = (text) => ({ __class__: "Decimal", decimal: text })
const date = (year, month, day) => ({ __class__: "date", year, month, day })
/** Formats a Tryton date as 2026-11-20; null stays null. */
const dateText = (value) =>
  value === null ? null : [value.year, value.month, value.day].map((part) => String(part).padStart(2, "0")).join("-")

/** An error response of Tryton; `error` is its array. */
export class TrytonFault extends Error {
  constructor(method, error) {
    super(`${method}: ${JSON.stringify(error).slice(0, 700)}`)
    this.error = error
  }
}

/** The party that announced goods come from. */
const supplierCode = "SUPPLIER"

export const openBooks = async ({ url, database, user = admin.user, password = admin.password }) => {
  let authorization
  let count = 0

  const post = async (method, params) => {
    const reply = await fetch(`${url}/${database}/`, {
      method: "POST",
      headers: { "content-type": "application/json", ...(authorization === undefined ? {} : { authorization }) },
      body: JSON.stringify({ id: ++count, method, params })
    })
    const text = await reply.text()
    if (reply.status !== 200 || !text.startsWith("{")) throw new Error(`${method}: HTTP ${reply.status} ${text.slice(0, 200)}`)
    const { error, result } = JSON.parse(text)
    if (error !== undefined) throw new TrytonFault(method, error)
    return result
  }

  const login = async () => {
    authorization = undefined
    const [uid, key] = await post("common.db.login", [user, { password }, "en"])
    authorization = `Session ${Buffer.from(`${user}:${uid}:${key}`).toString("base64")}`
    return uid
  }
  const uid = await login()
  let company

  /**
   * Calls any method of any model. Confirms a warning, as a worker would in the client, and repeats the call. A failure without a word comes at
   * times while another process writes into the same file of SQLite; Tryton has rolled back then, so the call is repeated as well.
   */
  const call = async (method, params = [], context = {}) => {
    let silent = 0
    for (let asked = 0; ; ) {
      try {
        return await post(`model.${method}`, [...params, { ...(company === undefined ? {} : { company }), ...context }])
      } catch (fault) {
        if (!(fault instanceof TrytonFault)) throw fault
        if (fault.error[0] === "" && silent++ < 10) await pause(300)
        else if (fault.error[0] === "UserWarning" && asked++ < 5) {
          await post("model.res.user.warning.create", [[{ user: uid, name: fault.error[1][0], always: false }], {}])
        } else throw fault
      }
    }
  }
  const create = async (model, values) => (await call(`${model}.create`, [[values]]))[0]
  const search = (model, domain, fields, context = {}, limit = 10000) =>
    call(`${model}.search_read`, [domain, 0, limit, [["id", "ASC"]], fields], context)
  const first = async (model, domain) => (await call(`${model}.search`, [domain, 0, 1, [["id", "ASC"]]]))[0]
  const one = async (model, domain, fields) => {
    const [row] = await search(model, domain, fields)
    if (row === undefined) throw new Error(`no ${model} where ${JSON.stringify(domain)}`)
    return row
  }

  /** Creates a company and its currency, without which no stock operation works. */
  const setUpCompany = async () => {
    company = await first("company.company", [])
    if (company !== undefined) return company
    const currency = await create("currency.currency", {
      name: "Euro",
      code: "EUR",
      symbol: "EUR",
      rates: [["create", [{ date: date(2020, 1, 1), rate: decimal("1") }]]]
    })
    const party = await create("party.party", { name: "Third-party logistics" })
    company = await create("company.company", { party, currency })
    await call("res.user.write", [[uid], { companies: [["add", [company]]], company }])
    return company
  }
  await setUpCompany()

  const today = () => call("ir.date.today")
  const unit = await first("product.uom", [["symbol", "=", "u"]])

  const productId = async (sku, type = "goods") => {
    const found = await first("product.product", [["code", "=", sku]])
    if (found !== undefined) return found
    await create("product.template", {
      name: `Item ${sku}`,
      type,
      default_uom: unit,
      list_price: decimal("10"),
      cost_price_method: "fixed",
      products: [["create", [{ suffix_code: sku, cost_price: decimal("5") }]]]
    })
    return first("product.product", [["code", "=", sku]])
  }

  const warehouseOf = (code) =>
    one("stock.location", [["type", "=", "warehouse"], ["code", "=", code]], [
      "code",
      "name",
      "input_location",
      "output_location",
      "storage_location"
    ])

  /** Stores a stocktake: the storage zone now contains these quantities. */
  const countStock = async (code, stock) => {
    const lines = []
    for (const [sku, quantity] of Object.entries(stock)) lines.push({ product: await productId(sku), quantity })
    if (lines.length === 0) return
    const inventory = await create("stock.inventory", {
      location: (await warehouseOf(code)).storage_location,
      date: await today(),
      lines: [["create", lines]]
    })
    await call("stock.inventory.confirm", [[inventory]])
  }

  /**
   * Creates a warehouse with the zones IN, OUT and STO, goods in its storage zone, carriers, and a party with the code
   * SUPPLIER. A carrier is a party and a
   * service product; `carriers` maps the product's code to the party's name. Existing records are reused.
   */
  const setUpWarehouse = async (code, stock = {}, carriers = {}) => {
    const zone = (name) => create("stock.location", { name: `${code} ${name}`, code: `${code}-${name}`, type: "storage" })
    await create("stock.location", {
      name: `Warehouse ${code}`,
      code,
      type: "warehouse",
      input_location: await zone("IN"),
      output_location: await zone("OUT"),
      storage_location: await zone("STO"),
      // Without this setting no inventory can be confirmed.
      lost_found_location: await first("stock.location", [["type", "=", "lost_found"]])
    })
    for (const [service, name] of Object.entries(carriers)) {
      if (await first("carrier", [["carrier_product.code", "=", service]]) !== undefined) continue
      const party = await create("party.party", { name })
      await create("carrier", { party, carrier_product: await productId(service, "service") })
    }
    if (await first("party.party", [["code", "=", supplierCode]]) === undefined) {
      await create("party.party", { code: supplierCode, name: "Supplier", addresses: [["create", [{}]]] })
    }
    await countStock(code, stock)
  }

  const levelsIn = async (location, context = {}) => {
    const rows = await search("product.product", [["type", "=", "goods"], ["code", "!=", null]], ["code", "quantity"], {
      locations: [location],
      ...context
    })
    return new Map(rows.map((row) => [row.code, row.quantity]))
  }

  /** Tryton's quantities by SKU: in the warehouse, in each zone, in storage minus what is assigned, and announced. */
  const stockOf = async (code) => {
    const warehouse = await warehouseOf(code)
    const onHand = await levelsIn(warehouse.id)
    const storage = await levelsIn(warehouse.storage_location)
    const unassigned = await levelsIn(warehouse.storage_location, { stock_assign: true, stock_date_end: await today() })
    const input = await levelsIn(warehouse.input_location)
    const output = await levelsIn(warehouse.output_location)
    const coming = await search("stock.move", [
      ["state", "=", "draft"],
      ["to_location", "=", warehouse.input_location],
      ["from_location.type", "=", "supplier"]
    ], ["product.code", "quantity"])
    const announced = new Map()
    for (const move of coming) announced.set(move["product."].code, (announced.get(move["product."].code) ?? 0) + move.quantity)
    return [...onHand.keys()].toSorted().map((sku) => ({
      sku,
      onHand: onHand.get(sku),
      storage: storage.get(sku),
      unassigned: unassigned.get(sku),
      input: input.get(sku),
      output: output.get(sku),
      announced: announced.get(sku) ?? 0
    }))
  }

  const movesOf = async (model, id, domain) => {
    const rows = await search("stock.move", [["shipment", "=", `${model},${id}`], ...domain], ["product.code", "quantity", "state"])
    return rows.map((row) => ({ id: row.id, sku: row["product."].code, quantity: row.quantity, state: row.state }))
  }

  const outbound = "stock.shipment.out"
  const inbound = "stock.shipment.in"

  /** Every outbound shipment under a reference, oldest first, cancelled ones too. `code` narrows it to one warehouse. */
  const shipmentsByReference = async (reference, code) => {
    const rows = await search(outbound, [
      ["reference", "=", reference],
      ...(code === undefined ? [] : [["warehouse.code", "=", code]])
    ], [
      "number",
      "reference",
      "state",
      "warehouse.code",
      "carrier.carrier_product",
      "customer",
      "customer.name",
      "delivery_address.full_address",
      "effective_date",
      "planned_date"
    ])
    const shipments = []
    for (const row of rows) {
      const packages = await search("stock.package", [["shipment", "=", `${outbound},${row.id}`]], ["code", "shipping_reference"])
      const service = row["carrier."]?.carrier_product
      const [product] = service === undefined ? [] : await search("product.product", [["id", "=", service]], ["code"])
      const contacts = await search("party.contact_mechanism", [["party", "=", row.customer]], ["type", "value"])
      shipments.push({
        id: row.id,
        number: row.number,
        reference: row.reference,
        state: row.state,
        warehouseCode: row["warehouse."].code,
        carrierService: product?.code ?? null,
        customer: row["customer."].name,
        contacts: contacts.map(({ type, value }) => `${type} ${value}`),
        address: row["delivery_address."].full_address,
        plannedDate: dateText(row.planned_date),
        effectiveDate: dateText(row.effective_date),
        lines: (await movesOf(outbound, row.id, [["to_location.type", "=", "customer"]])),
        tracking: packages.map((parcel) => parcel.shipping_reference)
      })
    }
    return shipments
  }

  /** Every inbound shipment under a reference, oldest first, with its incoming moves. */
  const inboundByReference = async (reference, code) => {
    const rows = await search(inbound, [
      ["reference", "=", reference],
      ...(code === undefined ? [] : [["warehouse.code", "=", code]])
    ], ["number", "reference", "state", "warehouse.code", "supplier", "planned_date", "effective_date"])
    const shipments = []
    for (const row of rows) {
      shipments.push({
        id: row.id,
        number: row.number,
        reference: row.reference,
        state: row.state,
        warehouseCode: row["warehouse."].code,
        plannedDate: dateText(row.planned_date),
        effectiveDate: dateText(row.effective_date),
        lines: await movesOf(inbound, row.id, [["from_location.type", "=", "supplier"]])
      })
    }
    return shipments
  }

  const press = async (model, button, id, expected) => {
    await call(`${model}.${button}`, [[id]])
    const [{ state }] = await call(`${model}.read`, [[id], ["state"]])
    if (expected !== undefined && state !== expected) throw new Error(`${model} ${id} is ${state} after ${button}, not ${expected}`)
    return state
  }

  const pick = (id) => press(outbound, "pick", id, "picked")

  /** Creates one package per tracking number; the first contains all goods, the others are empty. */
  const pack = async (id, ...tracking) => {
    const type = await first("stock.package.type", []) ?? await create("stock.package.type", { name: "Box" })
    const moves = (await movesOf(outbound, id, [["to_location.type", "=", "customer"]])).map((move) => move.id)
    for (const [index, number] of tracking.entries()) {
      await create("stock.package", {
        type,
        shipment: `${outbound},${id}`,
        shipping_reference: number,
        ...(index === 0 ? { moves: [["add", moves]] } : {})
      })
    }
    return press(outbound, "pack", id, "packed")
  }

  /** Marks the shipment as sent. */
  const done = (id) => press(outbound, "done", id, "done")

  /** Picks, packs under these tracking numbers, and ships. */
  const ship = async (id, ...tracking) => {
    await pick(id)
    await pack(id, ...tracking)
    return done(id)
  }

  /** Receives the goods: they count in the warehouse, but not yet in its storage zone. */
  const receive = (id) => press(inbound, "receive", id, "received")

  /** Puts the goods away, which completes the inbound shipment. */
  const putAway = (id) => press(inbound, "done", id, "done")

  /**
   * Receives a part of an inbound shipment, and puts it away. Tryton receives a shipment only as a whole, so this first
   * moves the rest to a second shipment under the same reference, as a worker would: it lowers the moves of this shipment
   * to `quantities` and adds the rest as moves of the new one, which stays a draft. Returns the id of the second shipment;
   * call `receive` and `putAway` for it when the rest arrives. Both have the same supplier and warehouse.
   */
  const receivePart = async (id, quantities) => {
    const [shipment] = await call(`${inbound}.read`, [[id], ["reference", "supplier", "warehouse", "planned_date"]])
    const moves = await search("stock.move", [
      ["shipment", "=", `${inbound},${id}`],
      ["from_location.type", "=", "supplier"]
    ], ["product", "product.code", "quantity", "uom", "from_location", "to_location", "unit_price", "currency"])
    const rest = []
    const kept = []
    for (const move of moves) {
      const here = Math.min(quantities[move["product."].code] ?? 0, move.quantity)
      kept.push([move.id, here])
      if (move.quantity > here) {
        const { product, uom, from_location, to_location, unit_price, currency } = move
        rest.push({ product, uom, from_location, to_location, unit_price, currency, company, quantity: move.quantity - here })
      }
    }
    const second = rest.length === 0 ? undefined : await create(inbound, {
      reference: shipment.reference,
      supplier: shipment.supplier,
      warehouse: shipment.warehouse,
      planned_date: shipment.planned_date,
      incoming_moves: [["create", rest]]
    })
    for (const [move, quantity] of kept) {
      await (quantity === 0 ? call("stock.move.delete", [[move]]) : call("stock.move.write", [[move], { quantity }]))
    }
    await receive(id)
    await putAway(id)
    return second
  }

  /** Adds pieces to a zone of the warehouse, or removes them if negative; the zone may fall below zero. */
  const moveIn = async (code, zone, sku, pieces) => {
    if (pieces === 0) return
    const place = (await warehouseOf(code))[`${zone}_location`]
    const nowhere = await first("stock.location", [["type", "=", "lost_found"]])
    const move = await create("stock.move", {
      product: await productId(sku),
      uom: unit,
      quantity: Math.abs(pieces),
      from_location: pieces > 0 ? nowhere : place,
      to_location: pieces > 0 ? place : nowhere,
      company
    })
    await call("stock.move.do", [[move]])
  }

  /** Adds pieces to the storage zone. */
  const restock = async (code, added) => {
    const storage = await levelsIn((await warehouseOf(code)).storage_location)
    await countStock(code, Object.fromEntries(Object.entries(added).map(([sku, n]) => [sku, (storage.get(sku) ?? 0) + n])))
  }

  /** Cancels on the warehouse's side. */
  const cancelOutbound = (id) => press(outbound, "cancel", id)
  const cancelInbound = (id) => press(inbound, "cancel", id)

  /** Every product of a SKU, archived ones too. */
  const productsOf = (sku) =>
    search("product.product", [["code", "=", sku], ["active", "in", [true, false]]], [
      "code",
      "name",
      "description",
      "weight",
      "weight_uom.symbol",
      "length",
      "width",
      "height",
      "length_uom.symbol"
    ])

  const identifiersOf = async (sku) => {
    const rows = await search("product.identifier", [["product.code", "=", sku]], ["type", "code"])
    return rows.map(({ code, type }) => ({ type, code }))
  }

  /** The number of records of a model. */
  const countOf = (model, domain = []) => call(`${model}.search_count`, [domain])

  /** Ends every session of every user, as a restart with an emptied session table would. */
  const endSessions = async () => {
    await call("res.user.write", [[uid], { password }])
    await login()
  }

  return {
    call,
    cancelInbound,
    cancelOutbound,
    countOf,
    create,
    done,
    endSessions,
    identifiersOf,
    inboundByReference,
    login,
    moveIn,
    pack,
    pick,
    productsOf,
    putAway,
    receive,
    receivePart,
    restock,
    search,
    setStock: countStock,
    setUpWarehouse,
    ship,
    shipmentsByReference,
    stockOf
  }
}
