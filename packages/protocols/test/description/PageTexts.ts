/**
 * Words that the pages of several protocols have in common, so that they are mended in one place: the forms of values, how the tables are
 * read, the HTTP status of answers, and the words of the policies.
 */
import { hosts } from "./Commands.ts"
import type { Described } from "./Model.ts"

/** What the pages call the message of a call. */
const messageOf = ({ envelope }: Described): string => envelope === undefined ? "the body" : `\`${envelope.content}\``

const longTexts: Readonly<Record<string, string>> = {
  "warehouse-envelope": "`content` and labels",
  gateway: "labels",
  "platform-envelope": "`content`, `orderJson` and `labelData`",
  "erp-open-api": "`bizParam`"
}

const twice = (protocol: Described): string =>
  protocol.envelope === undefined
    ? "A member that occurs twice in one object is refused, however deep the object stands."
    : `A field that occurs twice in the outer message is refused, and so is a member that occurs twice in one object of ${messageOf(protocol)}.`

/** The forms of values that every message shares, and how the tables are read. */
export const values = (protocol: Described): string => [
  `- **Texts** are Unicode. A text has at most 65,536 bytes; only ${longTexts[protocol.name]} may be longer. A limit of characters counts code points.`,
  "- **Numbers of orders, SKUs and codes** have at most 255 characters. A code or a tracking number that is blank is read like an empty one. Order numbers, inbound order numbers and SKUs have no control character and no half of a surrogate pair.",
  "- **Optional members**: absent, null and `\"\"` mean that there is no value. A writer leaves the member out.",
  "- **Amounts** have up to 38 digits, which are kept with their scale: `12.50` stays `12.50`. A writer that parses JSON numbers into binary floating point loses this; keep the text of the number.",
  "- **Quantities** of goods are whole. Those that are ordered, sent or packed are greater than 0.",
  "- **Numbers** are JSON numbers where the column *also read* names no text.",
  "- **Times** of 13 digits are milliseconds since 1970-01-01 00:00:00 UTC; of 10 digits, seconds. A date text such as `2026-08-31 09:30:00` **has no zone in it: it is local time in the time zone of the account, which both sides agree on when the account is made. Without an agreement it is UTC+8.** A text with a zone (`Z`, `+08:00`, `GMT+8`) means that zone. In a zone with daylight saving time, a local time that a clock change skips or repeats is read by the offset before or after it as the offset of that instant says.",
  "- **Days** (`2026-08-31`) at the begin of a window are their first moment in that zone, at the end their last. Both ends belong to a window.",
  "- **Flags** are 1 and 0. true, false, \"1\" and \"0\" are read too.",
  "- **Lists**: an empty list in a required member is a complete answer: there is no such record.",
  `- **Members that a table does not name** have no effect. ${twice(protocol)}`,
  "- **JSON** is UTF-8, at most 32 levels deep; the outermost object or list is the first level. A list has at most 10,000 elements, a request at most 8 MiB and 60,000 members and elements.",
  "",
  "*Need*: a *required* member is always written, and a message without it is refused; *may be empty* says that `\"\"` is a value of it. A member that is *always written* is written like a required one, and a reader takes a message without it by the value that its notes name. An *optional* one is left out where there is no value. *Between members* stand rules of the whole object: a message that breaks one is refused with `MEMBER_INVALID` at the member that the text names. What *a reader reports* is no fault of the message: it is taken, and the reader notes it for its own people."
].join("\n")

const unread = ({ contentTypes, envelope }: Described): string =>
  envelope === undefined
    ? "the body cannot be taken apart: not UTF-8, no JSON object, a member of it or a header twice"
    : contentTypes.includes("application/json")
    ? "the outer message cannot be taken apart: not UTF-8, neither a form nor a JSON object, a field or a header twice"
    : "the form cannot be taken apart: not UTF-8, not percent-encoded as it must be, a field or a header twice"

/** The HTTP status of answers, and which fault is told first. */
export const statuses = (protocol: Described): string => [
  "| HTTP status | When |",
  "| --- | --- |",
  `| 200 | the request could be taken apart, also when it is refused${protocol.envelope === undefined ? "" : `; ${messageOf(protocol)} that is no JSON is such a refusal`} |`,
  `| 400 | ${unread(protocol)} |`,
  "| 404 | the path belongs to no protocol of the server; the body is `{\"success\":false,\"message\":\"NO_SUCH_PATH: this path does not exist; …\"}` |",
  "| 405 | another HTTP method than POST |",
  "| 413 | more than 8 MiB |",
  "| 415 | another content type or charset, or a compressed body |",
  "| 429 | a limit of calls is reached; `Retry-After` has the seconds to wait |",
  "| 503 | the server has no room, is stopping or has not read to the end; nothing was changed, and `Retry-After` says when to send the call again. Where the operator of a server chooses it, also a `DOUBTFUL` outcome, which is not known |",
  "",
  `A call with several faults is refused for the first of these: path, size, encoding, HTTP method, headers, content type and form of the request; authentication; the operation; the JSON of ${messageOf(protocol)}; its members in the order of the table; rules between members; what is behind the server. Only calls that fail their authentication are counted for the limit of 50 in 60 s, by their id and their address: a call with a right signature is answered as ever, also in the 60 s that follow.`
].join("\n")

/** What the commands under each example are, and what to change in them. */
export const commands = ({ answerEnvelope, callbacks }: Described): string => [
  "Under each example stands its call as two commands for a shell. `curl` sends the signature that is printed, so it is right for this message and the secret of the examples alone. `crossdock call`, of the command line of this project, signs the message when it runs, with the secret in `CROSSDOCK_CALL_SECRET`; with `--as-curl` it sends nothing and prints the `curl` command, and so it makes one for your own message, account and address.",
  ...(answerEnvelope === undefined ? [] : ["The `curl` commands have the timestamp of the examples, which a server refuses today with `TIMESTAMP_EXPIRED`; `crossdock call` takes the time of the call."]),
  `Replace the address \`${hosts.service}\`${callbacks.length === 0 ? "" : `, and in callbacks \`${hosts.erp}\``} with your own.`
].join(" ")

/** The words of requirements for the runner and of policies, which speak of this project. */
export const words = (): string => [
  "Policies and requirements of the role *runner* say what this project does, in its own words: a *connection* is its access to one peer, with its *plugin* (what knows the peer), its settings and its *profile* (the options above); a *link* joins a connection to one ERP; the *visibility delay* is the time after which a peer shows what was sent to it; *drift* is a note for operators.",
  "Documents 1, 2 and 3 are the pages of the [warehouse envelope](1-warehouse-envelope.md), of the [gateway](2a-gateway.md) with the [platform interface](2b-platform-envelope.md), and of the [ERP open API](3-erp-open-api.md). `vectors.json` lies in [packages/protocols/test/signing](../../packages/protocols/test/signing)."
].join(" ")
