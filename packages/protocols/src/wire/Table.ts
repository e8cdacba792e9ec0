/**
 * A wire message as plain data: its members, what each of them is, and the rules between them. One interpreter reads
 * by it (`read`), one writes by it (`write`), and a test may weaken a copy of it.
 */
import type * as BigDecimal from "effect/BigDecimal"
import type * as DateTime from "effect/DateTime"

/** Which form is written when a profile option says so; keys are the values of the option as text. */
export interface Option<Form> {
  readonly name: string
  readonly forms: Readonly<Record<string, Form>>
}

export interface TextType {
  readonly kind: "text"
  /** Characters, counted as `lengthUnit` says (U-73). */
  readonly max?: number
  /** Not bound by the limit of U-122: a text that holds a whole message. */
  readonly isLong?: boolean
  /** A list of one text is read as that text (row 20). */
  readonly ofOne?: boolean
  /** Something is found by it, so it holds no control characters and no half of a surrogate pair. */
  readonly isKey?: boolean
  /** Something is looked for by it, so it has no more characters than databases index: `Context.maxKey`. */
  readonly isIndexed?: boolean
}

/** Two letters; read in any case, kept and written in upper case (U-78). */
export interface CountryType {
  readonly kind: "country"
}

/** A PDF in Base64; other Base64 is reported (U-74). Not bound by the limit of a text. */
export interface LabelType {
  readonly kind: "label"
}

/** Every digit is kept, up to 38 (U-149). Read from a number and from numeric text (row 26). */
export interface DecimalType {
  readonly kind: "decimal"
  readonly written: "number" | "text"
  readonly option?: Option<"number" | "text">
}

/** A whole JSON number. */
export interface WholeType {
  readonly kind: "whole"
  readonly min?: number
  readonly max?: number
  /** Name of the limit of the reading side that takes the place of `max`. */
  readonly limit?: "maxPageSize"
}

/**
 * Units of goods, read from a number and from numeric text (row 25). `pieces` are whole and more than 0, `count` whole
 * and not less than 0, `whole` whole (U-80).
 */
export interface QuantityType {
  readonly kind: "quantity"
  readonly of: "pieces" | "count" | "whole"
  /** The model keeps it as an exact quantity. */
  readonly isExact?: boolean
  readonly written: "number" | "text"
  readonly option?: Option<"number" | "text">
}

/**
 * A stock figure with every digit, up to 38, read from a number and from numeric text (row 25). One that is below 0 or has
 * a fraction is reported (U-80).
 */
export interface BalanceType {
  readonly kind: "balance"
  readonly written: "number" | "text"
  readonly option?: Option<"number" | "text">
}

/** A moment: 13 or 10 digits, or one of the date texts of row 29. */
export interface InstantType {
  readonly kind: "instant"
  readonly written: "ms" | "text"
  readonly option?: Option<"ms" | "text">
}

/** Yes and no as 1 and 0; true, false, "1" and "0" are read (U-76, row 54). */
export interface FlagType {
  readonly kind: "flag"
  /** Absent: number. */
  readonly written?: "number" | "text"
}

/** true and false, also as text in any letter case; `numbers`: 1 and 0 are read too (rows 04 and 05). */
export interface BooleanType {
  readonly kind: "boolean"
  readonly numbers?: boolean
  readonly written: "boolean" | "text"
  readonly option?: Option<"boolean" | "text">
}

/**
 * A word of a set, by the spellings that are read; the first is written. Without `unknown` another word is refused.
 * With it, another word is reported and read as that one, and what was said is kept.
 */
export interface EnumType<Words extends EnumValues = EnumValues, Unknown extends string | undefined = string | undefined> {
  readonly kind: "enum"
  readonly words: Words
  readonly unknown?: Unknown
  readonly option?: Option<Readonly<Record<string, string>>>
}
export type EnumValues = Readonly<Record<string, ReadonlyArray<string>>>

export interface ListType<Item = unknown> {
  readonly kind: "list"
  readonly of: Item
  readonly nonEmpty?: boolean
  /** A single object, or a text where the list is of texts, is read as a list of one. */
  readonly single?: boolean
  /** A text is read as an object of this member, with the rest beside it (row 21). */
  readonly short?: { readonly member: string; readonly rest: Readonly<Record<string, string>> }
  /** A bad element is skipped and reported; the others stay. */
  readonly skipInvalidItems?: boolean
  /** An object is read as the value of this member of it. */
  readonly pick?: string
  /** Members that are unique among the elements; a repeat is reported. */
  readonly unique?: ReadonlyArray<string>
  /** `object`: a list of one is written as its element. Absent: list. */
  readonly written?: "list" | "object"
  readonly option?: Option<"list" | "object">
}

