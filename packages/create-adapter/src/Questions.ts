/**
 * Asks for the flags that were left out.
 */
import { input, select } from "@inquirer/prompts"
import type { Arguments } from "./Arguments.ts"
import { combinations, type Kind, kinds, type Protocol } from "./Choice.ts"
import * as Name from "./Name.ts"

export interface Wanted extends Arguments {
  readonly kind: Kind
  readonly protocol: Protocol
  readonly name: Name.Name
}

const titles: Readonly<Record<Kind, string>> = {
  warehouse: "a warehouse: receives orders, keeps stock, reports shipments",
  platform: "a shop on a sales platform: has orders, sets stock, gets parcels",
  erp: "an ERP: receives shipments and receipts"
}

const askName = async (): Promise<Name.Name> => {
  const given = await input({
    message: "What is the name of the provider?",
    validate: (text) => {
      const name = Name.read(text)
      return typeof name === "string" ? name : true
    }
  })
  const name = Name.read(given)
  return typeof name === "string" ? askName() : name
}

/** Completes the flags by asking for those that are missing. */
export const complete = async (given: Arguments): Promise<Wanted> => {
  const kind = given.kind ?? await select({
    message: "What do you want to connect?",
    choices: kinds.filter((each) => has(each, given.protocol)).map((value) => ({ value, name: titles[value] }))
  })
  const protocol = given.protocol ?? await select({
    message: "Which protocol does it use?",
    choices: combinations.filter((each) => each.kind === kind).map((each) => ({ value: each.protocol, name: `${each.protocol}: ${each.template.title}` }))
  })
  return { ...given, kind, protocol, name: given.name ?? await askName() }
}

const has = (kind: Kind, protocol: Protocol | undefined): boolean =>
  protocol === undefined || combinations.some((each) => each.kind === kind && each.protocol === protocol)

/** Whether all flags without a default are given. */
export const isComplete = (given: Arguments): given is Wanted =>
  given.kind !== undefined && given.protocol !== undefined && given.name !== undefined
