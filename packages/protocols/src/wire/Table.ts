/**
 * A wire message as plain data: its members, their types, and the rules between them. `read` and `write` interpret a
 * table; tests can run them with a table whose rules were relaxed.
 */
import type * as BigDecimal from "effect/BigDecimal"
import type * as DateTime from "effect/DateTime"
import type {
  BalanceType,
  BooleanType,
  CountryType,
  DayType,
  DecimalType,
  EnumType,
  EnumValues,
  FlagType,
  InstantType,
  LabelType,
  NumberIdType,
  NumberOrTextType,
  Option,
  QuantityType,
  TextType,
  WholeType
} from "./ScalarTypes.ts"

export type * from "./ScalarTypes.ts"

export interface ListType<Item = unknown> {
  readonly kind: "list"
  readonly of: Item
  readonly nonEmpty?: boolean
  /** True if a single object is read as a list of one; likewise a text or a decimal number, if the list is of those. */
  readonly single?: boolean
  /** A text is read as an object with this member and the members of `rest` (variants.md row 21). */
  readonly short?: { readonly member: string; readonly rest: Readonly<Record<string, string>> }
  /** True if an invalid element is left out and reported while the others are kept. */
  readonly skipInvalidItems?: boolean
  /** An object is read as the value of its member of this name. */
  readonly pick?: string
  /** Members whose values must be unique among the elements; a repeated value is reported. */
  readonly unique?: ReadonlyArray<string>
  /** With `object`, a list of one element is written as that element, also if it is not an object. Default: `list`. */
  readonly written?: "list" | "object"
  readonly option?: Option<"list" | "object">
}

export interface ObjectType<T = unknown> {
  readonly kind: "object"
  readonly table: T
  /** True if `{}` and `[]` are read as not given. */
  readonly emptyIsAbsent?: boolean
  /** A list is read as an object that has only this member (variants.md row 16). */
  readonly listIs?: string
  /** With the form `list`, the member `listIs` is written in place of the object. */
  readonly option?: Option<"object" | "list">
}

/** An object with arbitrary member names, whose values all have one type. */
export interface MapType<Item = unknown> {
  readonly kind: "map"
  readonly of: Item
}

/** Any JSON value, kept unchanged. */
export interface AnyType {
  readonly kind: "any"
}

/** A member without a defined meaning: it is written as null, and any value is kept unchanged when read (U-11). */
export interface NullType {
  readonly kind: "null"
}

export type Type =
  | TextType
  | CountryType
  | LabelType
  | DecimalType
  | WholeType
  | NumberIdType
  | NumberOrTextType
  | QuantityType
  | BalanceType
  | InstantType
  | DayType
  | FlagType
  | BooleanType
  | EnumType
  | ListType
  | ObjectType
  | MapType
  | AnyType
  | NullType

/** With `always`, the member is always written, empty if it has no value, and it is optional when read. */
export type Need = "required" | "optional" | "always"

export interface Traits {
  /**
   * The model member for this one, as a JSON pointer without its first slash, such as "cashOnDelivery/amount". "" is
   * the model itself: the list element or the whole value. null means that the model has no such member. Default: the
   * model member of the same name.
   */
  readonly is?: string | null
  /** For an open set: the model member that keeps the original text. */
  readonly raw?: string
  /** The label under which the model keeps the value redacted. */
  readonly personal?: string
  /**
   * Set if the shape differs in the model, so that code converts the member. The list names further model members that
   * it carries, in the form of `is`, with `*` for every element of a list.
   */
  readonly byHand?: ReadonlyArray<string>
  /** Other names under which the member is read (variants.md). */
  readonly also?: ReadonlyArray<string>
  /** True if a required member may be "": it is then read, and "" is written if there is no value. */
  readonly mayBeEmpty?: boolean
  /** True if a required member may be "" or null. */
  readonly mayBeNull?: boolean
  /** The option that, if true, refuses an empty value although `mayBeEmpty` is set. */
  readonly rejectEmptyWhen?: string
  /** The option whose text is written in place of "". */
  readonly emptyFallbackOption?: string
  /** The option that, if false, leaves the member out. */
  readonly omitWhenOptionIsFalse?: string
  /** The option that selects another name under which the member is written. */
  readonly named?: Option<string>
  /** The option whose text is the name under which the member is written. */
  readonly namedBy?: string
  /** True if the name is read in any letter case (variants.md row 15). */
  readonly isAnyCase?: boolean
  /** The value that the reader uses if the member is not given. */
  readonly absent?: unknown
}

