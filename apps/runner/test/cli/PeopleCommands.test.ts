import { assert, describe } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { chmodSync, mkdtempSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Database } from "../../src/store/Database.ts"
import { signIn } from "../api/SignedIn.ts"
import { inWorld } from "./CommandWorld.ts"
import { crossdock } from "./Shell.ts"

describe("people (issue 27)", () => {
  inWorld("are added with a password from a file, listed, changed and removed", { isIdle: true }, (_, run, environment) =>
    Effect.gen(function*() {
      const port = Number(environment.CROSSDOCK_ADMIN_PORT)
      const file = join(mkdtempSync(join(tmpdir(), "crossdock-people-")), "password")
      const withPassword = (text: string, ...argv: ReadonlyArray<string>) => {
        writeFileSync(file, text, { mode: 0o600 })
        return run(...argv, "--password-file", file)
      }
      assert.include((yield* run("people", "ls")).out, "nobody may sign in yet")
      const added = yield* withPassword("a long password\n", "people", "add", "Anna", "--role", "operator", "--link", "warehouse:acc-1")
      assert.strictEqual(added.out, "Anna may sign in as operator, for warehouse:acc-1", added.err)
      assert.strictEqual((yield* signIn(port, "anna", "a long password")).status, 200)
      const list = yield* run("people", "ls")
      assert.match(list.out, /^name +kind +role +last seen +signs in by +links\nAnna +person +operator +1970-01-01 00:00:00Z +password +warehouse:acc-1$/)

      chmodSync(file, 0o644)
      const open = yield* run("people", "add", "Ben", "--role", "viewer", "--password-file", file)
      assert.deepInclude(open, { code: 2, out: "" })
      assert.include(open.err, `others may read the file ${file}: its mode is 0644; run \`chmod 600 ${file}\``)
      chmodSync(file, 0o600)
      const twice = yield* withPassword("a long password\n", "people", "add", "ANNA", "--role", "viewer")
      assert.strictEqual(twice.code, 1)
      assert.include(twice.err, "there is an account with the name \"ANNA\" already")
      for (const [name, says] of [["Admin Token", "the audit uses this name"], ["first sign-in", "the audit uses this name"], [" ", "at least one character"]] as const) {
        assert.include((yield* withPassword("a long password\n", "people", "add", name, "--role", "viewer")).err, says)
      }
      const short = yield* withPassword("short\n", "people", "add", "Ben", "--role", "viewer")
      assert.deepInclude(short, { code: 2 })
      assert.include(short.err, "at least 12 characters")
      assert.notInclude(short.err, "short")
      assert.include((yield* withPassword("a long password\n", "people", "add", "Ben", "--role", "viewer", "--link", "warehouse:acc-2")).err, "existing links: warehouse:acc-1")

      assert.strictEqual((yield* run("people", "change", "anna", "--all-links", "--role", "viewer")).out, "Anna is viewer, for all links; all sessions of the account have ended")
      assert.include((yield* run("people", "change", "anna")).err, "nothing to change")
      assert.strictEqual((yield* withPassword("another long password", "people", "change", "anna")).code, 0)
      assert.strictEqual((yield* signIn(port, "anna", "a long password")).status, 401)
      assert.strictEqual((yield* signIn(port, "anna", "another long password")).status, 200)
      assert.strictEqual((yield* run("people", "remove", "anna")).code, 0)
      assert.strictEqual((yield* signIn(port, "anna", "another long password")).status, 401)
      assert.include((yield* run("people", "remove", "anna")).err, "nobody has the name \"anna\"")
    }))

  inWorld("are linked to a subject only where the runner has a provider, and say so", { isIdle: true }, (_, run) =>
    Effect.gen(function*() {
      const refused = yield* run("people", "add", "Cleo", "--role", "viewer", "--oidc-subject", "cleo-7")
      assert.strictEqual(refused.code, 1)
      assert.include(refused.err, "this runner has no sign-in provider; set CROSSDOCK_OIDC_ISSUER")
      assert.include((yield* run("people", "add", "Cleo", "--role", "viewer", "--for-script", "--oidc-subject", "cleo-7")).err, "exclude each other")
      assert.include((yield* run("people", "change", "Cleo", "--no-oidc", "--oidc-subject", "cleo-7")).err, "exclude each other")
      const db = yield* Database
      yield* db.query("insert into account (id, kind, name, name_key, role, oidc_issuer, oidc_subject, created_at, changed_at) values ('a', 'person', 'Cleo', 'cleo', 'viewer', 'https://login.example.org/', 'cleo-7', 0, 0)")
      assert.match((yield* run("people", "ls")).out, /\nCleo +person +viewer +- +cleo-7 at https:\/\/login\.example\.org\/ +all links$/)
      assert.include((yield* run("people", "change", "Cleo", "--no-oidc")).err, "nobody can sign in; give one of them")
    }))

  inWorld("have tokens for scripts that are shown once and do what their role may", { isIdle: true }, (_, run, environment) =>
    Effect.gen(function*() {
      const added = yield* run("people", "add", "nightly", "--role", "viewer", "--for-script", "--json")
      const { token } = JSON.parse(added.out)
      assert.match(token, /^cdk_[\w-]{43}$/)
      const asScript = { CROSSDOCK_ADMIN_PORT: environment.CROSSDOCK_ADMIN_PORT!, CROSSDOCK_ADMIN_TOKEN: token }
      assert.strictEqual((yield* crossdock(["connections", "ls"], asScript)).code, 0)
      const refused = yield* crossdock(["people", "ls"], asScript)
      assert.strictEqual(refused.code, 1)
      assert.include(refused.err, "this needs the right people")
      assert.include((yield* run("people", "change", "nightly", "--role", "operator")).out, "nightly is operator")
      assert.notInclude(JSON.stringify(yield* (yield* Database).query("select * from account")), token)
      assert.strictEqual((yield* run("people", "remove", "nightly")).code, 0)
      const acts = yield* run("audit", "ls", "--subject", "nightly")
      assert.match(acts.out, /^time +who +operation +about +order +effect +outcome +why\n.*admin token +people\.remove +nightly +- +operator, all links → ended +done +-\n.*people\.change +nightly, role operator +- +viewer, all links → operator, all links +done +-\n.*people\.addToken +nightly, role viewer +- +- +done +-$/)
      assert.strictEqual((yield* crossdock(["connections", "ls"], asScript)).code, 3)
    }))
})
