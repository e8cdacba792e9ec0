/**
 * The texts of the screen about findings. They are loaded with it.
 */
export const f = {
  about: "What is wrong now, what was wrong, and every kind of finding that there is.",
  endRestore: "End restored mode…",
  endRestoreTitle: "End the restored mode",
  endRestoreVerb: "End it",
  endRestoreSays: (deliveries: number, doubtful: number) =>
    `${deliveries === 1 ? "1 message that waits is" : `${deliveries} messages that wait are`} sent, and creates no longer ask the warehouse first. ${doubtful === 1 ? "1 create is" : `${doubtful} creates are`} still in doubt.`,
  unread: (shops: string) => `Not read since the start of the mode: ${shops}. Their orders from after the backup are not known yet.`,
  withUnread: "End it although these shops were not read",
  ended: "Ended",
  noneEnded: "Nothing that was wrong has ended.",
  what: "What", where: "Where", since: "Since", until: "Until",
  kinds: "Every kind of finding",
  kindsAbout: "All that `crossdock doctor` and `crossdock findings ls` can report, whether or not it is so now.",
  code: "Code", means: "What it means", ending: "How it ends",
  here: (operation: string) => `in the console: ${operation}`,
  doctorOnly: "only `crossdock doctor` finds it"
}