export interface ObjectType<T = unknown> {
  readonly kind: "object"
  readonly table: T
  /** `{}` and `[]` are read as not given. */
  readonly emptyIsAbsent?: boolean
  /** A list is read as an object of this member alone (row 16). */
  readonly listIs?: string
  /** `list`: that member is written in place of the object. */
  readonly option?: Option<"object" | "list">
}

/** An object whose names are values: each of its members is of one type. */
export interface MapType<Item = unknown> {
  readonly kind: "map"
  readonly of: Item
}

/** Any JSON value, passed through. */
export interface AnyType {
  readonly kind: "any"
}

/** A member without a meaning: null is written, and whatever comes is kept as it is (U-11). */
export interface NullType {
  readonly kind: "null"
}

export type Type =
  | TextType
  | CountryType
  | LabelType
  | DecimalType
  | WholeType
  | QuantityType
  | BalanceType
  | InstantType
  | FlagType
  | BooleanType
  | EnumType
  | ListType
  | ObjectType
  | MapType
  | AnyType
  | NullType

/** `always`: the writer always writes it, empty when it has no value; the reader takes it as optional. */
export type Need = "required" | "optional" | "always"

export interface Traits {
  /**
   * The member of the model that this one is, as a JSON pointer without its first slash: "cashOnDelivery/amount". "" is
   * the model itself: the element of a list, or all of it. null is none. Absent: the member of the same name.
   */
  readonly is?: string | null
  /** Of an open set: the member of the model that keeps the text as it was read. */
  readonly raw?: string
  /** The label under which the model keeps the value redacted. */
  readonly personal?: string
  /**
   * Its shape is another one in the model, so code maps it; the list names members of the model that it carries besides,
   * as `is` names them, with `*` for every element of a list.
   */
  readonly byHand?: ReadonlyArray<string>
  /** Other names that are read (variants.md). */
  readonly also?: ReadonlyArray<string>
  /** A required member that may be "": it is read, and written when there is no value. */
  readonly mayBeEmpty?: boolean
  /** As `mayBeEmpty`, and null besides. */
  readonly mayBeNull?: boolean
  /** The option that takes `mayBeEmpty` back. */
  readonly rejectEmptyWhen?: string
  /** The option whose text is written in place of "". */
  readonly emptyFallbackOption?: string
  /** The option that, when false, leaves the member out. */
  readonly omitWhenOptionIsFalse?: string
  /** The option that has it written under another of its names. */
  readonly named?: Option<string>
  /** What the reader takes where the member is not given. */
  readonly absent?: unknown
}

export interface Member<Name extends string = string, T = unknown, N extends Need = Need> extends Traits {
  readonly name: Name
  readonly type: T
  readonly need: N
}

export interface Broken {
  /** JSON pointer from the table that holds the rule. */
  readonly path: string
  /** What is wrong and how to mend it. */
  readonly message: string
}

/** What holds between members. The verdict is that of a reader; a writer refuses whatever breaks a rule of its side. */
export interface Rule<V = never> {
  readonly name: string
  readonly on: "read" | "write" | "both"
  readonly verdict: "refuse" | "report"
  readonly check: (value: V) => Broken | undefined
}

export interface Table<Members extends ReadonlyArray<Member> = ReadonlyArray<Member>> {
  /** Name of the message in findings. */
  readonly name: string
  readonly members: Members
  readonly rules: ReadonlyArray<Rule>
}

/** A value of an open set with the text that was read as it. */
export interface Recognised<V extends string> {
  readonly value: V
  readonly raw: string
}

type Simplify<T> = { [K in keyof T]: T[K] } & {}

type Mode = "read" | "write"

