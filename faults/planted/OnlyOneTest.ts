/** Skips each test but the one that has to find the mistake, which is planted before, and this on SQLite alone. */
import { beforeEach, inject } from "vitest"

declare module "vitest" {
  interface ProvidedContext {
    readonly onlyTest: string
  }
}

beforeEach(({ skip, task: { fullName, name } }) => {
  skip(name !== inject("onlyTest") || fullName.includes("PostgreSQL"))
})
