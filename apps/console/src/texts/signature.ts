/**
 * The texts of the page about signatures. They are loaded with it.
 */
export const s = {
  about: "Why a signature is refused: what should be signed beside what was, and from which byte on they differ. Nothing is sent, and no secret is typed: the runner compares with the one that it has.",
  request: "What was sent",
  protocol: "Protocol",
  protocols: {
    warehouse: "Warehouse protocol (document 1)", gateway: "Gateway (document 2A)", platform: "Shop platform (document 2B)", "open-api": "ERP open API (document 3)"
  },
  method: "Method", address: "Address", headers: "Headers", headersHint: "one a line: name: value",
  body: "Body", bodyHint: "exactly as it was sent",
  sign: "Signature", signHint: "if it does not stand in the request",
  theirs: "The text that you signed", theirsHint: "if you know it; without the secret",
  examine: "Examine", examining: "Examining…", clear: "Clear",
  refused: "Refused in the last hour",
  refusedAbout: "Calls whose signature this node refused. A caller finds the request id in the header x-request-id of the answer.",
  requestId: "Request id",
  noneRefused: "No signature was refused in the last hour.",
  noCall: (id: string) => `Neither a refused call of the last hour nor the log of calls has the request id ${id}.`,
  nobody: "nobody's id",
  when: "Time", who: "Caller", from: "Address",
  found: (operation: string, scope: string, code: string) => `${operation === "" ? "A call" : operation} of ${scope}, answered with ${code}`,
  take: "Take…", takeOf: (id: string) => `Take the bytes of ${id}`, takeVerb: "Take", takeTitle: "Take the bytes of the call",
  takeSays: "The request is shown with personal data, as it was sent. Who looked and why is kept.",
  mayNot: "Your role does not show personal data, and without it the bytes are not those that were signed. Paste the request instead.",
  cut: "The log kept only the beginning of this body, so it cannot be examined. Paste the whole body.",
  pasteSign: "The log keeps no signature. Paste the one that was sent.",
  taken: "These are the bytes that were sent.",
  result: "What was found",
  nothing: "Paste a request, or take one that was refused, and have it examined.",
  verdicts: { accepted: "The runner accepts this signature", refused: "The runner refuses this signature" },
  at: (scope: string) => `compared with the secret of ${scope}`,
  fine: "Nothing is wrong with it.",
  should: "Should be signed", was: "Was signed",
  differ: (byte: number) => `They differ from byte ${byte} on`,
  bytes: "Bytes around the first difference", position: "Byte", end: "end",
  standsFor: "‹secret› stands for the secret, which is never shown."
} as const
