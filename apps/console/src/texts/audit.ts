/**
 * The texts of the audit. They are loaded with its screen.
 */
export const a = {
  about: "Who did what, when and why. Nobody can write into it.",
  when: "Time", who: "Who", what: "What", subject: "Subject", why: "Why", outcome: "Outcome", via: "By",
  vias: { session: "signed in", token: "token" },
  done: "done",
  underWay: "under way",
  empty: "Nothing was changed yet.",
  emptyFiltered: "No entry matches."
}
