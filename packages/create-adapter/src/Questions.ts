/**
 * Asks a person for what the flags left out.
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
  warehouse: "a warehouse: takes orders, keeps stock, tells what has left",
  erp: "an ERP: is told of shipments and receipts"
}

const askName = async (): Promise<Name.Name> => {
  const given = await input({
    message: "What is the provider called?",
    validate: (text) => {
      const name = Name.read(text)
      return typeof name === "string" ? name : true
    }
  })
  const name = Name.read(given)
  return typeof name === "string" ? askName() : name
}

/** Everything that is needed; asks only for what is not given. */
export const complete = async (given: Arguments): Promise<Wanted> => {
  const kind = given.kind ?? await select({
    message: "What do you connect?",
    choices: kinds.filter((each) => has(each, given.protocol)).map((value) => ({ value, name: titles[value] }))
  })
  const protocol = given.protocol ?? await select({
    message: "How is it reached?",
    choices: combinations.filter((each) => each.kind === kind).map((each) => ({ value: each.protocol, name: `${each.protocol}: ${each.template.title}` }))
  })
  return { ...given, kind, protocol, name: given.name ?? await askName() }
}

const has = (kind: Kind, protocol: Protocol | undefined): boolean =>
  protocol === undefined || combinations.some((each) => each.kind === kind && each.protocol === protocol)

/** Whether everything is given that has no default. */
export const isComplete = (given: Arguments): given is Wanted =>
  given.kind !== undefined && given.protocol !== undefined && given.name !== undefined
