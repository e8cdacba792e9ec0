/** Row F9 of faults/README.md: peers that give broken answers. */
import { tempDir } from "@crossdock/e2e/support/processes.ts"
import { afterAll, beforeAll, describe, it } from "vitest"
import { eachOnce, gone, mixed } from "../stories/BrokenPeers.ts"
import { creates, pushes } from "../stories/Tls.ts"
import * as Certificates from "../support/Certificates.ts"
import { names, sqlite, stopServer, storeOf } from "../support/Databases.ts"
import { holds } from "../support/RunAndJudge.ts"
import * as Secure from "../support/Secure.ts"
import { isLong } from "../support/Settings.ts"
import { because, missing } from "../support/Tools.ts"

afterAll(stopServer)

/** Gaps in milliseconds: enough attempts that one succeeds. */
const schedule = [0, ...Array.from({ length: 19 }, () => 100)]

describe("an ERP that answers in a broken way (F9)", () => {
  it("C36 is taken for what it is, and told again", ({ task }) => holds(task.fullTestName, { store: sqlite }, eachOnce))

  it("C22 with 410 is sent nothing more, and everything when an operator says so", ({ task }) =>
    holds(task.fullTestName, { store: sqlite }, gone))
})

describe.each(names)("on %s (F9)", (name) => {
  it("three broken answers of ten lose nothing, double nothing, and change no byte and no order", async ({ task }) =>
    holds(task.fullTestName, { store: await storeOf(name), schedule }, mixed(isLong ? 20_000 : 300)))
})

describe.skipIf(missing.openssl !== undefined)(`on https${because(missing.openssl)} (F9)`, () => {
  const folder = tempDir("crossdock-tls-")
  let known: Certificates.Authority
  let unknown: Certificates.Authority
  beforeAll(() => {
    known = Certificates.authority(folder.path, "known")
    unknown = Certificates.authority(folder.path, "unknown")
  })
  afterAll(() => folder.remove())

  const over = async (test: (secure: Secure.Secure, env: Readonly<Record<string, string>>) => Promise<void>): Promise<void> => {
    const secure = await Secure.listen(known.server, unknown.server)
    return test(secure, { NODE_EXTRA_CA_CERTS: known.file }).finally(secure.close)
  }

  it("C36 an ERP that breaks off in the handshake or in its answer, or that nobody can trust, is taken for what it is, and told again", ({ task }) =>
    over((secure, env) =>
      holds(task.fullTestName, { store: sqlite, env, erpUrl: () => `https://127.0.0.1:${secure.port}` }, pushes(secure))))

  it("C36 a provider that does so holds each order once", ({ task }) =>
    over((secure, env) =>
      holds(
        task.fullTestName,
        {
          store: sqlite,
          env,
          hasWarehouse: true,
          visibilityDelay: 300,
          serviceUrl: (url) => `https://127.0.0.1:${secure.port}${new URL(url).pathname}`
        },
        creates(secure)
      )))
})