/** The value of one type. */
export type TypeValue<T, M extends Mode = "read"> = T extends { readonly kind: "text" | "country" | "label" } ? string
  : T extends { readonly kind: "decimal" | "balance" } ? BigDecimal.BigDecimal
  : T extends { readonly kind: "whole" | "quantity" } ? number
  : T extends { readonly kind: "instant" } ? DateTime.Utc
  : T extends { readonly kind: "flag" | "boolean" } ? boolean
  : T extends EnumType<infer W, infer U>
    ? U extends string ? M extends "read" ? Recognised<(keyof W & string) | U> : { readonly value: (keyof W & string) | U }
    : keyof W & string
  : T extends ListType<infer Item> ? ReadonlyArray<TypeValue<Item, M>>
  : T extends ObjectType<infer O> ? Value<O, M>
  : T extends MapType<infer Item> ? Readonly<Record<string, TypeValue<Item, M>>>
  : unknown

type IsText<T> = T extends { readonly kind: "text" | "country" | "label" } ? true : false

type Held<M, O extends Mode> = M extends { readonly need: "required"; readonly type: infer T }
  ? M extends { readonly mayBeEmpty: true } | { readonly mayBeNull: true } ? IsText<T> extends true ? O extends "read" ? true : false : false : true
  : M extends { readonly absent: {} } ? O extends "read" ? true : false
  : false

type NamesThat<Members extends ReadonlyArray<Member>, Is extends boolean, O extends Mode> = {
  [I in keyof Members]: Held<Members[I], O> extends Is ? Members[I] : never
}[number]

/** What a table reads, derived from its members. `write` is what it takes: members with a default may be absent. */
export type Value<T, O extends Mode = "read"> = T extends Table<infer Members>
  ? Simplify<
    & { readonly [M in NamesThat<Members, true, O> as M["name"]]: TypeValue<M["type"], O> }
    & { readonly [M in NamesThat<Members, false, O> as M["name"]]?: TypeValue<M["type"], O> }
  >
  : never

export type WriteValue<T> = Value<T, "write">

/** Declares a message. */
export const make = <const Members extends ReadonlyArray<Member>>(
  name: string,
  members: Members,
  rules: ReadonlyArray<Rule<Value<Table<Members>>>> = []
): Table<Members> => ({ name, members, rules })

const member = <N extends Need>(need: N) =>
<const Name extends string, const T extends Type, const O extends Traits = {}>(
  name: Name,
  type: T,
  traits?: O
): Member<Name, T, N> & O => ({ name, type, need, ...traits }) as Member<Name, T, N> & O

export const required = member("required")
export const optional = member("optional")
export const always = member("always")

export const text: TextType = { kind: "text" }
/** What an order, an ASN or a SKU is known by. */
export const key: TextType = { kind: "text", isKey: true, isIndexed: true }
/** What a warehouse, a channel, a batch or a parcel is known by, in whatever characters its owner gave it. */
export const code: TextType = { kind: "text", isIndexed: true }
export const keyUpTo = (max: number): TextType => ({ kind: "text", isKey: true, max })
export const textUpTo = (max: number): TextType => ({ kind: "text", max })
export const country: CountryType = { kind: "country" }
/** Also read from a list of one. */
export const textOfOne: TextType = { kind: "text", ofOne: true }
export const label: LabelType = { kind: "label" }
export const flag: FlagType = { kind: "flag" }
export const flagText: FlagType = { kind: "flag", written: "text" }
export const whole: WholeType = { kind: "whole" }
export const nothing: NullType = { kind: "null" }

export const list = <const Item extends Type, const O extends Omit<ListType, "kind" | "of"> = {}>(
  of: Item,
  options?: O
): ListType<Item> & O => ({ kind: "list", of, ...options }) as ListType<Item> & O

export const object = <T extends Table>(table: T, options?: Omit<ObjectType, "kind" | "table">): ObjectType<T> => ({
  kind: "object",
  table,
  ...options
})

export const map = <const Item extends Type>(of: Item): MapType<Item> => ({ kind: "map", of })

/** A closed set: another word is refused. */
export const enumOf = <const Words extends EnumValues>(
  words: Words,
  option?: EnumType["option"]
): EnumType<Words, undefined> => ({ kind: "enum", words, ...(option && { option }) })

/** A set with a way out: another word is reported and read as `unknown`. */
export const openEnum = <const Words extends EnumValues, const Unknown extends string>(
  words: Words,
  unknown: Unknown,
  option?: EnumType["option"]
): EnumType<Words, Unknown> => ({ kind: "enum", words, unknown, ...(option && { option }) })
