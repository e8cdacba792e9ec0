/**
 * The fixture plugins of `fixtures/`: what an outside author changed after a template was written.
 */
import { cpSync, existsSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import * as Changes from "../src/Changes.ts"

const home = fileURLToPath(new URL("../fixtures", import.meta.url))

/** The laws for whose sake each fixture is there. */
export const lawsOf = {
  "webhook-names-order": ["incoming/outbound", "incoming/not-stored", "incoming/foreign"],
  "create-in-three-calls": ["createOutboundOrder/each-write", "createOutboundOrder/settled"],
  "webhook-and-tokens": ["incoming/outbound", "credentials/lapse", "authorization/exchanges"],
  "shop-webhook-and-tokens": ["incoming/order", "incoming/forged", "credentials/lapse", "authorization/exchanges"]
} as const

/** The template that each was written out of. */
export const templateOf = {
  "webhook-names-order": { kind: "warehouse", protocol: "http-json" },
  "create-in-three-calls": { kind: "warehouse", protocol: "http-json" },
  "webhook-and-tokens": { kind: "warehouse", protocol: "http-json-oauth" },
  "shop-webhook-and-tokens": { kind: "platform", protocol: "http-json-oauth" }
} as const

export type Name = keyof typeof lawsOf
export const names = Object.keys(lawsOf) as ReadonlyArray<Name>

export const whatToDo = (fixture: Name): string =>
  `plugins of others break as packages/create-adapter/fixtures/${fixture} does: keep the old form beside the new one, ` +
  "or write a changeset that says what an author has to do, and do that in the fixture"

/** Makes the author's changes to a plugin that was just written out of the template. */
export const layOver = (folder: string, fixture: Name): void => {
  cpSync(join(home, fixture), folder, { recursive: true })
  const diff = join(home, `${fixture}.diff`)
  if (!existsSync(diff)) return
  for (const [path, changes] of Changes.read(readFileSync(diff, "utf8"))) {
    const file = join(folder, path)
    try {
      writeFileSync(file, Changes.apply(readFileSync(file, "utf8"), changes))
    } catch (error) {
      throw new Error(`fixtures/${fixture}.diff does not fit ${path} of the template any more; write the same change for the new text`, { cause: error })
    }
  }
}
