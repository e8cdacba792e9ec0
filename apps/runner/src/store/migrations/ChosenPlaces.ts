/**
 * Where people want orders of shops to be shipped from.
 */

/** `desk_order.chosen_place` is the link and the warehouse that a person has chosen, and who, as JSON. */
export const chosenPlaces: ReadonlyArray<string> = ["alter table desk_order add column chosen_place text"]
