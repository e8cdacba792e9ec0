/**
 * The rules that decide what ambiguous reports mean. A parcel and a finding name the rule that they follow from, so that a person can read
 * why.
 */

/** Each rule as a sentence for people. */
export const rules = {
  announced: "While an order goes on, a tracking number without a time of shipment is only on a label: nothing has left under it. If no other number is known, the parcel that leaves without a number has it.",
  left: "A parcel has left if its report has a time of shipment, of delivery or of return, or says that the order was shipped, whatever was reported before or after.",
  contents: "The lines of a parcel in `parcels` are its contents.",
  listed: "The lines of a report are the contents of the parcel that it names, as long as no more leaves than was ordered (U-146). What nobody ordered does not count here.",
  corrected: "Of several numbers with the same lines, only as many are parcels as fit the order. The others are corrected numbers of these parcels; numbers that one report names beside each other in `parcels` never are. A corrected number is also a number without lines beside the only parcel, if that parcel has the whole order.",
  totals: "If lines contain each other, and together are more than was ordered, each of them is everything that had left of the order up to then.",
  unnumbered: "Lines without a tracking number are the sum of some parcels. What known parcels do not explain is in a parcel whose number comes later. A parcel that left at another time does not explain them, and each of several such lists may be of a parcel of its own: what is doubtful may have left. If the lines with a number are totals, those without are as well.",
  rest: "If the whole order was shipped, a parcel without lines contains what no other parcel contains; of several, the one that was reported first, because a shop may know it already. A report with neither a number nor lines tells of such a parcel only while no other parcel is known. This is assumed until contents are reported.",
  unknown: "While an order goes on, or after it was given up, nobody knows what is in a parcel without lines. None of the rest may be shipped again before somebody knows. A report with neither a number nor lines beside known parcels is about one of them or about a further one (U-146 tells them apart by the number alone), so the rest of a shipped order may have left as well, and is not missing.",
  missing: "What a shipped order has in none of its parcels is missing: a further parcel may be reported, or a person gives it up.",
  givenUp: "What has not left of an order that was cancelled or has failed was given up by its warehouse, even if the warehouse reports later that the order was shipped. What has left stays so.",
  closedShort: "What has not left of an order that its warehouse has closed short never leaves. If the warehouse lists what it does not ship, what is in no parcel and in no such list is in a parcel without lines, or may have left; of several lists, what all have counts. Without a list, nobody knows what is in a parcel without lines.",
  newest: "If the warehouse says when it made each statement about a parcel, the newest one counts.",
  person: "What a person found in a parcel is its contents, whatever is reported, also under a corrected number that is reported later. Whether a further number fits the order is decided by what was reported.",
  differ: "Of lists of one parcel that contradict each other, what all of them have has left, and what only some have may have left.",
  surplus: "What left beyond the order is shown to people. It is never booked, and no shop is told of it, as a part of the order.",
  bothEnds: "An order that was cancelled or has failed, and of which goods left nevertheless, is shown to people (U-15)."
} as const

export type Rule = keyof typeof rules

/** Returns true for a rule that assumes what is in a parcel. A report of the contents replaces what was assumed. */
export const isAssumption = (rule: Rule): boolean => rule === "rest"
