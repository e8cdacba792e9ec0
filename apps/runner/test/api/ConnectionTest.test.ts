import { AdapterError } from "@crossdock/core"
import { assert, describe, it } from "@effect/vitest"
import { ofFirstCall } from "../../src/api/ConnectionTest.ts"

const { CredentialRejected, FaultUnlisted, OperationUnsupported, PeerUnavailable, RateLimited, Rejected, RequestInvalid, ResponseInvalid, TransportFailed, Duplicate } =
  AdapterError
const https = new URL("https://wms.example/api")
const fault = { code: "E1", message: "no" }
const caused = (code: string) => Object.assign(new Error("x"), { cause: Object.assign(new Error("y"), { code }) })
const connect = (code: string) => new TransportFailed({ phase: "connect", cause: caused(code) })

const outcomes = (address: URL | undefined, reason: AdapterError.Reason | undefined) =>
  ofFirstCall(address, reason).map(({ outcome, step }) => `${step} ${outcome}`)

describe("what the first call tells of a connection", () => {
  it.each<readonly [string, URL | undefined, AdapterError.Reason | undefined, ReadonlyArray<string>]>([
    ["it works", https, undefined, ["address ok", "encryption ok", "credentials ok"]],
    ["it works without encryption", new URL("http://wms.example"), undefined, ["address ok", "encryption skipped", "credentials ok"]],
    ["an embedded peer", undefined, undefined, ["address skipped", "credentials ok"]],
    ["a name that does not resolve", https, connect("ENOTFOUND"), ["address failed"]],
    ["a closed port", https, connect("ECONNREFUSED"), ["address failed"]],
    ["a code nobody knows", https, connect("EWHATEVER"), ["address failed"]],
    ["a certificate of an unknown authority", https, connect("UNABLE_TO_VERIFY_LEAF_SIGNATURE"), ["address ok", "encryption failed"]],
    ["a certificate of another name", https, connect("ERR_TLS_CERT_ALTNAME_INVALID"), ["address ok", "encryption failed"]],
    ["a lost answer", https, new TransportFailed({ phase: "receive", cause: "reset" }), ["address ok", "encryption ok", "credentials failed"]],
    ["a page in place of an answer", https, new PeerUnavailable({ status: 404 }), ["address ok", "encryption ok", "credentials failed"]],
    ["a wrong secret", https, new CredentialRejected({ fault }), ["address ok", "encryption ok", "credentials failed"]],
    ["an answer of something else", https, new ResponseInvalid({ cause: "x" }), ["address ok", "encryption ok", "credentials failed"]],
    ["a fault nobody lists", https, new FaultUnlisted({ fault }), ["address ok", "encryption ok", "credentials failed"]],
    ["too many calls", https, new RateLimited({}), ["address ok", "encryption ok", "credentials ok"]],
    ["a listed refusal of the question", https, new Rejected({ fault }), ["address ok", "encryption ok", "credentials ok"]],
    ["a duplicate", https, new Duplicate({ fault }), ["address ok", "encryption ok", "credentials ok"]],
    ["a question that breaks a limit", https, new RequestInvalid({ path: "/x", message: "no" }), ["address ok", "encryption ok", "credentials ok"]],
    ["no such operation", https, new OperationUnsupported(), ["address ok", "encryption ok", "credentials ok"]]
  ])("%s", (_, address, reason, expected) => {
    assert.deepStrictEqual(outcomes(address, reason), expected)
  })

  it("a wrong secret is named as such", () => {
    const steps = ofFirstCall(https, new CredentialRejected({ fault: { code: "SIGN", message: "wrong sign" } }))
    assert.include(steps.at(-1)?.message, "refused: SIGN: wrong sign")
    assert.include(steps.at(-1)?.message, "correct the credential")
  })

  it("names the setting that lists a fault as a refused credential, where the plugin has it and the text can be listed", () => {
    const told = (code: string, message: string, canList = true) => ofFirstCall(https, new FaultUnlisted({ fault: { code, message } }), canList).at(-1)?.message ?? ""
    assert.isTrue(told("", "key \"A\" refused").endsWith("add to the settings: listedFaults: {\"key \\\"A\\\" refused\": \"credential-rejected\"}"))
    assert.include(told("E1", "no such key"), "an unknown fault: E1: no such key; if this message means a wrong credential")
    assert.include(told("E1", "no such key"), "listedFaults: {\"no such key\": \"credential-rejected\"}")
    for (const without of [told("", "no such key", false), told("HTTP_404", "HTTP 404 without the envelope"), told("", "no key <redacted:secretKey>"), told("", "x".repeat(81)), told("", "refused without a text")]) {
      assert.notInclude(without, "listedFaults")
    }
  })

  it("of an address only its origin is shown", () => {
    const steps = ofFirstCall(new URL("https://user:pass@wms.example/api?key=s3cr3t"), undefined)
    assert.notInclude(JSON.stringify(steps), "s3cr3t")
    assert.notInclude(JSON.stringify(steps), "pass")
  })
})
