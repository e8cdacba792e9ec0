/**
 * Findings about a machine, about keys and secrets, and about what peers have granted, each made for real: a person understands them from
 * the page, does what it says, and sees on the page that stays open that they have ended (issue 27).
 */
import { randomBytes } from "node:crypto"
import { chmodSync, mkdirSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type Peers, startPeers } from "../support/alarm-peers.ts"
import { call } from "../support/envelope.ts"
import { exchange, type Known } from "../support/http.ts"
import { eventually, type Running } from "../support/processes.ts"
import { type Home, homeOf } from "../support/runner.ts"
import { type ScriptedPeers, startScriptedPeers } from "../support/ScriptedPeers.ts"
import { withBrowser } from "./support/Browser.ts"
import { administrator, areUnderstood, haveBegun, inDatabase, rowIn, type Sought, type, unproven, type Visit, type Watched, watch } from "./support/Findings.ts"

withBrowser()

const names = ["new", "refused", "away", "unfinished", "polls", "calls", "lapsed", "untold", "earlier", "ended", "key", "readable", "readOnly", "disk", "misfit", "still", "notReady", "rows"] as const
type Name = (typeof names)[number]

let home: Home
let peers: Peers
let scripted: ScriptedPeers
let running: Running
let visit: Visit
let watched: Watched
let found: { readonly [each in Name]: Known }

const soughtIn = (folder: string) => ({
  new: { code: "NOT_AUTHORIZED", where: "connection shop-new" },
  refused: { code: "AUTHORIZATION_REFUSED", where: "connection shop-refused" },
  away: { code: "RENEWAL_FAILS", where: "connection shop-away" },
  unfinished: { code: "EXCHANGE_UNFINISHED", where: "connection shop-unfinished" },
  polls: { code: "POLLS_FAIL", where: "connection shop-away" },
  calls: { code: "SUBSCRIPTION_FAILS", where: "connection shop-calls" },
  lapsed: { code: "SUBSCRIPTION_LAPSED", where: "connection shop-lapsed" },
  untold: { code: "SHOP_NOT_TOLD", where: "connection shop-untold" },
  earlier: { code: "EARLIER_SECRET_USED", where: "caller warehouse acc-earlier" },
  ended: { code: "ENDED_SECRET_USED", where: "caller warehouse acc-ended" },
  key: { code: "KEY_CHANGE_UNFINISHED", where: "CROSSDOCK_SECRET_KEY" },
  readable: { code: "SECRETS_READABLE", where: folder },
  readOnly: { code: "FOLDER_READ_ONLY", where: folder },
  disk: { code: "DISK_FULL", where: folder },
  misfit: { code: "MISFIT", where: "connection second" },
  still: { code: "STANDSTILL", where: "connection erp" },
  notReady: { code: "NOT_READY", where: "the runner" },
  rows: { code: "BACKGROUND_MIGRATION", where: join(folder, "crossdock.sqlite") }
} as const satisfies { readonly [each in Name]: Sought })

/** The folder in which the commands are typed. */
const typedIn = (): string => dirname(home.data)
const machineFile = (): string => join(typedIn(), "machine.json")
const machineIs = (state: Known): void => writeFileSync(machineFile(), JSON.stringify(state))
const newKey = randomBytes(32).toString("base64")
const secretOf = (name: string): string => `a-new-secret-of-${name}-0123456789-abcdef`
const writeSecret = (name: string): string => {
  writeFileSync(join(typedIn(), name), secretOf(name), { mode: 0o600 })
  return `@${name}`
}

/** Does what the command tells: opens the address that it prints, at which the peer grants access at once. */
const authorize = async (command: string): Promise<void> => {
  const printed = await type(home, command)
  const answer = await exchange(/http:\/\/\S+/.exec(printed)![0])
  expect(answer.body).toMatch(/is authorized/)
}

const getOrder = (accessId: string, secretKey: string) => call({ url: home.service, accessId, secretKey, method: "getOrder", content: { orderNumber: "SO-none" } })

/** Everything that has to happen before the runner is started again. */
const prepare = async (): Promise<void> => {
  const soon = new Date(Date.now() + 2000).toISOString()
  for (const name of ["refused", "away", "unfinished"]) {
    scripted.script(name, "exchange", { is: { token: "a-first-token", expiresAt: soon } })
    scripted.script(name, "refresh", name === "refused" ? { refused: "the owner of the shop has revoked it" } : name === "away" ? "cut" : "hang")
    await authorize(`crossdock connections authorize shop-${name}`)
    scripted.script(name, "exchange", undefined)
  }
  await home.crossdock("connections", "add", JSON.stringify({ id: "second", plugin: "warehouse-sandbox", settings: { account: "second" } }))
  await type(home, `crossdock links rotate warehouse:acc-earlier ${writeSecret("earlier")} --overlap 2h`)
  await type(home, `crossdock links rotate warehouse:acc-ended ${writeSecret("ended")} --overlap 0s`)
  writeFileSync(join(typedIn(), "new-key"), newKey, { mode: 0o600 })
  await type(home, "crossdock secret-key change @new-key")
  await eventually(() => scripted.calls("unfinished", "refresh") > 0 || undefined, { what: "an exchange that hangs" })
}

const order = {
  orderNumber: "SO-1",
  onlineOrderId: "WEB-1",
  shopName: "Corner shop",
  warehouseCode: "WH-1",
  logisticsCode: "STD",
  platform: "web",
  freight: 4.5,
  codEnabled: 0,
  receiver: { name: "Jane Planted", phone: "+49 30 901820", email: "jane@example.invalid", country: "DE", state: "BE", city: "Berlin", address1: "Planted Street 1", postalCode: "10115" },
  skuList: [{ sku: "SKU-1", erpSku: "SKU-1", name: "Item", quantity: "1", amount: 19.9 }]
}

