/**
 * The texts of the audit. They are loaded with its screen.
 */
export const a = {
  about: "Who did what, when and why. Nobody can write into it.",
  aboutOwn: "What you did, when and why. What others did is shown to administrators.",
  when: "Time", who: "Who", what: "What", subject: "Subject", why: "Why", outcome: "Outcome",
  vias: { session: "signed in", token: "token" },
  outcomes: { done: "done", partly: "done in part", nothing: "nothing was done" } as { readonly [outcome: string]: string },
  order: "Order", none: "nothing",
  times: (count: number) => `${count} times in a minute`,
  underWay: "under way",
  empty: "Nothing was changed yet.",
  emptyFiltered: "No entry matches."
}
