import { fileURLToPath } from "node:url"
import { assert, it } from "vitest"
import { check, whatToDo } from "../../../tools/api-check.mjs"

it("the API report has the public names and signatures", () => {
  assert.deepStrictEqual(check(fileURLToPath(new URL("..", import.meta.url))), [], whatToDo)
}, 60_000)
