import { Topic } from "@crossdock/admin-api"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { concerned, concerns } from "../src/live/topics.ts"

const src = new URL("../src/", import.meta.url).pathname
const sources = readdirSync(src, { recursive: true, encoding: "utf8" }).filter((name) => /\.tsx?$/.test(name)).map((name) => readFileSync(join(src, name), "utf8"))
const keys = new Set(sources.flatMap((text) => [...text.matchAll(/queryKey: \["([\w ]+)"/g)].map(([, key = ""]) => key)))

describe("hints of the runner (issue 27)", () => {
  it("each concern a question of the page, by topics that the runner tells", () => {
    const known: ReadonlySet<string> = new Set(Topic.literals)
    const used = new Set(Object.values(concerned).flat())
    expect([...used].filter((topic) => !known.has(topic))).toEqual([])
  })
  it("reach every question but those that are asked once or at their own pace", () => {
    const once = new Set(["counted", "search", "nodes", "places", "playground", "signature", "ways"])
    expect([...keys].filter((key) => concerned[key] === undefined && !once.has(key))).toEqual([])
  })
  it("concern what may have changed, and nothing else", () => {
    expect(concerns(new Set(["deliveries"]), ["orders", "x"])).toBe(true)
    expect(concerns(new Set(["deliveries"]), ["people"])).toBe(false)
    expect(concerns(new Set(), ["orders"])).toBe(false)
    expect(concerns(new Set(["orders"]), ["unknown"])).toBe(false)
  })
})
