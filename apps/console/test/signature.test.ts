/** The page about signatures: what is typed as the runner is asked, and two texts byte by byte (issue 27). */
import { describe, expect, it } from "vitest"
import { around, divided } from "../src/screens/signature/bytes.ts"
import { askedOf, empty, loggedOf, wholeOf } from "../src/screens/signature/request.ts"

describe("the bytes of a text", () => {
  it("are shown around a place, with the character that begins at each (issue 27)", () => {
    expect(around("aü b", 1, 1, 4)).toEqual([
      { at: 0, hex: "61", sign: "a" }, { at: 1, hex: "c3", sign: "ü" }, { at: 2, hex: "bc", sign: undefined }, { at: 3, hex: "20", sign: "␠" }, { at: 4, hex: "62", sign: "b" }
    ])
  })
  it("end with the text", () => {
    expect(around("ab", 2, 1, 2)).toEqual([{ at: 1, hex: "62", sign: "b" }, { at: 2, hex: undefined, sign: undefined }, { at: 3, hex: undefined, sign: undefined }])
  })
  it("divide it at a character, also from inside of one, and at its end", () => {
    expect(divided("aüb", 1)).toEqual(["a", "ü", "b"])
    expect(divided("aüb", 2)).toEqual(["a", "ü", "b"])
    expect(divided("aüb", 4)).toEqual(["aüb", "", ""])
    expect(divided("📦x", 3)).toEqual(["", "📦", "x"])
  })
})

describe("a request that is examined", () => {
  it("is asked with its headers, and with the signature and the text only if they are typed (issue 27)", () => {
    expect(askedOf({ ...empty("gateway"), headers: "appKey: a:b\nsign:  x \n\nnonsense", body: "{}" })).toEqual({
      protocol: "gateway", method: "POST", url: "/global-api/v1/warehouse/createOrder", headers: [["appKey", "a:b"], ["sign", "x"]], body: "{}"
    })
    expect(askedOf({ ...empty("warehouse"), sign: " ab \n", theirs: " t" })).toMatchObject({ sign: "ab", theirs: " t" })
  })
  it("gets the line ends of a multipart form back, and no others", () => {
    expect(askedOf({ ...empty("open-api"), body: "--b\nx\n" }).body).toBe("--b\r\nx\r\n")
    expect(askedOf({ ...empty("warehouse"), body: "{\n}" }).body).toBe("{\n}")
  })
  it("is divided if it is pasted whole", () => {
    expect(wholeOf("POST /warehouse HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n\r\n{\"a\":1}")).toEqual({
      method: "POST", url: "/warehouse", headers: "host: x\r\ncontent-type: application/json", body: "{\"a\":1}"
    })
    expect(wholeOf("{\"POST\": 1}")).toBeUndefined()
    expect(wholeOf("accessId=a&sign=b")).toBeUndefined()
  })
  it("comes out of the log with its protocol, unless the log cut it", () => {
    const request = { method: "POST", url: "http://127.0.0.1:8080/x", headers: [["a", "1"], ["b", "2"]], body: "text" }
    expect(loggedOf({ protocol: "orders", request })).toMatchObject({ protocol: "platform", headers: "a: 1\nb: 2", body: "text", sign: "" })
    expect(loggedOf({ protocol: "open-api", request: { ...request, leftOut: 3 } })).toBeUndefined()
    expect(loggedOf({ protocol: "warehouse" })).toBeUndefined()
  })
})
