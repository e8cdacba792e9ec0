// Tests that the migration page is made of the tables in the changesets, and keeps the sections of earlier releases.
import assert from "node:assert/strict"
import { describe, it } from "node:test"
import * as Migration from "../migration.mjs"

const changeset = (text) => ({ name: "answers-that-grow.md", text: `---\n"@crossdock/core": minor\n"@crossdock/testkit": minor\n---\n\n${text}\n` })
const table = "| Operation | Old | New |\n| --- | --- | --- |\n| `getOrders` | `[order]` | `{ items: [order] }` |"

describe("the migration page", () => {
  it("has the tables of old and new forms with the packages of their changeset", () => {
    const section = Migration.section([changeset(`Answers are records.\n\n${table}\n\nAnd more.`)])
    assert.equal(section, `## Not released yet\n\n### Answers that grow\n\n\`@crossdock/core\`, \`@crossdock/testkit\`\n\n${table}\n`)
  })

  it("leaves out changesets without such a table", () => {
    assert.equal(Migration.section([changeset("Something new."), changeset("| Flag | Default |\n| --- | --- |\n| a | b |")]), undefined)
  })

  it("replaces what waited, keeps the releases, and becomes one of them", () => {
    const page = "# Migrate\n\nText.\n\n## Not released yet\n\nold\n\n## 0.1.0\n\nfirst\n"
    const section = Migration.section([changeset(table)])
    const later = Migration.withSection(page, section)
    assert.equal(later, `# Migrate\n\nText.\n\n${section}\n## 0.1.0\n\nfirst\n`)
    assert.equal(Migration.released(later, "0.2.0"), later.replace("## Not released yet", "## 0.2.0"))
    assert.equal(Migration.withSection(page, undefined), "# Migrate\n\nText.\n\n## 0.1.0\n\nfirst\n")
  })
})
