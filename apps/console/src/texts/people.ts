/**
 * The texts of the screen about people. They are loaded with it.
 */
export const p = {
  about: "Who may sign in, and the tokens of scripts.",
  name: "Name", kind: "Kind", role: "Role", links: "Limited to", ways: "Signs in by", since: "Since", seen: "Last seen",
  kinds: { person: "person", token: "script" },
  everything: "everything",
  empty: "Nobody has an account yet.",
  you: "you",
  addVerb: "Add", add: "Add a person", addToken: "Add a token", addButton: "Add a person…", addTokenButton: "Add a token…",
  addSays: "The person signs in with this name and password, and sees at once what the role allows.",
  addTokenSays: "A script sends the token with each request. It is shown once, and only its hash is stored.",
  changeVerb: "Change", change: (name: string) => `Change ${name}`,
  changeSays: (name: string) => `What ${name} may do changes at once, and ${name} has to sign in again.`,
  changeTokenSays: (name: string) => `What ${name} may do changes at once. Its token stays the same.`,
  removeVerb: "Remove", remove: (name: string) => `Remove ${name}`,
  removeSays: (name: string) => `${name} may do nothing any more, at once. What ${name} did stays in the audit.`,
  password: "Password", newPassword: "New password", passwordHint: "at least 12 characters", unchanged: "empty: it stays",
  byPassword: "password", byToken: "token", bySubject: (subject: string, host: string) => `${subject} at ${host}`, byRule: "by rule",
  subject: (provider: string) => `Subject at ${provider}`, subjectHint: "the id that the page of a refused sign-in shows", noSubject: "empty: no sign-in there",
  passwordOrSubject: "at least 12 characters; may be empty with a subject",
  byRuleSays: "A rule of the operator made this account. A change of the role, the links or the subject ends that: from then on only people change it.",
  allLinks: "None chosen: not limited.",
  rights: {
    viewer: "sees everything, with personal data masked", merchant: "also reveals personal data, sends messages again, changes names",
    operator: "also holds, releases, decides, cancels, pauses and tests", administrator: "everything, also people, secrets and the audit"
  },
  token: "The token", tokenOnce: "Copy it now: it is not shown again."
}
