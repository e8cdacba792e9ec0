/**
 * The types of single values in a wire message: how each is read and written.
 */

/**
 * The written form by the value of a profile option. Keys are option values as text; for other values the declared form
 * is written.
 */
export interface Option<Form> {
  readonly name: string
  readonly forms: Readonly<Record<string, Form>>
}

export interface TextType {
  readonly kind: "text"
  /** The maximum number of characters, counted in the unit of the profile option `lengthUnit` (U-73). */
  readonly max?: number
  /** True for a text that holds a whole message. The size limit for texts does not apply to it (U-122). */
  readonly isLong?: boolean
  /** True if a list of one text is read as that text (variants.md row 20). */
  readonly ofOne?: boolean
  /** True if a whole number is read as the text of its digits, and reported: a peer's own number that some peers write bare. */
  readonly digits?: boolean
  /** True for an identifier, which may contain no control characters and no half of a surrogate pair. */
  readonly isKey?: boolean
  /**
   * True for a text that is used for lookups. It may have at most `Context.maxKey` characters, so that databases can
   * index it.
   */
  readonly isIndexed?: boolean
  /** True for a text that names something, so that a text of blanks is read like an empty one (A080, A102). */
  readonly blankIsEmpty?: boolean
}

/** A country code of two letters, read in any letter case, kept and written in upper case (U-78). */
export interface CountryType {
  readonly kind: "country"
}

/** A PDF in Base64. Base64 of something else is reported (U-74). The size limit for texts does not apply. */
export interface LabelType {
  readonly kind: "label"
}

/**
 * A decimal number of up to 38 digits, all of which are kept (U-149). It is read from a number or from numeric text
 * (variants.md row 26).
 */
export interface DecimalType {
  readonly kind: "decimal"
  /** The decimal places that are always written. A value with more places cannot be written; zeros at its end do not count. */
  readonly places?: number
  /** True if a value with more than `places` is refused when it is read too. */
  readonly hasMostPlaces?: boolean
  /**
   * The power of ten by which the unit of the model is smaller than that of the message: 2 for a length in metres that the model has in
   * centimetres.
   */
  readonly finerBy?: number
  readonly written: "number" | "text"
  readonly option?: Option<"number" | "text">
}

/** A whole JSON number. */
export interface WholeType {
  readonly kind: "whole"
  readonly min?: number
  readonly max?: number
  /** The name of the limit that is used instead of `max`, as the reading side sets it. */
  readonly limit?: "maxPageSize"
  /** True if a text of digits is read too. */
  readonly texts?: boolean
}

/**
 * A whole number that names something, such as a shop. It is kept as its digits, so that a number of any length is written as
 * it was read (U-97). A text of digits is read too.
 */
export interface NumberIdType {
  readonly kind: "numberId"
}

/**
 * A number of a document, which is a number at some peers and a text at others (U-59). It is kept as text. With `auto`, digits without
 * a leading zero are written as a number and everything else as text; with `number`, nothing else can be written.
 */
export interface NumberOrTextType {
  readonly kind: "numberOrText"
  readonly written: "auto" | "number" | "text"
  readonly option?: Option<"auto" | "number" | "text">
}

/**
 * A quantity of goods, read from a number or from numeric text (variants.md row 25). `pieces` are whole numbers from 1,
 * `count` whole numbers from 0, and `whole` any whole numbers (U-80).
 */
export interface QuantityType {
  readonly kind: "quantity"
  readonly of: "pieces" | "count" | "whole"
  /** True if the model keeps the value as an exact quantity. */
  readonly isExact?: boolean
  readonly written: "number" | "text"
  readonly option?: Option<"number" | "text">
}

/**
 * A stock quantity of up to 38 digits, read from a number or from numeric text (variants.md row 25). A negative number
 * or a fraction is reported (U-80).
 */
export interface BalanceType {
  readonly kind: "balance"
  readonly written: "number" | "text"
  readonly option?: Option<"number" | "text">
}

/** The forms of a timestamp: 13 digits, `yyyy-MM-dd HH:mm:ss`, the same with the offset of the zone, or the day alone. */
export type InstantForm = "ms" | "text" | "zoned" | "day"

/** A timestamp: 13 or 10 digits, or one of the date texts of variants.md row 29. */
export interface InstantType {
  readonly kind: "instant"
  readonly written: InstantForm
  /** True if a day without a time, or a second, is read as its last millisecond, as at the end of a window. */
  readonly isEnd?: boolean
  readonly option?: Option<InstantForm>
}

/** A day of the calendar without a zone, written as `yyyy-MM-dd`. Of a timestamp, the day in the zone of the connection is read. */
export interface DayType {
  readonly kind: "day"
}

/** Yes or no, written as 1 or 0. true, false, "1" and "0" are read too (U-76, variants.md row 54). */
export interface FlagType {
  readonly kind: "flag"
  /** Default: `number`. */
  readonly written?: "number" | "text"
}

/**
 * true or false, also read from text in any letter case. With `numbers`, 1 and 0 are read too (variants.md rows 04 and
 * 05).
 */
export interface BooleanType {
  readonly kind: "boolean"
  readonly numbers?: boolean
  readonly written: "boolean" | "text" | "number"
  readonly option?: Option<"boolean" | "text" | "number">
}

/**
 * A value of a set. Each value lists the spellings that are read; the first one is written. Without `unknown`, any
 * other text is refused. With it, any other text is reported and read as `unknown`, and the original text is kept.
 */
export interface EnumType<Words extends EnumValues = EnumValues, Unknown extends string | undefined = string | undefined> {
  readonly kind: "enum"
  readonly words: Words
  readonly unknown?: Unknown
  readonly option?: Option<Readonly<Record<string, string>>>
}
export type EnumValues = Readonly<Record<string, ReadonlyArray<string>>>
