/**
 * Labels of a platform that are addresses: which of them the runner fetches, and what it makes of the answers.
 */
import type { Document } from "@crossdock/core"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import type * as Scope from "effect/Scope"
import { TestClock } from "effect/testing"
import { compose, type ConnectedLink } from "../../../src/Composition.ts"
import { Connections } from "../../../src/connection/Connections.ts"
import { LabelFetch } from "../../../src/contracts/platform/LabelFetch.ts"
import { Labels } from "../../../src/contracts/platform/Labels.ts"
import * as Deadline from "../../../src/engine/Deadline.ts"
import * as LabelServer from "../../support/LabelServer.ts"
import * as FakeShop from "../../support/FakeShop.ts"
import * as Shop from "../../support/Shop.ts"

type Label = Document.Document
type Found = { readonly address: string; readonly family: number }

const linkTo = (url: string, more: Partial<Label> = {}): Label => ({ kind: "label", format: "PDF", source: { _tag: "Link", url: Redacted.make(url) }, ...more })

const pdfOf = (content: Buffer): Label => FakeShop.label(content.toString("base64"))

/** What a label is, in words that a test can compare. */
const shown = ({ source }: Label): string =>
  source._tag === "Content" ? `Content ${Redacted.value(source.base64)}` : source._tag === "Link" ? `Link ${Redacted.value(source.url)}` : source.id

const linkWith = (labelHosts: ReadonlyArray<string>): ConnectedLink =>
  Result.getOrThrow(compose(Shop.composition({ links: [{ shop: { ...Shop.shop, labelHosts } }] }), {})).links[0]!

/** The service with its own names of hosts, and the findings that it reports. */
const withLabels = <A, E>(test: (w: { readonly findings: Array<string>; readonly looked: Array<string> }) => Effect.Effect<A, E, Labels | Scope.Scope>, names: Readonly<Record<string, ReadonlyArray<Found>>> = {}) =>
  Effect.suspend(() => {
    const findings: Array<string> = []
    const looked: Array<string> = []
    const connections = { drift: (scope: string) => ({ report: ({ message, path, where }: { message: string; path: string; where: string }) => Effect.sync(() => void findings.push(`${scope} ${where} ${path}: ${message}`)) }) }
    const fetch = LabelFetch.layer({
      lookup: ((name: string, _: unknown, callback: (error: Error | null, found: ReadonlyArray<Found>) => void) => {
        looked.push(name)
        const found = names[name]
        callback(found === undefined ? new Error(`no such name ${name}`) : null, found ?? [])
      }) as never
    })
    return Effect.provide(test({ findings, looked }), Layer.provide(Labels.layer, [fetch, Layer.succeed(Connections, connections as never)]))
  })

const asContent = (labelHosts: ReadonlyArray<string>, labels: ReadonlyArray<Label>) =>
  Effect.flatMap(Labels, (service) => service.asContent(linkWith(labelHosts), labels))

const small = LabelServer.pdf(2000)

