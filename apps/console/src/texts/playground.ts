/**
 * The texts of the playground. They are loaded with it.
 */
export const p = {
  about: "Fill in any operation, sign it here, and send it to the sandbox. The runner refuses a call to anything else.",
  protocol: "Protocol", operation: "Operation", id: "Caller", secret: "Secret",
  secretHint: "stays on this page", secretPublic: "the one that the documentation publishes",
  noSandbox: "This runner has no link of the sandbox for this protocol, so nothing can be sent. The form, the signature and the programs work with an id and a secret of your own.",
  mayNotSend: "Your role does not send.",
  content: "Content", contentHint: "exactly this text is signed and sent",
  example: "New example", form: "Form", json: "As JSON",
  notJson: "The content is not JSON, so there is no form for it. Correct it here.",
  required: "required", notGiven: "not given", add: "Add", addTo: (name: string) => `Add to ${name}`, remove: "Remove", removeFrom: (name: string, place: number) => `Remove ${place} of ${name}`,
  place: (name: string, at: number) => `${name} ${at}`, yes: "yes", no: "no",
  signature: "Signature",
  send: "Send to the sandbox", sending: "Sending…",
  answer: "Answer", took: (millis: number, status: number) => `HTTP ${status}, ${millis} ms`, nothing: "Nothing was sent yet.",
  carriedOut: "carried out", refused: "refused",
  program: "As a program", language: "Language",
  programAbout: "It signs itself with the secret in the environment variable SECRET."
} as const
