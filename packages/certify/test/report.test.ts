/** The certificate as a page, as JUnit and as signed JSON. */
import { generateKeyPairSync } from "node:crypto"
import { describe, expect, it } from "vitest"
import * as Arguments from "../src/Arguments.ts"
import * as Page from "../src/Page.ts"
import type { Report } from "../src/Report.ts"
import * as SignedReport from "../src/SignedReport.ts"

const law = { method: "getOrder", ids: ["D1-282"], sentence: "getOrder must show <an order>." }
const report: Report = {
  protocol: "warehouse-envelope",
  address: "https://warehouse.test/service",
  ranAt: "2026-03-01T00:00:00.000Z",
  version: "1.0.0",
  outcomes: [{ ...law, name: "a", verdict: "broken", found: "it shows \"none\"" }, { ...law, name: "b", verdict: "kept" }, { ...law, name: "c", verdict: "untried", found: "no order" }],
  remarks: [],
  leftovers: ["order SO-1: refused"]
}

const keys = () => {
  const { privateKey, publicKey } = generateKeyPairSync("ed25519")
  return { secret: privateKey.export({ type: "pkcs8", format: "pem" }).toString(), open: publicKey.export({ type: "spki", format: "pem" }).toString() }
}

describe("a certificate", () => {
  it("is a page that cites the requirement and what was found", () => {
    const html = Page.toHtml(report)
    expect(html).toContain("getOrder must show &lt;an order&gt;. (D1-282)")
    expect(html).toContain("it shows &quot;none&quot;")
    expect(html).toContain("Does not conform: 1 kept, 1 untried, 1 broken.")
    expect(html).toContain("order SO-1: refused")
    expect(html).not.toMatch(/<script|https?:\/\/(?!warehouse.test)/)
  })

  it("is JUnit with one case for each law", () => {
    expect(Page.toJUnit(report)).toContain("tests=\"3\" failures=\"1\" skipped=\"1\"")
  })

  it("is verified with the tester's key, and not after a change or with another key", () => {
    const { open, secret } = keys()
    const signed = SignedReport.signed(report, secret)
    const stored = JSON.parse(JSON.stringify(signed, null, 2)) as typeof signed
    expect(SignedReport.verdictOf(stored, open)).toBe("valid")
    expect(SignedReport.verdictOf(stored, keys().open)).toBe("another key")
    expect(SignedReport.verdictOf({ ...stored, report: { ...stored.report, outcomes: [] } }, open)).toBe("changed")
    expect(SignedReport.verdictOf({ report })).toBe("unsigned")
  })
})

describe("the arguments", () => {
  const env = { CERTIFY_SECRET: "s3cret" }
  const right = ["https://warehouse.test/service", "--protocol", "warehouse-envelope", "--id", "acc-1"]

  it("are a target, whose secret comes from the environment", () => {
    const read = Arguments.read([...right, "--without", "channels", "--without", "warehouses", "--days", "3", "--no-ships"], env)
    expect(read).toMatchObject({ is: "run", without: ["channels", "warehouses"], ships: false, out: "certificate", target: { protocol: "warehouse-envelope", facts: { days: 3 } } })
    expect(JSON.stringify(read)).not.toContain("s3cret")
  })

  for (const [title, argv, why] of [
    ["an address without a scheme", ["warehouse.test", ...right.slice(1)], "https://"],
    ["another protocol", [right[0]!, "--protocol", "soap", "--id", "a"], "warehouse-envelope"],
    ["no id", right.slice(0, 3), "--id"],
    ["an option that does not exist", [...right, "--nonsense"], "nonsense"],
    ["days that are no number", [...right, "--days", "many"], "--days"],
    ["a shop without its id", [right[0]!, "--protocol", "platform-envelope", "--id", "a"], "--shop-id"],
    ["a contradiction", [...right, "--ships", "--no-ships"], "contradict"]
  ] as const) {
    it(`are refused for ${title}, with what to write`, () => {
      expect(Arguments.read(argv, env)).toMatchObject({ is: "wrong", why: expect.stringContaining(why) })
    })
  }

  it("are refused without the secret", () => {
    expect(Arguments.read(right, {})).toMatchObject({ is: "wrong", why: expect.stringContaining("CERTIFY_SECRET") })
  })
})
