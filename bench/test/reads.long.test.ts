import { mkdirSync } from "node:fs"
import { join } from "node:path"
import { afterAll, describe, expect, it } from "vitest"
import { polling } from "../cases/polling.ts"
import { sourceOf } from "../load/Sources.ts"
import { type Bench, benchOf } from "../run/Case.ts"
import { plans } from "../run/Plan.ts"
import { exchange, tempDir } from "../run/Processes.ts"
import { subjectsOf } from "../run/Subjects.ts"

const folder = tempDir()
afterAll(folder.remove)

const benched = async <A>(name: string, work: (bench: Bench) => Promise<A>): Promise<A> => {
  const own = join(folder.path, name)
  mkdirSync(own)
  const bench = benchOf({ plan: { ...plans.smoke, measuring: 0.5 }, round: 1, folder: own, say: () => {}, nodeArgs: [] })
  return work(bench).finally(bench.end)
}

describe("stock", () => {
  it("is answered with the same records by every subject", async () => {
    const found = await Promise.all(subjectsOf("stock").map((name) =>
      benched(`stock-${name}`, async (bench) => {
        const peer = await bench.peer("warehouse")
        const subject = await bench.subject("stock", name, { warehouseUrl: peer.url })
        const pages = []
        for (const n of [0, 64, 128]) {
          const { body, expected, headers, path } = sourceOf({ name: "stock", prefix: "" })(n)
          const answer = await exchange(`${subject.url}${path}`, { headers, body })
          expect(answer.body).toContain(expected)
          const { currentPage, data, isLastPage } = JSON.parse(answer.body)
          pages.push({
            currentPage,
            isLastPage,
            // A quantity is a number or its text.
            data: data.map((record: Record<string, unknown>) => Object.entries(record).map(([member, value]) => `${member} ${String(value)}`).toSorted())
          })
        }
        return pages
      })))
    expect(found[0]?.map(({ currentPage, data }) => [currentPage, data.length])).toEqual([[1, 200], [2, 200], [3, 200]])
    for (const one of found) expect(one).toEqual(found[0])
  })
})

describe("polling", () => {
  it("asks about every open order, signed, in every subject", () =>
    benched("polling", async (bench) => {
      const prepared = await polling.prepare!(bench)
      for (const name of subjectsOf("polling")) {
        const [sample] = await polling.run(bench, name, prepared)
        expect(sample).toMatchObject({ oracle: "clean", errors: 0 })
        expect(sample!.achieved).toBeGreaterThan(0)
      }
    }))
})