describe("labels of a platform", () => {
  it.live("are PDFs with the bytes of the address, in the same order, with their parcels (P-127 P-128)", () =>
    withLabels(({ findings }) =>
      Effect.gen(function*() {
        const server = yield* LabelServer.serve({ "/1.pdf?key=x": LabelServer.is(small), "/2.pdf": LabelServer.is(LabelServer.pdf(2001), { "content-type": "application/octet-stream" }) })
        const parcel = { trackingNumber: "T-1", carrierName: "Post" }
        const labels = yield* asContent([server.origin], [linkTo(`${server.origin}/1.pdf?key=x`, parcel), pdfOf(small), linkTo(`${server.origin}/2.pdf`)])
        assert.deepStrictEqual(labels.map(shown), [small, small, LabelServer.pdf(2001)].map((content) => `Content ${content.toString("base64")}`))
        assert.deepInclude(labels[0], parcel)
        assert.deepStrictEqual(server.asked, ["/1.pdf?key=x", "/2.pdf"])
        assert.deepStrictEqual(findings, [])
        assert.notInclude(JSON.stringify(labels), "JVBER")
      })))

  for (const [what, url, hosts] of [
    ["no list", "https://labels.example/1.pdf", []],
    ["another host", "https://evil.example/1.pdf", ["labels.example"]],
    ["a host below a listed one", "https://sub.labels.example/1.pdf", ["labels.example"]],
    ["a host that begins with a listed one", "https://labels.example.evil.example/1.pdf", ["labels.example"]],
    ["plain http to a listed host (A093)", "http://labels.example/1.pdf", ["labels.example"]],
    ["a user name that looks like a listed host (A093)", "https://labels.example@evil.example/1.pdf", ["labels.example"]],
    ["a password for a listed host (A093)", "https://user:secret@labels.example/1.pdf", ["labels.example"]],
    ["another port of a listed host (A097)", "https://labels.example:22/1.pdf", ["labels.example"]],
    ["another port of a listed origin", "http://127.0.0.1:1/1.pdf", ["http://127.0.0.1:2"]],
    ["another scheme than that of a listed origin", "https://127.0.0.1:2/1.pdf", ["http://127.0.0.1:2"]],
    ["a private address that is listed as a host (A093)", "https://10.0.0.1/1.pdf", ["10.0.0.1"]],
    ["loopback in another spelling (A093)", "https://0x7f.1/1.pdf", ["127.0.0.1"]],
    ["a metadata address that is listed (A093)", "http://169.254.169.254/latest", ["http://169.254.169.254"]],
    ["a metadata name that is listed (A093)", "http://metadata.google.internal/", ["http://metadata.google.internal"]],
    ["a script (A106)", "javascript:alert(1)", ["labels.example"]],
    ["a file (A106)", "file:///etc/passwd", ["labels.example"]],
    ["another scheme (A106)", "ftp://labels.example/1.pdf", ["labels.example"]],
    ["what is no address (A106)", "labels.example/1.pdf", ["labels.example"]]
  ] as const) {
    it.live(`are passed on unchanged, and nothing is asked, for ${what} (U-86)`, () =>
      withLabels(({ findings, looked }) =>
        Effect.gen(function*() {
          assert.deepStrictEqual((yield* asContent(hosts, [linkTo(url)])).map(shown), [`Link ${url}`])
          assert.deepStrictEqual(looked, [])
          assert.strictEqual(findings.length, 1)
          assert.match(findings[0]!, /^platform:acc-1:sandbox:1 getLabelData \/labelDataList\/\*\/labelData: a label .*passed on unchanged/)
          assert.notMatch(findings[0]!, /1\.pdf|secret|passwd|alert/)
        })))
  }

  it.live("are named in a finding that says how to allow their host (U-86)", () =>
    withLabels(({ findings }) =>
      Effect.gen(function*() {
        yield* asContent([], [linkTo("https://labels.example:8443/1.pdf")])
        assert.match(findings[0]!, /an address at labels\.example:8443, .*; list the host in labelHosts of the link's shop, and the runner sends the PDF instead$/)
      })))

  for (const [what, found] of [
    ["a private address (A094)", [{ address: "10.0.0.1", family: 4 }]],
    ["a public and a private one (A094)", [{ address: "93.184.216.34", family: 4 }, { address: "::1", family: 6 }]],
    ["a metadata address (A095)", [{ address: "169.254.169.254", family: 4 }]]
  ] as const) {
    it.live(`are passed on unchanged if the name of a listed host leads to ${what} (U-86)`, () =>
      withLabels(({ findings, looked }) =>
        Effect.gen(function*() {
          assert.deepStrictEqual((yield* asContent(["labels.example"], [linkTo("https://labels.example/1.pdf")])).map(shown), ["Link https://labels.example/1.pdf"])
          assert.deepStrictEqual(looked, ["labels.example"])
          assert.strictEqual(findings.length, 1)
        }), { "labels.example": found }))
  }

  it.live("are not fetched if the name of a listed origin leads to a metadata address (A095)", () =>
    withLabels(() =>
      Effect.gen(function*() {
        assert.deepStrictEqual((yield* asContent(["http://labels.internal"], [linkTo("http://labels.internal/1.pdf")])).map(shown), ["Link http://labels.internal/1.pdf"])
      }), { "labels.internal": [{ address: "100.100.100.200", family: 4 }] }))

  for (const [what, path, message] of [
    ["redirects to a metadata address (A096)", "/metadata", /is a redirect to another address, which is not followed$/],
    ["redirects to the same host (A096)", "/again", /is a redirect to another address, which is not followed$/],
    ["answers with an error", "/gone", /answered HTTP 404 in place of a label; send the request again$/],
    ["answers with a page", "/page", /sent is not a PDF$/],
    ["answers with nothing", "/empty", /sent is not a PDF$/],
    ["answers with a compressed body (A100)", "/gzip", /did not send a whole label; send the request again$/],
    ["tells a size of 30 MB (A099)", "/announced", /has more than the 10000000 bytes that are left for it$/],
    ["sends 30 MB without telling it (A099)", "/endless", /has more than the 10000000 bytes that are left for it$/],
    ["stops in the middle (A099)", "/half", /did not send a whole label; send the request again$/]
  ] as const) {
    it.live(`are refused if their address ${what}`, () =>
      withLabels(({ findings }) =>
        Effect.gen(function*() {
          const server = yield* LabelServer.serve({
            "/metadata": LabelServer.is("", { location: "http://169.254.169.254/latest" }, 302),
            "/again": LabelServer.is("", { location: "/label" }, 301),
            "/label": LabelServer.is(small),
            "/page": LabelServer.is("<!doctype html>"),
            "/empty": LabelServer.is(""),
            "/gzip": LabelServer.is(small, { "content-encoding": "gzip" }),
            "/announced": LabelServer.is(LabelServer.pdf(30_000_000)),
            "/endless": LabelServer.endless(30_000_000),
            "/half": (_, response) => {
              response.writeHead(200, { "content-length": "1000" })
              response.write("%PDF-1.4", () => response.destroy())
            }
          })
          const refusal = yield* Effect.flip(asContent([server.origin], [pdfOf(small), linkTo(`${server.origin}${path}`)]))
          assert.deepInclude(refusal, { _tag: "Refusal", code: "LABEL_NOT_FETCHED" })
          assert.match(refusal.message, message)
          assert.notInclude(refusal.message, path)
          assert.deepStrictEqual(server.asked, [path], "nothing else was asked")
          assert.isBelow(server.sent(), 25_000_000, "the rest of a large label is not read")
          assert.deepStrictEqual(findings, [])
        })))
  }

  it.effect("are given up at the deadline of the caller (A099)", () =>
    withLabels(() =>
      Effect.gen(function*() {
        let arrive: (() => void) | undefined
        const arrived = new Promise<void>((resolve) => {
          arrive = resolve
        })
        const server = yield* LabelServer.serve({
          "/slow": (_, response) => {
            response.writeHead(200)
            response.write("%PDF")
            arrive?.()
          }
        })
        const asked = yield* Effect.forkChild(Effect.flip(Deadline.within(9000, asContent([server.origin], [linkTo(`${server.origin}/slow`)]))))
        yield* Effect.promise(() => arrived)
        yield* TestClock.adjust("9 seconds")
        const refusal = yield* Fiber.join(asked)
        assert.match(refusal.message, /did not send a whole label in time; send the request again$/)
      })))

  it.live("are refused if nobody listens at their address", () =>
    withLabels(() =>
      Effect.gen(function*() {
        const { message } = yield* Effect.flip(asContent(["http://127.0.0.1:1"], [linkTo("http://127.0.0.1:1/1.pdf")]))
        assert.strictEqual(message, "127.0.0.1:1 could not be reached for a label; send the request again")
      })))

  it.live("are refused if they are larger together than a message may be (U-122)", () =>
    withLabels(() =>
      Effect.gen(function*() {
        const server = yield* LabelServer.serve({ "/1": LabelServer.is(LabelServer.pdf(9_000_000)), "/2": LabelServer.is(LabelServer.pdf(9_000_000)) })
        const both = yield* Effect.flip(asContent([server.origin], [linkTo(`${server.origin}/1`), linkTo(`${server.origin}/2`)]))
        assert.match(both.message, /has more than the 6000000 bytes that are left for it$/)
        assert.strictEqual((yield* Effect.flip(asContent([], [pdfOf(LabelServer.pdf(30_000_000))]))).code, "LABEL_TOO_LARGE")
      })))
})

describe("labelHosts of a shop", () => {
  it.each([
    [["https://labels.example/more"], "/links/0/shop/labelHosts/0"],
    [["https://labels.example/"], "/links/0/shop/labelHosts/0"],
    [["labels.example", "ftp://labels.example"], "/links/0/shop/labelHosts/1"],
    [["http://user@labels.example"], "/links/0/shop/labelHosts/0"],
    [["*.example"], "/links/0/shop/labelHosts/0"],
    [["http://"], "/links/0/shop/labelHosts/0"],
    [[7], "/links/0/shop/labelHosts/0"],
    ["labels.example", "/links/0/shop/labelHosts"]
  ])("refuses %j with its place (U-86)", (labelHosts, path) => {
    const read = compose(Shop.composition({ links: [{ shop: { ...Shop.shop, labelHosts: labelHosts as never } }] }), {})
    if (Result.isSuccess(read)) return assert.fail("it was taken")
    assert.deepStrictEqual(read.failure.map((problem) => problem.path), [path])
  })

  it("takes hosts and origins as they are written (U-86)", () => {
    const labelHosts = ["labels.example", "labels.example:9443", "http://10.0.0.5:8080", "https://labels.internal"]
    assert.deepStrictEqual(linkWith(labelHosts).entrances[0]!.shop?.labelHosts, labelHosts)
  })
})
