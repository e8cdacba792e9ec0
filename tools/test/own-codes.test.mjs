// A Crossdock that calls another one knows what the codes of that server mean (packages/protocols/src/wire/OwnCodes.ts).
// This test reads the codes from the sources of everything that answers a caller, so that a new code gets a row.
import assert from "node:assert/strict"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { it } from "node:test"
import { fileURLToPath } from "node:url"
import { meanings } from "../../packages/protocols/src/wire/OwnCodes.ts"

const home = fileURLToPath(new URL("../..", import.meta.url))

/** Folders of the sources whose refusals reach a caller of a protocol. */
const folders = [
  "apps/runner/src/connection", "apps/runner/src/contracts", "apps/runner/src/engine", "apps/runner/src/http", "apps/runner/src/intents",
  "packages/erp-ledger/src", "packages/platform-sandbox/src", "packages/platform-vendure/src", "packages/protocols/src",
  "packages/warehouse-sandbox/src", "packages/warehouse-tryton/src"
]

/** Codes that these sources have and no caller gets, with the reason. */
const unseen = new Map(Object.entries({
  E_4711: "the sandbox uses it as a code that no table lists",
  SERVER: "the runner writes WAREHOUSE_UNAVAILABLE for it",
  TOO_MANY_REQUESTS: "the runner writes RATE_LIMITED for it",
  KEY_UNKNOWN: "the runner writes CONNECTION_PAUSED for it", TOKEN_INVALID: "the runner writes CONNECTION_PAUSED for it",
  REFRESH_TOKEN_INVALID: "the runner writes CONNECTION_PAUSED for it", NO_DATABASE: "the runner writes CONNECTION_PAUSED for it"
}))

/** The forms in which sources state a code: as a member, and in plugins as the first argument of a function that makes a fault. */
const members = [/\bcode: "([A-Z][A-Z0-9_]+)"/g, /\bconst code = "([A-Z][A-Z0-9_]+)"/g]
const calls = /\b(?:rejected|duplicate|refusal|refused|credential|fault)\("([A-Z][A-Z0-9_]+)"/g

/** How the listener refuses what no protocol has read, or has not answered: with an HTTP status. */
const unread = /\brefusal\(\w+, \d{3}, "([A-Z][A-Z0-9_]+)"/g

const codesIn = (file) => {
  const text = readFileSync(join(home, file), "utf8")
  const forms = [...members, file.startsWith("packages/") ? calls : unread]
  return forms.flatMap((form) => [...text.matchAll(form)].map(([, code]) => code))
}

const found = folders.flatMap((folder) =>
  readdirSync(join(home, folder), { recursive: true }).filter((name) => name.endsWith(".ts")).flatMap((name) => {
    const file = `${folder}/${name}`
    return codesIn(file).map((code) => ({ code, file }))
  }))

it("knows each code that our own servers write (U-10)", () => {
  assert.ok(found.length > 100, `only ${found.length} codes were found; the forms in which sources state them have changed`)
  const missing = found.filter(({ code }) => !meanings.has(code) && !unseen.has(code)).map(({ code, file }) => `${code} (${file})`)
  assert.deepEqual([...new Set(missing)].toSorted(), [], "each of these codes needs a row in packages/protocols/src/wire/OwnCodes.ts")
})

it("knows the codes that the runner makes from the kind of its peer, and gives no code two meanings (U-10)", () => {
  for (const peer of ["WAREHOUSE", "PLATFORM", "ERP"]) {
    assert.equal(meanings.get(`${peer}_FAULT`), "passed-on")
    assert.equal(meanings.get(`${peer}_UNAVAILABLE`), "in-doubt")
  }
  const rows = readFileSync(join(home, "packages/protocols/src/wire/OwnCodes.ts"), "utf8").match(/"[A-Z][A-Z0-9_]+"/g)
  assert.equal(rows.length, new Set(rows).size, "a code stands in two rows")
  assert.equal(rows.length, meanings.size)
})

it("describes each HTTP status with which the listener refuses a call in the OpenAPI documents (U-09)", () => {
  const sources = ["Listener.ts", "FramingRefusals.ts"].map((name) => readFileSync(join(home, "apps/runner/src/http", name), "utf8")).join("\n")
  // Without a route there is no operation.
  const statuses = [...new Set([...sources.matchAll(/\brefusal\(route, (\d{3}), /g)].map(([, status]) => status))]
  assert.ok(statuses.length >= 5, `only ${statuses} were found; the form in which the listener states them has changed`)
  for (const name of ["warehouse-envelope", "gateway", "platform-envelope", "erp-open-api"]) {
    const { paths, webhooks = {} } = JSON.parse(readFileSync(join(home, `packages/protocols/openapi/${name}.json`), "utf8"))
    for (const [path, { post }] of [...Object.entries(paths), ...Object.entries(webhooks)]) {
      assert.deepEqual(statuses.filter((status) => !(status in post.responses)), [], `${name} ${path}`)
    }
  }
})