export interface Member<Name extends string = string, T = unknown, N extends Need = Need> extends Traits {
  readonly name: Name
  readonly type: T
  readonly need: N
}

export interface Broken {
  /** JSON pointer relative to the object that the table describes. */
  readonly path: string
  /** A text that says what is wrong and how to correct it. */
  readonly message: string
}

/** A rule between members. The verdict applies to reading; a writer refuses every violation of a rule for its side. */
export interface Rule<V = never> {
  readonly name: string
  readonly on: "read" | "write" | "both"
  readonly verdict: "refuse" | "report"
  /** `profile` has the options of the side that reads or writes. */
  readonly check: (value: V, profile: Readonly<Record<string, string | boolean>>) => Broken | undefined
}

export interface Table<Members extends ReadonlyArray<Member> = ReadonlyArray<Member>> {
  /** The name of the message in findings. */
  readonly name: string
  readonly members: Members
  readonly rules: ReadonlyArray<Rule>
}

/** A value of an open set, with the original text. */
export interface Recognised<V extends string> {
  readonly value: V
  readonly raw: string
}

type Simplify<T> = { [K in keyof T]: T[K] } & {}

type Mode = "read" | "write"

/** The value of a type in TypeScript. */
export type TypeValue<T, M extends Mode = "read"> = T extends { readonly kind: "text" | "country" | "label" | "numberId" | "numberOrText" | "day" } ? string
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

/**
 * The value that a table reads, derived from its members. With `write`, it is the value to write, in which members with
 * a default may be absent.
 */
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
/** The identifier of an order, an inbound order (ASN) or a SKU. */
export const key: TextType = { kind: "text", isKey: true, isIndexed: true }
/** The identifier of a warehouse, a channel, a batch or a parcel, which may contain any characters. A blank one is none. */
export const code: TextType = { kind: "text", isIndexed: true, blankIsEmpty: true }
export const keyUpTo = (max: number): TextType => ({ kind: "text", isKey: true, max })
export const textUpTo = (max: number): TextType => ({ kind: "text", max })
/** The peer's own number of a record, which some peers write as a JSON number (U-97). */
export const peerNumber: TextType = { kind: "text", isIndexed: true, digits: true }
export const country: CountryType = { kind: "country" }
/** A text that is also read from a list of one text. */
export const textOfOne: TextType = { kind: "text", ofOne: true }
export const label: LabelType = { kind: "label" }
export const flag: FlagType = { kind: "flag" }
export const flagText: FlagType = { kind: "flag", written: "text" }
export const whole: WholeType = { kind: "whole" }
export const numberId: NumberIdType = { kind: "numberId" }
export const day: DayType = { kind: "day" }
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

/** A closed set: any other text is refused. */
export const enumOf = <const Words extends EnumValues>(
  words: Words,
  option?: EnumType["option"]
): EnumType<Words, undefined> => ({ kind: "enum", words, ...(option && { option }) })

/** An open set: any other text is reported and read as `unknown`. */
export const openEnum = <const Words extends EnumValues, const Unknown extends string>(
  words: Words,
  unknown: Unknown,
  option?: EnumType["option"]
): EnumType<Words, Unknown> => ({ kind: "enum", words, unknown, ...(option && { option }) })
