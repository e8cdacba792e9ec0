/** Checks that a subject answers the fixed requests of data/answers.json as expected. */
import { readFileSync } from "node:fs"
import { exchange } from "./Processes.ts"

export interface Expected {
  readonly status: number
  readonly success: boolean
  readonly code?: string
  readonly path?: string
  readonly warehouseOrderNumber?: string
}

export interface Asked {
  readonly name: string
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly expect: Expected
}

export const asked: ReadonlyArray<Asked> = JSON.parse(readFileSync(new URL("../data/answers.json", import.meta.url), "utf8"))

const said = /^([A-Z_]+)(?:: (\/\S*))?: /

/** Reduces an answer to its meaning: error texts may differ between subjects, codes and positions may not. */
const meaningOf = (status: number, body: string): Expected => {
  const { data, errorMsg, message, success } = JSON.parse(body)
  const isGood = String(success) === "true"
  const [, code, path] = said.exec(errorMsg ?? message ?? "") ?? []
  return {
    status,
    success: isGood,
    ...(!isGood && code !== undefined && { code }),
    ...(!isGood && path !== undefined && { path }),
    ...(data?.warehouseOrderNumber !== undefined && { warehouseOrderNumber: data.warehouseOrderNumber })
  }
}

const sorted = (expected: Expected) => JSON.stringify(Object.entries(expected).toSorted(([a], [b]) => a.localeCompare(b)))

/** Sends them one after the other, because some repeat earlier ones; returns a message for each difference. */
export const differences = async (url: string, requests: ReadonlyArray<Asked>): Promise<ReadonlyArray<string>> => {
  const found: Array<string> = []
  for (const { body, expect, headers, method, name, path } of requests) {
    const answer = await exchange(`${url}${path}`, { method, headers, ...(method !== "GET" && { body }) })
    const meaning = meaningOf(answer.status, answer.body)
    if (sorted(meaning) !== sorted(expect)) found.push(`${name}: ${JSON.stringify(expect)} was expected and ${JSON.stringify(meaning)} came (${answer.body.slice(0, 200)})`)
  }
  return found
}
