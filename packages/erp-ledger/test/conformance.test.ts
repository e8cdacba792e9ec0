/**
 * The books against the laws of `erp/v1`, on both databases. There is no wire, so no law breaks one.
 */
import { BooksV1 } from "@crossdock/books"
import { BooksV1Suite } from "@crossdock/testkit"
import * as Effect from "effect/Effect"
import { ledger } from "../src/Adapter.ts"
import { postgres, sqlite } from "./storages.ts"
import { fill, fixture, settings } from "./suiteFixture.ts"

// Connections to PostgreSQL need real time.
for (const [name, layer, clock] of [["SQLite", sqlite, "test"], ["PostgreSQL", postgres, "live"]] as const) {
  BooksV1Suite.suite({
    plugin: { ...ledger, title: `${ledger.title} on ${name}` },
    settings,
    fixture: { ...fixture, prepare: Effect.orDie(Effect.flatMap(BooksV1.Books, fill)) },
    layer,
    clock,
    report: { name: `crossdock-conformance-${name.toLowerCase()}` },
    timeout: 60_000
  })
}