/** What is done while the runner works again: the clock goes on, and what is late becomes late. */
const provoke = async (): Promise<void> => {
  inDatabase(home, "create trigger stuck before update of state on delivery when new.state = 'InFlight' begin select raise(abort, 'stuck'); end")
  await call({ url: home.service, accessId: "acc-orders", secretKey: "shop-secret", method: "createOrder", content: order })
  for (const id of ["acc-earlier", "acc-ended"]) await getOrder(id, "shop-secret")
  await eventually(async () => ((await home.admin("/deliveries?connection=erp")).items as ReadonlyArray<Known>)[0], { what: "a message to the ERP" })
  inDatabase(home, "update delivery set due_at = due_at - 120000; update rotated_secret set started_at = started_at - 5400000, ends_at = ends_at - 5400000 where owner like '%earlier'")
  await eventually(() => rowIn(home, "select 1 as n from credential where connection = 'shop-away' and failing_since is not null"), { what: "a renewal that fails" })
  inDatabase(home, "update credential set failing_since = failing_since - 180000 where connection = 'shop-away'")
  for (const path of [home.data, join(home.data, "secret-key")]) chmodSync(path, 0o755)
  machineIs({ diskFree: 0.03, readOnly: true })
}

beforeAll(async () => {
  peers = await startPeers()
  scripted = await startScriptedPeers()
  home = await homeOf({ composition: "signed-in-shops.config.ts", env: { ALARM_PEERS: peers.url, SCRIPTED_PEERS: scripted.url } })
  mkdirSync(home.data, { mode: 0o700 })
  machineIs({})
  // The registration ends soon, and nobody makes another one.
  scripted.script("lapsed", "subscribe", () =>
    scripted.calls("lapsed", "subscribe") === 1 ? { is: { subscriptionId: "REG-1", expiresAt: new Date(Date.now() + 1000).toISOString() } } : { refused: "this shop has too many registrations" })
  scripted.script("calls", "subscribe", { refused: "this address is not reachable" })
  scripted.script("untold", "setShopAccess", { refused: "this customer is unknown" })
  scripted.script("lapsed", "renew", { refused: "this shop has too many registrations" })
  const env = { CROSSDOCK_PUBLIC_URL: home.url }
  running = await home.start({ ...env, WITH_SANDBOX: "1" })
  await prepare()
  await running.kill()
  scripted.script("unfinished", "refresh", "cut")
  // An upgrade is not finished, and its last slice fails.
  inDatabase(home, `
    update background_migration set finished_at = null;
    create trigger unfinished before update on background_migration when new.finished_at is not null begin select raise(abort, 'unfinished'); end`)
  running = await home.start({ ...env, MACHINE_FILE: machineFile(), NODE_OPTIONS: `--import=${fileURLToPath(new URL("../support/machine.mjs", import.meta.url))}` })
  await provoke()
  visit = await administrator(home)
  const sought = soughtIn(home.data)
  const all = await haveBegun(home, names.map((name) => sought[name]))
  found = Object.fromEntries(names.map((name, at) => [name, all[at]])) as typeof found
  watched = await watch(home, visit)
}, 200_000)

afterAll(async () => {
  await home?.remove()
  scripted?.close()
  peers?.close()
})

describe("findings of a machine, of secrets and of what peers have granted", () => {
  it("are understood from the first page, and from their own (issue 27)", async () => {
    const { page } = await visit("/")
    await areUnderstood(page, Object.values(found))
    await areUnderstood(watched.page, Object.values(found))
  })

  it("end by a command that is typed as the page shows it: authorizations, and secrets of callers (issue 27)", async () => {
    for (const name of ["new", "refused"] as const) await authorize(found[name].remedy.commands[0])
    writeFileSync(join(typedIn(), "new-secret"), secretOf("nobody"), { mode: 0o600 })
    for (const name of ["earlier", "ended"] as const) await type(home, found[name].remedy.commands[0])
    await watched.showsTheEndOf([found.new, found.refused, found.earlier, found.ended])
  })

  it("end once the peer answers, the machine is in order, and the runner was started as the texts say (issue 27)", async () => {
    for (const [name, operation] of [["away", "refresh"], ["unfinished", "refresh"], ["calls", "subscribe"], ["lapsed", "subscribe"], ["lapsed", "renew"], ["untold", "setShopAccess"]] as const) scripted.script(name, operation, undefined)
    chmodSync(home.data, 0o700)
    chmodSync(join(home.data, "secret-key"), 0o600)
    machineIs({})
    await running.kill()
    // What has failed is tried again after at most a minute, which goes by.
    inDatabase(home, `
      drop trigger stuck; drop trigger unfinished;
      update job set due_at = 0 where name = 'background migrations';
      update credential set retry_at = null; update subscription_failure set due_at = 0; update shop_access set due_at = 0`)
    writeFileSync(join(home.data, "secret-key"), newKey, { mode: 0o600 })
    running = await home.start({ CROSSDOCK_PUBLIC_URL: home.url })
    for (const name of ["key", "misfit"] as const) await type(home, found[name].remedy.commands[0])
    await watched.showsTheEndOf(Object.values(found))
  })

  it("were each looked at on the page, which showed each end without being loaded again (issue 27)", () => {
    expect(unproven()).toEqual([])
  })
})
