/**
 * The texts of the audit. They are loaded with its screen.
 */
export const a = {
  about: "Who did what, when and why. Nobody can write into it.",
  aboutOwn: "What you did, when and why. What others did is shown to administrators.",
  when: "Time", who: "Who", what: "What", subject: "Subject", why: "Why", outcome: "Outcome",
  vias: { session: "signed in", token: "token" },
  done: "done",
  underWay: "under way",
  empty: "Nothing was changed yet.",
  emptyFiltered: "No entry matches."
}
