/* oxlint-disable */

declare module "AdapterError" {
    import type * as Duration from "effect/Duration";
    import * as Schema from "effect/Schema";
    export const Fault: Schema.Struct<{
        readonly code: Schema.String;
        readonly message: Schema.String;
    }>;
    export type Fault = typeof Fault.Type;
    const TransportFailed_base: Schema.Class<TransportFailed, Schema.TaggedStruct<"TransportFailed", {
        readonly phase: Schema.Literals<readonly ["connect", "send", "receive"]>;
        readonly cause: Schema.Defect;
    }>, import("effect/Cause").YieldableError>;
    export class TransportFailed extends TransportFailed_base {
        get isRetryable(): boolean;
        get mayHaveApplied(): boolean;
    }
    const PeerUnavailable_base: Schema.Class<PeerUnavailable, Schema.TaggedStruct<"PeerUnavailable", {
        readonly status: Schema.Int;
        readonly retryAfter: Schema.optionalKey<Schema.Duration>;
        readonly fault: Schema.optionalKey<Schema.Struct<{
            readonly code: Schema.String;
            readonly message: Schema.String;
        }>>;
    }>, import("effect/Cause").YieldableError>;
    export class PeerUnavailable extends PeerUnavailable_base {
        get isRetryable(): boolean;
        get mayHaveApplied(): boolean;
    }
    const RateLimited_base: Schema.Class<RateLimited, Schema.TaggedStruct<"RateLimited", {
        readonly retryAfter: Schema.optionalKey<Schema.Duration>;
        readonly fault: Schema.optionalKey<Schema.Struct<{
            readonly code: Schema.String;
            readonly message: Schema.String;
        }>>;
    }>, import("effect/Cause").YieldableError>;
    export class RateLimited extends RateLimited_base {
        get isRetryable(): boolean;
        get mayHaveApplied(): boolean;
    }
    const Rejected_base: Schema.Class<Rejected, Schema.TaggedStruct<"Rejected", {
        readonly fault: Schema.Struct<{
            readonly code: Schema.String;
            readonly message: Schema.String;
        }>;
    }>, import("effect/Cause").YieldableError>;
    export class Rejected extends Rejected_base {
        get isRetryable(): boolean;
        get mayHaveApplied(): boolean;
    }
    const Duplicate_base: Schema.Class<Duplicate, Schema.TaggedStruct<"Duplicate", {
        readonly fault: Schema.Struct<{
            readonly code: Schema.String;
            readonly message: Schema.String;
        }>;
    }>, import("effect/Cause").YieldableError>;
    export class Duplicate extends Duplicate_base {
        get isRetryable(): boolean;
        get mayHaveApplied(): boolean;
    }
    const RequestInvalid_base: Schema.Class<RequestInvalid, Schema.TaggedStruct<"RequestInvalid", {
        readonly path: Schema.String;
        readonly message: Schema.String;
    }>, import("effect/Cause").YieldableError>;
    export class RequestInvalid extends RequestInvalid_base {
        get isRetryable(): boolean;
        get mayHaveApplied(): boolean;
    }
    const CredentialRejected_base: Schema.Class<CredentialRejected, Schema.TaggedStruct<"CredentialRejected", {
        readonly fault: Schema.Struct<{
            readonly code: Schema.String;
            readonly message: Schema.String;
        }>;
    }>, import("effect/Cause").YieldableError>;
    export class CredentialRejected extends CredentialRejected_base {
        get isRetryable(): boolean;
        get mayHaveApplied(): boolean;
    }
    const FaultUnlisted_base: Schema.Class<FaultUnlisted, Schema.TaggedStruct<"FaultUnlisted", {
        readonly fault: Schema.Struct<{
            readonly code: Schema.String;
            readonly message: Schema.String;
        }>;
    }>, import("effect/Cause").YieldableError>;
    export class FaultUnlisted extends FaultUnlisted_base {
        get isRetryable(): boolean;
        get mayHaveApplied(): boolean;
    }
    const ResponseInvalid_base: Schema.Class<ResponseInvalid, Schema.TaggedStruct<"ResponseInvalid", {
        readonly cause: Schema.Defect;
    }>, import("effect/Cause").YieldableError>;
    export class ResponseInvalid extends ResponseInvalid_base {
        get isRetryable(): boolean;
        get mayHaveApplied(): boolean;
    }
    const OperationUnsupported_base: Schema.Class<OperationUnsupported, Schema.TaggedStruct<"OperationUnsupported", {}>, import("effect/Cause").YieldableError>;
    export class OperationUnsupported extends OperationUnsupported_base {
        get isRetryable(): boolean;
        get mayHaveApplied(): boolean;
    }
    export const Reason: Schema.Union<readonly [typeof TransportFailed, typeof PeerUnavailable, typeof RateLimited, typeof Rejected, typeof Duplicate, typeof RequestInvalid, typeof CredentialRejected, typeof FaultUnlisted, typeof ResponseInvalid, typeof OperationUnsupported]>;
    export type Reason = typeof Reason.Type;
    export const describe: (reason: Reason) => string;
    const AdapterError_base: Schema.Class<AdapterError, Schema.TaggedStruct<"AdapterError", {
        readonly adapter: Schema.String;
        readonly operation: Schema.String;
        readonly reason: Schema.Union<readonly [typeof TransportFailed, typeof PeerUnavailable, typeof RateLimited, typeof Rejected, typeof Duplicate, typeof RequestInvalid, typeof CredentialRejected, typeof FaultUnlisted, typeof ResponseInvalid, typeof OperationUnsupported]>;
    }>, import("effect/Cause").YieldableError>;
    export class AdapterError extends AdapterError_base {
        get message(): string;
        get isRetryable(): boolean;
        get mayHaveApplied(): boolean;
        get retryAfter(): Duration.Duration | undefined;
    }
    export const isAdapterError: (error: unknown) => error is AdapterError;
    export {};
}

declare module "ConnectionInfo" {
    export interface ConnectionInfo {
        readonly timeZone: string;
    }
    export const defaultConnectionInfo: ConnectionInfo;
}

declare module "Contract" {
    import type * as Context from "effect/Context";
    import * as Effect from "effect/Effect";
    import * as Layer from "effect/Layer";
    import type * as Redacted from "effect/Redacted";
    import * as Result from "effect/Result";
    import type * as Schema from "effect/Schema";
    import type * as Scope from "effect/Scope";
    import { AdapterError, type Reason, type RequestInvalid } from "./AdapterError.ts";
    import { type ConnectionInfo } from "./ConnectionInfo.ts";
    import type { Obtained, Values } from "./Credentials.ts";
    import type * as Operation from "./Operation.ts";
    import type * as Transport from "./Transport.ts";
    type Operations = ReadonlyArray<Operation.Any>;
    export interface Contract<Id extends string, Required extends Operations, Optional extends Operations, Facts extends object = {}, Event = never> {
        readonly id: Id;
        readonly required: Required;
        readonly optional: Optional;
        readonly operations: {
            readonly [O in Required[number] | Optional[number] as O["name"]]: O;
        };
        readonly demands: Readonly<Record<string, string>>;
        readonly facts: ReadonlyArray<keyof Facts & string>;
        readonly check?: ((operation: Operation.Any, payload: unknown, facts: Facts) => RequestInvalid | undefined) | undefined;
        readonly _types?: {
            readonly facts: Facts;
            readonly event: Event;
        };
    }
    export type Any = Contract<string, Operations, Operations, any, any>;
    type RequiredOperation<C extends Any> = C["required"][number];
    type OptionalOperation<C extends Any> = C["optional"][number];
    export type AnyOperation<C extends Any> = RequiredOperation<C> | OptionalOperation<C>;
    export type PreparedOperation<C extends Any> = Extract<AnyOperation<C>, {
        readonly isPrepared: true;
    }>;
    export type OptionalName<C extends Any> = OptionalOperation<C>["name"];
    export type OperationName<C extends Any> = AnyOperation<C>["name"];
    export type FactsOf<C extends Any> = NonNullable<C["_types"]>["facts"];
    export type EventOf<C extends Any> = NonNullable<C["_types"]>["event"];
    export type Handlers<C extends Any, Offers extends string = never> = {
        readonly [O in RequiredOperation<C> | Extract<OptionalOperation<C>, {
            readonly name: Offers;
        }> as O["name"]]: Operation.Implementation<O>;
    };
    export type Emit<E> = (event: E) => Effect.Effect<void, Reason>;
    export type Incoming<E> = (request: Transport.Request, emit: Emit<E>) => Effect.Effect<Transport.Response>;
    type Unoffered<C extends Any, Offers extends string> = {
        readonly [Name in Exclude<OptionalName<C>, Offers>]?: "a handler that `offers` does not name is never called";
    };
    export type Exactly<C extends Any, Offers extends string, All = Handlers<C, Offers> & Unoffered<C, Offers>> = {
        readonly [Name in keyof All]: All[Name];
    };
    export type Made<C extends Any, Offers extends string = never, Receives extends boolean = false> = Receives extends true ? {
        readonly handlers: Exactly<C, Offers>;
        readonly incoming: Incoming<EventOf<C>>;
    } : {
        readonly handlers: Exactly<C, Offers>;
        readonly incoming?: never;
    };
    export interface Adapter<C extends Any> {
        readonly id: string;
        readonly offers: ReadonlyArray<OptionalName<C>>;
        readonly facts: FactsOf<C>;
        readonly call: <O extends AnyOperation<C>>(operation: O, payload: O["payload"]["Type"]) => Effect.Effect<O["success"]["Type"], AdapterError>;
        readonly prepare: <O extends PreparedOperation<C>>(operation: O, payload: O["payload"]["Type"]) => Result.Result<Operation.Prepared, AdapterError>;
        readonly deliver: <O extends PreparedOperation<C>>(operation: O, prepared: Operation.Prepared, options: Operation.DeliveryOptions) => Effect.Effect<O["success"]["Type"], AdapterError>;
        readonly incoming?: Incoming<EventOf<C>> | undefined;
    }
    export interface AuthorizationRequest {
        readonly state: string;
        readonly redirectUrl: URL;
        readonly codeChallenge: string;
    }
    export interface AuthorizationCallback {
        readonly params: Values;
        readonly redirectUrl: URL;
        readonly codeVerifier: Redacted.Redacted;
    }
    export interface Authorization<Settings> {
        readonly url: (settings: Settings, request: AuthorizationRequest) => URL;
        readonly exchange: (settings: Settings, callback: AuthorizationCallback) => Effect.Effect<Obtained, Reason, Transport.Transport>;
    }
    export interface Plugin<C extends Any, Service, Settings extends Schema.Codec<any, any>, R, Id extends string = string> {
        readonly contract: C["id"];
        readonly id: Id;
        readonly title: string;
        readonly settings: Settings;
        readonly offers: ReadonlyArray<OptionalName<C>>;
        readonly facts: (settings: Settings["Type"]) => FactsOf<C>;
        readonly isTried: boolean;
        readonly receives: boolean;
        readonly callbackPaths: (settings: Settings["Type"]) => ReadonlyArray<string>;
        readonly hosts?: (settings: Settings["Type"]) => ReadonlyArray<string>;
        readonly authorization?: Authorization<Settings["Type"]>;
        readonly layer: (settings: Settings["Type"], connection?: ConnectionInfo) => Layer.Layer<Service, Reason, R>;
    }
    type Stated<F extends object, Settings> = {
        readonly [K in keyof F]: F[K] | ((settings: Settings) => F[K]);
    };
    export interface Spec<C extends Any, Id extends string, Settings extends Schema.Codec<any, any>, R, Offers extends string, Receives extends boolean> {
        readonly id: Id;
        readonly title?: string;
        readonly settings: Settings;
        readonly offers: ReadonlyArray<Offers>;
        readonly isTried?: boolean;
        readonly hosts?: (settings: Settings["Type"]) => ReadonlyArray<string>;
        readonly authorization?: Authorization<Settings["Type"]>;
        readonly receives?: Receives;
        readonly callbackPaths?: NoInfer<Receives> extends true ? (settings: Settings["Type"]) => ReadonlyArray<string> : "it needs `receives: true`";
        readonly make: (settings: Settings["Type"], connection: ConnectionInfo) => Effect.Effect<Made<C, NoInfer<Offers>, NoInfer<Receives>>, Reason, R>;
    }
    export interface Definition<Required extends Operations, Optional extends Operations, Facts extends object, Demands> {
        readonly required: Required;
        readonly optional: Optional;
        readonly demands?: Demands;
        readonly facts?: ReadonlyArray<keyof Facts & string>;
        readonly check?: (operation: Operation.Any, payload: unknown, facts: Facts) => RequestInvalid | undefined;
    }
    export const make: <const Id extends string, const Required extends Operations, const Optional extends Operations, Facts extends object = {}, Event = never, const Demands extends Readonly<Record<string, string>> = {}>(id: Id, definition: Definition<Required, Optional, Facts, Demands>) => Contract<Id, Required, Optional, Facts, Event> & {
        readonly demands: Demands;
    };
    type Lacking<C extends Any, Offers extends string> = {
        [Name in Extract<keyof C["demands"], Offers>]: C["demands"][Name] extends Offers ? never : `${Name} also needs ${C["demands"][Name]}`;
    }[Extract<keyof C["demands"], Offers>];
    type Unreceived<Offers extends string, Receives extends boolean> = boolean extends Receives ? "`receives` must be written as `true` or `false`" : Receives extends true ? never : "subscribe" extends Offers ? "subscribe also needs `receives: true`" : never;
    export type Complete<C extends Any, Offers extends string, Receives extends boolean = false> = [Lacking<C, Offers> | Unreceived<Offers, Receives>] extends [never] ? unknown : {
        readonly offers: Lacking<C, Offers> | Unreceived<Offers, Receives>;
    };
    export const pluginFor: <C extends Any, Self>(contract: C, service: Context.Service<Self, Adapter<C>>) => <const Id extends string, Settings extends Schema.Codec<any, any>, R, const Offers extends OptionalName<C> = never, const Receives extends boolean = false>(spec: Spec<C, Id, Settings, R, Offers, Receives> & Stated<FactsOf<C>, Settings["Type"]> & Complete<C, Offers, Receives>) => Plugin<C, Self, Settings, Exclude<R, Scope.Scope>, Id>;
    export type PresetSpec<C extends Any, Id extends string, Settings extends Schema.Codec<any, any>, R, Can extends OptionalName<C>> = Omit<Spec<C, Id, Settings, R, Can, false>, "offers" | "receives" | "callbackPaths"> & Stated<FactsOf<C>, Settings["Type"]> & {
        readonly can: ReadonlyArray<Can>;
        readonly offers: ReadonlyArray<NoInfer<Can>>;
    };
    export const presetFor: <C extends Any, Self>(contract: C, service: Context.Service<Self, Adapter<C>>) => <const Id extends string, Settings extends Schema.Codec<any, any>, R, const Can extends OptionalName<C>>(spec: PresetSpec<C, Id, Settings, R, Can>) => Plugin<C, Self, Settings, Exclude<R, Scope.Scope>, Id>;
    export {};
}

declare module "Credentials" {
    import * as Context from "effect/Context";
    import * as DateTime from "effect/DateTime";
    import type { DurationInput } from "./DurationInput.ts";
    import * as Effect from "effect/Effect";
    import * as Redacted from "effect/Redacted";
    import * as Schema from "effect/Schema";
    import { type Reason } from "./AdapterError.ts";
    export type Values = Readonly<Record<string, Redacted.Redacted>>;
    export interface Obtained {
        readonly values: Values;
        readonly expiresAt?: DateTime.Utc;
    }
    export interface Credential extends Obtained {
        readonly version: number;
    }
    const NotAuthorized_base: Schema.Class<NotAuthorized, Schema.TaggedStruct<"NotAuthorized", {}>, import("effect/Cause").YieldableError>;
    export class NotAuthorized extends NotAuthorized_base {
    }
    const AuthorizationRefused_base: Schema.Class<AuthorizationRefused, Schema.TaggedStruct<"AuthorizationRefused", {
        readonly message: Schema.String;
    }>, import("effect/Cause").YieldableError>;
    export class AuthorizationRefused extends AuthorizationRefused_base {
    }
    const CredentialsUnavailable_base: Schema.Class<CredentialsUnavailable, Schema.TaggedStruct<"CredentialsUnavailable", {
        readonly message: Schema.String;
        readonly retryAfter: Schema.optionalKey<Schema.Duration>;
    }>, import("effect/Cause").YieldableError>;
    export class CredentialsUnavailable extends CredentialsUnavailable_base {
    }
    export type CredentialsError = NotAuthorized | AuthorizationRefused | CredentialsUnavailable;
    export const codeChallenge: (verifier: Redacted.Redacted) => string;
    export const codes: {
        readonly notAuthorized: "NOT_AUTHORIZED";
        readonly refused: "AUTHORIZATION_REFUSED";
    };
    export const toReason: (error: CredentialsError) => Reason;
    const Credentials_base: Context.ServiceClass<Credentials, "@crossdock/core/Credentials", {
        readonly get: Effect.Effect<Credential, NotAuthorized | CredentialsUnavailable>;
        readonly refresh: (held: Credential | undefined, exchange: Effect.Effect<Obtained, Reason>) => Effect.Effect<Credential, CredentialsError>;
    }>;
    export class Credentials extends Credentials_base {
    }
    export interface Renewal {
        readonly renew: (held: Credential) => Effect.Effect<Obtained, Reason>;
        readonly begin?: Effect.Effect<Obtained, Reason>;
        readonly margin?: DurationInput | ((held: Credential) => DurationInput);
    }
    export const using: (credentials: Credentials["Service"], { begin, margin, renew }: Renewal) => <A, R>(call: (held: Credential) => Effect.Effect<A, Reason, R>) => Effect.Effect<A, Reason, R>;
    export {};
}

declare module "Drift" {
    import * as Context from "effect/Context";
    import * as Effect from "effect/Effect";
    export interface Finding {
        readonly where: string;
        readonly path: string;
        readonly message: string;
    }
    export const Drift: Context.Reference<{
        readonly report: (finding: Finding) => Effect.Effect<void>;
    }>;
    export const report: (finding: Finding) => Effect.Effect<void>;
    export const reportAll: (findings: ReadonlyArray<Finding>) => Effect.Effect<void>;
}

declare module "DurationInput" {
    import type * as Duration from "effect/Duration";
    export type DurationInput = Exclude<Duration.Input, number | bigint | ReadonlyArray<number>> | 0;
}

declare module "ErpV1" {
    import * as Context from "effect/Context";
    import type { DurationInput } from "./DurationInput.ts";
    import * as Schema from "effect/Schema";
    import * as Contract from "./Contract.ts";
    import * as Operation from "./Operation.ts";
    export const ReceiveOutboundStatus: Operation.Operation<"receiveOutboundStatus", Schema.Struct<{
        readonly parcelId: Schema.optionalKey<Schema.NonEmptyString>;
        readonly returnedAt: Schema.optionalKey<Schema.DateTimeUtcFromString>;
        readonly saidAt: Schema.optionalKey<Schema.DateTimeUtcFromString>;
        readonly orderNumber: Schema.brand<Schema.NonEmptyString, "OrderNumber">;
        readonly warehouseOrderNumber: Schema.optionalKey<Schema.NonEmptyString>;
        readonly warehouseCode: Schema.optionalKey<Schema.NonEmptyString>;
        readonly onlineOrderId: Schema.optionalKey<Schema.NonEmptyString>;
        readonly customerCode: Schema.optionalKey<Schema.NonEmptyString>;
        readonly phase: Schema.Literals<readonly ["open", "shipped", "delivered", "cancelled", "failed"]>;
        readonly status: Schema.NonEmptyString;
        readonly carrierName: Schema.optionalKey<Schema.NonEmptyString>;
        readonly trackingNumber: Schema.optionalKey<Schema.NonEmptyString>;
        readonly trackingUrl: Schema.optionalKey<Schema.String>;
        readonly shippedAt: Schema.optionalKey<Schema.DateTimeUtcFromString>;
        readonly deliveredAt: Schema.optionalKey<Schema.DateTimeUtcFromString>;
        readonly failedReason: Schema.optionalKey<Schema.NonEmptyString>;
        readonly lines: Schema.optionalKey<Schema.$Array<Schema.Struct<{
            readonly lineId: Schema.optionalKey<Schema.NonEmptyString>;
            readonly lot: Schema.optionalKey<Schema.NonEmptyString>;
            readonly expiresOn: Schema.optionalKey<Schema.String>;
            readonly sku: Schema.brand<Schema.NonEmptyString, "Sku">;
            readonly quantity: Schema.decodeTo<Schema.toType<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>, Schema.Union<readonly [Schema.Int, Schema.String]>, never, never>;
            readonly unit: Schema.optionalKey<Schema.NonEmptyString>;
        }>>>;
        readonly parcels: Schema.optionalKey<Schema.$Array<Schema.Struct<{
            readonly parcelId: Schema.optionalKey<Schema.NonEmptyString>;
            readonly returnedAt: Schema.optionalKey<Schema.DateTimeUtcFromString>;
            readonly saidAt: Schema.optionalKey<Schema.DateTimeUtcFromString>;
            readonly trackingNumber: Schema.NonEmptyString;
            readonly trackingUrl: Schema.optionalKey<Schema.String>;
            readonly carrierName: Schema.optionalKey<Schema.NonEmptyString>;
            readonly shippedAt: Schema.optionalKey<Schema.DateTimeUtcFromString>;
            readonly deliveredAt: Schema.optionalKey<Schema.DateTimeUtcFromString>;
            readonly lines: Schema.optionalKey<Schema.$Array<Schema.Struct<{
                readonly lineId: Schema.optionalKey<Schema.NonEmptyString>;
                readonly lot: Schema.optionalKey<Schema.NonEmptyString>;
                readonly expiresOn: Schema.optionalKey<Schema.String>;
                readonly sku: Schema.brand<Schema.NonEmptyString, "Sku">;
                readonly quantity: Schema.decodeTo<Schema.toType<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>, Schema.Union<readonly [Schema.Int, Schema.String]>, never, never>;
                readonly unit: Schema.optionalKey<Schema.NonEmptyString>;
            }>>>;
        }>>>;
    }>, Schema.Struct<{
        readonly "~empty": Schema.optionalKey<Schema.Never>;
    }>, "push", true>;
    export const ReceiveInboundProgress: Operation.Operation<"receiveInboundProgress", Schema.Struct<{
        readonly asnNumber: Schema.brand<Schema.NonEmptyString, "AsnNumber">;
        readonly warehouseCode: Schema.optionalKey<Schema.NonEmptyString>;
        readonly type: Schema.optionalKey<Schema.NonEmptyString>;
        readonly customerCode: Schema.optionalKey<Schema.NonEmptyString>;
        readonly phase: Schema.Literals<readonly ["announced", "shipping", "receiving", "received", "cancelled", "closed"]>;
        readonly status: Schema.NonEmptyString;
        readonly referenceNumber: Schema.optionalKey<Schema.NonEmptyString>;
        readonly finishedAt: Schema.optionalKey<Schema.DateTimeUtcFromString>;
        readonly updatedAt: Schema.DateTimeUtcFromString;
        readonly lines: Schema.$Array<Schema.Struct<{
            readonly lineId: Schema.optionalKey<Schema.NonEmptyString>;
            readonly lot: Schema.optionalKey<Schema.NonEmptyString>;
            readonly expiresOn: Schema.optionalKey<Schema.String>;
            readonly sku: Schema.brand<Schema.NonEmptyString, "Sku">;
            readonly name: Schema.optionalKey<Schema.String>;
            readonly estimated: Schema.optionalKey<Schema.decodeTo<Schema.toType<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>, Schema.Union<readonly [Schema.Int, Schema.String]>, never, never>>;
            readonly received: Schema.decodeTo<Schema.toType<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>, Schema.Union<readonly [Schema.Int, Schema.String]>, never, never>;
            readonly good: Schema.optionalKey<Schema.decodeTo<Schema.toType<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>, Schema.Union<readonly [Schema.Int, Schema.String]>, never, never>>;
            readonly bad: Schema.optionalKey<Schema.decodeTo<Schema.toType<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>, Schema.Union<readonly [Schema.Int, Schema.String]>, never, never>>;
            readonly unit: Schema.optionalKey<Schema.NonEmptyString>;
        }>>;
        readonly batchNo: Schema.optionalKey<Schema.NonEmptyString>;
    }>, Schema.Struct<{
        readonly "~empty": Schema.optionalKey<Schema.Never>;
    }>, "push", true>;
    export const ReceivePlatformOrder: Operation.Operation<"receivePlatformOrder", Schema.Struct<{
        readonly displayNumber: Schema.optionalKey<Schema.NonEmptyString>;
        readonly purchaseOrderNumber: Schema.optionalKey<Schema.NonEmptyString>;
        readonly pricesIncludeTax: Schema.optionalKey<Schema.Boolean>;
        readonly taxIds: Schema.optionalKey<Schema.$Array<Schema.Struct<{
            readonly of: Schema.Literals<readonly ["buyer", "seller", "platform"]>;
            readonly kind: Schema.NonEmptyString;
            readonly value: Schema.RedactedFromValue<Schema.NonEmptyString>;
            readonly country: Schema.optionalKey<Schema.NonEmptyString>;
        }>>>;
        readonly incoterm: Schema.optionalKey<Schema.String>;
        readonly deliveryRequirements: Schema.optionalKey<Schema.$Array<Schema.Literals<readonly ["signature", "age", "identity", "pallet"]>>>;
        readonly platform: Schema.NonEmptyString;
        readonly shopId: Schema.NonEmptyString;
        readonly onlineShopId: Schema.optionalKey<Schema.NonEmptyString>;
        readonly onlineOrderId: Schema.NonEmptyString;
        readonly createdAt: Schema.DateTimeUtcFromString;
        readonly paidAt: Schema.optionalKey<Schema.DateTimeUtcFromString>;
        readonly modifiedAt: Schema.optionalKey<Schema.DateTimeUtcFromString>;
        readonly phase: Schema.Literals<readonly ["unpaid", "open", "onHold", "finished", "cancelled", "closed"]>;
        readonly status: Schema.NonEmptyString;
        readonly holdReason: Schema.optionalKey<Schema.NonEmptyString>;
        readonly cancelReason: Schema.optionalKey<Schema.NonEmptyString>;
        readonly paymentMethod: Schema.Literals<readonly ["online", "cashOnDelivery"]>;
        readonly cashOnDelivery: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
        readonly currency: Schema.NonEmptyString;
        readonly total: Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>;
        readonly freight: Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>;
        readonly buyerPaidFreight: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
        readonly discount: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
        readonly sellerDiscount: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
        readonly platformDiscount: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
        readonly platformReimbursement: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
        readonly tax: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
        readonly freightTax: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
        readonly fees: Schema.optionalKey<Schema.$Array<Schema.Struct<{
            readonly name: Schema.NonEmptyString;
            readonly amount: Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>;
            readonly tax: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
        }>>>;
        readonly buyerId: Schema.optionalKey<Schema.NonEmptyString>;
        readonly buyerName: Schema.optionalKey<Schema.RedactedFromValue<Schema.NonEmptyString>>;
        readonly receiver: Schema.Struct<{
            readonly company: Schema.optionalKey<Schema.RedactedFromValue<Schema.NonEmptyString>>;
            readonly instructions: Schema.optionalKey<Schema.RedactedFromValue<Schema.NonEmptyString>>;
            readonly addressType: Schema.optionalKey<Schema.Literals<readonly ["residential", "business"]>>;
            readonly pickupPointId: Schema.optionalKey<Schema.NonEmptyString>;
            readonly name: Schema.optionalKey<Schema.RedactedFromValue<Schema.NonEmptyString>>;
            readonly phone: Schema.optionalKey<Schema.RedactedFromValue<Schema.NonEmptyString>>;
            readonly email: Schema.optionalKey<Schema.RedactedFromValue<Schema.NonEmptyString>>;
            readonly country: Schema.optionalKey<Schema.NonEmptyString>;
            readonly state: Schema.optionalKey<Schema.NonEmptyString>;
            readonly city: Schema.optionalKey<Schema.NonEmptyString>;
            readonly district: Schema.optionalKey<Schema.NonEmptyString>;
            readonly address1: Schema.optionalKey<Schema.RedactedFromValue<Schema.NonEmptyString>>;
            readonly address2: Schema.optionalKey<Schema.RedactedFromValue<Schema.NonEmptyString>>;
            readonly postalCode: Schema.optionalKey<Schema.RedactedFromValue<Schema.NonEmptyString>>;
            readonly isMasked: Schema.optionalKey<Schema.Boolean>;
        }>;
        readonly billing: Schema.optionalKey<Schema.Struct<{
            readonly company: Schema.optionalKey<Schema.RedactedFromValue<Schema.NonEmptyString>>;
            readonly instructions: Schema.optionalKey<Schema.RedactedFromValue<Schema.NonEmptyString>>;
            readonly addressType: Schema.optionalKey<Schema.Literals<readonly ["residential", "business"]>>;
            readonly pickupPointId: Schema.optionalKey<Schema.NonEmptyString>;
            readonly name: Schema.optionalKey<Schema.RedactedFromValue<Schema.NonEmptyString>>;
            readonly phone: Schema.optionalKey<Schema.RedactedFromValue<Schema.NonEmptyString>>;
            readonly email: Schema.optionalKey<Schema.RedactedFromValue<Schema.NonEmptyString>>;
            readonly country: Schema.optionalKey<Schema.NonEmptyString>;
            readonly state: Schema.optionalKey<Schema.NonEmptyString>;
            readonly city: Schema.optionalKey<Schema.NonEmptyString>;
            readonly district: Schema.optionalKey<Schema.NonEmptyString>;
            readonly address1: Schema.optionalKey<Schema.RedactedFromValue<Schema.NonEmptyString>>;
            readonly address2: Schema.optionalKey<Schema.RedactedFromValue<Schema.NonEmptyString>>;
            readonly postalCode: Schema.optionalKey<Schema.RedactedFromValue<Schema.NonEmptyString>>;
            readonly isMasked: Schema.optionalKey<Schema.Boolean>;
        }>>;
        readonly lines: Schema.$Array<Schema.Struct<{
            readonly lineId: Schema.NonEmptyString;
            readonly productId: Schema.NonEmptyString;
            readonly variantId: Schema.optionalKey<Schema.NonEmptyString>;
            readonly sku: Schema.NonEmptyString;
            readonly title: Schema.NonEmptyString;
            readonly quantity: Schema.decodeTo<Schema.toType<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>, Schema.Union<readonly [Schema.Int, Schema.String]>, never, never>;
            readonly currency: Schema.NonEmptyString;
            readonly price: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly originalPrice: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly paidPrice: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly paidAmount: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly tax: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly goodsTax: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly shippingTax: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly shippingPrice: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly discount: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly discountedTotal: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly platformDiscount: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly sellerDiscount: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly customization: Schema.optionalKey<Schema.$Array<Schema.Struct<{
                readonly name: Schema.NonEmptyString;
                readonly value: Schema.RedactedFromValue<Schema.NonEmptyString>;
            }>>>;
            readonly isGift: Schema.optionalKey<Schema.Boolean>;
            readonly giftMessage: Schema.optionalKey<Schema.RedactedFromValue<Schema.NonEmptyString>>;
        }>>;
        readonly buyerMessage: Schema.optionalKey<Schema.RedactedFromValue<Schema.NonEmptyString>>;
        readonly sellerRemark: Schema.optionalKey<Schema.RedactedFromValue<Schema.NonEmptyString>>;
        readonly shippingService: Schema.optionalKey<Schema.NonEmptyString>;
        readonly carrierCode: Schema.optionalKey<Schema.NonEmptyString>;
        readonly carrierName: Schema.optionalKey<Schema.NonEmptyString>;
        readonly trackingNumber: Schema.optionalKey<Schema.NonEmptyString>;
        readonly fulfillments: Schema.optionalKey<Schema.$Array<Schema.Struct<{
            readonly fulfillmentId: Schema.optionalKey<Schema.NonEmptyString>;
            readonly trackingNumber: Schema.optionalKey<Schema.NonEmptyString>;
            readonly carrierCode: Schema.optionalKey<Schema.NonEmptyString>;
            readonly carrierName: Schema.optionalKey<Schema.NonEmptyString>;
            readonly shippedAt: Schema.optionalKey<Schema.DateTimeUtcFromString>;
            readonly lines: Schema.optionalKey<Schema.$Array<Schema.Struct<{
                readonly lineId: Schema.NonEmptyString;
                readonly quantity: Schema.decodeTo<Schema.toType<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>, Schema.Union<readonly [Schema.Int, Schema.String]>, never, never>;
            }>>>;
        }>>>;
        readonly shipBefore: Schema.optionalKey<Schema.DateTimeUtcFromString>;
        readonly deliverBefore: Schema.optionalKey<Schema.DateTimeUtcFromString>;
        readonly shippedAt: Schema.optionalKey<Schema.DateTimeUtcFromString>;
        readonly deliveredAt: Schema.optionalKey<Schema.DateTimeUtcFromString>;
        readonly locationId: Schema.optionalKey<Schema.NonEmptyString>;
        readonly locationName: Schema.optionalKey<Schema.NonEmptyString>;
        readonly isShippedOnline: Schema.optionalKey<Schema.Boolean>;
        readonly isFulfilledByPlatform: Schema.optionalKey<Schema.Boolean>;
        readonly isPreSale: Schema.optionalKey<Schema.Boolean>;
        readonly raw: Schema.RedactedFromValue<Schema.NonEmptyString>;
    }>, Schema.Struct<{
        readonly "~empty": Schema.optionalKey<Schema.Never>;
    }>, "push", true>;
    export const ReceiveInboundAnnouncement: Operation.Operation<"receiveInboundAnnouncement", Schema.Struct<{
        readonly asnNumber: Schema.brand<Schema.NonEmptyString, "AsnNumber">;
        readonly outcome: Schema.Literals<readonly ["sent", "failed"]>;
        readonly reason: Schema.optionalKey<Schema.NonEmptyString>;
        readonly referenceNumber: Schema.optionalKey<Schema.NonEmptyString>;
        readonly at: Schema.DateTimeUtcFromString;
    }>, Schema.Struct<{
        readonly "~empty": Schema.optionalKey<Schema.Never>;
    }>, "push", true>;
    export const ListInboundOrders: Operation.Operation<"listInboundOrders", Schema.Struct<{
        readonly cursor: Schema.optionalKey<Schema.NonEmptyString>;
        readonly limit: Schema.Int;
        readonly warehouseName: Schema.optionalKey<Schema.NonEmptyString>;
        readonly type: Schema.optionalKey<Schema.NonEmptyString>;
        readonly status: Schema.optionalKey<Schema.NonEmptyString>;
        readonly number: Schema.optionalKey<Schema.NonEmptyString>;
        readonly trackingNumber: Schema.optionalKey<Schema.NonEmptyString>;
        readonly skuOrName: Schema.optionalKey<Schema.NonEmptyString>;
        readonly time: Schema.optionalKey<Schema.Struct<{
            readonly of: Schema.Literals<readonly ["created", "stocked", "finished", "updated"]>;
            readonly from: Schema.DateTimeUtcFromString;
            readonly to: Schema.DateTimeUtcFromString;
        }>>;
        readonly isSent: Schema.optionalKey<Schema.Boolean>;
        readonly isSendFailed: Schema.optionalKey<Schema.Boolean>;
        readonly isReceivingFailed: Schema.optionalKey<Schema.Boolean>;
        readonly withLots: Schema.optionalKey<Schema.Boolean>;
    }>, Schema.Struct<{
        readonly items: Schema.$Array<Schema.Struct<{
            readonly purchaseCurrency: Schema.optionalKey<Schema.NonEmptyString>;
            readonly firstLegCurrency: Schema.optionalKey<Schema.NonEmptyString>;
            readonly transferCurrency: Schema.optionalKey<Schema.NonEmptyString>;
            readonly asnNumber: Schema.brand<Schema.NonEmptyString, "AsnNumber">;
            readonly warehouseName: Schema.NonEmptyString;
            readonly warehouseId: Schema.optionalKey<Schema.NonEmptyString>;
            readonly type: Schema.optionalKey<Schema.NonEmptyString>;
            readonly phase: Schema.Literals<readonly ["announced", "shipping", "receiving", "received", "cancelled", "closed"]>;
            readonly status: Schema.NonEmptyString;
            readonly lines: Schema.$Array<Schema.Struct<{
                readonly purchasePrice: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
                readonly firstLegPrice: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
                readonly transferPrice: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
                readonly sku: Schema.brand<Schema.NonEmptyString, "Sku">;
                readonly name: Schema.optionalKey<Schema.NonEmptyString>;
                readonly expected: Schema.decodeTo<Schema.toType<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>, Schema.Union<readonly [Schema.Int, Schema.String]>, never, never>;
                readonly received: Schema.optionalKey<Schema.decodeTo<Schema.toType<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>, Schema.Union<readonly [Schema.Int, Schema.String]>, never, never>>;
                readonly good: Schema.optionalKey<Schema.decodeTo<Schema.toType<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>, Schema.Union<readonly [Schema.Int, Schema.String]>, never, never>>;
                readonly bad: Schema.optionalKey<Schema.decodeTo<Schema.toType<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>, Schema.Union<readonly [Schema.Int, Schema.String]>, never, never>>;
                readonly unit: Schema.optionalKey<Schema.NonEmptyString>;
                readonly lots: Schema.optionalKey<Schema.$Array<Schema.Struct<{
                    lot: Schema.optionalKey<Schema.NonEmptyString>;
                    producedOn: Schema.optionalKey<Schema.String>;
                    expiresOn: Schema.optionalKey<Schema.String>;
                    originCountry: Schema.optionalKey<Schema.NonEmptyString>;
                }>>>;
                readonly note: Schema.optionalKey<Schema.NonEmptyString>;
            }>>;
            readonly businessNumber: Schema.optionalKey<Schema.NonEmptyString>;
            readonly customNumber: Schema.optionalKey<Schema.NonEmptyString>;
            readonly trackingNumber: Schema.optionalKey<Schema.NonEmptyString>;
            readonly remark: Schema.optionalKey<Schema.NonEmptyString>;
            readonly createdAt: Schema.DateTimeUtcFromString;
            readonly updatedAt: Schema.optionalKey<Schema.DateTimeUtcFromString>;
            readonly stockedAt: Schema.optionalKey<Schema.DateTimeUtcFromString>;
            readonly finishedAt: Schema.optionalKey<Schema.DateTimeUtcFromString>;
            readonly customFields: Schema.optionalKey<Schema.$Array<Schema.Struct<{
                readonly recordType: Schema.NonEmptyString;
                readonly name: Schema.NonEmptyString;
                readonly type: Schema.Literals<readonly ["number", "date", "text", "choice"]>;
                readonly defaultValue: Schema.optionalKey<Schema.NonEmptyString>;
                readonly choices: Schema.optionalKey<Schema.NonEmptyString>;
                readonly remark: Schema.optionalKey<Schema.NonEmptyString>;
                readonly isRequired: Schema.optionalKey<Schema.Boolean>;
                readonly isSearchable: Schema.optionalKey<Schema.Boolean>;
                readonly isShown: Schema.optionalKey<Schema.Boolean>;
            }>>>;
            readonly boxes: Schema.optionalKey<Schema.$Array<Schema.Struct<{
                readonly boxNumber: Schema.Int;
                readonly items: Schema.$Array<Schema.Struct<{
                    readonly sku: Schema.brand<Schema.NonEmptyString, "Sku">;
                    readonly quantity: Schema.decodeTo<Schema.toType<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>, Schema.Union<readonly [Schema.Int, Schema.String]>, never, never>;
                }>>;
                readonly length: Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>;
                readonly width: Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>;
                readonly height: Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>;
                readonly weight: Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>;
            }>>>;
        }>>;
        readonly nextCursor: Schema.optionalKey<Schema.NonEmptyString>;
        readonly total: Schema.optionalKey<Schema.Int>;
    }>, "read", false>;
    export const SubmitInboundOrder: Operation.Operation<"submitInboundOrder", Schema.Struct<{
        readonly purchaseCurrency: Schema.optionalKey<Schema.NonEmptyString>;
        readonly firstLegCurrency: Schema.optionalKey<Schema.NonEmptyString>;
        readonly transferCurrency: Schema.optionalKey<Schema.NonEmptyString>;
        readonly warehouseName: Schema.NonEmptyString;
        readonly customNumber: Schema.optionalKey<Schema.NonEmptyString>;
        readonly trackingNumber: Schema.optionalKey<Schema.NonEmptyString>;
        readonly remark: Schema.optionalKey<Schema.NonEmptyString>;
        readonly lines: Schema.NonEmptyArray<Schema.Struct<{
            readonly purchasePrice: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly firstLegPrice: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly transferPrice: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly lot: Schema.optionalKey<Schema.NonEmptyString>;
            readonly producedOn: Schema.optionalKey<Schema.String>;
            readonly expiresOn: Schema.optionalKey<Schema.String>;
            readonly originCountry: Schema.optionalKey<Schema.NonEmptyString>;
            readonly sku: Schema.brand<Schema.NonEmptyString, "Sku">;
            readonly expected: Schema.decodeTo<Schema.toType<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>, Schema.Union<readonly [Schema.Int, Schema.String]>, never, never>;
            readonly unit: Schema.optionalKey<Schema.NonEmptyString>;
            readonly condition: Schema.optionalKey<Schema.Literals<readonly ["good", "damaged"]>>;
            readonly piecesPerBox: Schema.optionalKey<Schema.Int>;
            readonly reference: Schema.optionalKey<Schema.NonEmptyString>;
            readonly note: Schema.optionalKey<Schema.NonEmptyString>;
        }>>;
        readonly sendsToWarehouse: Schema.optionalKey<Schema.Boolean>;
        readonly estimatedArrivalAt: Schema.optionalKey<Schema.DateTimeUtcFromString>;
        readonly shippingMethod: Schema.optionalKey<Schema.Literals<readonly ["sea", "air", "express", "land", "specialCar", "rail", "font", "other"]>>;
        readonly containerModel: Schema.optionalKey<Schema.NonEmptyString>;
        readonly packaging: Schema.optionalKey<Schema.Literals<readonly ["assembly", "mixing"]>>;
        readonly boxCount: Schema.optionalKey<Schema.Int>;
        readonly isOfShipper: Schema.optionalKey<Schema.Boolean>;
        readonly customFields: Schema.optionalKey<Schema.$Array<Schema.Struct<{
            readonly id: Schema.NonEmptyString;
            readonly value: Schema.NonEmptyString;
        }>>>;
        readonly namesLots: Schema.optionalKey<Schema.Boolean>;
        readonly serialNumbers: Schema.optionalKey<Schema.Struct<{
            readonly customerCode: Schema.optionalKey<Schema.NonEmptyString>;
            readonly orderType: Schema.optionalKey<Schema.NonEmptyString>;
            readonly orderedAt: Schema.optionalKey<Schema.DateTimeUtcFromString>;
            readonly url: Schema.optionalKey<Schema.NonEmptyString>;
            readonly agentWarehouseCode: Schema.optionalKey<Schema.NonEmptyString>;
            readonly agentWarehouseName: Schema.optionalKey<Schema.NonEmptyString>;
            readonly storeCode: Schema.optionalKey<Schema.NonEmptyString>;
            readonly storeName: Schema.optionalKey<Schema.NonEmptyString>;
        }>>;
        readonly boxes: Schema.optionalKey<Schema.$Array<Schema.Struct<{
            readonly boxNumber: Schema.Int;
            readonly items: Schema.$Array<Schema.Struct<{
                readonly sku: Schema.brand<Schema.NonEmptyString, "Sku">;
                readonly quantity: Schema.decodeTo<Schema.toType<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>, Schema.Union<readonly [Schema.Int, Schema.String]>, never, never>;
            }>>;
            readonly length: Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>;
            readonly width: Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>;
            readonly height: Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>;
            readonly weight: Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>;
        }>>>;
        readonly mergesRepeatedSkus: Schema.optionalKey<Schema.Boolean>;
        readonly tags: Schema.optionalKey<Schema.$Array<Schema.NonEmptyString>>;
    }>, Schema.Struct<{
        purchaseCurrency: Schema.optionalKey<Schema.NonEmptyString>;
        firstLegCurrency: Schema.optionalKey<Schema.NonEmptyString>;
        transferCurrency: Schema.optionalKey<Schema.NonEmptyString>;
        asnNumber: Schema.brand<Schema.NonEmptyString, "AsnNumber">;
        warehouseName: Schema.NonEmptyString;
        warehouseId: Schema.optionalKey<Schema.NonEmptyString>;
        type: Schema.optionalKey<Schema.NonEmptyString>;
        phase: Schema.Literals<readonly ["announced", "shipping", "receiving", "received", "cancelled", "closed"]>;
        status: Schema.NonEmptyString;
        lines: Schema.$Array<Schema.Struct<{
            readonly purchasePrice: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly firstLegPrice: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly transferPrice: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly sku: Schema.brand<Schema.NonEmptyString, "Sku">;
            readonly name: Schema.optionalKey<Schema.NonEmptyString>;
            readonly expected: Schema.decodeTo<Schema.toType<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>, Schema.Union<readonly [Schema.Int, Schema.String]>, never, never>;
            readonly received: Schema.optionalKey<Schema.decodeTo<Schema.toType<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>, Schema.Union<readonly [Schema.Int, Schema.String]>, never, never>>;
            readonly good: Schema.optionalKey<Schema.decodeTo<Schema.toType<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>, Schema.Union<readonly [Schema.Int, Schema.String]>, never, never>>;
            readonly bad: Schema.optionalKey<Schema.decodeTo<Schema.toType<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>, Schema.Union<readonly [Schema.Int, Schema.String]>, never, never>>;
            readonly unit: Schema.optionalKey<Schema.NonEmptyString>;
            readonly lots: Schema.optionalKey<Schema.$Array<Schema.Struct<{
                lot: Schema.optionalKey<Schema.NonEmptyString>;
                producedOn: Schema.optionalKey<Schema.String>;
                expiresOn: Schema.optionalKey<Schema.String>;
                originCountry: Schema.optionalKey<Schema.NonEmptyString>;
            }>>>;
            readonly note: Schema.optionalKey<Schema.NonEmptyString>;
        }>>;
    }>, "create", false>;
    export const CancelInboundOrder: Operation.Operation<"cancelInboundOrder", Schema.Struct<{
        readonly asnNumber: Schema.brand<Schema.NonEmptyString, "AsnNumber">;
    }>, Schema.Struct<{
        readonly "~empty": Schema.optionalKey<Schema.Never>;
    }>, "cancel", false>;
    export const ListReceivedBatches: Operation.Operation<"listReceivedBatches", Schema.Struct<{
        readonly cursor: Schema.optionalKey<Schema.NonEmptyString>;
        readonly limit: Schema.Int;
        readonly receivedFrom: Schema.DateTimeUtcFromString;
        readonly receivedTo: Schema.DateTimeUtcFromString;
        readonly number: Schema.optionalKey<Schema.NonEmptyString>;
        readonly skuOrName: Schema.optionalKey<Schema.NonEmptyString>;
        readonly warehouseName: Schema.optionalKey<Schema.NonEmptyString>;
        readonly type: Schema.optionalKey<Schema.NonEmptyString>;
    }>, Schema.Struct<{
        readonly items: Schema.$Array<Schema.Struct<{
            readonly batchNo: Schema.optionalKey<Schema.NonEmptyString>;
            readonly asnNumber: Schema.brand<Schema.NonEmptyString, "AsnNumber">;
            readonly businessNumber: Schema.optionalKey<Schema.NonEmptyString>;
            readonly customNumber: Schema.optionalKey<Schema.NonEmptyString>;
            readonly warehouseName: Schema.NonEmptyString;
            readonly type: Schema.optionalKey<Schema.NonEmptyString>;
            readonly receivedAt: Schema.optionalKey<Schema.DateTimeUtcFromString>;
            readonly received: Schema.decodeTo<Schema.toType<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>, Schema.Union<readonly [Schema.Int, Schema.String]>, never, never>;
            readonly skuCount: Schema.decodeTo<Schema.toType<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>, Schema.Union<readonly [Schema.Int, Schema.String]>, never, never>;
            readonly lines: Schema.$Array<Schema.Struct<{
                readonly sku: Schema.brand<Schema.NonEmptyString, "Sku">;
                readonly name: Schema.optionalKey<Schema.NonEmptyString>;
                readonly purchasePrice: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
                readonly purchaseCurrency: Schema.optionalKey<Schema.NonEmptyString>;
                readonly locationCode: Schema.optionalKey<Schema.NonEmptyString>;
                readonly received: Schema.decodeTo<Schema.toType<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>, Schema.Union<readonly [Schema.Int, Schema.String]>, never, never>;
                readonly delivered: Schema.optionalKey<Schema.decodeTo<Schema.toType<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>, Schema.Union<readonly [Schema.Int, Schema.String]>, never, never>>;
            }>>;
        }>>;
        readonly nextCursor: Schema.optionalKey<Schema.NonEmptyString>;
        readonly total: Schema.optionalKey<Schema.Int>;
    }>, "read", false>;
    export const ListStockBalances: Operation.Operation<"listStockBalances", Schema.Struct<{
        readonly cursor: Schema.optionalKey<Schema.NonEmptyString>;
        readonly limit: Schema.Int;
        readonly skus: Schema.optionalKey<Schema.NonEmptyArray<Schema.NonEmptyString>>;
        readonly warehouseNames: Schema.optionalKey<Schema.NonEmptyArray<Schema.NonEmptyString>>;
        readonly withCombinations: Schema.optionalKey<Schema.Boolean>;
        readonly withEmpty: Schema.optionalKey<Schema.Boolean>;
        readonly inOriginalCurrency: Schema.optionalKey<Schema.Boolean>;
        readonly withCosts: Schema.optionalKey<Schema.Boolean>;
    }>, Schema.Struct<{
        readonly items: Schema.$Array<Schema.Struct<{
            readonly warehouseName: Schema.NonEmptyString;
            readonly warehouseId: Schema.optionalKey<Schema.NonEmptyString>;
            readonly sku: Schema.brand<Schema.NonEmptyString, "Sku">;
            readonly name: Schema.optionalKey<Schema.NonEmptyString>;
            readonly warehouseCode: Schema.optionalKey<Schema.NonEmptyString>;
            readonly warehouseGroups: Schema.optionalKey<Schema.$Array<Schema.Struct<{
                readonly id: Schema.NonEmptyString;
                readonly name: Schema.NonEmptyString;
            }>>>;
            readonly unit: Schema.optionalKey<Schema.NonEmptyString>;
            readonly total: Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>;
            readonly available: Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>;
            readonly reserved: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly reservedForOrders: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly reservedForFirstLeg: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly reservedForTransfers: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly reservedForAssembly: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly unavailable: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly inTransit: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly inTransitOfPurchases: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly inTransitOfFirstLeg: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly inTransitOfTransfers: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly inTransitOfAssembly: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly inTransitOfReturns: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly inTransitOfManualOrders: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly currency: Schema.optionalKey<Schema.NonEmptyString>;
            readonly totalCost: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly availableCost: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly unavailableCost: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly reservedCost: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly inTransitCost: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly totalValue: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly availableValue: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly unavailableValue: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly reservedValue: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly inTransitValue: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly sold3Days: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly sold7Days: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly sold15Days: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly sold30Days: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly sold60Days: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly sold90Days: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly soldPerDay3Days: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly soldPerDay7Days: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly soldPerDay15Days: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly soldPerDay30Days: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly soldPerDay60Days: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly soldPerDay90Days: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
        }>>;
        readonly nextCursor: Schema.optionalKey<Schema.NonEmptyString>;
        readonly total: Schema.optionalKey<Schema.Int>;
    }>, "read", false>;
    export const ListStockMovements: Operation.Operation<"listStockMovements", Schema.Struct<{
        readonly cursor: Schema.optionalKey<Schema.NonEmptyString>;
        readonly limit: Schema.Int;
        readonly from: Schema.DateTimeUtcFromString;
        readonly to: Schema.DateTimeUtcFromString;
        readonly warehouseName: Schema.optionalKey<Schema.NonEmptyString>;
        readonly locationCode: Schema.optionalKey<Schema.NonEmptyString>;
        readonly type: Schema.optionalKey<Schema.NonEmptyString>;
        readonly subtypes: Schema.optionalKey<Schema.NonEmptyArray<Schema.NonEmptyString>>;
        readonly recordTypes: Schema.optionalKey<Schema.NonEmptyArray<Schema.NonEmptyString>>;
        readonly documentNumber: Schema.optionalKey<Schema.NonEmptyString>;
        readonly sku: Schema.optionalKey<Schema.NonEmptyString>;
        readonly of: Schema.optionalKey<Schema.Literals<readonly ["inTransit", "inStock"]>>;
    }>, Schema.Struct<{
        readonly items: Schema.$Array<Schema.Struct<{
            readonly warehouseName: Schema.NonEmptyString;
            readonly warehouseId: Schema.optionalKey<Schema.NonEmptyString>;
            readonly id: Schema.NonEmptyString;
            readonly sku: Schema.brand<Schema.NonEmptyString, "Sku">;
            readonly locationCode: Schema.optionalKey<Schema.NonEmptyString>;
            readonly type: Schema.NonEmptyString;
            readonly subtype: Schema.optionalKey<Schema.NonEmptyString>;
            readonly documentNumber: Schema.optionalKey<Schema.NonEmptyString>;
            readonly unit: Schema.optionalKey<Schema.NonEmptyString>;
            readonly inTransitBefore: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly inTransitChange: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly inTransitAfter: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly before: Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>;
            readonly change: Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>;
            readonly after: Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>;
            readonly batchNo: Schema.optionalKey<Schema.NonEmptyString>;
            readonly operator: Schema.optionalKey<Schema.NonEmptyString>;
            readonly at: Schema.DateTimeUtcFromString;
            readonly cost: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
        }>>;
        readonly nextCursor: Schema.optionalKey<Schema.NonEmptyString>;
        readonly total: Schema.optionalKey<Schema.Int>;
    }>, "read", false>;
    export const ListAssemblyOrders: Operation.Operation<"listAssemblyOrders", Schema.Struct<{
        readonly cursor: Schema.optionalKey<Schema.NonEmptyString>;
        readonly limit: Schema.Int;
        readonly createdFrom: Schema.optionalKey<Schema.DateTimeUtcFromString>;
        readonly createdTo: Schema.optionalKey<Schema.DateTimeUtcFromString>;
        readonly number: Schema.optionalKey<Schema.NonEmptyString>;
        readonly warehouseName: Schema.optionalKey<Schema.NonEmptyString>;
    }>, Schema.Struct<{
        readonly items: Schema.$Array<Schema.Struct<{
            readonly warehouseName: Schema.NonEmptyString;
            readonly warehouseId: Schema.optionalKey<Schema.NonEmptyString>;
            readonly assemblyNumber: Schema.NonEmptyString;
            readonly status: Schema.NonEmptyString;
            readonly asnNumber: Schema.optionalKey<Schema.NonEmptyString>;
            readonly customNumber: Schema.optionalKey<Schema.NonEmptyString>;
            readonly createdAt: Schema.DateTimeUtcFromString;
            readonly startedAt: Schema.optionalKey<Schema.DateTimeUtcFromString>;
            readonly endedAt: Schema.optionalKey<Schema.DateTimeUtcFromString>;
            readonly finishedAt: Schema.optionalKey<Schema.DateTimeUtcFromString>;
            readonly workers: Schema.optionalKey<Schema.$Array<Schema.Struct<{
                readonly name: Schema.NonEmptyString;
                readonly userId: Schema.optionalKey<Schema.NonEmptyString>;
                readonly userName: Schema.optionalKey<Schema.NonEmptyString>;
            }>>>;
            readonly lines: Schema.$Array<Schema.Struct<{
                readonly sku: Schema.brand<Schema.NonEmptyString, "Sku">;
                readonly status: Schema.NonEmptyString;
                readonly expected: Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>;
                readonly assembled: Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>;
                readonly parts: Schema.$Array<Schema.Struct<{
                    readonly sku: Schema.brand<Schema.NonEmptyString, "Sku">;
                    readonly expected: Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>;
                    readonly used: Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>;
                }>>;
            }>>;
        }>>;
        readonly nextCursor: Schema.optionalKey<Schema.NonEmptyString>;
        readonly total: Schema.optionalKey<Schema.Int>;
    }>, "read", false>;
    export const ListSplitOrders: Operation.Operation<"listSplitOrders", Schema.Struct<{
        readonly cursor: Schema.optionalKey<Schema.NonEmptyString>;
        readonly limit: Schema.Int;
        readonly createdFrom: Schema.optionalKey<Schema.DateTimeUtcFromString>;
        readonly createdTo: Schema.optionalKey<Schema.DateTimeUtcFromString>;
        readonly number: Schema.optionalKey<Schema.NonEmptyString>;
        readonly warehouseName: Schema.optionalKey<Schema.NonEmptyString>;
    }>, Schema.Struct<{
        readonly items: Schema.$Array<Schema.Struct<{
            readonly warehouseName: Schema.NonEmptyString;
            readonly warehouseId: Schema.optionalKey<Schema.NonEmptyString>;
            readonly splitNumber: Schema.NonEmptyString;
            readonly status: Schema.NonEmptyString;
            readonly asnNumber: Schema.optionalKey<Schema.NonEmptyString>;
            readonly customNumber: Schema.optionalKey<Schema.NonEmptyString>;
            readonly createdAt: Schema.DateTimeUtcFromString;
            readonly startedAt: Schema.optionalKey<Schema.DateTimeUtcFromString>;
            readonly endedAt: Schema.optionalKey<Schema.DateTimeUtcFromString>;
            readonly finishedAt: Schema.optionalKey<Schema.DateTimeUtcFromString>;
            readonly remarks: Schema.optionalKey<Schema.$Array<Schema.NonEmptyString>>;
            readonly workers: Schema.optionalKey<Schema.$Array<Schema.Struct<{
                readonly name: Schema.NonEmptyString;
                readonly userId: Schema.optionalKey<Schema.NonEmptyString>;
                readonly userName: Schema.optionalKey<Schema.NonEmptyString>;
            }>>>;
            readonly lines: Schema.$Array<Schema.Struct<{
                readonly sku: Schema.brand<Schema.NonEmptyString, "Sku">;
                readonly name: Schema.optionalKey<Schema.NonEmptyString>;
                readonly imageUrl: Schema.optionalKey<Schema.NonEmptyString>;
                readonly expected: Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>;
                readonly split: Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>;
                readonly fee: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
                readonly cost: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
                readonly parts: Schema.$Array<Schema.Struct<{
                    readonly id: Schema.optionalKey<Schema.NonEmptyString>;
                    readonly sku: Schema.brand<Schema.NonEmptyString, "Sku">;
                    readonly name: Schema.optionalKey<Schema.NonEmptyString>;
                    readonly imageUrl: Schema.optionalKey<Schema.NonEmptyString>;
                    readonly perProduct: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
                    readonly received: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
                    readonly purchasePrice: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
                    readonly cost: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
                }>>;
            }>>;
        }>>;
        readonly nextCursor: Schema.optionalKey<Schema.NonEmptyString>;
        readonly total: Schema.optionalKey<Schema.Int>;
    }>, "read", false>;
    export const ListTransferOrders: Operation.Operation<"listTransferOrders", Schema.Struct<{
        readonly cursor: Schema.optionalKey<Schema.NonEmptyString>;
        readonly limit: Schema.Int;
        readonly createdFrom: Schema.optionalKey<Schema.DateTimeUtcFromString>;
        readonly createdTo: Schema.optionalKey<Schema.DateTimeUtcFromString>;
        readonly number: Schema.optionalKey<Schema.NonEmptyString>;
        readonly status: Schema.optionalKey<Schema.NonEmptyString>;
    }>, Schema.Struct<{
        readonly items: Schema.$Array<Schema.Struct<{
            readonly warehouseName: Schema.NonEmptyString;
            readonly warehouseId: Schema.optionalKey<Schema.NonEmptyString>;
            readonly transferNumber: Schema.NonEmptyString;
            readonly customNumber: Schema.optionalKey<Schema.NonEmptyString>;
            readonly type: Schema.optionalKey<Schema.Literals<readonly ["plan", "available"]>>;
            readonly status: Schema.NonEmptyString;
            readonly createdAt: Schema.DateTimeUtcFromString;
            readonly updatedAt: Schema.optionalKey<Schema.DateTimeUtcFromString>;
            readonly toWarehouseName: Schema.NonEmptyString;
            readonly toWarehouseId: Schema.optionalKey<Schema.NonEmptyString>;
            readonly toWarehouseType: Schema.optionalKey<Schema.NonEmptyString>;
            readonly carrierName: Schema.optionalKey<Schema.NonEmptyString>;
            readonly trackingNumber: Schema.optionalKey<Schema.NonEmptyString>;
            readonly estimatedArrivalAt: Schema.optionalKey<Schema.DateTimeUtcFromString>;
            readonly remark: Schema.optionalKey<Schema.NonEmptyString>;
            readonly customFields: Schema.optionalKey<Schema.$Array<Schema.Struct<{
                readonly name: Schema.NonEmptyString;
                readonly value: Schema.NonEmptyString;
                readonly type: Schema.Literals<readonly ["number", "date", "text", "choice"]>;
            }>>>;
            readonly lines: Schema.$Array<Schema.Struct<{
                readonly id: Schema.optionalKey<Schema.NonEmptyString>;
                readonly sku: Schema.brand<Schema.NonEmptyString, "Sku">;
                readonly shipmentId: Schema.optionalKey<Schema.NonEmptyString>;
                readonly referenceId: Schema.optionalKey<Schema.NonEmptyString>;
                readonly expected: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
                readonly received: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
                readonly piecesPerBox: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
                readonly netWeight: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
                readonly grossWeight: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
                readonly weightUnit: Schema.optionalKey<Schema.NonEmptyString>;
                readonly length: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
                readonly width: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
                readonly height: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
                readonly lengthUnit: Schema.optionalKey<Schema.NonEmptyString>;
            }>>;
            readonly fees: Schema.optionalKey<Schema.$Array<Schema.Struct<{
                readonly name: Schema.NonEmptyString;
                readonly amount: Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>;
                readonly applied: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
                readonly paid: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
                readonly invalid: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
                readonly status: Schema.NonEmptyString;
            }>>>;
        }>>;
        readonly nextCursor: Schema.optionalKey<Schema.NonEmptyString>;
        readonly total: Schema.optionalKey<Schema.Int>;
    }>, "read", false>;
    export const CreateTransferOrder: Operation.Operation<"createTransferOrder", Schema.Struct<{
        readonly warehouseName: Schema.NonEmptyString;
        readonly toWarehouseName: Schema.NonEmptyString;
        readonly customNumber: Schema.optionalKey<Schema.NonEmptyString>;
        readonly carrierName: Schema.NonEmptyString;
        readonly trackingNumber: Schema.optionalKey<Schema.NonEmptyString>;
        readonly estimatedArrivalAt: Schema.optionalKey<Schema.DateTimeUtcFromString>;
        readonly remark: Schema.optionalKey<Schema.NonEmptyString>;
        readonly lines: Schema.NonEmptyArray<Schema.Struct<{
            readonly sku: Schema.brand<Schema.NonEmptyString, "Sku">;
            readonly quantity: Schema.decodeTo<Schema.toType<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>, Schema.Union<readonly [Schema.Int, Schema.String]>, never, never>;
            readonly asnNumber: Schema.NonEmptyString;
            readonly shipmentId: Schema.optionalKey<Schema.NonEmptyString>;
            readonly referenceId: Schema.optionalKey<Schema.NonEmptyString>;
            readonly piecesPerBox: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly netWeight: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly grossWeights: Schema.optionalKey<Schema.$Array<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>>;
            readonly length: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly width: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly height: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly reference: Schema.optionalKey<Schema.NonEmptyString>;
        }>>;
    }>, Schema.Struct<{
        readonly transferNumber: Schema.optionalKey<Schema.NonEmptyString>;
    }>, "create", false>;
    export const MoveStock: Operation.Operation<"moveStock", Schema.Struct<{
        readonly customNumber: Schema.optionalKey<Schema.NonEmptyString>;
        readonly moves: Schema.NonEmptyArray<Schema.Struct<{
            readonly sku: Schema.brand<Schema.NonEmptyString, "Sku">;
            readonly warehouseName: Schema.NonEmptyString;
            readonly batchNo: Schema.NonEmptyString;
            readonly fromLocationCode: Schema.NonEmptyString;
            readonly toLocationCode: Schema.NonEmptyString;
            readonly quantity: Schema.decodeTo<Schema.toType<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>, Schema.Union<readonly [Schema.Int, Schema.String]>, never, never>;
            readonly reason: Schema.NonEmptyString;
        }>>;
    }>, Schema.Struct<{
        readonly "~empty": Schema.optionalKey<Schema.Never>;
    }>, "create", false>;
    export const ListStorageLocationStock: Operation.Operation<"listStorageLocationStock", Schema.Struct<{
        readonly cursor: Schema.optionalKey<Schema.NonEmptyString>;
        readonly limit: Schema.Int;
        readonly skus: Schema.NonEmptyArray<Schema.NonEmptyString>;
        readonly warehouseNames: Schema.NonEmptyArray<Schema.NonEmptyString>;
        readonly locationCode: Schema.optionalKey<Schema.NonEmptyString>;
        readonly withEmpty: Schema.optionalKey<Schema.Boolean>;
    }>, Schema.Struct<{
        readonly items: Schema.$Array<Schema.Struct<{
            readonly warehouseName: Schema.NonEmptyString;
            readonly warehouseId: Schema.optionalKey<Schema.NonEmptyString>;
            readonly sku: Schema.brand<Schema.NonEmptyString, "Sku">;
            readonly name: Schema.optionalKey<Schema.NonEmptyString>;
            readonly warehouseCode: Schema.optionalKey<Schema.NonEmptyString>;
            readonly locationCode: Schema.NonEmptyString;
            readonly unit: Schema.optionalKey<Schema.NonEmptyString>;
            readonly total: Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>;
            readonly available: Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>;
        }>>;
        readonly nextCursor: Schema.optionalKey<Schema.NonEmptyString>;
        readonly total: Schema.optionalKey<Schema.Int>;
    }>, "read", false>;
    export const ListBatchStock: Operation.Operation<"listBatchStock", Schema.Struct<{
        readonly cursor: Schema.optionalKey<Schema.NonEmptyString>;
        readonly limit: Schema.Int;
        readonly skus: Schema.optionalKey<Schema.NonEmptyArray<Schema.NonEmptyString>>;
        readonly warehouseName: Schema.optionalKey<Schema.NonEmptyString>;
        readonly locationCode: Schema.optionalKey<Schema.NonEmptyString>;
        readonly number: Schema.optionalKey<Schema.NonEmptyString>;
        readonly receivedFrom: Schema.optionalKey<Schema.DateTimeUtcFromString>;
        readonly receivedTo: Schema.optionalKey<Schema.DateTimeUtcFromString>;
        readonly withEmpty: Schema.optionalKey<Schema.Boolean>;
    }>, Schema.Struct<{
        readonly items: Schema.$Array<Schema.Struct<{
            readonly warehouseName: Schema.NonEmptyString;
            readonly warehouseId: Schema.optionalKey<Schema.NonEmptyString>;
            readonly sku: Schema.brand<Schema.NonEmptyString, "Sku">;
            readonly locationCode: Schema.NonEmptyString;
            readonly batchNo: Schema.NonEmptyString;
            readonly customNumber: Schema.optionalKey<Schema.NonEmptyString>;
            readonly businessNumber: Schema.optionalKey<Schema.NonEmptyString>;
            readonly stockedAt: Schema.optionalKey<Schema.DateTimeUtcFromString>;
            readonly unit: Schema.optionalKey<Schema.NonEmptyString>;
            readonly total: Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>;
            readonly reserved: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly available: Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>;
            readonly ageInDays: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly holdingCost: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly currency: Schema.optionalKey<Schema.NonEmptyString>;
        }>>;
        readonly nextCursor: Schema.optionalKey<Schema.NonEmptyString>;
        readonly total: Schema.optionalKey<Schema.Int>;
    }>, "read", false>;
    export const ListMarketplaceStock: Operation.Operation<"listMarketplaceStock", Schema.Struct<{
        readonly cursor: Schema.optionalKey<Schema.NonEmptyString>;
        readonly limit: Schema.Int;
        readonly shopNames: Schema.optionalKey<Schema.NonEmptyArray<Schema.NonEmptyString>>;
        readonly warehouseCodes: Schema.optionalKey<Schema.NonEmptyArray<Schema.NonEmptyString>>;
        readonly levels: Schema.optionalKey<Schema.NonEmptyArray<Schema.Int>>;
        readonly itemIds: Schema.optionalKey<Schema.NonEmptyArray<Schema.NonEmptyString>>;
        readonly itemNames: Schema.optionalKey<Schema.NonEmptyArray<Schema.NonEmptyString>>;
        readonly skuIds: Schema.optionalKey<Schema.NonEmptyArray<Schema.NonEmptyString>>;
        readonly skuNames: Schema.optionalKey<Schema.NonEmptyArray<Schema.NonEmptyString>>;
    }>, Schema.Struct<{
        readonly items: Schema.$Array<Schema.Struct<{
            readonly warehouseCode: Schema.NonEmptyString;
            readonly itemId: Schema.NonEmptyString;
            readonly itemName: Schema.optionalKey<Schema.NonEmptyString>;
            readonly imageUrl: Schema.optionalKey<Schema.NonEmptyString>;
            readonly shopName: Schema.optionalKey<Schema.NonEmptyString>;
            readonly shopItems: Schema.$Array<Schema.Struct<{
                readonly itemId: Schema.NonEmptyString;
                readonly skuId: Schema.NonEmptyString;
            }>>;
            readonly matchStatus: Schema.NonEmptyString;
            readonly matchReason: Schema.optionalKey<Schema.NonEmptyString>;
            readonly sku: Schema.optionalKey<Schema.brand<Schema.NonEmptyString, "Sku">>;
            readonly skuName: Schema.optionalKey<Schema.NonEmptyString>;
            readonly inTransit: Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>;
            readonly sellable: Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>;
            readonly reserved: Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>;
            readonly unsellable: Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>;
            readonly excess: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly coverageDays: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly coverageDaysInWarehouse: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly soldPerDay: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly sold7Days: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly sold15Days: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly sold30Days: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly sold60Days: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly sold90Days: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly level: Schema.optionalKey<Schema.Int>;
            readonly aged0To30: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly aged31To60: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly aged61To90: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly aged91To120: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly aged121To180: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly agedOver180: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
        }>>;
        readonly nextCursor: Schema.optionalKey<Schema.NonEmptyString>;
        readonly total: Schema.optionalKey<Schema.Int>;
    }>, "read", false>;
    export const ListMarketplaceWarehouses: Operation.Operation<"listMarketplaceWarehouses", Schema.Struct<{}>, Schema.Struct<{
        readonly items: Schema.$Array<Schema.NonEmptyString>;
    }>, "read", false>;
    export const EnterRecords: Operation.Operation<"enterRecords", Schema.Struct<{
        readonly records: Schema.NonEmptyArray<Schema.Union<readonly [Schema.Struct<{
            readonly kind: Schema.Literal<"product">;
            readonly sku: Schema.brand<Schema.NonEmptyString, "Sku">;
            readonly name: Schema.NonEmptyString;
            readonly imageUrl: Schema.optionalKey<Schema.NonEmptyString>;
        }>, Schema.Struct<{
            readonly kind: Schema.Literal<"combination">;
            readonly sku: Schema.brand<Schema.NonEmptyString, "Sku">;
            readonly name: Schema.optionalKey<Schema.NonEmptyString>;
            readonly parts: Schema.NonEmptyArray<Schema.Struct<{
                readonly sku: Schema.brand<Schema.NonEmptyString, "Sku">;
                readonly quantity: Schema.decodeTo<Schema.toType<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>, Schema.Union<readonly [Schema.Int, Schema.String]>, never, never>;
            }>>;
        }>, Schema.Struct<{
            readonly kind: Schema.Literal<"warehouseGroup">;
            readonly id: Schema.NonEmptyString;
            readonly name: Schema.NonEmptyString;
            readonly warehouseNames: Schema.$Array<Schema.NonEmptyString>;
        }>, Schema.Struct<{
            readonly kind: Schema.Literal<"exchangeRate">;
            readonly currency: Schema.NonEmptyString;
            readonly rate: Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>;
        }>, Schema.Struct<{
            readonly warehouseCode: Schema.NonEmptyString;
            readonly itemId: Schema.NonEmptyString;
            readonly itemName: Schema.optionalKey<Schema.NonEmptyString>;
            readonly imageUrl: Schema.optionalKey<Schema.NonEmptyString>;
            readonly shopName: Schema.optionalKey<Schema.NonEmptyString>;
            readonly shopItems: Schema.$Array<Schema.Struct<{
                readonly itemId: Schema.NonEmptyString;
                readonly skuId: Schema.NonEmptyString;
            }>>;
            readonly matchStatus: Schema.NonEmptyString;
            readonly matchReason: Schema.optionalKey<Schema.NonEmptyString>;
            readonly sku: Schema.optionalKey<Schema.brand<Schema.NonEmptyString, "Sku">>;
            readonly skuName: Schema.optionalKey<Schema.NonEmptyString>;
            readonly inTransit: Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>;
            readonly sellable: Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>;
            readonly reserved: Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>;
            readonly unsellable: Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>;
            readonly excess: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly coverageDays: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly coverageDaysInWarehouse: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly soldPerDay: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly sold7Days: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly sold15Days: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly sold30Days: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly sold60Days: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly sold90Days: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly level: Schema.optionalKey<Schema.Int>;
            readonly aged0To30: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly aged31To60: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly aged61To90: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly aged91To120: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly aged121To180: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly agedOver180: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly kind: Schema.Literal<"marketplaceStock">;
        }>, Schema.Struct<{
            readonly kind: Schema.Literal<"stockCorrection">;
            readonly id: Schema.NonEmptyString;
            readonly warehouseName: Schema.NonEmptyString;
            readonly sku: Schema.brand<Schema.NonEmptyString, "Sku">;
            readonly locationCode: Schema.optionalKey<Schema.NonEmptyString>;
            readonly batchNo: Schema.optionalKey<Schema.NonEmptyString>;
            readonly change: Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>;
            readonly isUnavailable: Schema.optionalKey<Schema.Boolean>;
            readonly reason: Schema.NonEmptyString;
            readonly operator: Schema.optionalKey<Schema.NonEmptyString>;
            readonly purchasePrice: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly purchaseCurrency: Schema.optionalKey<Schema.NonEmptyString>;
            readonly firstLegPrice: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly firstLegCurrency: Schema.optionalKey<Schema.NonEmptyString>;
            readonly transferPrice: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly transferCurrency: Schema.optionalKey<Schema.NonEmptyString>;
        }>, Schema.Struct<{
            readonly warehouseName: Schema.NonEmptyString;
            readonly warehouseId: Schema.optionalKey<Schema.NonEmptyString>;
            readonly assemblyNumber: Schema.NonEmptyString;
            readonly status: Schema.NonEmptyString;
            readonly asnNumber: Schema.optionalKey<Schema.NonEmptyString>;
            readonly customNumber: Schema.optionalKey<Schema.NonEmptyString>;
            readonly createdAt: Schema.DateTimeUtcFromString;
            readonly startedAt: Schema.optionalKey<Schema.DateTimeUtcFromString>;
            readonly endedAt: Schema.optionalKey<Schema.DateTimeUtcFromString>;
            readonly finishedAt: Schema.optionalKey<Schema.DateTimeUtcFromString>;
            readonly workers: Schema.optionalKey<Schema.$Array<Schema.Struct<{
                readonly name: Schema.NonEmptyString;
                readonly userId: Schema.optionalKey<Schema.NonEmptyString>;
                readonly userName: Schema.optionalKey<Schema.NonEmptyString>;
            }>>>;
            readonly lines: Schema.$Array<Schema.Struct<{
                readonly sku: Schema.brand<Schema.NonEmptyString, "Sku">;
                readonly status: Schema.NonEmptyString;
                readonly expected: Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>;
                readonly assembled: Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>;
                readonly parts: Schema.$Array<Schema.Struct<{
                    readonly sku: Schema.brand<Schema.NonEmptyString, "Sku">;
                    readonly expected: Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>;
                    readonly used: Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>;
                }>>;
            }>>;
            readonly kind: Schema.Literal<"assembly">;
        }>, Schema.Struct<{
            readonly warehouseName: Schema.NonEmptyString;
            readonly warehouseId: Schema.optionalKey<Schema.NonEmptyString>;
            readonly splitNumber: Schema.NonEmptyString;
            readonly status: Schema.NonEmptyString;
            readonly asnNumber: Schema.optionalKey<Schema.NonEmptyString>;
            readonly customNumber: Schema.optionalKey<Schema.NonEmptyString>;
            readonly createdAt: Schema.DateTimeUtcFromString;
            readonly startedAt: Schema.optionalKey<Schema.DateTimeUtcFromString>;
            readonly endedAt: Schema.optionalKey<Schema.DateTimeUtcFromString>;
            readonly finishedAt: Schema.optionalKey<Schema.DateTimeUtcFromString>;
            readonly remarks: Schema.optionalKey<Schema.$Array<Schema.NonEmptyString>>;
            readonly workers: Schema.optionalKey<Schema.$Array<Schema.Struct<{
                readonly name: Schema.NonEmptyString;
                readonly userId: Schema.optionalKey<Schema.NonEmptyString>;
                readonly userName: Schema.optionalKey<Schema.NonEmptyString>;
            }>>>;
            readonly lines: Schema.$Array<Schema.Struct<{
                readonly sku: Schema.brand<Schema.NonEmptyString, "Sku">;
                readonly name: Schema.optionalKey<Schema.NonEmptyString>;
                readonly imageUrl: Schema.optionalKey<Schema.NonEmptyString>;
                readonly expected: Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>;
                readonly split: Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>;
                readonly fee: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
                readonly cost: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
                readonly parts: Schema.$Array<Schema.Struct<{
                    readonly id: Schema.optionalKey<Schema.NonEmptyString>;
                    readonly sku: Schema.brand<Schema.NonEmptyString, "Sku">;
                    readonly name: Schema.optionalKey<Schema.NonEmptyString>;
                    readonly imageUrl: Schema.optionalKey<Schema.NonEmptyString>;
                    readonly perProduct: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
                    readonly received: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
                    readonly purchasePrice: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
                    readonly cost: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
                }>>;
            }>>;
            readonly kind: Schema.Literal<"split">;
        }>, Schema.Struct<{
            readonly kind: Schema.Literal<"transferShipped">;
            readonly transferNumber: Schema.NonEmptyString;
            readonly trackingNumber: Schema.optionalKey<Schema.NonEmptyString>;
        }>, Schema.Struct<{
            readonly kind: Schema.Literal<"transferReceived">;
            readonly id: Schema.NonEmptyString;
            readonly transferNumber: Schema.NonEmptyString;
            readonly lines: Schema.NonEmptyArray<Schema.Struct<{
                readonly sku: Schema.brand<Schema.NonEmptyString, "Sku">;
                readonly received: Schema.decodeTo<Schema.toType<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>, Schema.Union<readonly [Schema.Int, Schema.String]>, never, never>;
                readonly locationCode: Schema.optionalKey<Schema.NonEmptyString>;
            }>>;
            readonly isFinished: Schema.optionalKey<Schema.Boolean>;
        }>]>>;
    }>, Schema.Struct<{
        readonly entered: Schema.Int;
        readonly repeated: Schema.Int;
    }>, "push", false>;
    export const AllotStock: Operation.Operation<"allotStock", Schema.Struct<{
        readonly document: Schema.Struct<{
            readonly link: Schema.NonEmptyString;
            readonly orderNumber: Schema.brand<Schema.NonEmptyString, "OrderNumber">;
            readonly issue: Schema.NonEmptyString;
        }>;
        readonly version: Schema.Int;
        readonly ownsNumber: Schema.optionalKey<Schema.Boolean>;
        readonly warehouseName: Schema.NonEmptyString;
        readonly lines: Schema.$Array<Schema.Struct<{
            readonly sku: Schema.brand<Schema.NonEmptyString, "Sku">;
            readonly quantity: Schema.decodeTo<Schema.toType<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>, Schema.Union<readonly [Schema.Int, Schema.String]>, never, never>;
            readonly unit: Schema.optionalKey<Schema.NonEmptyString>;
        }>>;
    }>, Schema.Struct<{
        readonly "~empty": Schema.optionalKey<Schema.Never>;
    }>, "push", false>;
    export const ReceiveShipments: Operation.Operation<"receiveShipments", Schema.Struct<{
        readonly document: Schema.Struct<{
            readonly link: Schema.NonEmptyString;
            readonly orderNumber: Schema.brand<Schema.NonEmptyString, "OrderNumber">;
            readonly issue: Schema.NonEmptyString;
        }>;
        readonly version: Schema.Int;
        readonly ownsNumber: Schema.optionalKey<Schema.Boolean>;
        readonly warehouseCode: Schema.optionalKey<Schema.NonEmptyString>;
        readonly lines: Schema.$Array<Schema.Struct<{
            readonly sku: Schema.brand<Schema.NonEmptyString, "Sku">;
            readonly quantity: Schema.decodeTo<Schema.toType<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>, Schema.Union<readonly [Schema.Int, Schema.String]>, never, never>;
            readonly unit: Schema.optionalKey<Schema.NonEmptyString>;
        }>>;
        readonly surplus: Schema.optionalKey<Schema.$Array<Schema.Struct<{
            readonly sku: Schema.brand<Schema.NonEmptyString, "Sku">;
            readonly quantity: Schema.decodeTo<Schema.toType<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>, Schema.Union<readonly [Schema.Int, Schema.String]>, never, never>;
            readonly unit: Schema.optionalKey<Schema.NonEmptyString>;
        }>>>;
        readonly isEnded: Schema.Boolean;
        readonly parcels: Schema.optionalKey<Schema.$Array<Schema.Struct<{
            readonly trackingNumber: Schema.optionalKey<Schema.NonEmptyString>;
            readonly carrierName: Schema.optionalKey<Schema.NonEmptyString>;
            readonly shippedAt: Schema.optionalKey<Schema.DateTimeUtcFromString>;
            readonly lines: Schema.$Array<Schema.Struct<{
                readonly sku: Schema.brand<Schema.NonEmptyString, "Sku">;
                readonly quantity: Schema.decodeTo<Schema.toType<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>, Schema.Union<readonly [Schema.Int, Schema.String]>, never, never>;
                readonly unit: Schema.optionalKey<Schema.NonEmptyString>;
            }>>;
        }>>>;
    }>, Schema.Struct<{
        readonly "~empty": Schema.optionalKey<Schema.Never>;
    }>, "push", true>;
    const required: readonly [Operation.Operation<"receiveOutboundStatus", Schema.Struct<{
        readonly parcelId: Schema.optionalKey<Schema.NonEmptyString>;
        readonly returnedAt: Schema.optionalKey<Schema.DateTimeUtcFromString>;
        readonly saidAt: Schema.optionalKey<Schema.DateTimeUtcFromString>;
        readonly orderNumber: Schema.brand<Schema.NonEmptyString, "OrderNumber">;
        readonly warehouseOrderNumber: Schema.optionalKey<Schema.NonEmptyString>;
        readonly warehouseCode: Schema.optionalKey<Schema.NonEmptyString>;
        readonly onlineOrderId: Schema.optionalKey<Schema.NonEmptyString>;
        readonly customerCode: Schema.optionalKey<Schema.NonEmptyString>;
        readonly phase: Schema.Literals<readonly ["open", "shipped", "delivered", "cancelled", "failed"]>;
        readonly status: Schema.NonEmptyString;
        readonly carrierName: Schema.optionalKey<Schema.NonEmptyString>;
        readonly trackingNumber: Schema.optionalKey<Schema.NonEmptyString>;
        readonly trackingUrl: Schema.optionalKey<Schema.String>;
        readonly shippedAt: Schema.optionalKey<Schema.DateTimeUtcFromString>;
        readonly deliveredAt: Schema.optionalKey<Schema.DateTimeUtcFromString>;
        readonly failedReason: Schema.optionalKey<Schema.NonEmptyString>;
        readonly lines: Schema.optionalKey<Schema.$Array<Schema.Struct<{
            readonly lineId: Schema.optionalKey<Schema.NonEmptyString>;
            readonly lot: Schema.optionalKey<Schema.NonEmptyString>;
            readonly expiresOn: Schema.optionalKey<Schema.String>;
            readonly sku: Schema.brand<Schema.NonEmptyString, "Sku">;
            readonly quantity: Schema.decodeTo<Schema.toType<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>, Schema.Union<readonly [Schema.Int, Schema.String]>, never, never>;
            readonly unit: Schema.optionalKey<Schema.NonEmptyString>;
        }>>>;
        readonly parcels: Schema.optionalKey<Schema.$Array<Schema.Struct<{
            readonly parcelId: Schema.optionalKey<Schema.NonEmptyString>;
            readonly returnedAt: Schema.optionalKey<Schema.DateTimeUtcFromString>;
            readonly saidAt: Schema.optionalKey<Schema.DateTimeUtcFromString>;
            readonly trackingNumber: Schema.NonEmptyString;
            readonly trackingUrl: Schema.optionalKey<Schema.String>;
            readonly carrierName: Schema.optionalKey<Schema.NonEmptyString>;
            readonly shippedAt: Schema.optionalKey<Schema.DateTimeUtcFromString>;
            readonly deliveredAt: Schema.optionalKey<Schema.DateTimeUtcFromString>;
            readonly lines: Schema.optionalKey<Schema.$Array<Schema.Struct<{
                readonly lineId: Schema.optionalKey<Schema.NonEmptyString>;
                readonly lot: Schema.optionalKey<Schema.NonEmptyString>;
                readonly expiresOn: Schema.optionalKey<Schema.String>;
                readonly sku: Schema.brand<Schema.NonEmptyString, "Sku">;
                readonly quantity: Schema.decodeTo<Schema.toType<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>, Schema.Union<readonly [Schema.Int, Schema.String]>, never, never>;
                readonly unit: Schema.optionalKey<Schema.NonEmptyString>;
            }>>>;
        }>>>;
    }>, Schema.Struct<{
        readonly "~empty": Schema.optionalKey<Schema.Never>;
    }>, "push", true>, Operation.Operation<"receiveInboundProgress", Schema.Struct<{
        readonly asnNumber: Schema.brand<Schema.NonEmptyString, "AsnNumber">;
        readonly warehouseCode: Schema.optionalKey<Schema.NonEmptyString>;
        readonly type: Schema.optionalKey<Schema.NonEmptyString>;
        readonly customerCode: Schema.optionalKey<Schema.NonEmptyString>;
        readonly phase: Schema.Literals<readonly ["announced", "shipping", "receiving", "received", "cancelled", "closed"]>;
        readonly status: Schema.NonEmptyString;
        readonly referenceNumber: Schema.optionalKey<Schema.NonEmptyString>;
        readonly finishedAt: Schema.optionalKey<Schema.DateTimeUtcFromString>;
        readonly updatedAt: Schema.DateTimeUtcFromString;
        readonly lines: Schema.$Array<Schema.Struct<{
            readonly lineId: Schema.optionalKey<Schema.NonEmptyString>;
            readonly lot: Schema.optionalKey<Schema.NonEmptyString>;
            readonly expiresOn: Schema.optionalKey<Schema.String>;
            readonly sku: Schema.brand<Schema.NonEmptyString, "Sku">;
            readonly name: Schema.optionalKey<Schema.String>;
            readonly estimated: Schema.optionalKey<Schema.decodeTo<Schema.toType<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>, Schema.Union<readonly [Schema.Int, Schema.String]>, never, never>>;
            readonly received: Schema.decodeTo<Schema.toType<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>, Schema.Union<readonly [Schema.Int, Schema.String]>, never, never>;
            readonly good: Schema.optionalKey<Schema.decodeTo<Schema.toType<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>, Schema.Union<readonly [Schema.Int, Schema.String]>, never, never>>;
            readonly bad: Schema.optionalKey<Schema.decodeTo<Schema.toType<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>, Schema.Union<readonly [Schema.Int, Schema.String]>, never, never>>;
            readonly unit: Schema.optionalKey<Schema.NonEmptyString>;
        }>>;
        readonly batchNo: Schema.optionalKey<Schema.NonEmptyString>;
    }>, Schema.Struct<{
        readonly "~empty": Schema.optionalKey<Schema.Never>;
    }>, "push", true>];
    const optional: readonly [Operation.Operation<"receivePlatformOrder", Schema.Struct<{
        readonly displayNumber: Schema.optionalKey<Schema.NonEmptyString>;
        readonly purchaseOrderNumber: Schema.optionalKey<Schema.NonEmptyString>;
        readonly pricesIncludeTax: Schema.optionalKey<Schema.Boolean>;
        readonly taxIds: Schema.optionalKey<Schema.$Array<Schema.Struct<{
            readonly of: Schema.Literals<readonly ["buyer", "seller", "platform"]>;
            readonly kind: Schema.NonEmptyString;
            readonly value: Schema.RedactedFromValue<Schema.NonEmptyString>;
            readonly country: Schema.optionalKey<Schema.NonEmptyString>;
        }>>>;
        readonly incoterm: Schema.optionalKey<Schema.String>;
        readonly deliveryRequirements: Schema.optionalKey<Schema.$Array<Schema.Literals<readonly ["signature", "age", "identity", "pallet"]>>>;
        readonly platform: Schema.NonEmptyString;
        readonly shopId: Schema.NonEmptyString;
        readonly onlineShopId: Schema.optionalKey<Schema.NonEmptyString>;
        readonly onlineOrderId: Schema.NonEmptyString;
        readonly createdAt: Schema.DateTimeUtcFromString;
        readonly paidAt: Schema.optionalKey<Schema.DateTimeUtcFromString>;
        readonly modifiedAt: Schema.optionalKey<Schema.DateTimeUtcFromString>;
        readonly phase: Schema.Literals<readonly ["unpaid", "open", "onHold", "finished", "cancelled", "closed"]>;
        readonly status: Schema.NonEmptyString;
        readonly holdReason: Schema.optionalKey<Schema.NonEmptyString>;
        readonly cancelReason: Schema.optionalKey<Schema.NonEmptyString>;
        readonly paymentMethod: Schema.Literals<readonly ["online", "cashOnDelivery"]>;
        readonly cashOnDelivery: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
        readonly currency: Schema.NonEmptyString;
        readonly total: Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>;
        readonly freight: Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>;
        readonly buyerPaidFreight: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
        readonly discount: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
        readonly sellerDiscount: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
        readonly platformDiscount: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
        readonly platformReimbursement: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
        readonly tax: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
        readonly freightTax: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
        readonly fees: Schema.optionalKey<Schema.$Array<Schema.Struct<{
            readonly name: Schema.NonEmptyString;
            readonly amount: Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>;
            readonly tax: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
        }>>>;
        readonly buyerId: Schema.optionalKey<Schema.NonEmptyString>;
        readonly buyerName: Schema.optionalKey<Schema.RedactedFromValue<Schema.NonEmptyString>>;
        readonly receiver: Schema.Struct<{
            readonly company: Schema.optionalKey<Schema.RedactedFromValue<Schema.NonEmptyString>>;
            readonly instructions: Schema.optionalKey<Schema.RedactedFromValue<Schema.NonEmptyString>>;
            readonly addressType: Schema.optionalKey<Schema.Literals<readonly ["residential", "business"]>>;
            readonly pickupPointId: Schema.optionalKey<Schema.NonEmptyString>;
            readonly name: Schema.optionalKey<Schema.RedactedFromValue<Schema.NonEmptyString>>;
            readonly phone: Schema.optionalKey<Schema.RedactedFromValue<Schema.NonEmptyString>>;
            readonly email: Schema.optionalKey<Schema.RedactedFromValue<Schema.NonEmptyString>>;
            readonly country: Schema.optionalKey<Schema.NonEmptyString>;
            readonly state: Schema.optionalKey<Schema.NonEmptyString>;
            readonly city: Schema.optionalKey<Schema.NonEmptyString>;
            readonly district: Schema.optionalKey<Schema.NonEmptyString>;
            readonly address1: Schema.optionalKey<Schema.RedactedFromValue<Schema.NonEmptyString>>;
            readonly address2: Schema.optionalKey<Schema.RedactedFromValue<Schema.NonEmptyString>>;
            readonly postalCode: Schema.optionalKey<Schema.RedactedFromValue<Schema.NonEmptyString>>;
            readonly isMasked: Schema.optionalKey<Schema.Boolean>;
        }>;
        readonly billing: Schema.optionalKey<Schema.Struct<{
            readonly company: Schema.optionalKey<Schema.RedactedFromValue<Schema.NonEmptyString>>;
            readonly instructions: Schema.optionalKey<Schema.RedactedFromValue<Schema.NonEmptyString>>;
            readonly addressType: Schema.optionalKey<Schema.Literals<readonly ["residential", "business"]>>;
            readonly pickupPointId: Schema.optionalKey<Schema.NonEmptyString>;
            readonly name: Schema.optionalKey<Schema.RedactedFromValue<Schema.NonEmptyString>>;
            readonly phone: Schema.optionalKey<Schema.RedactedFromValue<Schema.NonEmptyString>>;
            readonly email: Schema.optionalKey<Schema.RedactedFromValue<Schema.NonEmptyString>>;
            readonly country: Schema.optionalKey<Schema.NonEmptyString>;
            readonly state: Schema.optionalKey<Schema.NonEmptyString>;
            readonly city: Schema.optionalKey<Schema.NonEmptyString>;
            readonly district: Schema.optionalKey<Schema.NonEmptyString>;
            readonly address1: Schema.optionalKey<Schema.RedactedFromValue<Schema.NonEmptyString>>;
            readonly address2: Schema.optionalKey<Schema.RedactedFromValue<Schema.NonEmptyString>>;
            readonly postalCode: Schema.optionalKey<Schema.RedactedFromValue<Schema.NonEmptyString>>;
            readonly isMasked: Schema.optionalKey<Schema.Boolean>;
        }>>;
        readonly lines: Schema.$Array<Schema.Struct<{
            readonly lineId: Schema.NonEmptyString;
            readonly productId: Schema.NonEmptyString;
            readonly variantId: Schema.optionalKey<Schema.NonEmptyString>;
            readonly sku: Schema.NonEmptyString;
            readonly title: Schema.NonEmptyString;
            readonly quantity: Schema.decodeTo<Schema.toType<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>, Schema.Union<readonly [Schema.Int, Schema.String]>, never, never>;
            readonly currency: Schema.NonEmptyString;
            readonly price: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly originalPrice: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly paidPrice: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly paidAmount: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly tax: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly goodsTax: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly shippingTax: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly shippingPrice: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly discount: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly discountedTotal: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly platformDiscount: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly sellerDiscount: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly customization: Schema.optionalKey<Schema.$Array<Schema.Struct<{
                readonly name: Schema.NonEmptyString;
                readonly value: Schema.RedactedFromValue<Schema.NonEmptyString>;
            }>>>;
            readonly isGift: Schema.optionalKey<Schema.Boolean>;
            readonly giftMessage: Schema.optionalKey<Schema.RedactedFromValue<Schema.NonEmptyString>>;
        }>>;
        readonly buyerMessage: Schema.optionalKey<Schema.RedactedFromValue<Schema.NonEmptyString>>;
        readonly sellerRemark: Schema.optionalKey<Schema.RedactedFromValue<Schema.NonEmptyString>>;
        readonly shippingService: Schema.optionalKey<Schema.NonEmptyString>;
        readonly carrierCode: Schema.optionalKey<Schema.NonEmptyString>;
        readonly carrierName: Schema.optionalKey<Schema.NonEmptyString>;
        readonly trackingNumber: Schema.optionalKey<Schema.NonEmptyString>;
        readonly fulfillments: Schema.optionalKey<Schema.$Array<Schema.Struct<{
            readonly fulfillmentId: Schema.optionalKey<Schema.NonEmptyString>;
            readonly trackingNumber: Schema.optionalKey<Schema.NonEmptyString>;
            readonly carrierCode: Schema.optionalKey<Schema.NonEmptyString>;
            readonly carrierName: Schema.optionalKey<Schema.NonEmptyString>;
            readonly shippedAt: Schema.optionalKey<Schema.DateTimeUtcFromString>;
            readonly lines: Schema.optionalKey<Schema.$Array<Schema.Struct<{
                readonly lineId: Schema.NonEmptyString;
                readonly quantity: Schema.decodeTo<Schema.toType<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>, Schema.Union<readonly [Schema.Int, Schema.String]>, never, never>;
            }>>>;
        }>>>;
        readonly shipBefore: Schema.optionalKey<Schema.DateTimeUtcFromString>;
        readonly deliverBefore: Schema.optionalKey<Schema.DateTimeUtcFromString>;
        readonly shippedAt: Schema.optionalKey<Schema.DateTimeUtcFromString>;
        readonly deliveredAt: Schema.optionalKey<Schema.DateTimeUtcFromString>;
        readonly locationId: Schema.optionalKey<Schema.NonEmptyString>;
        readonly locationName: Schema.optionalKey<Schema.NonEmptyString>;
        readonly isShippedOnline: Schema.optionalKey<Schema.Boolean>;
        readonly isFulfilledByPlatform: Schema.optionalKey<Schema.Boolean>;
        readonly isPreSale: Schema.optionalKey<Schema.Boolean>;
        readonly raw: Schema.RedactedFromValue<Schema.NonEmptyString>;
    }>, Schema.Struct<{
        readonly "~empty": Schema.optionalKey<Schema.Never>;
    }>, "push", true>, Operation.Operation<"receiveInboundAnnouncement", Schema.Struct<{
        readonly asnNumber: Schema.brand<Schema.NonEmptyString, "AsnNumber">;
        readonly outcome: Schema.Literals<readonly ["sent", "failed"]>;
        readonly reason: Schema.optionalKey<Schema.NonEmptyString>;
        readonly referenceNumber: Schema.optionalKey<Schema.NonEmptyString>;
        readonly at: Schema.DateTimeUtcFromString;
    }>, Schema.Struct<{
        readonly "~empty": Schema.optionalKey<Schema.Never>;
    }>, "push", true>, Operation.Operation<"listInboundOrders", Schema.Struct<{
        readonly cursor: Schema.optionalKey<Schema.NonEmptyString>;
        readonly limit: Schema.Int;
        readonly warehouseName: Schema.optionalKey<Schema.NonEmptyString>;
        readonly type: Schema.optionalKey<Schema.NonEmptyString>;
        readonly status: Schema.optionalKey<Schema.NonEmptyString>;
        readonly number: Schema.optionalKey<Schema.NonEmptyString>;
        readonly trackingNumber: Schema.optionalKey<Schema.NonEmptyString>;
        readonly skuOrName: Schema.optionalKey<Schema.NonEmptyString>;
        readonly time: Schema.optionalKey<Schema.Struct<{
            readonly of: Schema.Literals<readonly ["created", "stocked", "finished", "updated"]>;
            readonly from: Schema.DateTimeUtcFromString;
            readonly to: Schema.DateTimeUtcFromString;
        }>>;
        readonly isSent: Schema.optionalKey<Schema.Boolean>;
        readonly isSendFailed: Schema.optionalKey<Schema.Boolean>;
        readonly isReceivingFailed: Schema.optionalKey<Schema.Boolean>;
        readonly withLots: Schema.optionalKey<Schema.Boolean>;
    }>, Schema.Struct<{
        readonly items: Schema.$Array<Schema.Struct<{
            readonly purchaseCurrency: Schema.optionalKey<Schema.NonEmptyString>;
            readonly firstLegCurrency: Schema.optionalKey<Schema.NonEmptyString>;
            readonly transferCurrency: Schema.optionalKey<Schema.NonEmptyString>;
            readonly asnNumber: Schema.brand<Schema.NonEmptyString, "AsnNumber">;
            readonly warehouseName: Schema.NonEmptyString;
            readonly warehouseId: Schema.optionalKey<Schema.NonEmptyString>;
            readonly type: Schema.optionalKey<Schema.NonEmptyString>;
            readonly phase: Schema.Literals<readonly ["announced", "shipping", "receiving", "received", "cancelled", "closed"]>;
            readonly status: Schema.NonEmptyString;
            readonly lines: Schema.$Array<Schema.Struct<{
                readonly purchasePrice: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
                readonly firstLegPrice: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
                readonly transferPrice: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
                readonly sku: Schema.brand<Schema.NonEmptyString, "Sku">;
                readonly name: Schema.optionalKey<Schema.NonEmptyString>;
                readonly expected: Schema.decodeTo<Schema.toType<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>, Schema.Union<readonly [Schema.Int, Schema.String]>, never, never>;
                readonly received: Schema.optionalKey<Schema.decodeTo<Schema.toType<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>, Schema.Union<readonly [Schema.Int, Schema.String]>, never, never>>;
                readonly good: Schema.optionalKey<Schema.decodeTo<Schema.toType<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>, Schema.Union<readonly [Schema.Int, Schema.String]>, never, never>>;
                readonly bad: Schema.optionalKey<Schema.decodeTo<Schema.toType<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>, Schema.Union<readonly [Schema.Int, Schema.String]>, never, never>>;
                readonly unit: Schema.optionalKey<Schema.NonEmptyString>;
                readonly lots: Schema.optionalKey<Schema.$Array<Schema.Struct<{
                    lot: Schema.optionalKey<Schema.NonEmptyString>;
                    producedOn: Schema.optionalKey<Schema.String>;
                    expiresOn: Schema.optionalKey<Schema.String>;
                    originCountry: Schema.optionalKey<Schema.NonEmptyString>;
                }>>>;
                readonly note: Schema.optionalKey<Schema.NonEmptyString>;
            }>>;
            readonly businessNumber: Schema.optionalKey<Schema.NonEmptyString>;
            readonly customNumber: Schema.optionalKey<Schema.NonEmptyString>;
            readonly trackingNumber: Schema.optionalKey<Schema.NonEmptyString>;
            readonly remark: Schema.optionalKey<Schema.NonEmptyString>;
            readonly createdAt: Schema.DateTimeUtcFromString;
            readonly updatedAt: Schema.optionalKey<Schema.DateTimeUtcFromString>;
            readonly stockedAt: Schema.optionalKey<Schema.DateTimeUtcFromString>;
            readonly finishedAt: Schema.optionalKey<Schema.DateTimeUtcFromString>;
            readonly customFields: Schema.optionalKey<Schema.$Array<Schema.Struct<{
                readonly recordType: Schema.NonEmptyString;
                readonly name: Schema.NonEmptyString;
                readonly type: Schema.Literals<readonly ["number", "date", "text", "choice"]>;
                readonly defaultValue: Schema.optionalKey<Schema.NonEmptyString>;
                readonly choices: Schema.optionalKey<Schema.NonEmptyString>;
                readonly remark: Schema.optionalKey<Schema.NonEmptyString>;
                readonly isRequired: Schema.optionalKey<Schema.Boolean>;
                readonly isSearchable: Schema.optionalKey<Schema.Boolean>;
                readonly isShown: Schema.optionalKey<Schema.Boolean>;
            }>>>;
            readonly boxes: Schema.optionalKey<Schema.$Array<Schema.Struct<{
                readonly boxNumber: Schema.Int;
                readonly items: Schema.$Array<Schema.Struct<{
                    readonly sku: Schema.brand<Schema.NonEmptyString, "Sku">;
                    readonly quantity: Schema.decodeTo<Schema.toType<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>, Schema.Union<readonly [Schema.Int, Schema.String]>, never, never>;
                }>>;
                readonly length: Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>;
                readonly width: Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>;
                readonly height: Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>;
                readonly weight: Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>;
            }>>>;
        }>>;
        readonly nextCursor: Schema.optionalKey<Schema.NonEmptyString>;
        readonly total: Schema.optionalKey<Schema.Int>;
    }>, "read", false>, Operation.Operation<"submitInboundOrder", Schema.Struct<{
        readonly purchaseCurrency: Schema.optionalKey<Schema.NonEmptyString>;
        readonly firstLegCurrency: Schema.optionalKey<Schema.NonEmptyString>;
        readonly transferCurrency: Schema.optionalKey<Schema.NonEmptyString>;
        readonly warehouseName: Schema.NonEmptyString;
        readonly customNumber: Schema.optionalKey<Schema.NonEmptyString>;
        readonly trackingNumber: Schema.optionalKey<Schema.NonEmptyString>;
        readonly remark: Schema.optionalKey<Schema.NonEmptyString>;
        readonly lines: Schema.NonEmptyArray<Schema.Struct<{
            readonly purchasePrice: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly firstLegPrice: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly transferPrice: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly lot: Schema.optionalKey<Schema.NonEmptyString>;
            readonly producedOn: Schema.optionalKey<Schema.String>;
            readonly expiresOn: Schema.optionalKey<Schema.String>;
            readonly originCountry: Schema.optionalKey<Schema.NonEmptyString>;
            readonly sku: Schema.brand<Schema.NonEmptyString, "Sku">;
            readonly expected: Schema.decodeTo<Schema.toType<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>, Schema.Union<readonly [Schema.Int, Schema.String]>, never, never>;
            readonly unit: Schema.optionalKey<Schema.NonEmptyString>;
            readonly condition: Schema.optionalKey<Schema.Literals<readonly ["good", "damaged"]>>;
            readonly piecesPerBox: Schema.optionalKey<Schema.Int>;
            readonly reference: Schema.optionalKey<Schema.NonEmptyString>;
            readonly note: Schema.optionalKey<Schema.NonEmptyString>;
        }>>;
        readonly sendsToWarehouse: Schema.optionalKey<Schema.Boolean>;
        readonly estimatedArrivalAt: Schema.optionalKey<Schema.DateTimeUtcFromString>;
        readonly shippingMethod: Schema.optionalKey<Schema.Literals<readonly ["sea", "air", "express", "land", "specialCar", "rail", "font", "other"]>>;
        readonly containerModel: Schema.optionalKey<Schema.NonEmptyString>;
        readonly packaging: Schema.optionalKey<Schema.Literals<readonly ["assembly", "mixing"]>>;
        readonly boxCount: Schema.optionalKey<Schema.Int>;
        readonly isOfShipper: Schema.optionalKey<Schema.Boolean>;
        readonly customFields: Schema.optionalKey<Schema.$Array<Schema.Struct<{
            readonly id: Schema.NonEmptyString;
            readonly value: Schema.NonEmptyString;
        }>>>;
        readonly namesLots: Schema.optionalKey<Schema.Boolean>;
        readonly serialNumbers: Schema.optionalKey<Schema.Struct<{
            readonly customerCode: Schema.optionalKey<Schema.NonEmptyString>;
            readonly orderType: Schema.optionalKey<Schema.NonEmptyString>;
            readonly orderedAt: Schema.optionalKey<Schema.DateTimeUtcFromString>;
            readonly url: Schema.optionalKey<Schema.NonEmptyString>;
            readonly agentWarehouseCode: Schema.optionalKey<Schema.NonEmptyString>;
            readonly agentWarehouseName: Schema.optionalKey<Schema.NonEmptyString>;
            readonly storeCode: Schema.optionalKey<Schema.NonEmptyString>;
            readonly storeName: Schema.optionalKey<Schema.NonEmptyString>;
        }>>;
        readonly boxes: Schema.optionalKey<Schema.$Array<Schema.Struct<{
            readonly boxNumber: Schema.Int;
            readonly items: Schema.$Array<Schema.Struct<{
                readonly sku: Schema.brand<Schema.NonEmptyString, "Sku">;
                readonly quantity: Schema.decodeTo<Schema.toType<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>, Schema.Union<readonly [Schema.Int, Schema.String]>, never, never>;
            }>>;
            readonly length: Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>;
            readonly width: Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>;
            readonly height: Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>;
            readonly weight: Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>;
        }>>>;
        readonly mergesRepeatedSkus: Schema.optionalKey<Schema.Boolean>;
        readonly tags: Schema.optionalKey<Schema.$Array<Schema.NonEmptyString>>;
    }>, Schema.Struct<{
        purchaseCurrency: Schema.optionalKey<Schema.NonEmptyString>;
        firstLegCurrency: Schema.optionalKey<Schema.NonEmptyString>;
        transferCurrency: Schema.optionalKey<Schema.NonEmptyString>;
        asnNumber: Schema.brand<Schema.NonEmptyString, "AsnNumber">;
        warehouseName: Schema.NonEmptyString;
        warehouseId: Schema.optionalKey<Schema.NonEmptyString>;
        type: Schema.optionalKey<Schema.NonEmptyString>;
        phase: Schema.Literals<readonly ["announced", "shipping", "receiving", "received", "cancelled", "closed"]>;
        status: Schema.NonEmptyString;
        lines: Schema.$Array<Schema.Struct<{
            readonly purchasePrice: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly firstLegPrice: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly transferPrice: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly sku: Schema.brand<Schema.NonEmptyString, "Sku">;
            readonly name: Schema.optionalKey<Schema.NonEmptyString>;
            readonly expected: Schema.decodeTo<Schema.toType<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>, Schema.Union<readonly [Schema.Int, Schema.String]>, never, never>;
            readonly received: Schema.optionalKey<Schema.decodeTo<Schema.toType<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>, Schema.Union<readonly [Schema.Int, Schema.String]>, never, never>>;
            readonly good: Schema.optionalKey<Schema.decodeTo<Schema.toType<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>, Schema.Union<readonly [Schema.Int, Schema.String]>, never, never>>;
            readonly bad: Schema.optionalKey<Schema.decodeTo<Schema.toType<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>, Schema.Union<readonly [Schema.Int, Schema.String]>, never, never>>;
            readonly unit: Schema.optionalKey<Schema.NonEmptyString>;
            readonly lots: Schema.optionalKey<Schema.$Array<Schema.Struct<{
                lot: Schema.optionalKey<Schema.NonEmptyString>;
                producedOn: Schema.optionalKey<Schema.String>;
                expiresOn: Schema.optionalKey<Schema.String>;
                originCountry: Schema.optionalKey<Schema.NonEmptyString>;
            }>>>;
            readonly note: Schema.optionalKey<Schema.NonEmptyString>;
        }>>;
    }>, "create", false>, Operation.Operation<"cancelInboundOrder", Schema.Struct<{
        readonly asnNumber: Schema.brand<Schema.NonEmptyString, "AsnNumber">;
    }>, Schema.Struct<{
        readonly "~empty": Schema.optionalKey<Schema.Never>;
    }>, "cancel", false>, Operation.Operation<"listReceivedBatches", Schema.Struct<{
        readonly cursor: Schema.optionalKey<Schema.NonEmptyString>;
        readonly limit: Schema.Int;
        readonly receivedFrom: Schema.DateTimeUtcFromString;
        readonly receivedTo: Schema.DateTimeUtcFromString;
        readonly number: Schema.optionalKey<Schema.NonEmptyString>;
        readonly skuOrName: Schema.optionalKey<Schema.NonEmptyString>;
        readonly warehouseName: Schema.optionalKey<Schema.NonEmptyString>;
        readonly type: Schema.optionalKey<Schema.NonEmptyString>;
    }>, Schema.Struct<{
        readonly items: Schema.$Array<Schema.Struct<{
            readonly batchNo: Schema.optionalKey<Schema.NonEmptyString>;
            readonly asnNumber: Schema.brand<Schema.NonEmptyString, "AsnNumber">;
            readonly businessNumber: Schema.optionalKey<Schema.NonEmptyString>;
            readonly customNumber: Schema.optionalKey<Schema.NonEmptyString>;
            readonly warehouseName: Schema.NonEmptyString;
            readonly type: Schema.optionalKey<Schema.NonEmptyString>;
            readonly receivedAt: Schema.optionalKey<Schema.DateTimeUtcFromString>;
            readonly received: Schema.decodeTo<Schema.toType<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>, Schema.Union<readonly [Schema.Int, Schema.String]>, never, never>;
            readonly skuCount: Schema.decodeTo<Schema.toType<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>, Schema.Union<readonly [Schema.Int, Schema.String]>, never, never>;
            readonly lines: Schema.$Array<Schema.Struct<{
                readonly sku: Schema.brand<Schema.NonEmptyString, "Sku">;
                readonly name: Schema.optionalKey<Schema.NonEmptyString>;
                readonly purchasePrice: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
                readonly purchaseCurrency: Schema.optionalKey<Schema.NonEmptyString>;
                readonly locationCode: Schema.optionalKey<Schema.NonEmptyString>;
                readonly received: Schema.decodeTo<Schema.toType<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>, Schema.Union<readonly [Schema.Int, Schema.String]>, never, never>;
                readonly delivered: Schema.optionalKey<Schema.decodeTo<Schema.toType<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>, Schema.Union<readonly [Schema.Int, Schema.String]>, never, never>>;
            }>>;
        }>>;
        readonly nextCursor: Schema.optionalKey<Schema.NonEmptyString>;
        readonly total: Schema.optionalKey<Schema.Int>;
    }>, "read", false>, Operation.Operation<"listStockBalances", Schema.Struct<{
        readonly cursor: Schema.optionalKey<Schema.NonEmptyString>;
        readonly limit: Schema.Int;
        readonly skus: Schema.optionalKey<Schema.NonEmptyArray<Schema.NonEmptyString>>;
        readonly warehouseNames: Schema.optionalKey<Schema.NonEmptyArray<Schema.NonEmptyString>>;
        readonly withCombinations: Schema.optionalKey<Schema.Boolean>;
        readonly withEmpty: Schema.optionalKey<Schema.Boolean>;
        readonly inOriginalCurrency: Schema.optionalKey<Schema.Boolean>;
        readonly withCosts: Schema.optionalKey<Schema.Boolean>;
    }>, Schema.Struct<{
        readonly items: Schema.$Array<Schema.Struct<{
            readonly warehouseName: Schema.NonEmptyString;
            readonly warehouseId: Schema.optionalKey<Schema.NonEmptyString>;
            readonly sku: Schema.brand<Schema.NonEmptyString, "Sku">;
            readonly name: Schema.optionalKey<Schema.NonEmptyString>;
            readonly warehouseCode: Schema.optionalKey<Schema.NonEmptyString>;
            readonly warehouseGroups: Schema.optionalKey<Schema.$Array<Schema.Struct<{
                readonly id: Schema.NonEmptyString;
                readonly name: Schema.NonEmptyString;
            }>>>;
            readonly unit: Schema.optionalKey<Schema.NonEmptyString>;
            readonly total: Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>;
            readonly available: Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>;
            readonly reserved: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly reservedForOrders: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly reservedForFirstLeg: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly reservedForTransfers: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly reservedForAssembly: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly unavailable: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly inTransit: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly inTransitOfPurchases: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly inTransitOfFirstLeg: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly inTransitOfTransfers: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly inTransitOfAssembly: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly inTransitOfReturns: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly inTransitOfManualOrders: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly currency: Schema.optionalKey<Schema.NonEmptyString>;
            readonly totalCost: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly availableCost: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly unavailableCost: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly reservedCost: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly inTransitCost: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly totalValue: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly availableValue: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly unavailableValue: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly reservedValue: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly inTransitValue: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly sold3Days: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly sold7Days: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly sold15Days: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly sold30Days: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly sold60Days: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly sold90Days: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly soldPerDay3Days: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly soldPerDay7Days: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly soldPerDay15Days: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly soldPerDay30Days: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly soldPerDay60Days: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly soldPerDay90Days: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
        }>>;
        readonly nextCursor: Schema.optionalKey<Schema.NonEmptyString>;
        readonly total: Schema.optionalKey<Schema.Int>;
    }>, "read", false>, Operation.Operation<"listStockMovements", Schema.Struct<{
        readonly cursor: Schema.optionalKey<Schema.NonEmptyString>;
        readonly limit: Schema.Int;
        readonly from: Schema.DateTimeUtcFromString;
        readonly to: Schema.DateTimeUtcFromString;
        readonly warehouseName: Schema.optionalKey<Schema.NonEmptyString>;
        readonly locationCode: Schema.optionalKey<Schema.NonEmptyString>;
        readonly type: Schema.optionalKey<Schema.NonEmptyString>;
        readonly subtypes: Schema.optionalKey<Schema.NonEmptyArray<Schema.NonEmptyString>>;
        readonly recordTypes: Schema.optionalKey<Schema.NonEmptyArray<Schema.NonEmptyString>>;
        readonly documentNumber: Schema.optionalKey<Schema.NonEmptyString>;
        readonly sku: Schema.optionalKey<Schema.NonEmptyString>;
        readonly of: Schema.optionalKey<Schema.Literals<readonly ["inTransit", "inStock"]>>;
    }>, Schema.Struct<{
        readonly items: Schema.$Array<Schema.Struct<{
            readonly warehouseName: Schema.NonEmptyString;
            readonly warehouseId: Schema.optionalKey<Schema.NonEmptyString>;
            readonly id: Schema.NonEmptyString;
            readonly sku: Schema.brand<Schema.NonEmptyString, "Sku">;
            readonly locationCode: Schema.optionalKey<Schema.NonEmptyString>;
            readonly type: Schema.NonEmptyString;
            readonly subtype: Schema.optionalKey<Schema.NonEmptyString>;
            readonly documentNumber: Schema.optionalKey<Schema.NonEmptyString>;
            readonly unit: Schema.optionalKey<Schema.NonEmptyString>;
            readonly inTransitBefore: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly inTransitChange: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly inTransitAfter: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly before: Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>;
            readonly change: Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>;
            readonly after: Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>;
            readonly batchNo: Schema.optionalKey<Schema.NonEmptyString>;
            readonly operator: Schema.optionalKey<Schema.NonEmptyString>;
            readonly at: Schema.DateTimeUtcFromString;
            readonly cost: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
        }>>;
        readonly nextCursor: Schema.optionalKey<Schema.NonEmptyString>;
        readonly total: Schema.optionalKey<Schema.Int>;
    }>, "read", false>, Operation.Operation<"listAssemblyOrders", Schema.Struct<{
        readonly cursor: Schema.optionalKey<Schema.NonEmptyString>;
        readonly limit: Schema.Int;
        readonly createdFrom: Schema.optionalKey<Schema.DateTimeUtcFromString>;
        readonly createdTo: Schema.optionalKey<Schema.DateTimeUtcFromString>;
        readonly number: Schema.optionalKey<Schema.NonEmptyString>;
        readonly warehouseName: Schema.optionalKey<Schema.NonEmptyString>;
    }>, Schema.Struct<{
        readonly items: Schema.$Array<Schema.Struct<{
            readonly warehouseName: Schema.NonEmptyString;
            readonly warehouseId: Schema.optionalKey<Schema.NonEmptyString>;
            readonly assemblyNumber: Schema.NonEmptyString;
            readonly status: Schema.NonEmptyString;
            readonly asnNumber: Schema.optionalKey<Schema.NonEmptyString>;
            readonly customNumber: Schema.optionalKey<Schema.NonEmptyString>;
            readonly createdAt: Schema.DateTimeUtcFromString;
            readonly startedAt: Schema.optionalKey<Schema.DateTimeUtcFromString>;
            readonly endedAt: Schema.optionalKey<Schema.DateTimeUtcFromString>;
            readonly finishedAt: Schema.optionalKey<Schema.DateTimeUtcFromString>;
            readonly workers: Schema.optionalKey<Schema.$Array<Schema.Struct<{
                readonly name: Schema.NonEmptyString;
                readonly userId: Schema.optionalKey<Schema.NonEmptyString>;
                readonly userName: Schema.optionalKey<Schema.NonEmptyString>;
            }>>>;
            readonly lines: Schema.$Array<Schema.Struct<{
                readonly sku: Schema.brand<Schema.NonEmptyString, "Sku">;
                readonly status: Schema.NonEmptyString;
                readonly expected: Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>;
                readonly assembled: Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>;
                readonly parts: Schema.$Array<Schema.Struct<{
                    readonly sku: Schema.brand<Schema.NonEmptyString, "Sku">;
                    readonly expected: Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>;
                    readonly used: Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>;
                }>>;
            }>>;
        }>>;
        readonly nextCursor: Schema.optionalKey<Schema.NonEmptyString>;
        readonly total: Schema.optionalKey<Schema.Int>;
    }>, "read", false>, Operation.Operation<"listSplitOrders", Schema.Struct<{
        readonly cursor: Schema.optionalKey<Schema.NonEmptyString>;
        readonly limit: Schema.Int;
        readonly createdFrom: Schema.optionalKey<Schema.DateTimeUtcFromString>;
        readonly createdTo: Schema.optionalKey<Schema.DateTimeUtcFromString>;
        readonly number: Schema.optionalKey<Schema.NonEmptyString>;
        readonly warehouseName: Schema.optionalKey<Schema.NonEmptyString>;
    }>, Schema.Struct<{
        readonly items: Schema.$Array<Schema.Struct<{
            readonly warehouseName: Schema.NonEmptyString;
            readonly warehouseId: Schema.optionalKey<Schema.NonEmptyString>;
            readonly splitNumber: Schema.NonEmptyString;
            readonly status: Schema.NonEmptyString;
            readonly asnNumber: Schema.optionalKey<Schema.NonEmptyString>;
            readonly customNumber: Schema.optionalKey<Schema.NonEmptyString>;
            readonly createdAt: Schema.DateTimeUtcFromString;
            readonly startedAt: Schema.optionalKey<Schema.DateTimeUtcFromString>;
            readonly endedAt: Schema.optionalKey<Schema.DateTimeUtcFromString>;
            readonly finishedAt: Schema.optionalKey<Schema.DateTimeUtcFromString>;
            readonly remarks: Schema.optionalKey<Schema.$Array<Schema.NonEmptyString>>;
            readonly workers: Schema.optionalKey<Schema.$Array<Schema.Struct<{
                readonly name: Schema.NonEmptyString;
                readonly userId: Schema.optionalKey<Schema.NonEmptyString>;
                readonly userName: Schema.optionalKey<Schema.NonEmptyString>;
            }>>>;
            readonly lines: Schema.$Array<Schema.Struct<{
                readonly sku: Schema.brand<Schema.NonEmptyString, "Sku">;
                readonly name: Schema.optionalKey<Schema.NonEmptyString>;
                readonly imageUrl: Schema.optionalKey<Schema.NonEmptyString>;
                readonly expected: Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>;
                readonly split: Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>;
                readonly fee: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
                readonly cost: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
                readonly parts: Schema.$Array<Schema.Struct<{
                    readonly id: Schema.optionalKey<Schema.NonEmptyString>;
                    readonly sku: Schema.brand<Schema.NonEmptyString, "Sku">;
                    readonly name: Schema.optionalKey<Schema.NonEmptyString>;
                    readonly imageUrl: Schema.optionalKey<Schema.NonEmptyString>;
                    readonly perProduct: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
                    readonly received: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
                    readonly purchasePrice: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
                    readonly cost: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
                }>>;
            }>>;
        }>>;
        readonly nextCursor: Schema.optionalKey<Schema.NonEmptyString>;
        readonly total: Schema.optionalKey<Schema.Int>;
    }>, "read", false>, Operation.Operation<"listTransferOrders", Schema.Struct<{
        readonly cursor: Schema.optionalKey<Schema.NonEmptyString>;
        readonly limit: Schema.Int;
        readonly createdFrom: Schema.optionalKey<Schema.DateTimeUtcFromString>;
        readonly createdTo: Schema.optionalKey<Schema.DateTimeUtcFromString>;
        readonly number: Schema.optionalKey<Schema.NonEmptyString>;
        readonly status: Schema.optionalKey<Schema.NonEmptyString>;
    }>, Schema.Struct<{
        readonly items: Schema.$Array<Schema.Struct<{
            readonly warehouseName: Schema.NonEmptyString;
            readonly warehouseId: Schema.optionalKey<Schema.NonEmptyString>;
            readonly transferNumber: Schema.NonEmptyString;
            readonly customNumber: Schema.optionalKey<Schema.NonEmptyString>;
            readonly type: Schema.optionalKey<Schema.Literals<readonly ["plan", "available"]>>;
            readonly status: Schema.NonEmptyString;
            readonly createdAt: Schema.DateTimeUtcFromString;
            readonly updatedAt: Schema.optionalKey<Schema.DateTimeUtcFromString>;
            readonly toWarehouseName: Schema.NonEmptyString;
            readonly toWarehouseId: Schema.optionalKey<Schema.NonEmptyString>;
            readonly toWarehouseType: Schema.optionalKey<Schema.NonEmptyString>;
            readonly carrierName: Schema.optionalKey<Schema.NonEmptyString>;
            readonly trackingNumber: Schema.optionalKey<Schema.NonEmptyString>;
            readonly estimatedArrivalAt: Schema.optionalKey<Schema.DateTimeUtcFromString>;
            readonly remark: Schema.optionalKey<Schema.NonEmptyString>;
            readonly customFields: Schema.optionalKey<Schema.$Array<Schema.Struct<{
                readonly name: Schema.NonEmptyString;
                readonly value: Schema.NonEmptyString;
                readonly type: Schema.Literals<readonly ["number", "date", "text", "choice"]>;
            }>>>;
            readonly lines: Schema.$Array<Schema.Struct<{
                readonly id: Schema.optionalKey<Schema.NonEmptyString>;
                readonly sku: Schema.brand<Schema.NonEmptyString, "Sku">;
                readonly shipmentId: Schema.optionalKey<Schema.NonEmptyString>;
                readonly referenceId: Schema.optionalKey<Schema.NonEmptyString>;
                readonly expected: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
                readonly received: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
                readonly piecesPerBox: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
                readonly netWeight: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
                readonly grossWeight: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
                readonly weightUnit: Schema.optionalKey<Schema.NonEmptyString>;
                readonly length: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
                readonly width: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
                readonly height: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
                readonly lengthUnit: Schema.optionalKey<Schema.NonEmptyString>;
            }>>;
            readonly fees: Schema.optionalKey<Schema.$Array<Schema.Struct<{
                readonly name: Schema.NonEmptyString;
                readonly amount: Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>;
                readonly applied: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
                readonly paid: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
                readonly invalid: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
                readonly status: Schema.NonEmptyString;
            }>>>;
        }>>;
        readonly nextCursor: Schema.optionalKey<Schema.NonEmptyString>;
        readonly total: Schema.optionalKey<Schema.Int>;
    }>, "read", false>, Operation.Operation<"createTransferOrder", Schema.Struct<{
        readonly warehouseName: Schema.NonEmptyString;
        readonly toWarehouseName: Schema.NonEmptyString;
        readonly customNumber: Schema.optionalKey<Schema.NonEmptyString>;
        readonly carrierName: Schema.NonEmptyString;
        readonly trackingNumber: Schema.optionalKey<Schema.NonEmptyString>;
        readonly estimatedArrivalAt: Schema.optionalKey<Schema.DateTimeUtcFromString>;
        readonly remark: Schema.optionalKey<Schema.NonEmptyString>;
        readonly lines: Schema.NonEmptyArray<Schema.Struct<{
            readonly sku: Schema.brand<Schema.NonEmptyString, "Sku">;
            readonly quantity: Schema.decodeTo<Schema.toType<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>, Schema.Union<readonly [Schema.Int, Schema.String]>, never, never>;
            readonly asnNumber: Schema.NonEmptyString;
            readonly shipmentId: Schema.optionalKey<Schema.NonEmptyString>;
            readonly referenceId: Schema.optionalKey<Schema.NonEmptyString>;
            readonly piecesPerBox: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly netWeight: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly grossWeights: Schema.optionalKey<Schema.$Array<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>>;
            readonly length: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly width: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly height: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly reference: Schema.optionalKey<Schema.NonEmptyString>;
        }>>;
    }>, Schema.Struct<{
        readonly transferNumber: Schema.optionalKey<Schema.NonEmptyString>;
    }>, "create", false>, Operation.Operation<"moveStock", Schema.Struct<{
        readonly customNumber: Schema.optionalKey<Schema.NonEmptyString>;
        readonly moves: Schema.NonEmptyArray<Schema.Struct<{
            readonly sku: Schema.brand<Schema.NonEmptyString, "Sku">;
            readonly warehouseName: Schema.NonEmptyString;
            readonly batchNo: Schema.NonEmptyString;
            readonly fromLocationCode: Schema.NonEmptyString;
            readonly toLocationCode: Schema.NonEmptyString;
            readonly quantity: Schema.decodeTo<Schema.toType<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>, Schema.Union<readonly [Schema.Int, Schema.String]>, never, never>;
            readonly reason: Schema.NonEmptyString;
        }>>;
    }>, Schema.Struct<{
        readonly "~empty": Schema.optionalKey<Schema.Never>;
    }>, "create", false>, Operation.Operation<"listStorageLocationStock", Schema.Struct<{
        readonly cursor: Schema.optionalKey<Schema.NonEmptyString>;
        readonly limit: Schema.Int;
        readonly skus: Schema.NonEmptyArray<Schema.NonEmptyString>;
        readonly warehouseNames: Schema.NonEmptyArray<Schema.NonEmptyString>;
        readonly locationCode: Schema.optionalKey<Schema.NonEmptyString>;
        readonly withEmpty: Schema.optionalKey<Schema.Boolean>;
    }>, Schema.Struct<{
        readonly items: Schema.$Array<Schema.Struct<{
            readonly warehouseName: Schema.NonEmptyString;
            readonly warehouseId: Schema.optionalKey<Schema.NonEmptyString>;
            readonly sku: Schema.brand<Schema.NonEmptyString, "Sku">;
            readonly name: Schema.optionalKey<Schema.NonEmptyString>;
            readonly warehouseCode: Schema.optionalKey<Schema.NonEmptyString>;
            readonly locationCode: Schema.NonEmptyString;
            readonly unit: Schema.optionalKey<Schema.NonEmptyString>;
            readonly total: Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>;
            readonly available: Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>;
        }>>;
        readonly nextCursor: Schema.optionalKey<Schema.NonEmptyString>;
        readonly total: Schema.optionalKey<Schema.Int>;
    }>, "read", false>, Operation.Operation<"listBatchStock", Schema.Struct<{
        readonly cursor: Schema.optionalKey<Schema.NonEmptyString>;
        readonly limit: Schema.Int;
        readonly skus: Schema.optionalKey<Schema.NonEmptyArray<Schema.NonEmptyString>>;
        readonly warehouseName: Schema.optionalKey<Schema.NonEmptyString>;
        readonly locationCode: Schema.optionalKey<Schema.NonEmptyString>;
        readonly number: Schema.optionalKey<Schema.NonEmptyString>;
        readonly receivedFrom: Schema.optionalKey<Schema.DateTimeUtcFromString>;
        readonly receivedTo: Schema.optionalKey<Schema.DateTimeUtcFromString>;
        readonly withEmpty: Schema.optionalKey<Schema.Boolean>;
    }>, Schema.Struct<{
        readonly items: Schema.$Array<Schema.Struct<{
            readonly warehouseName: Schema.NonEmptyString;
            readonly warehouseId: Schema.optionalKey<Schema.NonEmptyString>;
            readonly sku: Schema.brand<Schema.NonEmptyString, "Sku">;
            readonly locationCode: Schema.NonEmptyString;
            readonly batchNo: Schema.NonEmptyString;
            readonly customNumber: Schema.optionalKey<Schema.NonEmptyString>;
            readonly businessNumber: Schema.optionalKey<Schema.NonEmptyString>;
            readonly stockedAt: Schema.optionalKey<Schema.DateTimeUtcFromString>;
            readonly unit: Schema.optionalKey<Schema.NonEmptyString>;
            readonly total: Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>;
            readonly reserved: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly available: Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>;
            readonly ageInDays: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly holdingCost: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly currency: Schema.optionalKey<Schema.NonEmptyString>;
        }>>;
        readonly nextCursor: Schema.optionalKey<Schema.NonEmptyString>;
        readonly total: Schema.optionalKey<Schema.Int>;
    }>, "read", false>, Operation.Operation<"listMarketplaceStock", Schema.Struct<{
        readonly cursor: Schema.optionalKey<Schema.NonEmptyString>;
        readonly limit: Schema.Int;
        readonly shopNames: Schema.optionalKey<Schema.NonEmptyArray<Schema.NonEmptyString>>;
        readonly warehouseCodes: Schema.optionalKey<Schema.NonEmptyArray<Schema.NonEmptyString>>;
        readonly levels: Schema.optionalKey<Schema.NonEmptyArray<Schema.Int>>;
        readonly itemIds: Schema.optionalKey<Schema.NonEmptyArray<Schema.NonEmptyString>>;
        readonly itemNames: Schema.optionalKey<Schema.NonEmptyArray<Schema.NonEmptyString>>;
        readonly skuIds: Schema.optionalKey<Schema.NonEmptyArray<Schema.NonEmptyString>>;
        readonly skuNames: Schema.optionalKey<Schema.NonEmptyArray<Schema.NonEmptyString>>;
    }>, Schema.Struct<{
        readonly items: Schema.$Array<Schema.Struct<{
            readonly warehouseCode: Schema.NonEmptyString;
            readonly itemId: Schema.NonEmptyString;
            readonly itemName: Schema.optionalKey<Schema.NonEmptyString>;
            readonly imageUrl: Schema.optionalKey<Schema.NonEmptyString>;
            readonly shopName: Schema.optionalKey<Schema.NonEmptyString>;
            readonly shopItems: Schema.$Array<Schema.Struct<{
                readonly itemId: Schema.NonEmptyString;
                readonly skuId: Schema.NonEmptyString;
            }>>;
            readonly matchStatus: Schema.NonEmptyString;
            readonly matchReason: Schema.optionalKey<Schema.NonEmptyString>;
            readonly sku: Schema.optionalKey<Schema.brand<Schema.NonEmptyString, "Sku">>;
            readonly skuName: Schema.optionalKey<Schema.NonEmptyString>;
            readonly inTransit: Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>;
            readonly sellable: Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>;
            readonly reserved: Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>;
            readonly unsellable: Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>;
            readonly excess: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly coverageDays: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly coverageDaysInWarehouse: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly soldPerDay: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly sold7Days: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly sold15Days: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly sold30Days: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly sold60Days: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly sold90Days: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly level: Schema.optionalKey<Schema.Int>;
            readonly aged0To30: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly aged31To60: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly aged61To90: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly aged91To120: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly aged121To180: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly agedOver180: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
        }>>;
        readonly nextCursor: Schema.optionalKey<Schema.NonEmptyString>;
        readonly total: Schema.optionalKey<Schema.Int>;
    }>, "read", false>, Operation.Operation<"listMarketplaceWarehouses", Schema.Struct<{}>, Schema.Struct<{
        readonly items: Schema.$Array<Schema.NonEmptyString>;
    }>, "read", false>, Operation.Operation<"enterRecords", Schema.Struct<{
        readonly records: Schema.NonEmptyArray<Schema.Union<readonly [Schema.Struct<{
            readonly kind: Schema.Literal<"product">;
            readonly sku: Schema.brand<Schema.NonEmptyString, "Sku">;
            readonly name: Schema.NonEmptyString;
            readonly imageUrl: Schema.optionalKey<Schema.NonEmptyString>;
        }>, Schema.Struct<{
            readonly kind: Schema.Literal<"combination">;
            readonly sku: Schema.brand<Schema.NonEmptyString, "Sku">;
            readonly name: Schema.optionalKey<Schema.NonEmptyString>;
            readonly parts: Schema.NonEmptyArray<Schema.Struct<{
                readonly sku: Schema.brand<Schema.NonEmptyString, "Sku">;
                readonly quantity: Schema.decodeTo<Schema.toType<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>, Schema.Union<readonly [Schema.Int, Schema.String]>, never, never>;
            }>>;
        }>, Schema.Struct<{
            readonly kind: Schema.Literal<"warehouseGroup">;
            readonly id: Schema.NonEmptyString;
            readonly name: Schema.NonEmptyString;
            readonly warehouseNames: Schema.$Array<Schema.NonEmptyString>;
        }>, Schema.Struct<{
            readonly kind: Schema.Literal<"exchangeRate">;
            readonly currency: Schema.NonEmptyString;
            readonly rate: Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>;
        }>, Schema.Struct<{
            readonly warehouseCode: Schema.NonEmptyString;
            readonly itemId: Schema.NonEmptyString;
            readonly itemName: Schema.optionalKey<Schema.NonEmptyString>;
            readonly imageUrl: Schema.optionalKey<Schema.NonEmptyString>;
            readonly shopName: Schema.optionalKey<Schema.NonEmptyString>;
            readonly shopItems: Schema.$Array<Schema.Struct<{
                readonly itemId: Schema.NonEmptyString;
                readonly skuId: Schema.NonEmptyString;
            }>>;
            readonly matchStatus: Schema.NonEmptyString;
            readonly matchReason: Schema.optionalKey<Schema.NonEmptyString>;
            readonly sku: Schema.optionalKey<Schema.brand<Schema.NonEmptyString, "Sku">>;
            readonly skuName: Schema.optionalKey<Schema.NonEmptyString>;
            readonly inTransit: Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>;
            readonly sellable: Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>;
            readonly reserved: Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>;
            readonly unsellable: Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>;
            readonly excess: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly coverageDays: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly coverageDaysInWarehouse: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly soldPerDay: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly sold7Days: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly sold15Days: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly sold30Days: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly sold60Days: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly sold90Days: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly level: Schema.optionalKey<Schema.Int>;
            readonly aged0To30: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly aged31To60: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly aged61To90: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly aged91To120: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly aged121To180: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly agedOver180: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly kind: Schema.Literal<"marketplaceStock">;
        }>, Schema.Struct<{
            readonly kind: Schema.Literal<"stockCorrection">;
            readonly id: Schema.NonEmptyString;
            readonly warehouseName: Schema.NonEmptyString;
            readonly sku: Schema.brand<Schema.NonEmptyString, "Sku">;
            readonly locationCode: Schema.optionalKey<Schema.NonEmptyString>;
            readonly batchNo: Schema.optionalKey<Schema.NonEmptyString>;
            readonly change: Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>;
            readonly isUnavailable: Schema.optionalKey<Schema.Boolean>;
            readonly reason: Schema.NonEmptyString;
            readonly operator: Schema.optionalKey<Schema.NonEmptyString>;
            readonly purchasePrice: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly purchaseCurrency: Schema.optionalKey<Schema.NonEmptyString>;
            readonly firstLegPrice: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly firstLegCurrency: Schema.optionalKey<Schema.NonEmptyString>;
            readonly transferPrice: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly transferCurrency: Schema.optionalKey<Schema.NonEmptyString>;
        }>, Schema.Struct<{
            readonly warehouseName: Schema.NonEmptyString;
            readonly warehouseId: Schema.optionalKey<Schema.NonEmptyString>;
            readonly assemblyNumber: Schema.NonEmptyString;
            readonly status: Schema.NonEmptyString;
            readonly asnNumber: Schema.optionalKey<Schema.NonEmptyString>;
            readonly customNumber: Schema.optionalKey<Schema.NonEmptyString>;
            readonly createdAt: Schema.DateTimeUtcFromString;
            readonly startedAt: Schema.optionalKey<Schema.DateTimeUtcFromString>;
            readonly endedAt: Schema.optionalKey<Schema.DateTimeUtcFromString>;
            readonly finishedAt: Schema.optionalKey<Schema.DateTimeUtcFromString>;
            readonly workers: Schema.optionalKey<Schema.$Array<Schema.Struct<{
                readonly name: Schema.NonEmptyString;
                readonly userId: Schema.optionalKey<Schema.NonEmptyString>;
                readonly userName: Schema.optionalKey<Schema.NonEmptyString>;
            }>>>;
            readonly lines: Schema.$Array<Schema.Struct<{
                readonly sku: Schema.brand<Schema.NonEmptyString, "Sku">;
                readonly status: Schema.NonEmptyString;
                readonly expected: Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>;
                readonly assembled: Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>;
                readonly parts: Schema.$Array<Schema.Struct<{
                    readonly sku: Schema.brand<Schema.NonEmptyString, "Sku">;
                    readonly expected: Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>;
                    readonly used: Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>;
                }>>;
            }>>;
            readonly kind: Schema.Literal<"assembly">;
        }>, Schema.Struct<{
            readonly warehouseName: Schema.NonEmptyString;
            readonly warehouseId: Schema.optionalKey<Schema.NonEmptyString>;
            readonly splitNumber: Schema.NonEmptyString;
            readonly status: Schema.NonEmptyString;
            readonly asnNumber: Schema.optionalKey<Schema.NonEmptyString>;
            readonly customNumber: Schema.optionalKey<Schema.NonEmptyString>;
            readonly createdAt: Schema.DateTimeUtcFromString;
            readonly startedAt: Schema.optionalKey<Schema.DateTimeUtcFromString>;
            readonly endedAt: Schema.optionalKey<Schema.DateTimeUtcFromString>;
            readonly finishedAt: Schema.optionalKey<Schema.DateTimeUtcFromString>;
            readonly remarks: Schema.optionalKey<Schema.$Array<Schema.NonEmptyString>>;
            readonly workers: Schema.optionalKey<Schema.$Array<Schema.Struct<{
                readonly name: Schema.NonEmptyString;
                readonly userId: Schema.optionalKey<Schema.NonEmptyString>;
                readonly userName: Schema.optionalKey<Schema.NonEmptyString>;
            }>>>;
            readonly lines: Schema.$Array<Schema.Struct<{
                readonly sku: Schema.brand<Schema.NonEmptyString, "Sku">;
                readonly name: Schema.optionalKey<Schema.NonEmptyString>;
                readonly imageUrl: Schema.optionalKey<Schema.NonEmptyString>;
                readonly expected: Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>;
                readonly split: Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>;
                readonly fee: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
                readonly cost: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
                readonly parts: Schema.$Array<Schema.Struct<{
                    readonly id: Schema.optionalKey<Schema.NonEmptyString>;
                    readonly sku: Schema.brand<Schema.NonEmptyString, "Sku">;
                    readonly name: Schema.optionalKey<Schema.NonEmptyString>;
                    readonly imageUrl: Schema.optionalKey<Schema.NonEmptyString>;
                    readonly perProduct: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
                    readonly received: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
                    readonly purchasePrice: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
                    readonly cost: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
                }>>;
            }>>;
            readonly kind: Schema.Literal<"split">;
        }>, Schema.Struct<{
            readonly kind: Schema.Literal<"transferShipped">;
            readonly transferNumber: Schema.NonEmptyString;
            readonly trackingNumber: Schema.optionalKey<Schema.NonEmptyString>;
        }>, Schema.Struct<{
            readonly kind: Schema.Literal<"transferReceived">;
            readonly id: Schema.NonEmptyString;
            readonly transferNumber: Schema.NonEmptyString;
            readonly lines: Schema.NonEmptyArray<Schema.Struct<{
                readonly sku: Schema.brand<Schema.NonEmptyString, "Sku">;
                readonly received: Schema.decodeTo<Schema.toType<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>, Schema.Union<readonly [Schema.Int, Schema.String]>, never, never>;
                readonly locationCode: Schema.optionalKey<Schema.NonEmptyString>;
            }>>;
            readonly isFinished: Schema.optionalKey<Schema.Boolean>;
        }>]>>;
    }>, Schema.Struct<{
        readonly entered: Schema.Int;
        readonly repeated: Schema.Int;
    }>, "push", false>, Operation.Operation<"allotStock", Schema.Struct<{
        readonly document: Schema.Struct<{
            readonly link: Schema.NonEmptyString;
            readonly orderNumber: Schema.brand<Schema.NonEmptyString, "OrderNumber">;
            readonly issue: Schema.NonEmptyString;
        }>;
        readonly version: Schema.Int;
        readonly ownsNumber: Schema.optionalKey<Schema.Boolean>;
        readonly warehouseName: Schema.NonEmptyString;
        readonly lines: Schema.$Array<Schema.Struct<{
            readonly sku: Schema.brand<Schema.NonEmptyString, "Sku">;
            readonly quantity: Schema.decodeTo<Schema.toType<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>, Schema.Union<readonly [Schema.Int, Schema.String]>, never, never>;
            readonly unit: Schema.optionalKey<Schema.NonEmptyString>;
        }>>;
    }>, Schema.Struct<{
        readonly "~empty": Schema.optionalKey<Schema.Never>;
    }>, "push", false>, Operation.Operation<"receiveShipments", Schema.Struct<{
        readonly document: Schema.Struct<{
            readonly link: Schema.NonEmptyString;
            readonly orderNumber: Schema.brand<Schema.NonEmptyString, "OrderNumber">;
            readonly issue: Schema.NonEmptyString;
        }>;
        readonly version: Schema.Int;
        readonly ownsNumber: Schema.optionalKey<Schema.Boolean>;
        readonly warehouseCode: Schema.optionalKey<Schema.NonEmptyString>;
        readonly lines: Schema.$Array<Schema.Struct<{
            readonly sku: Schema.brand<Schema.NonEmptyString, "Sku">;
            readonly quantity: Schema.decodeTo<Schema.toType<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>, Schema.Union<readonly [Schema.Int, Schema.String]>, never, never>;
            readonly unit: Schema.optionalKey<Schema.NonEmptyString>;
        }>>;
        readonly surplus: Schema.optionalKey<Schema.$Array<Schema.Struct<{
            readonly sku: Schema.brand<Schema.NonEmptyString, "Sku">;
            readonly quantity: Schema.decodeTo<Schema.toType<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>, Schema.Union<readonly [Schema.Int, Schema.String]>, never, never>;
            readonly unit: Schema.optionalKey<Schema.NonEmptyString>;
        }>>>;
        readonly isEnded: Schema.Boolean;
        readonly parcels: Schema.optionalKey<Schema.$Array<Schema.Struct<{
            readonly trackingNumber: Schema.optionalKey<Schema.NonEmptyString>;
            readonly carrierName: Schema.optionalKey<Schema.NonEmptyString>;
            readonly shippedAt: Schema.optionalKey<Schema.DateTimeUtcFromString>;
            readonly lines: Schema.$Array<Schema.Struct<{
                readonly sku: Schema.brand<Schema.NonEmptyString, "Sku">;
                readonly quantity: Schema.decodeTo<Schema.toType<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>, Schema.Union<readonly [Schema.Int, Schema.String]>, never, never>;
                readonly unit: Schema.optionalKey<Schema.NonEmptyString>;
            }>>;
        }>>>;
    }>, Schema.Struct<{
        readonly "~empty": Schema.optionalKey<Schema.Never>;
    }>, "push", true>];
    export interface Facts {
        readonly knowsDelivered?: boolean;
        readonly knowsCancelled?: boolean;
        readonly numbersPages?: boolean;
        readonly pollInterval?: DurationInput | undefined;
    }
    export interface V1 extends Contract.Contract<"erp/v1", typeof required, typeof optional, Facts> {
        readonly demands: {
            readonly submitInboundOrder: "listInboundOrders";
            readonly cancelInboundOrder: "listInboundOrders";
            readonly createTransferOrder: "listTransferOrders";
            readonly moveStock: "listStockMovements";
            readonly allotStock: "listStockBalances";
        };
    }
    export const contract: V1;
    export type AnyOperation = Contract.AnyOperation<V1>;
    export type OptionalName = Contract.OptionalName<V1>;
    export type OperationName = Contract.OperationName<V1>;
    export type Handlers<Offers extends OptionalName = never> = Contract.Handlers<V1, Offers>;
    export interface Adapter extends Contract.Adapter<V1> {
    }
    const Erp_base: Context.ServiceClass<Erp, "@crossdock/core/ErpV1/Erp", Adapter>;
    export class Erp extends Erp_base {
    }
    export interface Plugin<Settings extends Schema.Codec<any, any>, R, Id extends string = string> extends Contract.Plugin<V1, Erp, Settings, R, Id> {
    }
    export const plugin: <const Id extends string, Settings extends Schema.Codec<any, any>, R, const Offers extends Contract.OptionalName<V1> = never, const Receives extends boolean = false>(spec: Contract.Spec<V1, Id, Settings, R, Offers, Receives> & {
        readonly knowsDelivered?: boolean | ((settings: Settings["Type"]) => boolean | undefined);
        readonly knowsCancelled?: boolean | ((settings: Settings["Type"]) => boolean | undefined);
        readonly numbersPages?: boolean | ((settings: Settings["Type"]) => boolean | undefined);
        readonly pollInterval?: ((settings: Settings["Type"]) => DurationInput | undefined) | DurationInput | undefined;
    } & Contract.Complete<V1, Offers, Receives>) => Contract.Plugin<V1, Erp, Settings, Exclude<R, import("effect/Scope").Scope>, Id>;
    export {};
}

declare module "Json" {
    import * as Result from "effect/Result";
    const brand: unique symbol;
    export class Numeral {
        static [Symbol.hasInstance](value: unknown): value is Numeral;
        get [brand](): true;
        readonly text: string;
        constructor(text: string);
        toString(): string;
        toJSON(): unknown;
    }
    export type Json = null | boolean | number | string | Numeral | ReadonlyArray<Json> | {
        readonly [name: string]: Json;
    };
    export type JsonObject = {
        readonly [name: string]: Json;
    };
    export interface Problem {
        readonly code: "NOT_JSON" | "TOO_DEEP" | "TOO_MANY" | "MEMBER_TWICE";
        readonly message: string;
    }
    export const maxDepth = 32;
    export const maxMembers = 250000;
    export interface Bounds {
        readonly maxDepth?: number;
        readonly maxMembers?: number;
        readonly refuseTwice?: boolean;
    }
    export const parse: (text: string, bounds?: Bounds) => Result.Result<Json, Problem>;
    export const stringify: (value: Json) => string;
    export const isObject: (value: Json | undefined) => value is JsonObject;
    export const numberText: (value: Json | undefined) => string | undefined;
    export {};
}

declare module "Multipart" {
    import * as Redacted from "effect/Redacted";
    import type * as Transport from "./Transport.ts";
    type Personal<A> = A | Redacted.Redacted<A>;
    export interface Field {
        readonly name: string;
        readonly value: Personal<string>;
    }
    export interface File {
        readonly name: string;
        readonly filename: string;
        readonly contentType?: string;
        readonly content: Personal<Uint8Array>;
    }
    export type Part = Field | File;
    export interface Form extends Required<Pick<Transport.Request, "body" | "bytes" | "headers">> {
    }
    export const make: (parts: ReadonlyArray<Part>) => Form;
    export {};
}

declare module "Operation" {
    import type * as Effect from "effect/Effect";
    import type * as Result from "effect/Result";
    import * as Schema from "effect/Schema";
    import type { Reason } from "./AdapterError.ts";
    export type Kind = "push" | "create" | "read" | "cancel";
    export interface Operation<out Name extends string, Payload extends Schema.Codec<any, any>, Success extends Schema.Codec<any, any>, out K extends Kind = Kind, out P extends boolean = boolean> {
        readonly name: Name;
        readonly payload: Payload;
        readonly success: Success;
        readonly kind: K;
        readonly isPrepared: P;
    }
    export type Any = Operation<string, Schema.Codec<any, any>, Schema.Codec<any, any>>;
    export const Empty: Schema.Struct<{
        readonly "~empty": Schema.optionalKey<Schema.Never>;
    }>;
    export type Empty = typeof Empty.Type;
    export type Handler<O extends Any> = (payload: O["payload"]["Type"]) => Effect.Effect<O["success"]["Type"], Reason>;
    export interface Prepared {
        readonly content: string;
    }
    export interface DeliveryOptions {
        readonly deliveryId: string;
        readonly callbackUrl?: URL;
    }
    export interface Push<O extends Any> {
        readonly prepare: (payload: O["payload"]["Type"]) => Result.Result<Prepared, Reason>;
        readonly deliver: (prepared: Prepared, options: DeliveryOptions) => Effect.Effect<O["success"]["Type"], Reason>;
    }
    export type Implementation<O extends Any> = O extends {
        readonly isPrepared: true;
    } ? Push<O> : Handler<O>;
    export const make: <const Name extends string, Payload extends Schema.Codec<any, any>, Success extends Schema.Codec<any, any>, const K extends Kind, const P extends boolean = false>(name: Name, options: {
        readonly payload: Payload;
        readonly success: Success;
        readonly kind: K;
        readonly isPrepared?: P;
    }) => Operation<Name, Payload, Success, K, P>;
}

declare module "PlatformV1" {
    import * as Context from "effect/Context";
    import type { DurationInput } from "./DurationInput.ts";
    import * as Schema from "effect/Schema";
    import * as Contract from "./Contract.ts";
    import * as Operation from "./Operation.ts";
    export const GetOrders: Operation.Operation<"getOrders", Schema.Struct<{
        readonly onlineShopId: Schema.optionalKey<Schema.NonEmptyString>;
        readonly updatedFrom: Schema.optionalKey<Schema.DateTimeUtcFromString>;
        readonly updatedTo: Schema.optionalKey<Schema.DateTimeUtcFromString>;
        readonly cursor: Schema.optionalKey<Schema.NonEmptyString>;
        readonly limit: Schema.Int;
        readonly onlineOrderIds: Schema.optionalKey<Schema.NonEmptyArray<Schema.NonEmptyString>>;
    }>, Schema.Struct<{
        readonly nextCursor: Schema.optionalKey<Schema.NonEmptyString>;
        readonly pageCount: Schema.optionalKey<Schema.Int>;
        readonly items: Schema.$Array<Schema.Struct<{
            readonly displayNumber: Schema.optionalKey<Schema.NonEmptyString>;
            readonly purchaseOrderNumber: Schema.optionalKey<Schema.NonEmptyString>;
            readonly pricesIncludeTax: Schema.optionalKey<Schema.Boolean>;
            readonly taxIds: Schema.optionalKey<Schema.$Array<Schema.Struct<{
                readonly of: Schema.Literals<readonly ["buyer", "seller", "platform"]>;
                readonly kind: Schema.NonEmptyString;
                readonly value: Schema.RedactedFromValue<Schema.NonEmptyString>;
                readonly country: Schema.optionalKey<Schema.NonEmptyString>;
            }>>>;
            readonly incoterm: Schema.optionalKey<Schema.String>;
            readonly deliveryRequirements: Schema.optionalKey<Schema.$Array<Schema.Literals<readonly ["signature", "age", "identity", "pallet"]>>>;
            readonly platform: Schema.NonEmptyString;
            readonly shopId: Schema.NonEmptyString;
            readonly onlineShopId: Schema.optionalKey<Schema.NonEmptyString>;
            readonly onlineOrderId: Schema.NonEmptyString;
            readonly createdAt: Schema.DateTimeUtcFromString;
            readonly paidAt: Schema.optionalKey<Schema.DateTimeUtcFromString>;
            readonly modifiedAt: Schema.optionalKey<Schema.DateTimeUtcFromString>;
            readonly phase: Schema.Literals<readonly ["unpaid", "open", "onHold", "finished", "cancelled", "closed"]>;
            readonly status: Schema.NonEmptyString;
            readonly holdReason: Schema.optionalKey<Schema.NonEmptyString>;
            readonly cancelReason: Schema.optionalKey<Schema.NonEmptyString>;
            readonly paymentMethod: Schema.Literals<readonly ["online", "cashOnDelivery"]>;
            readonly cashOnDelivery: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly currency: Schema.NonEmptyString;
            readonly total: Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>;
            readonly freight: Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>;
            readonly buyerPaidFreight: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly discount: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly sellerDiscount: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly platformDiscount: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly platformReimbursement: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly tax: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly freightTax: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly fees: Schema.optionalKey<Schema.$Array<Schema.Struct<{
                readonly name: Schema.NonEmptyString;
                readonly amount: Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>;
                readonly tax: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            }>>>;
            readonly buyerId: Schema.optionalKey<Schema.NonEmptyString>;
            readonly buyerName: Schema.optionalKey<Schema.RedactedFromValue<Schema.NonEmptyString>>;
            readonly receiver: Schema.Struct<{
                readonly company: Schema.optionalKey<Schema.RedactedFromValue<Schema.NonEmptyString>>;
                readonly instructions: Schema.optionalKey<Schema.RedactedFromValue<Schema.NonEmptyString>>;
                readonly addressType: Schema.optionalKey<Schema.Literals<readonly ["residential", "business"]>>;
                readonly pickupPointId: Schema.optionalKey<Schema.NonEmptyString>;
                readonly name: Schema.optionalKey<Schema.RedactedFromValue<Schema.NonEmptyString>>;
                readonly phone: Schema.optionalKey<Schema.RedactedFromValue<Schema.NonEmptyString>>;
                readonly email: Schema.optionalKey<Schema.RedactedFromValue<Schema.NonEmptyString>>;
                readonly country: Schema.optionalKey<Schema.NonEmptyString>;
                readonly state: Schema.optionalKey<Schema.NonEmptyString>;
                readonly city: Schema.optionalKey<Schema.NonEmptyString>;
                readonly district: Schema.optionalKey<Schema.NonEmptyString>;
                readonly address1: Schema.optionalKey<Schema.RedactedFromValue<Schema.NonEmptyString>>;
                readonly address2: Schema.optionalKey<Schema.RedactedFromValue<Schema.NonEmptyString>>;
                readonly postalCode: Schema.optionalKey<Schema.RedactedFromValue<Schema.NonEmptyString>>;
                readonly isMasked: Schema.optionalKey<Schema.Boolean>;
            }>;
            readonly billing: Schema.optionalKey<Schema.Struct<{
                readonly company: Schema.optionalKey<Schema.RedactedFromValue<Schema.NonEmptyString>>;
                readonly instructions: Schema.optionalKey<Schema.RedactedFromValue<Schema.NonEmptyString>>;
                readonly addressType: Schema.optionalKey<Schema.Literals<readonly ["residential", "business"]>>;
                readonly pickupPointId: Schema.optionalKey<Schema.NonEmptyString>;
                readonly name: Schema.optionalKey<Schema.RedactedFromValue<Schema.NonEmptyString>>;
                readonly phone: Schema.optionalKey<Schema.RedactedFromValue<Schema.NonEmptyString>>;
                readonly email: Schema.optionalKey<Schema.RedactedFromValue<Schema.NonEmptyString>>;
                readonly country: Schema.optionalKey<Schema.NonEmptyString>;
                readonly state: Schema.optionalKey<Schema.NonEmptyString>;
                readonly city: Schema.optionalKey<Schema.NonEmptyString>;
                readonly district: Schema.optionalKey<Schema.NonEmptyString>;
                readonly address1: Schema.optionalKey<Schema.RedactedFromValue<Schema.NonEmptyString>>;
                readonly address2: Schema.optionalKey<Schema.RedactedFromValue<Schema.NonEmptyString>>;
                readonly postalCode: Schema.optionalKey<Schema.RedactedFromValue<Schema.NonEmptyString>>;
                readonly isMasked: Schema.optionalKey<Schema.Boolean>;
            }>>;
            readonly lines: Schema.$Array<Schema.Struct<{
                readonly lineId: Schema.NonEmptyString;
                readonly productId: Schema.NonEmptyString;
                readonly variantId: Schema.optionalKey<Schema.NonEmptyString>;
                readonly sku: Schema.NonEmptyString;
                readonly title: Schema.NonEmptyString;
                readonly quantity: Schema.decodeTo<Schema.toType<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>, Schema.Union<readonly [Schema.Int, Schema.String]>, never, never>;
                readonly currency: Schema.NonEmptyString;
                readonly price: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
                readonly originalPrice: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
                readonly paidPrice: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
                readonly paidAmount: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
                readonly tax: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
                readonly goodsTax: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
                readonly shippingTax: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
                readonly shippingPrice: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
                readonly discount: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
                readonly discountedTotal: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
                readonly platformDiscount: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
                readonly sellerDiscount: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
                readonly customization: Schema.optionalKey<Schema.$Array<Schema.Struct<{
                    readonly name: Schema.NonEmptyString;
                    readonly value: Schema.RedactedFromValue<Schema.NonEmptyString>;
                }>>>;
                readonly isGift: Schema.optionalKey<Schema.Boolean>;
                readonly giftMessage: Schema.optionalKey<Schema.RedactedFromValue<Schema.NonEmptyString>>;
            }>>;
            readonly buyerMessage: Schema.optionalKey<Schema.RedactedFromValue<Schema.NonEmptyString>>;
            readonly sellerRemark: Schema.optionalKey<Schema.RedactedFromValue<Schema.NonEmptyString>>;
            readonly shippingService: Schema.optionalKey<Schema.NonEmptyString>;
            readonly carrierCode: Schema.optionalKey<Schema.NonEmptyString>;
            readonly carrierName: Schema.optionalKey<Schema.NonEmptyString>;
            readonly trackingNumber: Schema.optionalKey<Schema.NonEmptyString>;
            readonly fulfillments: Schema.optionalKey<Schema.$Array<Schema.Struct<{
                readonly fulfillmentId: Schema.optionalKey<Schema.NonEmptyString>;
                readonly trackingNumber: Schema.optionalKey<Schema.NonEmptyString>;
                readonly carrierCode: Schema.optionalKey<Schema.NonEmptyString>;
                readonly carrierName: Schema.optionalKey<Schema.NonEmptyString>;
                readonly shippedAt: Schema.optionalKey<Schema.DateTimeUtcFromString>;
                readonly lines: Schema.optionalKey<Schema.$Array<Schema.Struct<{
                    readonly lineId: Schema.NonEmptyString;
                    readonly quantity: Schema.decodeTo<Schema.toType<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>, Schema.Union<readonly [Schema.Int, Schema.String]>, never, never>;
                }>>>;
            }>>>;
            readonly shipBefore: Schema.optionalKey<Schema.DateTimeUtcFromString>;
            readonly deliverBefore: Schema.optionalKey<Schema.DateTimeUtcFromString>;
            readonly shippedAt: Schema.optionalKey<Schema.DateTimeUtcFromString>;
            readonly deliveredAt: Schema.optionalKey<Schema.DateTimeUtcFromString>;
            readonly locationId: Schema.optionalKey<Schema.NonEmptyString>;
            readonly locationName: Schema.optionalKey<Schema.NonEmptyString>;
            readonly isShippedOnline: Schema.optionalKey<Schema.Boolean>;
            readonly isFulfilledByPlatform: Schema.optionalKey<Schema.Boolean>;
            readonly isPreSale: Schema.optionalKey<Schema.Boolean>;
            readonly raw: Schema.RedactedFromValue<Schema.NonEmptyString>;
        }>>;
        readonly unreadable: Schema.optionalKey<Schema.$Array<Schema.NonEmptyString>>;
    }>, "read", false>;
    export const ListOrderStatuses: Operation.Operation<"listOrderStatuses", Schema.Struct<{
        readonly onlineShopId: Schema.optionalKey<Schema.NonEmptyString>;
    }>, Schema.Struct<{
        readonly finished: Schema.$Array<Schema.Struct<{
            readonly status: Schema.NonEmptyString;
            readonly nameEn: Schema.optionalKey<Schema.NonEmptyString>;
            readonly nameZh: Schema.optionalKey<Schema.NonEmptyString>;
        }>>;
        readonly cancelled: Schema.$Array<Schema.Struct<{
            readonly status: Schema.NonEmptyString;
            readonly nameEn: Schema.optionalKey<Schema.NonEmptyString>;
            readonly nameZh: Schema.optionalKey<Schema.NonEmptyString>;
        }>>;
    }>, "read", false>;
    export const MarkReadyToShip: Operation.Operation<"markReadyToShip", Schema.Struct<{
        readonly onlineShopId: Schema.optionalKey<Schema.NonEmptyString>;
        readonly onlineOrderId: Schema.NonEmptyString;
        readonly trackingNumber: Schema.NonEmptyString;
        readonly providerCode: Schema.NonEmptyString;
        readonly lines: Schema.optionalKey<Schema.NonEmptyArray<Schema.Struct<{
            readonly lineId: Schema.NonEmptyString;
            readonly quantity: Schema.decodeTo<Schema.toType<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>, Schema.Union<readonly [Schema.Int, Schema.String]>, never, never>;
        }>>>;
    }>, Schema.Struct<{
        readonly "~empty": Schema.optionalKey<Schema.Never>;
    }>, "create", false>;
    export const ListProducts: Operation.Operation<"listProducts", Schema.Struct<{
        readonly onlineShopId: Schema.optionalKey<Schema.NonEmptyString>;
        readonly updatedFrom: Schema.optionalKey<Schema.DateTimeUtcFromString>;
        readonly updatedTo: Schema.optionalKey<Schema.DateTimeUtcFromString>;
        readonly cursor: Schema.optionalKey<Schema.NonEmptyString>;
        readonly limit: Schema.Int;
        readonly productIds: Schema.optionalKey<Schema.NonEmptyArray<Schema.NonEmptyString>>;
        readonly variantIds: Schema.optionalKey<Schema.NonEmptyArray<Schema.NonEmptyString>>;
    }>, Schema.Struct<{
        readonly nextCursor: Schema.optionalKey<Schema.NonEmptyString>;
        readonly pageCount: Schema.optionalKey<Schema.Int>;
        readonly items: Schema.$Array<Schema.Struct<{
            readonly productId: Schema.NonEmptyString;
            readonly variantId: Schema.optionalKey<Schema.NonEmptyString>;
            readonly extraVariantId: Schema.optionalKey<Schema.NonEmptyString>;
            readonly sku: Schema.NonEmptyString;
            readonly sellerSku: Schema.optionalKey<Schema.NonEmptyString>;
            readonly title: Schema.NonEmptyString;
            readonly name: Schema.optionalKey<Schema.NonEmptyString>;
            readonly status: Schema.NonEmptyString;
            readonly imageUrl: Schema.optionalKey<Schema.NonEmptyString>;
            readonly stock: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly stockByLocation: Schema.optionalKey<Schema.$Array<Schema.Struct<{
                readonly locationId: Schema.NonEmptyString;
                readonly available: Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>;
            }>>>;
            readonly price: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly currency: Schema.optionalKey<Schema.NonEmptyString>;
            readonly weight: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly weightUnit: Schema.optionalKey<Schema.NonEmptyString>;
            readonly length: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly width: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly height: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly dimensionUnit: Schema.optionalKey<Schema.NonEmptyString>;
            readonly color: Schema.optionalKey<Schema.NonEmptyString>;
            readonly size: Schema.optionalKey<Schema.NonEmptyString>;
        }>>;
    }>, "read", false>;
    export const ListProductStatuses: Operation.Operation<"listProductStatuses", Schema.Struct<{
        readonly onlineShopId: Schema.optionalKey<Schema.NonEmptyString>;
    }>, Schema.Struct<{
        readonly items: Schema.$Array<Schema.Struct<{
            readonly status: Schema.NonEmptyString;
            readonly nameEn: Schema.optionalKey<Schema.NonEmptyString>;
            readonly nameZh: Schema.optionalKey<Schema.NonEmptyString>;
        }>>;
    }>, "read", false>;
    export const UpdateStock: Operation.Operation<"updateStock", Schema.Struct<{
        readonly onlineShopId: Schema.optionalKey<Schema.NonEmptyString>;
        readonly items: Schema.NonEmptyArray<Schema.Struct<{
            readonly productId: Schema.NonEmptyString;
            readonly variantId: Schema.optionalKey<Schema.NonEmptyString>;
            readonly extraVariantId: Schema.optionalKey<Schema.NonEmptyString>;
            readonly name: Schema.optionalKey<Schema.NonEmptyString>;
            readonly stock: Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>;
            readonly stockByLocation: Schema.optionalKey<Schema.$Array<Schema.Struct<{
                readonly locationId: Schema.optionalKey<Schema.NonEmptyString>;
                readonly available: Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>;
            }>>>;
        }>>;
    }>, Schema.Struct<{
        readonly failures: Schema.$Array<Schema.Struct<{
            readonly productId: Schema.NonEmptyString;
            readonly variantId: Schema.optionalKey<Schema.NonEmptyString>;
            readonly locationId: Schema.optionalKey<Schema.NonEmptyString>;
            readonly reason: Schema.NonEmptyString;
        }>>;
    }>, "push", false>;
    export const ListShippingProviders: Operation.Operation<"listShippingProviders", Schema.Struct<{
        readonly onlineShopId: Schema.optionalKey<Schema.NonEmptyString>;
    }>, Schema.Struct<{
        readonly items: Schema.$Array<Schema.Struct<{
            readonly code: Schema.NonEmptyString;
            readonly name: Schema.NonEmptyString;
        }>>;
    }>, "read", false>;
    export const CreateShipment: Operation.Operation<"createShipment", Schema.Struct<{
        readonly onlineShopId: Schema.optionalKey<Schema.NonEmptyString>;
        readonly onlineOrderId: Schema.NonEmptyString;
        readonly providerCode: Schema.NonEmptyString;
        readonly providerName: Schema.NonEmptyString;
        readonly items: Schema.optionalKey<Schema.NonEmptyArray<Schema.Struct<{
            readonly packageNumber: Schema.optionalKey<Schema.NonEmptyString>;
            readonly productId: Schema.NonEmptyString;
            readonly variantId: Schema.optionalKey<Schema.NonEmptyString>;
            readonly quantity: Schema.decodeTo<Schema.toType<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>, Schema.Union<readonly [Schema.Int, Schema.String]>, never, never>;
        }>>>;
    }>, Schema.Struct<{
        readonly trackingNumber: Schema.NonEmptyString;
        readonly carrierName: Schema.optionalKey<Schema.NonEmptyString>;
        readonly labels: Schema.optionalKey<Schema.$Array<Schema.TaggedUnion<{
            readonly Link: Schema.TaggedStruct<"Link", {
                readonly trackingNumber: Schema.optionalKey<Schema.NonEmptyString>;
                readonly carrierName: Schema.optionalKey<Schema.NonEmptyString>;
                readonly url: Schema.RedactedFromValue<Schema.NonEmptyString>;
            }>;
            readonly Pdf: Schema.TaggedStruct<"Pdf", {
                readonly trackingNumber: Schema.optionalKey<Schema.NonEmptyString>;
                readonly carrierName: Schema.optionalKey<Schema.NonEmptyString>;
                readonly content: Schema.RedactedFromValue<Schema.NonEmptyString>;
            }>;
        }>>>;
    }>, "create", false>;
    export const CancelShipment: Operation.Operation<"cancelShipment", Schema.Struct<{
        readonly onlineShopId: Schema.optionalKey<Schema.NonEmptyString>;
        readonly onlineOrderId: Schema.NonEmptyString;
        readonly trackingNumber: Schema.NonEmptyString;
        readonly reason: Schema.optionalKey<Schema.NonEmptyString>;
        readonly items: Schema.optionalKey<Schema.NonEmptyArray<Schema.Struct<{
            readonly packageNumber: Schema.optionalKey<Schema.NonEmptyString>;
            readonly productId: Schema.NonEmptyString;
            readonly variantId: Schema.optionalKey<Schema.NonEmptyString>;
            readonly quantity: Schema.decodeTo<Schema.toType<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>, Schema.Union<readonly [Schema.Int, Schema.String]>, never, never>;
        }>>>;
    }>, Schema.Struct<{
        readonly "~empty": Schema.optionalKey<Schema.Never>;
    }>, "cancel", false>;
    export const GetLabels: Operation.Operation<"getLabels", Schema.Struct<{
        readonly onlineShopId: Schema.optionalKey<Schema.NonEmptyString>;
        readonly onlineOrderId: Schema.NonEmptyString;
        readonly providerCode: Schema.optionalKey<Schema.NonEmptyString>;
        readonly providerName: Schema.optionalKey<Schema.NonEmptyString>;
        readonly items: Schema.optionalKey<Schema.NonEmptyArray<Schema.Struct<{
            readonly packageNumber: Schema.optionalKey<Schema.NonEmptyString>;
            readonly productId: Schema.NonEmptyString;
            readonly variantId: Schema.optionalKey<Schema.NonEmptyString>;
            readonly quantity: Schema.decodeTo<Schema.toType<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>, Schema.Union<readonly [Schema.Int, Schema.String]>, never, never>;
        }>>>;
    }>, Schema.Struct<{
        readonly items: Schema.$Array<Schema.TaggedUnion<{
            readonly Link: Schema.TaggedStruct<"Link", {
                readonly trackingNumber: Schema.optionalKey<Schema.NonEmptyString>;
                readonly carrierName: Schema.optionalKey<Schema.NonEmptyString>;
                readonly url: Schema.RedactedFromValue<Schema.NonEmptyString>;
            }>;
            readonly Pdf: Schema.TaggedStruct<"Pdf", {
                readonly trackingNumber: Schema.optionalKey<Schema.NonEmptyString>;
                readonly carrierName: Schema.optionalKey<Schema.NonEmptyString>;
                readonly content: Schema.RedactedFromValue<Schema.NonEmptyString>;
            }>;
        }>>;
    }>, "read", false>;
    export const GetTracking: Operation.Operation<"getTracking", Schema.Struct<{
        readonly onlineShopId: Schema.optionalKey<Schema.NonEmptyString>;
        readonly onlineOrderId: Schema.optionalKey<Schema.NonEmptyString>;
        readonly packageNumber: Schema.optionalKey<Schema.NonEmptyString>;
    }>, Schema.Struct<{
        readonly phase: Schema.Literals<readonly ["created", "availableForPickup", "inTransit", "outForDelivery", "delivered", "notFound", "cancelled", "unknown"]>;
        readonly status: Schema.NonEmptyString;
        readonly events: Schema.$Array<Schema.Struct<{
            readonly description: Schema.NonEmptyString;
            readonly at: Schema.DateTimeUtcFromString;
        }>>;
    }>, "read", false>;
    export const ListLocations: Operation.Operation<"listLocations", Schema.Struct<{
        readonly onlineShopId: Schema.optionalKey<Schema.NonEmptyString>;
    }>, Schema.Struct<{
        readonly items: Schema.$Array<Schema.Struct<{
            readonly code: Schema.NonEmptyString;
            readonly name: Schema.NonEmptyString;
        }>>;
    }>, "read", false>;
    export const Announce: Operation.Operation<"announce", Schema.Struct<{
        readonly isLocked: Schema.Boolean;
        readonly callbackUrl: Schema.URLFromString;
        readonly customerId: Schema.optionalKey<Schema.NonEmptyString>;
    }>, Schema.Struct<{
        readonly "~empty": Schema.optionalKey<Schema.Never>;
    }>, "push", false>;
    export const Event: Schema.TaggedUnion<{
        readonly OrderChanged: Schema.TaggedStruct<"OrderChanged", {
            readonly onlineOrderId: Schema.NonEmptyString;
        }>;
        readonly OrderPushed: Schema.TaggedStruct<"OrderPushed", {
            readonly order: Schema.Struct<{
                readonly displayNumber: Schema.optionalKey<Schema.NonEmptyString>;
                readonly purchaseOrderNumber: Schema.optionalKey<Schema.NonEmptyString>;
                readonly pricesIncludeTax: Schema.optionalKey<Schema.Boolean>;
                readonly taxIds: Schema.optionalKey<Schema.$Array<Schema.Struct<{
                    readonly of: Schema.Literals<readonly ["buyer", "seller", "platform"]>;
                    readonly kind: Schema.NonEmptyString;
                    readonly value: Schema.RedactedFromValue<Schema.NonEmptyString>;
                    readonly country: Schema.optionalKey<Schema.NonEmptyString>;
                }>>>;
                readonly incoterm: Schema.optionalKey<Schema.String>;
                readonly deliveryRequirements: Schema.optionalKey<Schema.$Array<Schema.Literals<readonly ["signature", "age", "identity", "pallet"]>>>;
                readonly platform: Schema.NonEmptyString;
                readonly shopId: Schema.NonEmptyString;
                readonly onlineShopId: Schema.optionalKey<Schema.NonEmptyString>;
                readonly onlineOrderId: Schema.NonEmptyString;
                readonly createdAt: Schema.DateTimeUtcFromString;
                readonly paidAt: Schema.optionalKey<Schema.DateTimeUtcFromString>;
                readonly modifiedAt: Schema.optionalKey<Schema.DateTimeUtcFromString>;
                readonly phase: Schema.Literals<readonly ["unpaid", "open", "onHold", "finished", "cancelled", "closed"]>;
                readonly status: Schema.NonEmptyString;
                readonly holdReason: Schema.optionalKey<Schema.NonEmptyString>;
                readonly cancelReason: Schema.optionalKey<Schema.NonEmptyString>;
                readonly paymentMethod: Schema.Literals<readonly ["online", "cashOnDelivery"]>;
                readonly cashOnDelivery: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
                readonly currency: Schema.NonEmptyString;
                readonly total: Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>;
                readonly freight: Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>;
                readonly buyerPaidFreight: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
                readonly discount: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
                readonly sellerDiscount: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
                readonly platformDiscount: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
                readonly platformReimbursement: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
                readonly tax: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
                readonly freightTax: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
                readonly fees: Schema.optionalKey<Schema.$Array<Schema.Struct<{
                    readonly name: Schema.NonEmptyString;
                    readonly amount: Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>;
                    readonly tax: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
                }>>>;
                readonly buyerId: Schema.optionalKey<Schema.NonEmptyString>;
                readonly buyerName: Schema.optionalKey<Schema.RedactedFromValue<Schema.NonEmptyString>>;
                readonly receiver: Schema.Struct<{
                    readonly company: Schema.optionalKey<Schema.RedactedFromValue<Schema.NonEmptyString>>;
                    readonly instructions: Schema.optionalKey<Schema.RedactedFromValue<Schema.NonEmptyString>>;
                    readonly addressType: Schema.optionalKey<Schema.Literals<readonly ["residential", "business"]>>;
                    readonly pickupPointId: Schema.optionalKey<Schema.NonEmptyString>;
                    readonly name: Schema.optionalKey<Schema.RedactedFromValue<Schema.NonEmptyString>>;
                    readonly phone: Schema.optionalKey<Schema.RedactedFromValue<Schema.NonEmptyString>>;
                    readonly email: Schema.optionalKey<Schema.RedactedFromValue<Schema.NonEmptyString>>;
                    readonly country: Schema.optionalKey<Schema.NonEmptyString>;
                    readonly state: Schema.optionalKey<Schema.NonEmptyString>;
                    readonly city: Schema.optionalKey<Schema.NonEmptyString>;
                    readonly district: Schema.optionalKey<Schema.NonEmptyString>;
                    readonly address1: Schema.optionalKey<Schema.RedactedFromValue<Schema.NonEmptyString>>;
                    readonly address2: Schema.optionalKey<Schema.RedactedFromValue<Schema.NonEmptyString>>;
                    readonly postalCode: Schema.optionalKey<Schema.RedactedFromValue<Schema.NonEmptyString>>;
                    readonly isMasked: Schema.optionalKey<Schema.Boolean>;
                }>;
                readonly billing: Schema.optionalKey<Schema.Struct<{
                    readonly company: Schema.optionalKey<Schema.RedactedFromValue<Schema.NonEmptyString>>;
                    readonly instructions: Schema.optionalKey<Schema.RedactedFromValue<Schema.NonEmptyString>>;
                    readonly addressType: Schema.optionalKey<Schema.Literals<readonly ["residential", "business"]>>;
                    readonly pickupPointId: Schema.optionalKey<Schema.NonEmptyString>;
                    readonly name: Schema.optionalKey<Schema.RedactedFromValue<Schema.NonEmptyString>>;
                    readonly phone: Schema.optionalKey<Schema.RedactedFromValue<Schema.NonEmptyString>>;
                    readonly email: Schema.optionalKey<Schema.RedactedFromValue<Schema.NonEmptyString>>;
                    readonly country: Schema.optionalKey<Schema.NonEmptyString>;
                    readonly state: Schema.optionalKey<Schema.NonEmptyString>;
                    readonly city: Schema.optionalKey<Schema.NonEmptyString>;
                    readonly district: Schema.optionalKey<Schema.NonEmptyString>;
                    readonly address1: Schema.optionalKey<Schema.RedactedFromValue<Schema.NonEmptyString>>;
                    readonly address2: Schema.optionalKey<Schema.RedactedFromValue<Schema.NonEmptyString>>;
                    readonly postalCode: Schema.optionalKey<Schema.RedactedFromValue<Schema.NonEmptyString>>;
                    readonly isMasked: Schema.optionalKey<Schema.Boolean>;
                }>>;
                readonly lines: Schema.$Array<Schema.Struct<{
                    readonly lineId: Schema.NonEmptyString;
                    readonly productId: Schema.NonEmptyString;
                    readonly variantId: Schema.optionalKey<Schema.NonEmptyString>;
                    readonly sku: Schema.NonEmptyString;
                    readonly title: Schema.NonEmptyString;
                    readonly quantity: Schema.decodeTo<Schema.toType<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>, Schema.Union<readonly [Schema.Int, Schema.String]>, never, never>;
                    readonly currency: Schema.NonEmptyString;
                    readonly price: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
                    readonly originalPrice: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
                    readonly paidPrice: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
                    readonly paidAmount: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
                    readonly tax: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
                    readonly goodsTax: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
                    readonly shippingTax: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
                    readonly shippingPrice: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
                    readonly discount: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
                    readonly discountedTotal: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
                    readonly platformDiscount: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
                    readonly sellerDiscount: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
                    readonly customization: Schema.optionalKey<Schema.$Array<Schema.Struct<{
                        readonly name: Schema.NonEmptyString;
                        readonly value: Schema.RedactedFromValue<Schema.NonEmptyString>;
                    }>>>;
                    readonly isGift: Schema.optionalKey<Schema.Boolean>;
                    readonly giftMessage: Schema.optionalKey<Schema.RedactedFromValue<Schema.NonEmptyString>>;
                }>>;
                readonly buyerMessage: Schema.optionalKey<Schema.RedactedFromValue<Schema.NonEmptyString>>;
                readonly sellerRemark: Schema.optionalKey<Schema.RedactedFromValue<Schema.NonEmptyString>>;
                readonly shippingService: Schema.optionalKey<Schema.NonEmptyString>;
                readonly carrierCode: Schema.optionalKey<Schema.NonEmptyString>;
                readonly carrierName: Schema.optionalKey<Schema.NonEmptyString>;
                readonly trackingNumber: Schema.optionalKey<Schema.NonEmptyString>;
                readonly fulfillments: Schema.optionalKey<Schema.$Array<Schema.Struct<{
                    readonly fulfillmentId: Schema.optionalKey<Schema.NonEmptyString>;
                    readonly trackingNumber: Schema.optionalKey<Schema.NonEmptyString>;
                    readonly carrierCode: Schema.optionalKey<Schema.NonEmptyString>;
                    readonly carrierName: Schema.optionalKey<Schema.NonEmptyString>;
                    readonly shippedAt: Schema.optionalKey<Schema.DateTimeUtcFromString>;
                    readonly lines: Schema.optionalKey<Schema.$Array<Schema.Struct<{
                        readonly lineId: Schema.NonEmptyString;
                        readonly quantity: Schema.decodeTo<Schema.toType<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>, Schema.Union<readonly [Schema.Int, Schema.String]>, never, never>;
                    }>>>;
                }>>>;
                readonly shipBefore: Schema.optionalKey<Schema.DateTimeUtcFromString>;
                readonly deliverBefore: Schema.optionalKey<Schema.DateTimeUtcFromString>;
                readonly shippedAt: Schema.optionalKey<Schema.DateTimeUtcFromString>;
                readonly deliveredAt: Schema.optionalKey<Schema.DateTimeUtcFromString>;
                readonly locationId: Schema.optionalKey<Schema.NonEmptyString>;
                readonly locationName: Schema.optionalKey<Schema.NonEmptyString>;
                readonly isShippedOnline: Schema.optionalKey<Schema.Boolean>;
                readonly isFulfilledByPlatform: Schema.optionalKey<Schema.Boolean>;
                readonly isPreSale: Schema.optionalKey<Schema.Boolean>;
                readonly raw: Schema.RedactedFromValue<Schema.NonEmptyString>;
            }>;
        }>;
    }>;
    export type Event = typeof Event.Type;
    export interface Limits {
        readonly ordersPerQuery: number;
        readonly stockUpdatesPerCall?: number;
        readonly updateWindow?: DurationInput;
        readonly callsPerSecond?: number;
        readonly visibilityDelay?: DurationInput;
        readonly pollInterval?: DurationInput;
        readonly hasStableCursor?: boolean;
        readonly shops?: "one" | "several";
    }
    const required: readonly [Operation.Operation<"getOrders", Schema.Struct<{
        readonly onlineShopId: Schema.optionalKey<Schema.NonEmptyString>;
        readonly updatedFrom: Schema.optionalKey<Schema.DateTimeUtcFromString>;
        readonly updatedTo: Schema.optionalKey<Schema.DateTimeUtcFromString>;
        readonly cursor: Schema.optionalKey<Schema.NonEmptyString>;
        readonly limit: Schema.Int;
        readonly onlineOrderIds: Schema.optionalKey<Schema.NonEmptyArray<Schema.NonEmptyString>>;
    }>, Schema.Struct<{
        readonly nextCursor: Schema.optionalKey<Schema.NonEmptyString>;
        readonly pageCount: Schema.optionalKey<Schema.Int>;
        readonly items: Schema.$Array<Schema.Struct<{
            readonly displayNumber: Schema.optionalKey<Schema.NonEmptyString>;
            readonly purchaseOrderNumber: Schema.optionalKey<Schema.NonEmptyString>;
            readonly pricesIncludeTax: Schema.optionalKey<Schema.Boolean>;
            readonly taxIds: Schema.optionalKey<Schema.$Array<Schema.Struct<{
                readonly of: Schema.Literals<readonly ["buyer", "seller", "platform"]>;
                readonly kind: Schema.NonEmptyString;
                readonly value: Schema.RedactedFromValue<Schema.NonEmptyString>;
                readonly country: Schema.optionalKey<Schema.NonEmptyString>;
            }>>>;
            readonly incoterm: Schema.optionalKey<Schema.String>;
            readonly deliveryRequirements: Schema.optionalKey<Schema.$Array<Schema.Literals<readonly ["signature", "age", "identity", "pallet"]>>>;
            readonly platform: Schema.NonEmptyString;
            readonly shopId: Schema.NonEmptyString;
            readonly onlineShopId: Schema.optionalKey<Schema.NonEmptyString>;
            readonly onlineOrderId: Schema.NonEmptyString;
            readonly createdAt: Schema.DateTimeUtcFromString;
            readonly paidAt: Schema.optionalKey<Schema.DateTimeUtcFromString>;
            readonly modifiedAt: Schema.optionalKey<Schema.DateTimeUtcFromString>;
            readonly phase: Schema.Literals<readonly ["unpaid", "open", "onHold", "finished", "cancelled", "closed"]>;
            readonly status: Schema.NonEmptyString;
            readonly holdReason: Schema.optionalKey<Schema.NonEmptyString>;
            readonly cancelReason: Schema.optionalKey<Schema.NonEmptyString>;
            readonly paymentMethod: Schema.Literals<readonly ["online", "cashOnDelivery"]>;
            readonly cashOnDelivery: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly currency: Schema.NonEmptyString;
            readonly total: Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>;
            readonly freight: Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>;
            readonly buyerPaidFreight: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly discount: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly sellerDiscount: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly platformDiscount: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly platformReimbursement: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly tax: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly freightTax: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly fees: Schema.optionalKey<Schema.$Array<Schema.Struct<{
                readonly name: Schema.NonEmptyString;
                readonly amount: Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>;
                readonly tax: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            }>>>;
            readonly buyerId: Schema.optionalKey<Schema.NonEmptyString>;
            readonly buyerName: Schema.optionalKey<Schema.RedactedFromValue<Schema.NonEmptyString>>;
            readonly receiver: Schema.Struct<{
                readonly company: Schema.optionalKey<Schema.RedactedFromValue<Schema.NonEmptyString>>;
                readonly instructions: Schema.optionalKey<Schema.RedactedFromValue<Schema.NonEmptyString>>;
                readonly addressType: Schema.optionalKey<Schema.Literals<readonly ["residential", "business"]>>;
                readonly pickupPointId: Schema.optionalKey<Schema.NonEmptyString>;
                readonly name: Schema.optionalKey<Schema.RedactedFromValue<Schema.NonEmptyString>>;
                readonly phone: Schema.optionalKey<Schema.RedactedFromValue<Schema.NonEmptyString>>;
                readonly email: Schema.optionalKey<Schema.RedactedFromValue<Schema.NonEmptyString>>;
                readonly country: Schema.optionalKey<Schema.NonEmptyString>;
                readonly state: Schema.optionalKey<Schema.NonEmptyString>;
                readonly city: Schema.optionalKey<Schema.NonEmptyString>;
                readonly district: Schema.optionalKey<Schema.NonEmptyString>;
                readonly address1: Schema.optionalKey<Schema.RedactedFromValue<Schema.NonEmptyString>>;
                readonly address2: Schema.optionalKey<Schema.RedactedFromValue<Schema.NonEmptyString>>;
                readonly postalCode: Schema.optionalKey<Schema.RedactedFromValue<Schema.NonEmptyString>>;
                readonly isMasked: Schema.optionalKey<Schema.Boolean>;
            }>;
            readonly billing: Schema.optionalKey<Schema.Struct<{
                readonly company: Schema.optionalKey<Schema.RedactedFromValue<Schema.NonEmptyString>>;
                readonly instructions: Schema.optionalKey<Schema.RedactedFromValue<Schema.NonEmptyString>>;
                readonly addressType: Schema.optionalKey<Schema.Literals<readonly ["residential", "business"]>>;
                readonly pickupPointId: Schema.optionalKey<Schema.NonEmptyString>;
                readonly name: Schema.optionalKey<Schema.RedactedFromValue<Schema.NonEmptyString>>;
                readonly phone: Schema.optionalKey<Schema.RedactedFromValue<Schema.NonEmptyString>>;
                readonly email: Schema.optionalKey<Schema.RedactedFromValue<Schema.NonEmptyString>>;
                readonly country: Schema.optionalKey<Schema.NonEmptyString>;
                readonly state: Schema.optionalKey<Schema.NonEmptyString>;
                readonly city: Schema.optionalKey<Schema.NonEmptyString>;
                readonly district: Schema.optionalKey<Schema.NonEmptyString>;
                readonly address1: Schema.optionalKey<Schema.RedactedFromValue<Schema.NonEmptyString>>;
                readonly address2: Schema.optionalKey<Schema.RedactedFromValue<Schema.NonEmptyString>>;
                readonly postalCode: Schema.optionalKey<Schema.RedactedFromValue<Schema.NonEmptyString>>;
                readonly isMasked: Schema.optionalKey<Schema.Boolean>;
            }>>;
            readonly lines: Schema.$Array<Schema.Struct<{
                readonly lineId: Schema.NonEmptyString;
                readonly productId: Schema.NonEmptyString;
                readonly variantId: Schema.optionalKey<Schema.NonEmptyString>;
                readonly sku: Schema.NonEmptyString;
                readonly title: Schema.NonEmptyString;
                readonly quantity: Schema.decodeTo<Schema.toType<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>, Schema.Union<readonly [Schema.Int, Schema.String]>, never, never>;
                readonly currency: Schema.NonEmptyString;
                readonly price: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
                readonly originalPrice: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
                readonly paidPrice: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
                readonly paidAmount: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
                readonly tax: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
                readonly goodsTax: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
                readonly shippingTax: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
                readonly shippingPrice: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
                readonly discount: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
                readonly discountedTotal: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
                readonly platformDiscount: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
                readonly sellerDiscount: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
                readonly customization: Schema.optionalKey<Schema.$Array<Schema.Struct<{
                    readonly name: Schema.NonEmptyString;
                    readonly value: Schema.RedactedFromValue<Schema.NonEmptyString>;
                }>>>;
                readonly isGift: Schema.optionalKey<Schema.Boolean>;
                readonly giftMessage: Schema.optionalKey<Schema.RedactedFromValue<Schema.NonEmptyString>>;
            }>>;
            readonly buyerMessage: Schema.optionalKey<Schema.RedactedFromValue<Schema.NonEmptyString>>;
            readonly sellerRemark: Schema.optionalKey<Schema.RedactedFromValue<Schema.NonEmptyString>>;
            readonly shippingService: Schema.optionalKey<Schema.NonEmptyString>;
            readonly carrierCode: Schema.optionalKey<Schema.NonEmptyString>;
            readonly carrierName: Schema.optionalKey<Schema.NonEmptyString>;
            readonly trackingNumber: Schema.optionalKey<Schema.NonEmptyString>;
            readonly fulfillments: Schema.optionalKey<Schema.$Array<Schema.Struct<{
                readonly fulfillmentId: Schema.optionalKey<Schema.NonEmptyString>;
                readonly trackingNumber: Schema.optionalKey<Schema.NonEmptyString>;
                readonly carrierCode: Schema.optionalKey<Schema.NonEmptyString>;
                readonly carrierName: Schema.optionalKey<Schema.NonEmptyString>;
                readonly shippedAt: Schema.optionalKey<Schema.DateTimeUtcFromString>;
                readonly lines: Schema.optionalKey<Schema.$Array<Schema.Struct<{
                    readonly lineId: Schema.NonEmptyString;
                    readonly quantity: Schema.decodeTo<Schema.toType<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>, Schema.Union<readonly [Schema.Int, Schema.String]>, never, never>;
                }>>>;
            }>>>;
            readonly shipBefore: Schema.optionalKey<Schema.DateTimeUtcFromString>;
            readonly deliverBefore: Schema.optionalKey<Schema.DateTimeUtcFromString>;
            readonly shippedAt: Schema.optionalKey<Schema.DateTimeUtcFromString>;
            readonly deliveredAt: Schema.optionalKey<Schema.DateTimeUtcFromString>;
            readonly locationId: Schema.optionalKey<Schema.NonEmptyString>;
            readonly locationName: Schema.optionalKey<Schema.NonEmptyString>;
            readonly isShippedOnline: Schema.optionalKey<Schema.Boolean>;
            readonly isFulfilledByPlatform: Schema.optionalKey<Schema.Boolean>;
            readonly isPreSale: Schema.optionalKey<Schema.Boolean>;
            readonly raw: Schema.RedactedFromValue<Schema.NonEmptyString>;
        }>>;
        readonly unreadable: Schema.optionalKey<Schema.$Array<Schema.NonEmptyString>>;
    }>, "read", false>];
    const optional: readonly [Operation.Operation<"listOrderStatuses", Schema.Struct<{
        readonly onlineShopId: Schema.optionalKey<Schema.NonEmptyString>;
    }>, Schema.Struct<{
        readonly finished: Schema.$Array<Schema.Struct<{
            readonly status: Schema.NonEmptyString;
            readonly nameEn: Schema.optionalKey<Schema.NonEmptyString>;
            readonly nameZh: Schema.optionalKey<Schema.NonEmptyString>;
        }>>;
        readonly cancelled: Schema.$Array<Schema.Struct<{
            readonly status: Schema.NonEmptyString;
            readonly nameEn: Schema.optionalKey<Schema.NonEmptyString>;
            readonly nameZh: Schema.optionalKey<Schema.NonEmptyString>;
        }>>;
    }>, "read", false>, Operation.Operation<"markReadyToShip", Schema.Struct<{
        readonly onlineShopId: Schema.optionalKey<Schema.NonEmptyString>;
        readonly onlineOrderId: Schema.NonEmptyString;
        readonly trackingNumber: Schema.NonEmptyString;
        readonly providerCode: Schema.NonEmptyString;
        readonly lines: Schema.optionalKey<Schema.NonEmptyArray<Schema.Struct<{
            readonly lineId: Schema.NonEmptyString;
            readonly quantity: Schema.decodeTo<Schema.toType<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>, Schema.Union<readonly [Schema.Int, Schema.String]>, never, never>;
        }>>>;
    }>, Schema.Struct<{
        readonly "~empty": Schema.optionalKey<Schema.Never>;
    }>, "create", false>, Operation.Operation<"listProducts", Schema.Struct<{
        readonly onlineShopId: Schema.optionalKey<Schema.NonEmptyString>;
        readonly updatedFrom: Schema.optionalKey<Schema.DateTimeUtcFromString>;
        readonly updatedTo: Schema.optionalKey<Schema.DateTimeUtcFromString>;
        readonly cursor: Schema.optionalKey<Schema.NonEmptyString>;
        readonly limit: Schema.Int;
        readonly productIds: Schema.optionalKey<Schema.NonEmptyArray<Schema.NonEmptyString>>;
        readonly variantIds: Schema.optionalKey<Schema.NonEmptyArray<Schema.NonEmptyString>>;
    }>, Schema.Struct<{
        readonly nextCursor: Schema.optionalKey<Schema.NonEmptyString>;
        readonly pageCount: Schema.optionalKey<Schema.Int>;
        readonly items: Schema.$Array<Schema.Struct<{
            readonly productId: Schema.NonEmptyString;
            readonly variantId: Schema.optionalKey<Schema.NonEmptyString>;
            readonly extraVariantId: Schema.optionalKey<Schema.NonEmptyString>;
            readonly sku: Schema.NonEmptyString;
            readonly sellerSku: Schema.optionalKey<Schema.NonEmptyString>;
            readonly title: Schema.NonEmptyString;
            readonly name: Schema.optionalKey<Schema.NonEmptyString>;
            readonly status: Schema.NonEmptyString;
            readonly imageUrl: Schema.optionalKey<Schema.NonEmptyString>;
            readonly stock: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly stockByLocation: Schema.optionalKey<Schema.$Array<Schema.Struct<{
                readonly locationId: Schema.NonEmptyString;
                readonly available: Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>;
            }>>>;
            readonly price: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly currency: Schema.optionalKey<Schema.NonEmptyString>;
            readonly weight: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly weightUnit: Schema.optionalKey<Schema.NonEmptyString>;
            readonly length: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly width: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly height: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly dimensionUnit: Schema.optionalKey<Schema.NonEmptyString>;
            readonly color: Schema.optionalKey<Schema.NonEmptyString>;
            readonly size: Schema.optionalKey<Schema.NonEmptyString>;
        }>>;
    }>, "read", false>, Operation.Operation<"listProductStatuses", Schema.Struct<{
        readonly onlineShopId: Schema.optionalKey<Schema.NonEmptyString>;
    }>, Schema.Struct<{
        readonly items: Schema.$Array<Schema.Struct<{
            readonly status: Schema.NonEmptyString;
            readonly nameEn: Schema.optionalKey<Schema.NonEmptyString>;
            readonly nameZh: Schema.optionalKey<Schema.NonEmptyString>;
        }>>;
    }>, "read", false>, Operation.Operation<"updateStock", Schema.Struct<{
        readonly onlineShopId: Schema.optionalKey<Schema.NonEmptyString>;
        readonly items: Schema.NonEmptyArray<Schema.Struct<{
            readonly productId: Schema.NonEmptyString;
            readonly variantId: Schema.optionalKey<Schema.NonEmptyString>;
            readonly extraVariantId: Schema.optionalKey<Schema.NonEmptyString>;
            readonly name: Schema.optionalKey<Schema.NonEmptyString>;
            readonly stock: Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>;
            readonly stockByLocation: Schema.optionalKey<Schema.$Array<Schema.Struct<{
                readonly locationId: Schema.optionalKey<Schema.NonEmptyString>;
                readonly available: Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>;
            }>>>;
        }>>;
    }>, Schema.Struct<{
        readonly failures: Schema.$Array<Schema.Struct<{
            readonly productId: Schema.NonEmptyString;
            readonly variantId: Schema.optionalKey<Schema.NonEmptyString>;
            readonly locationId: Schema.optionalKey<Schema.NonEmptyString>;
            readonly reason: Schema.NonEmptyString;
        }>>;
    }>, "push", false>, Operation.Operation<"listShippingProviders", Schema.Struct<{
        readonly onlineShopId: Schema.optionalKey<Schema.NonEmptyString>;
    }>, Schema.Struct<{
        readonly items: Schema.$Array<Schema.Struct<{
            readonly code: Schema.NonEmptyString;
            readonly name: Schema.NonEmptyString;
        }>>;
    }>, "read", false>, Operation.Operation<"createShipment", Schema.Struct<{
        readonly onlineShopId: Schema.optionalKey<Schema.NonEmptyString>;
        readonly onlineOrderId: Schema.NonEmptyString;
        readonly providerCode: Schema.NonEmptyString;
        readonly providerName: Schema.NonEmptyString;
        readonly items: Schema.optionalKey<Schema.NonEmptyArray<Schema.Struct<{
            readonly packageNumber: Schema.optionalKey<Schema.NonEmptyString>;
            readonly productId: Schema.NonEmptyString;
            readonly variantId: Schema.optionalKey<Schema.NonEmptyString>;
            readonly quantity: Schema.decodeTo<Schema.toType<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>, Schema.Union<readonly [Schema.Int, Schema.String]>, never, never>;
        }>>>;
    }>, Schema.Struct<{
        readonly trackingNumber: Schema.NonEmptyString;
        readonly carrierName: Schema.optionalKey<Schema.NonEmptyString>;
        readonly labels: Schema.optionalKey<Schema.$Array<Schema.TaggedUnion<{
            readonly Link: Schema.TaggedStruct<"Link", {
                readonly trackingNumber: Schema.optionalKey<Schema.NonEmptyString>;
                readonly carrierName: Schema.optionalKey<Schema.NonEmptyString>;
                readonly url: Schema.RedactedFromValue<Schema.NonEmptyString>;
            }>;
            readonly Pdf: Schema.TaggedStruct<"Pdf", {
                readonly trackingNumber: Schema.optionalKey<Schema.NonEmptyString>;
                readonly carrierName: Schema.optionalKey<Schema.NonEmptyString>;
                readonly content: Schema.RedactedFromValue<Schema.NonEmptyString>;
            }>;
        }>>>;
    }>, "create", false>, Operation.Operation<"cancelShipment", Schema.Struct<{
        readonly onlineShopId: Schema.optionalKey<Schema.NonEmptyString>;
        readonly onlineOrderId: Schema.NonEmptyString;
        readonly trackingNumber: Schema.NonEmptyString;
        readonly reason: Schema.optionalKey<Schema.NonEmptyString>;
        readonly items: Schema.optionalKey<Schema.NonEmptyArray<Schema.Struct<{
            readonly packageNumber: Schema.optionalKey<Schema.NonEmptyString>;
            readonly productId: Schema.NonEmptyString;
            readonly variantId: Schema.optionalKey<Schema.NonEmptyString>;
            readonly quantity: Schema.decodeTo<Schema.toType<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>, Schema.Union<readonly [Schema.Int, Schema.String]>, never, never>;
        }>>>;
    }>, Schema.Struct<{
        readonly "~empty": Schema.optionalKey<Schema.Never>;
    }>, "cancel", false>, Operation.Operation<"getLabels", Schema.Struct<{
        readonly onlineShopId: Schema.optionalKey<Schema.NonEmptyString>;
        readonly onlineOrderId: Schema.NonEmptyString;
        readonly providerCode: Schema.optionalKey<Schema.NonEmptyString>;
        readonly providerName: Schema.optionalKey<Schema.NonEmptyString>;
        readonly items: Schema.optionalKey<Schema.NonEmptyArray<Schema.Struct<{
            readonly packageNumber: Schema.optionalKey<Schema.NonEmptyString>;
            readonly productId: Schema.NonEmptyString;
            readonly variantId: Schema.optionalKey<Schema.NonEmptyString>;
            readonly quantity: Schema.decodeTo<Schema.toType<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>, Schema.Union<readonly [Schema.Int, Schema.String]>, never, never>;
        }>>>;
    }>, Schema.Struct<{
        readonly items: Schema.$Array<Schema.TaggedUnion<{
            readonly Link: Schema.TaggedStruct<"Link", {
                readonly trackingNumber: Schema.optionalKey<Schema.NonEmptyString>;
                readonly carrierName: Schema.optionalKey<Schema.NonEmptyString>;
                readonly url: Schema.RedactedFromValue<Schema.NonEmptyString>;
            }>;
            readonly Pdf: Schema.TaggedStruct<"Pdf", {
                readonly trackingNumber: Schema.optionalKey<Schema.NonEmptyString>;
                readonly carrierName: Schema.optionalKey<Schema.NonEmptyString>;
                readonly content: Schema.RedactedFromValue<Schema.NonEmptyString>;
            }>;
        }>>;
    }>, "read", false>, Operation.Operation<"getTracking", Schema.Struct<{
        readonly onlineShopId: Schema.optionalKey<Schema.NonEmptyString>;
        readonly onlineOrderId: Schema.optionalKey<Schema.NonEmptyString>;
        readonly packageNumber: Schema.optionalKey<Schema.NonEmptyString>;
    }>, Schema.Struct<{
        readonly phase: Schema.Literals<readonly ["created", "availableForPickup", "inTransit", "outForDelivery", "delivered", "notFound", "cancelled", "unknown"]>;
        readonly status: Schema.NonEmptyString;
        readonly events: Schema.$Array<Schema.Struct<{
            readonly description: Schema.NonEmptyString;
            readonly at: Schema.DateTimeUtcFromString;
        }>>;
    }>, "read", false>, Operation.Operation<"listLocations", Schema.Struct<{
        readonly onlineShopId: Schema.optionalKey<Schema.NonEmptyString>;
    }>, Schema.Struct<{
        readonly items: Schema.$Array<Schema.Struct<{
            readonly code: Schema.NonEmptyString;
            readonly name: Schema.NonEmptyString;
        }>>;
    }>, "read", false>, Operation.Operation<"announce", Schema.Struct<{
        readonly isLocked: Schema.Boolean;
        readonly callbackUrl: Schema.URLFromString;
        readonly customerId: Schema.optionalKey<Schema.NonEmptyString>;
    }>, Schema.Struct<{
        readonly "~empty": Schema.optionalKey<Schema.Never>;
    }>, "push", false>];
    export interface V1 extends Contract.Contract<"platform/v1", typeof required, typeof optional, {
        readonly limits: Limits;
    }, Event> {
        readonly demands: {
            readonly cancelShipment: "createShipment";
        };
    }
    export const contract: V1;
    export type AnyOperation = Contract.AnyOperation<V1>;
    export type OptionalName = Contract.OptionalName<V1>;
    export type OperationName = Contract.OperationName<V1>;
    export type Handlers<Offers extends OptionalName = never> = Contract.Handlers<V1, Offers>;
    export type Emit = Contract.Emit<Event>;
    export type Incoming = Contract.Incoming<Event>;
    export interface Adapter extends Contract.Adapter<V1> {
    }
    const Platform_base: Context.ServiceClass<Platform, "@crossdock/core/PlatformV1/Platform", Adapter>;
    export class Platform extends Platform_base {
    }
    export interface Plugin<Settings extends Schema.Codec<any, any>, R, Id extends string = string> extends Contract.Plugin<V1, Platform, Settings, R, Id> {
    }
    export const plugin: <const Id extends string, Settings extends Schema.Codec<any, any>, R, const Offers extends Contract.OptionalName<V1> = never, const Receives extends boolean = false>(spec: Contract.Spec<V1, Id, Settings, R, Offers, Receives> & {
        readonly limits: Limits | ((settings: Settings["Type"]) => Limits);
    } & Contract.Complete<V1, Offers, Receives>) => Contract.Plugin<V1, Platform, Settings, Exclude<R, import("effect/Scope").Scope>, Id>;
    export const preset: <const Id extends string, Settings extends Schema.Codec<any, any>, R, const Can extends Contract.OptionalName<V1>>(spec: Contract.PresetSpec<V1, Id, Settings, R, Can>) => Contract.Plugin<V1, Platform, Settings, Exclude<R, import("effect/Scope").Scope>, Id>;
    export {};
}

declare module "RetryAfter" {
    import * as Duration from "effect/Duration";
    export const parse: (value: string | undefined, now: number) => Duration.Duration | undefined;
}

declare module "StockPages" {
    import * as Effect from "effect/Effect";
    import { ResponseInvalid } from "./AdapterError.ts";
    import type * as StockLevel from "./model/StockLevel.ts";
    import type * as Operation from "./Operation.ts";
    import type { ListStock } from "./WarehouseV1.ts";
    export const maxPages = 10000;
    export interface Walk extends Omit<typeof ListStock.payload.Type, "limit"> {
        readonly limit?: number;
        readonly maxPages?: number;
    }
    export const walk: <E, R>(listStock: Operation.Handler<Operation.Operation<"listStock", import("effect/Schema").Struct<{
        readonly warehouseCode: import("effect/Schema").NonEmptyString;
        readonly skus: import("effect/Schema").optionalKey<import("effect/Schema").NonEmptyArray<import("effect/Schema").brand<import("effect/Schema").NonEmptyString, "Sku">>>;
        readonly updatedSince: import("effect/Schema").optionalKey<import("effect/Schema").DateTimeUtcFromString>;
        readonly cursor: import("effect/Schema").optionalKey<import("effect/Schema").NonEmptyString>;
        readonly limit: import("effect/Schema").Int;
    }>, import("effect/Schema").Struct<{
        readonly items: import("effect/Schema").$Array<import("effect/Schema").Struct<{
            readonly warehouseCode: import("effect/Schema").NonEmptyString;
            readonly sku: import("effect/Schema").brand<import("effect/Schema").NonEmptyString, "Sku">;
            readonly unit: import("effect/Schema").optionalKey<import("effect/Schema").NonEmptyString>;
            readonly sellable: import("effect/Schema").decodeTo<import("effect/Schema").BigDecimal, import("effect/Schema").String, never, never>;
            readonly reserved: import("effect/Schema").optionalKey<import("effect/Schema").decodeTo<import("effect/Schema").BigDecimal, import("effect/Schema").String, never, never>>;
            readonly occupied: import("effect/Schema").optionalKey<import("effect/Schema").decodeTo<import("effect/Schema").BigDecimal, import("effect/Schema").String, never, never>>;
            readonly unsellable: import("effect/Schema").optionalKey<import("effect/Schema").decodeTo<import("effect/Schema").BigDecimal, import("effect/Schema").String, never, never>>;
            readonly pending: import("effect/Schema").optionalKey<import("effect/Schema").decodeTo<import("effect/Schema").BigDecimal, import("effect/Schema").String, never, never>>;
            readonly total: import("effect/Schema").optionalKey<import("effect/Schema").decodeTo<import("effect/Schema").BigDecimal, import("effect/Schema").String, never, never>>;
            readonly inTransit: import("effect/Schema").optionalKey<import("effect/Schema").decodeTo<import("effect/Schema").BigDecimal, import("effect/Schema").String, never, never>>;
        }>>;
        readonly nextCursor: import("effect/Schema").optionalKey<import("effect/Schema").NonEmptyString>;
        readonly pageCount: import("effect/Schema").optionalKey<import("effect/Schema").Int>;
    }>, "read", false>>, args_1: Walk, onPage: (items: ReadonlyArray<StockLevel.StockLevel>, page: number) => Effect.Effect<void, E, R>) => Effect.Effect<void, E | import("./AdapterError.ts").CredentialRejected | import("./AdapterError.ts").Duplicate | import("./AdapterError.ts").FaultUnlisted | import("./AdapterError.ts").OperationUnsupported | import("./AdapterError.ts").PeerUnavailable | import("./AdapterError.ts").RateLimited | import("./AdapterError.ts").Rejected | import("./AdapterError.ts").RequestInvalid | ResponseInvalid | import("./AdapterError.ts").TransportFailed, R>;
}

declare module "Storage" {
    import * as Context from "effect/Context";
    import type * as Effect from "effect/Effect";
    import type * as Redacted from "effect/Redacted";
    import * as Schema from "effect/Schema";
    export type Value = string | number | bigint | Uint8Array | null;
    export type Row = Readonly<Record<string, Value>>;
    const StorageFailed_base: Schema.Class<StorageFailed, Schema.TaggedStruct<"StorageFailed", {
        readonly cause: Schema.Defect;
    }>, import("effect/Cause").YieldableError>;
    export class StorageFailed extends StorageFailed_base {
    }
    const Storage_base: Context.ServiceClass<Storage, "@crossdock/core/Storage", {
        readonly dialect: "sqlite" | "postgres";
        readonly prefix: string;
        readonly query: (text: string, params?: ReadonlyArray<Value>) => Effect.Effect<ReadonlyArray<Row>, StorageFailed>;
        readonly transaction: <A, E, R>(work: Effect.Effect<A, E, R>) => Effect.Effect<A, E | StorageFailed, R>;
        readonly groupedTransaction: <A, E, R>(group: string, work: Effect.Effect<A, E, R>) => Effect.Effect<A, E | StorageFailed, R>;
        readonly seal: (text: Redacted.Redacted) => string;
        readonly unseal: (sealed: string) => Effect.Effect<Redacted.Redacted, StorageFailed>;
    }>;
    export class Storage extends Storage_base {
    }
    export {};
}

declare module "StorageTables" {
    import * as Effect from "effect/Effect";
    import type { StorageFailed } from "./Storage.ts";
    export interface Index<Table extends string = string> {
        readonly table: Table;
        readonly name: string;
        readonly on: string;
        readonly unique?: boolean;
    }
    export interface Definition<Table extends string = string> {
        readonly tables: Readonly<Record<Table, string>>;
        readonly indexes?: ReadonlyArray<Index<Table>>;
    }
    export const names: <Table extends string>(prefix: string, tables: ReadonlyArray<Table>) => { readonly [Name in Table]: string; };
    export const create: (args_0: {
        readonly dialect: "sqlite" | "postgres";
        readonly prefix: string;
        readonly query: (text: string, params?: ReadonlyArray<import("./Storage.ts").Value>) => Effect.Effect<ReadonlyArray<import("./Storage.ts").Row>, StorageFailed>;
        readonly transaction: <A, E, R>(work: Effect.Effect<A, E, R>) => Effect.Effect<A, E | StorageFailed, R>;
        readonly groupedTransaction: <A, E, R>(group: string, work: Effect.Effect<A, E, R>) => Effect.Effect<A, E | StorageFailed, R>;
        readonly seal: (text: import("effect/Redacted").Redacted) => string;
        readonly unseal: (sealed: string) => Effect.Effect<import("effect/Redacted").Redacted, StorageFailed>;
    }, args_1: Definition<string>) => Effect.Effect<void, StorageFailed, never>;
}

declare module "TimeLimit" {
    import * as Clock from "effect/Clock";
    import * as Duration from "effect/Duration";
    import * as Effect from "effect/Effect";
    export const after: (clock: Clock.Clock, millis: number, then: () => void) => () => void;
    export const within: <A, E, R, B, E2>(work: Effect.Effect<A, E, R>, duration: Duration.Input, orElse: () => Effect.Effect<B, E2>) => Effect.Effect<A | B, E | E2, R>;
}

declare module "Transport" {
    import * as Context from "effect/Context";
    import type { DurationInput } from "./DurationInput.ts";
    import type * as Effect from "effect/Effect";
    import type { TransportFailed } from "./AdapterError.ts";
    export type Headers = ReadonlyArray<readonly [name: string, value: string]>;
    export interface Request {
        readonly method: "GET" | "POST" | "PUT" | "DELETE" | "PATCH" | "HEAD" | "OPTIONS";
        readonly url: URL;
        readonly headers: Headers;
        readonly body: string;
        readonly bytes?: Uint8Array;
        readonly responseType?: "bytes";
        readonly remoteAddress?: string;
        readonly timeout?: DurationInput;
        readonly mayLeave?: () => boolean;
    }
    export interface Response {
        readonly status: number;
        readonly headers: Headers;
        readonly body: string;
        readonly bytes?: Uint8Array;
    }
    const Transport_base: Context.ServiceClass<Transport, "@crossdock/core/Transport", {
        readonly send: (request: Request) => Effect.Effect<Response, TransportFailed>;
    }>;
    export class Transport extends Transport_base {
    }
    export const bytesOf: ({ body, bytes }: Pick<Request | Response, "body" | "bytes">) => Uint8Array;
    export const header: (headers: Headers, name: string) => string | undefined;
    export {};
}

declare module "WarehouseV1" {
    import * as Context from "effect/Context";
    import type { DurationInput } from "./DurationInput.ts";
    import * as Schema from "effect/Schema";
    import * as Contract from "./Contract.ts";
    import * as Operation from "./Operation.ts";
    export const CreateOutboundOrder: Operation.Operation<"createOutboundOrder", Schema.Struct<{
        readonly displayNumber: Schema.optionalKey<Schema.NonEmptyString>;
        readonly purchaseOrderNumber: Schema.optionalKey<Schema.NonEmptyString>;
        readonly pricesIncludeTax: Schema.optionalKey<Schema.Boolean>;
        readonly taxIds: Schema.optionalKey<Schema.$Array<Schema.Struct<{
            readonly of: Schema.Literals<readonly ["buyer", "seller", "platform"]>;
            readonly kind: Schema.NonEmptyString;
            readonly value: Schema.RedactedFromValue<Schema.NonEmptyString>;
            readonly country: Schema.optionalKey<Schema.NonEmptyString>;
        }>>>;
        readonly incoterm: Schema.optionalKey<Schema.String>;
        readonly deliveryRequirements: Schema.optionalKey<Schema.$Array<Schema.Literals<readonly ["signature", "age", "identity", "pallet"]>>>;
        readonly orderNumber: Schema.brand<Schema.NonEmptyString, "OrderNumber">;
        readonly warehouseCode: Schema.NonEmptyString;
        readonly receiver: Schema.Struct<{
            readonly company: Schema.optionalKey<Schema.RedactedFromValue<Schema.NonEmptyString>>;
            readonly instructions: Schema.optionalKey<Schema.RedactedFromValue<Schema.NonEmptyString>>;
            readonly addressType: Schema.optionalKey<Schema.Literals<readonly ["residential", "business"]>>;
            readonly pickupPointId: Schema.optionalKey<Schema.NonEmptyString>;
            readonly name: Schema.RedactedFromValue<Schema.NonEmptyString>;
            readonly phone: Schema.optionalKey<Schema.RedactedFromValue<Schema.NonEmptyString>>;
            readonly email: Schema.optionalKey<Schema.RedactedFromValue<Schema.NonEmptyString>>;
            readonly country: Schema.String;
            readonly state: Schema.optionalKey<Schema.NonEmptyString>;
            readonly city: Schema.NonEmptyString;
            readonly district: Schema.optionalKey<Schema.NonEmptyString>;
            readonly address1: Schema.RedactedFromValue<Schema.NonEmptyString>;
            readonly address2: Schema.optionalKey<Schema.RedactedFromValue<Schema.NonEmptyString>>;
            readonly postalCode: Schema.optionalKey<Schema.RedactedFromValue<Schema.NonEmptyString>>;
        }>;
        readonly lines: Schema.NonEmptyArray<Schema.Struct<{
            readonly lineId: Schema.optionalKey<Schema.NonEmptyString>;
            readonly lot: Schema.optionalKey<Schema.NonEmptyString>;
            readonly expiresOn: Schema.optionalKey<Schema.String>;
            readonly sku: Schema.brand<Schema.NonEmptyString, "Sku">;
            readonly quantity: Schema.decodeTo<Schema.toType<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>, Schema.Union<readonly [Schema.Int, Schema.String]>, never, never>;
            readonly unit: Schema.optionalKey<Schema.NonEmptyString>;
            readonly erpSku: Schema.optionalKey<Schema.NonEmptyString>;
            readonly name: Schema.optionalKey<Schema.NonEmptyString>;
            readonly price: Schema.optionalKey<Schema.Struct<{
                readonly amount: Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>;
                readonly currency: Schema.optionalKey<Schema.NonEmptyString>;
                readonly per: Schema.Literals<readonly ["piece", "line"]>;
            }>>;
            readonly shippingPrice: Schema.optionalKey<Schema.Struct<{
                readonly amount: Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>;
                readonly currency: Schema.optionalKey<Schema.NonEmptyString>;
            }>>;
            readonly hsCode: Schema.optionalKey<Schema.NonEmptyString>;
            readonly chineseCustomsName: Schema.optionalKey<Schema.NonEmptyString>;
            readonly englishCustomsName: Schema.optionalKey<Schema.NonEmptyString>;
            readonly platformProductId: Schema.optionalKey<Schema.NonEmptyString>;
            readonly declaredValue: Schema.optionalKey<Schema.Struct<{
                readonly amount: Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>;
                readonly currency: Schema.optionalKey<Schema.NonEmptyString>;
                readonly per: Schema.Literals<readonly ["piece", "line"]>;
            }>>;
            readonly customization: Schema.optionalKey<Schema.$Array<Schema.Struct<{
                readonly name: Schema.NonEmptyString;
                readonly value: Schema.RedactedFromValue<Schema.NonEmptyString>;
            }>>>;
            readonly giftMessage: Schema.optionalKey<Schema.RedactedFromValue<Schema.NonEmptyString>>;
        }>>;
        readonly onlineOrderId: Schema.optionalKey<Schema.NonEmptyString>;
        readonly shopName: Schema.optionalKey<Schema.NonEmptyString>;
        readonly channelCode: Schema.optionalKey<Schema.NonEmptyString>;
        readonly platform: Schema.optionalKey<Schema.NonEmptyString>;
        readonly freight: Schema.optionalKey<Schema.Struct<{
            readonly amount: Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>;
            readonly currency: Schema.optionalKey<Schema.NonEmptyString>;
        }>>;
        readonly packageType: Schema.optionalKey<Schema.Literals<readonly ["NORMAL", "OWN_PACKAGE"]>>;
        readonly trackingNumber: Schema.optionalKey<Schema.NonEmptyString>;
        readonly label: Schema.optionalKey<Schema.RedactedFromValue<Schema.NonEmptyString>>;
        readonly cashOnDelivery: Schema.optionalKey<Schema.Struct<{
            readonly amount: Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>;
            readonly currency: Schema.optionalKey<Schema.NonEmptyString>;
        }>>;
        readonly orderedAt: Schema.optionalKey<Schema.DateTimeUtcFromString>;
        readonly shipBefore: Schema.optionalKey<Schema.DateTimeUtcFromString>;
        readonly promisedAt: Schema.optionalKey<Schema.DateTimeUtcFromString>;
        readonly onlineShopId: Schema.optionalKey<Schema.NonEmptyString>;
        readonly houseNumbers: Schema.optionalKey<Schema.$Array<Schema.RedactedFromValue<Schema.NonEmptyString>>>;
        readonly totalPrice: Schema.optionalKey<Schema.Struct<{
            readonly amount: Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>;
            readonly currency: Schema.optionalKey<Schema.NonEmptyString>;
        }>>;
        readonly paidAt: Schema.optionalKey<Schema.DateTimeUtcFromString>;
        readonly isInsured: Schema.optionalKey<Schema.Boolean>;
        readonly insuranceValue: Schema.optionalKey<Schema.Struct<{
            readonly amount: Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>;
            readonly currency: Schema.optionalKey<Schema.NonEmptyString>;
        }>>;
        readonly sellerId: Schema.optionalKey<Schema.NonEmptyString>;
        readonly remark: Schema.optionalKey<Schema.RedactedFromValue<Schema.NonEmptyString>>;
        readonly packageId: Schema.optionalKey<Schema.NonEmptyString>;
        readonly shippingProviderName: Schema.optionalKey<Schema.NonEmptyString>;
        readonly shippingProviderId: Schema.optionalKey<Schema.NonEmptyString>;
    }>, Schema.Struct<{
        readonly warehouseOrderNumber: Schema.optionalKey<Schema.NonEmptyString>;
    }>, "create", false>;
    export const CancelOutboundOrder: Operation.Operation<"cancelOutboundOrder", Schema.Struct<{
        readonly orderNumber: Schema.brand<Schema.NonEmptyString, "OrderNumber">;
        readonly warehouseCode: Schema.optionalKey<Schema.NonEmptyString>;
        readonly warehouseOrderNumber: Schema.optionalKey<Schema.NonEmptyString>;
        readonly referenceCode: Schema.optionalKey<Schema.NonEmptyString>;
    }>, Schema.Struct<{
        readonly outcome: Schema.optionalKey<Schema.Literals<readonly ["cancelled", "requested"]>>;
    }>, "cancel", false>;
    export const GetOutboundOrders: Operation.Operation<"getOutboundOrders", Schema.Struct<{
        readonly orders: Schema.NonEmptyArray<Schema.Struct<{
            readonly orderNumber: Schema.brand<Schema.NonEmptyString, "OrderNumber">;
            readonly warehouseOrderNumber: Schema.optionalKey<Schema.NonEmptyString>;
            readonly referenceCode: Schema.optionalKey<Schema.NonEmptyString>;
        }>>;
        readonly warehouseCode: Schema.optionalKey<Schema.NonEmptyString>;
    }>, Schema.Struct<{
        readonly items: Schema.$Array<Schema.Struct<{
            readonly parcelId: Schema.optionalKey<Schema.NonEmptyString>;
            readonly returnedAt: Schema.optionalKey<Schema.DateTimeUtcFromString>;
            readonly saidAt: Schema.optionalKey<Schema.DateTimeUtcFromString>;
            readonly orderNumber: Schema.brand<Schema.NonEmptyString, "OrderNumber">;
            readonly warehouseOrderNumber: Schema.optionalKey<Schema.NonEmptyString>;
            readonly warehouseCode: Schema.optionalKey<Schema.NonEmptyString>;
            readonly onlineOrderId: Schema.optionalKey<Schema.NonEmptyString>;
            readonly customerCode: Schema.optionalKey<Schema.NonEmptyString>;
            readonly phase: Schema.Literals<readonly ["open", "shipped", "delivered", "cancelled", "failed"]>;
            readonly status: Schema.NonEmptyString;
            readonly carrierName: Schema.optionalKey<Schema.NonEmptyString>;
            readonly trackingNumber: Schema.optionalKey<Schema.NonEmptyString>;
            readonly trackingUrl: Schema.optionalKey<Schema.String>;
            readonly shippedAt: Schema.optionalKey<Schema.DateTimeUtcFromString>;
            readonly deliveredAt: Schema.optionalKey<Schema.DateTimeUtcFromString>;
            readonly failedReason: Schema.optionalKey<Schema.NonEmptyString>;
            readonly lines: Schema.optionalKey<Schema.$Array<Schema.Struct<{
                readonly lineId: Schema.optionalKey<Schema.NonEmptyString>;
                readonly lot: Schema.optionalKey<Schema.NonEmptyString>;
                readonly expiresOn: Schema.optionalKey<Schema.String>;
                readonly sku: Schema.brand<Schema.NonEmptyString, "Sku">;
                readonly quantity: Schema.decodeTo<Schema.toType<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>, Schema.Union<readonly [Schema.Int, Schema.String]>, never, never>;
                readonly unit: Schema.optionalKey<Schema.NonEmptyString>;
            }>>>;
            readonly parcels: Schema.optionalKey<Schema.$Array<Schema.Struct<{
                readonly parcelId: Schema.optionalKey<Schema.NonEmptyString>;
                readonly returnedAt: Schema.optionalKey<Schema.DateTimeUtcFromString>;
                readonly saidAt: Schema.optionalKey<Schema.DateTimeUtcFromString>;
                readonly trackingNumber: Schema.NonEmptyString;
                readonly trackingUrl: Schema.optionalKey<Schema.String>;
                readonly carrierName: Schema.optionalKey<Schema.NonEmptyString>;
                readonly shippedAt: Schema.optionalKey<Schema.DateTimeUtcFromString>;
                readonly deliveredAt: Schema.optionalKey<Schema.DateTimeUtcFromString>;
                readonly lines: Schema.optionalKey<Schema.$Array<Schema.Struct<{
                    readonly lineId: Schema.optionalKey<Schema.NonEmptyString>;
                    readonly lot: Schema.optionalKey<Schema.NonEmptyString>;
                    readonly expiresOn: Schema.optionalKey<Schema.String>;
                    readonly sku: Schema.brand<Schema.NonEmptyString, "Sku">;
                    readonly quantity: Schema.decodeTo<Schema.toType<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>, Schema.Union<readonly [Schema.Int, Schema.String]>, never, never>;
                    readonly unit: Schema.optionalKey<Schema.NonEmptyString>;
                }>>>;
            }>>>;
        }>>;
        readonly unreadable: Schema.optionalKey<Schema.$Array<Schema.NonEmptyString>>;
    }>, "read", false>;
    export const ListWarehouses: Operation.Operation<"listWarehouses", Schema.Struct<{}>, Schema.Struct<{
        readonly items: Schema.$Array<Schema.Struct<{
            readonly code: Schema.NonEmptyString;
            readonly name: Schema.NonEmptyString;
        }>>;
    }>, "read", false>;
    export const ListChannels: Operation.Operation<"listChannels", Schema.Struct<{
        readonly warehouseCode: Schema.optionalKey<Schema.NonEmptyString>;
    }>, Schema.Struct<{
        readonly items: Schema.$Array<Schema.Struct<{
            readonly code: Schema.NonEmptyString;
            readonly name: Schema.NonEmptyString;
            readonly warehouseCode: Schema.optionalKey<Schema.NonEmptyString>;
            readonly carrierName: Schema.optionalKey<Schema.NonEmptyString>;
        }>>;
    }>, "read", false>;
    export const ListStock: Operation.Operation<"listStock", Schema.Struct<{
        readonly warehouseCode: Schema.NonEmptyString;
        readonly skus: Schema.optionalKey<Schema.NonEmptyArray<Schema.brand<Schema.NonEmptyString, "Sku">>>;
        readonly updatedSince: Schema.optionalKey<Schema.DateTimeUtcFromString>;
        readonly cursor: Schema.optionalKey<Schema.NonEmptyString>;
        readonly limit: Schema.Int;
    }>, Schema.Struct<{
        readonly items: Schema.$Array<Schema.Struct<{
            readonly warehouseCode: Schema.NonEmptyString;
            readonly sku: Schema.brand<Schema.NonEmptyString, "Sku">;
            readonly unit: Schema.optionalKey<Schema.NonEmptyString>;
            readonly sellable: Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>;
            readonly reserved: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly occupied: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly unsellable: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly pending: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly total: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly inTransit: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
        }>>;
        readonly nextCursor: Schema.optionalKey<Schema.NonEmptyString>;
        readonly pageCount: Schema.optionalKey<Schema.Int>;
    }>, "read", false>;
    export const CreateInboundOrder: Operation.Operation<"createInboundOrder", Schema.Struct<{
        readonly asnNumber: Schema.brand<Schema.NonEmptyString, "AsnNumber">;
        readonly warehouseCode: Schema.NonEmptyString;
        readonly customNumber: Schema.optionalKey<Schema.NonEmptyString>;
        readonly estimatedArrivalAt: Schema.optionalKey<Schema.DateTimeUtcFromString>;
        readonly trackingNumber: Schema.optionalKey<Schema.NonEmptyString>;
        readonly type: Schema.optionalKey<Schema.NonEmptyString>;
        readonly orderNumber: Schema.optionalKey<Schema.NonEmptyString>;
        readonly onlineOrderId: Schema.optionalKey<Schema.NonEmptyString>;
        readonly returnReason: Schema.optionalKey<Schema.NonEmptyString>;
        readonly warehouseOrderNumber: Schema.optionalKey<Schema.NonEmptyString>;
        readonly lines: Schema.NonEmptyArray<Schema.Struct<{
            readonly lineId: Schema.optionalKey<Schema.NonEmptyString>;
            readonly lot: Schema.optionalKey<Schema.NonEmptyString>;
            readonly expiresOn: Schema.optionalKey<Schema.String>;
            readonly sku: Schema.brand<Schema.NonEmptyString, "Sku">;
            readonly quantity: Schema.decodeTo<Schema.toType<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>, Schema.Union<readonly [Schema.Int, Schema.String]>, never, never>;
            readonly unit: Schema.optionalKey<Schema.NonEmptyString>;
            readonly name: Schema.optionalKey<Schema.NonEmptyString>;
        }>>;
        readonly packing: Schema.optionalKey<Schema.$Array<Schema.Struct<{
            readonly boxNumber: Schema.optionalKey<Schema.Int>;
            readonly markCode: Schema.optionalKey<Schema.NonEmptyString>;
            readonly quantity: Schema.optionalKey<Schema.decodeTo<Schema.toType<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>, Schema.Union<readonly [Schema.Int, Schema.String]>, never, never>>;
            readonly unit: Schema.optionalKey<Schema.NonEmptyString>;
            readonly sku: Schema.optionalKey<Schema.brand<Schema.NonEmptyString, "Sku">>;
            readonly name: Schema.optionalKey<Schema.NonEmptyString>;
            readonly length: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly width: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly height: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly lengthUnit: Schema.optionalKey<Schema.NonEmptyString>;
        }>>>;
        readonly goodsType: Schema.optionalKey<Schema.Literals<readonly ["FULL_CONTAINER", "PART_CONTAINER", "RETURN"]>>;
        readonly containerType: Schema.optionalKey<Schema.Literals<readonly ["20GP", "40GP", "40HQ", "45GP", "45HQ"]>>;
        readonly containerModel: Schema.optionalKey<Schema.NonEmptyString>;
        readonly bulkByPallet: Schema.optionalKey<Schema.Boolean>;
        readonly bulkByPiece: Schema.optionalKey<Schema.Boolean>;
        readonly palletCount: Schema.optionalKey<Schema.Int>;
    }>, Schema.Struct<{
        readonly referenceNumber: Schema.optionalKey<Schema.NonEmptyString>;
    }>, "create", false>;
    export const GetInboundOrders: Operation.Operation<"getInboundOrders", Schema.Struct<{
        readonly inboundOrders: Schema.NonEmptyArray<Schema.Struct<{
            readonly asnNumber: Schema.brand<Schema.NonEmptyString, "AsnNumber">;
            readonly referenceNumber: Schema.optionalKey<Schema.NonEmptyString>;
            readonly type: Schema.optionalKey<Schema.NonEmptyString>;
        }>>;
        readonly warehouseCode: Schema.optionalKey<Schema.NonEmptyString>;
    }>, Schema.Struct<{
        readonly items: Schema.$Array<Schema.Struct<{
            readonly asnNumber: Schema.brand<Schema.NonEmptyString, "AsnNumber">;
            readonly warehouseCode: Schema.optionalKey<Schema.NonEmptyString>;
            readonly phase: Schema.Literals<readonly ["announced", "shipping", "receiving", "received", "cancelled", "closed"]>;
            readonly status: Schema.NonEmptyString;
            readonly referenceNumber: Schema.optionalKey<Schema.NonEmptyString>;
            readonly finishedAt: Schema.optionalKey<Schema.DateTimeUtcFromString>;
            readonly lines: Schema.$Array<Schema.Struct<{
                readonly lineId: Schema.optionalKey<Schema.NonEmptyString>;
                readonly lot: Schema.optionalKey<Schema.NonEmptyString>;
                readonly expiresOn: Schema.optionalKey<Schema.String>;
                readonly sku: Schema.brand<Schema.NonEmptyString, "Sku">;
                readonly name: Schema.optionalKey<Schema.String>;
                readonly estimated: Schema.optionalKey<Schema.decodeTo<Schema.toType<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>, Schema.Union<readonly [Schema.Int, Schema.String]>, never, never>>;
                readonly received: Schema.decodeTo<Schema.toType<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>, Schema.Union<readonly [Schema.Int, Schema.String]>, never, never>;
                readonly good: Schema.optionalKey<Schema.decodeTo<Schema.toType<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>, Schema.Union<readonly [Schema.Int, Schema.String]>, never, never>>;
                readonly bad: Schema.optionalKey<Schema.decodeTo<Schema.toType<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>, Schema.Union<readonly [Schema.Int, Schema.String]>, never, never>>;
                readonly unit: Schema.optionalKey<Schema.NonEmptyString>;
            }>>;
        }>>;
        readonly unreadable: Schema.optionalKey<Schema.$Array<Schema.NonEmptyString>>;
    }>, "read", false>;
    export const CancelInboundOrders: Operation.Operation<"cancelInboundOrders", Schema.Struct<{
        readonly asnNumbers: Schema.NonEmptyArray<Schema.brand<Schema.NonEmptyString, "AsnNumber">>;
        readonly warehouseCode: Schema.optionalKey<Schema.NonEmptyString>;
    }>, Schema.Struct<{
        readonly items: Schema.$Array<Schema.Struct<{
            readonly asnNumber: Schema.brand<Schema.NonEmptyString, "AsnNumber">;
            readonly failure: Schema.optionalKey<Schema.NonEmptyString>;
        }>>;
    }>, "cancel", false>;
    export const UpsertProduct: Operation.Operation<"upsertProduct", Schema.Struct<{
        readonly warehouseCode: Schema.optionalKey<Schema.NonEmptyString>;
        readonly sku: Schema.brand<Schema.NonEmptyString, "Sku">;
        readonly erpSku: Schema.optionalKey<Schema.NonEmptyString>;
        readonly title: Schema.optionalKey<Schema.NonEmptyString>;
        readonly barcode: Schema.optionalKey<Schema.NonEmptyString>;
        readonly specifications: Schema.optionalKey<Schema.NonEmptyString>;
        readonly imageUrl: Schema.optionalKey<Schema.NonEmptyString>;
        readonly weight: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
        readonly netWeight: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
        readonly weightUnit: Schema.optionalKey<Schema.NonEmptyString>;
        readonly length: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
        readonly width: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
        readonly height: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
        readonly dimensionUnit: Schema.optionalKey<Schema.NonEmptyString>;
        readonly itemPackage: Schema.optionalKey<Schema.Int>;
        readonly brand: Schema.optionalKey<Schema.NonEmptyString>;
        readonly warehouseBarcode: Schema.optionalKey<Schema.NonEmptyString>;
        readonly hsCode: Schema.optionalKey<Schema.NonEmptyString>;
        readonly chineseCustomsName: Schema.optionalKey<Schema.NonEmptyString>;
        readonly englishCustomsName: Schema.optionalKey<Schema.NonEmptyString>;
        readonly declaredBy: Schema.optionalKey<Schema.Literals<readonly ["RATE", "CONSTANT"]>>;
        readonly declaredPrice: Schema.optionalKey<Schema.Struct<{
            readonly amount: Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>;
            readonly currency: Schema.optionalKey<Schema.NonEmptyString>;
        }>>;
        readonly declaredMaximum: Schema.optionalKey<Schema.Struct<{
            readonly amount: Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>;
            readonly currency: Schema.optionalKey<Schema.NonEmptyString>;
        }>>;
        readonly declaredRate: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
        readonly purchaseCost: Schema.optionalKey<Schema.Struct<{
            readonly amount: Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>;
            readonly currency: Schema.optionalKey<Schema.NonEmptyString>;
        }>>;
        readonly exchangeRates: Schema.optionalKey<Schema.$Record<Schema.String, Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>>;
    }>, Schema.Struct<{
        readonly "~empty": Schema.optionalKey<Schema.Never>;
    }>, "push", false>;
    export const Subscribe: Operation.Operation<"subscribe", Schema.Struct<{
        readonly callbackUrl: Schema.URLFromString;
    }>, Schema.Struct<{
        readonly subscriptionId: Schema.NonEmptyString;
        readonly expiresAt: Schema.optionalKey<Schema.DateTimeUtcFromString>;
    }>, "push", false>;
    export const Renew: Operation.Operation<"renew", Schema.Struct<{
        readonly subscriptionId: Schema.NonEmptyString;
        readonly callbackUrl: Schema.URLFromString;
    }>, Schema.Struct<{
        readonly subscriptionId: Schema.NonEmptyString;
        readonly expiresAt: Schema.optionalKey<Schema.DateTimeUtcFromString>;
    }>, "push", false>;
    export const Unsubscribe: Operation.Operation<"unsubscribe", Schema.Struct<{
        readonly subscriptionId: Schema.NonEmptyString;
    }>, Schema.Struct<{
        readonly "~empty": Schema.optionalKey<Schema.Never>;
    }>, "push", false>;
    export const Event: Schema.TaggedUnion<{
        readonly InboundChanged: Schema.TaggedStruct<"InboundChanged", {
            readonly asnNumber: Schema.brand<Schema.NonEmptyString, "AsnNumber">;
            readonly referenceNumber: Schema.optionalKey<Schema.NonEmptyString>;
        }>;
        readonly InboundProgressed: Schema.TaggedStruct<"InboundProgressed", {
            readonly progress: Schema.Struct<{
                readonly asnNumber: Schema.brand<Schema.NonEmptyString, "AsnNumber">;
                readonly warehouseCode: Schema.optionalKey<Schema.NonEmptyString>;
                readonly type: Schema.optionalKey<Schema.NonEmptyString>;
                readonly customerCode: Schema.optionalKey<Schema.NonEmptyString>;
                readonly phase: Schema.Literals<readonly ["announced", "shipping", "receiving", "received", "cancelled", "closed"]>;
                readonly status: Schema.NonEmptyString;
                readonly referenceNumber: Schema.optionalKey<Schema.NonEmptyString>;
                readonly finishedAt: Schema.optionalKey<Schema.DateTimeUtcFromString>;
                readonly updatedAt: Schema.DateTimeUtcFromString;
                readonly lines: Schema.$Array<Schema.Struct<{
                    readonly lineId: Schema.optionalKey<Schema.NonEmptyString>;
                    readonly lot: Schema.optionalKey<Schema.NonEmptyString>;
                    readonly expiresOn: Schema.optionalKey<Schema.String>;
                    readonly sku: Schema.brand<Schema.NonEmptyString, "Sku">;
                    readonly name: Schema.optionalKey<Schema.String>;
                    readonly estimated: Schema.optionalKey<Schema.decodeTo<Schema.toType<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>, Schema.Union<readonly [Schema.Int, Schema.String]>, never, never>>;
                    readonly received: Schema.decodeTo<Schema.toType<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>, Schema.Union<readonly [Schema.Int, Schema.String]>, never, never>;
                    readonly good: Schema.optionalKey<Schema.decodeTo<Schema.toType<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>, Schema.Union<readonly [Schema.Int, Schema.String]>, never, never>>;
                    readonly bad: Schema.optionalKey<Schema.decodeTo<Schema.toType<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>, Schema.Union<readonly [Schema.Int, Schema.String]>, never, never>>;
                    readonly unit: Schema.optionalKey<Schema.NonEmptyString>;
                }>>;
                readonly batchNo: Schema.optionalKey<Schema.NonEmptyString>;
            }>;
        }>;
        readonly OutboundChanged: Schema.TaggedStruct<"OutboundChanged", {
            readonly orderNumber: Schema.brand<Schema.NonEmptyString, "OrderNumber">;
            readonly warehouseOrderNumber: Schema.optionalKey<Schema.NonEmptyString>;
        }>;
        readonly OutboundStatusChanged: Schema.TaggedStruct<"OutboundStatusChanged", {
            readonly status: Schema.Struct<{
                readonly parcelId: Schema.optionalKey<Schema.NonEmptyString>;
                readonly returnedAt: Schema.optionalKey<Schema.DateTimeUtcFromString>;
                readonly saidAt: Schema.optionalKey<Schema.DateTimeUtcFromString>;
                readonly orderNumber: Schema.brand<Schema.NonEmptyString, "OrderNumber">;
                readonly warehouseOrderNumber: Schema.optionalKey<Schema.NonEmptyString>;
                readonly warehouseCode: Schema.optionalKey<Schema.NonEmptyString>;
                readonly onlineOrderId: Schema.optionalKey<Schema.NonEmptyString>;
                readonly customerCode: Schema.optionalKey<Schema.NonEmptyString>;
                readonly phase: Schema.Literals<readonly ["open", "shipped", "delivered", "cancelled", "failed"]>;
                readonly status: Schema.NonEmptyString;
                readonly carrierName: Schema.optionalKey<Schema.NonEmptyString>;
                readonly trackingNumber: Schema.optionalKey<Schema.NonEmptyString>;
                readonly trackingUrl: Schema.optionalKey<Schema.String>;
                readonly shippedAt: Schema.optionalKey<Schema.DateTimeUtcFromString>;
                readonly deliveredAt: Schema.optionalKey<Schema.DateTimeUtcFromString>;
                readonly failedReason: Schema.optionalKey<Schema.NonEmptyString>;
                readonly lines: Schema.optionalKey<Schema.$Array<Schema.Struct<{
                    readonly lineId: Schema.optionalKey<Schema.NonEmptyString>;
                    readonly lot: Schema.optionalKey<Schema.NonEmptyString>;
                    readonly expiresOn: Schema.optionalKey<Schema.String>;
                    readonly sku: Schema.brand<Schema.NonEmptyString, "Sku">;
                    readonly quantity: Schema.decodeTo<Schema.toType<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>, Schema.Union<readonly [Schema.Int, Schema.String]>, never, never>;
                    readonly unit: Schema.optionalKey<Schema.NonEmptyString>;
                }>>>;
                readonly parcels: Schema.optionalKey<Schema.$Array<Schema.Struct<{
                    readonly parcelId: Schema.optionalKey<Schema.NonEmptyString>;
                    readonly returnedAt: Schema.optionalKey<Schema.DateTimeUtcFromString>;
                    readonly saidAt: Schema.optionalKey<Schema.DateTimeUtcFromString>;
                    readonly trackingNumber: Schema.NonEmptyString;
                    readonly trackingUrl: Schema.optionalKey<Schema.String>;
                    readonly carrierName: Schema.optionalKey<Schema.NonEmptyString>;
                    readonly shippedAt: Schema.optionalKey<Schema.DateTimeUtcFromString>;
                    readonly deliveredAt: Schema.optionalKey<Schema.DateTimeUtcFromString>;
                    readonly lines: Schema.optionalKey<Schema.$Array<Schema.Struct<{
                        readonly lineId: Schema.optionalKey<Schema.NonEmptyString>;
                        readonly lot: Schema.optionalKey<Schema.NonEmptyString>;
                        readonly expiresOn: Schema.optionalKey<Schema.String>;
                        readonly sku: Schema.brand<Schema.NonEmptyString, "Sku">;
                        readonly quantity: Schema.decodeTo<Schema.toType<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>, Schema.Union<readonly [Schema.Int, Schema.String]>, never, never>;
                        readonly unit: Schema.optionalKey<Schema.NonEmptyString>;
                    }>>>;
                }>>>;
            }>;
        }>;
    }>;
    export type Event = typeof Event.Type;
    export type Report = Extract<Event, {
        readonly _tag: "OutboundStatusChanged" | "InboundProgressed";
    }>;
    export interface Limits {
        readonly linesPerOrder: number;
        readonly ordersPerQuery: number;
        readonly asnsPerQuery?: number;
        readonly callsPerSecond?: number;
        readonly requiresChannel?: boolean;
        readonly visibilityDelay?: DurationInput;
        readonly pollInterval?: DurationInput;
    }
    const required: readonly [Operation.Operation<"createOutboundOrder", Schema.Struct<{
        readonly displayNumber: Schema.optionalKey<Schema.NonEmptyString>;
        readonly purchaseOrderNumber: Schema.optionalKey<Schema.NonEmptyString>;
        readonly pricesIncludeTax: Schema.optionalKey<Schema.Boolean>;
        readonly taxIds: Schema.optionalKey<Schema.$Array<Schema.Struct<{
            readonly of: Schema.Literals<readonly ["buyer", "seller", "platform"]>;
            readonly kind: Schema.NonEmptyString;
            readonly value: Schema.RedactedFromValue<Schema.NonEmptyString>;
            readonly country: Schema.optionalKey<Schema.NonEmptyString>;
        }>>>;
        readonly incoterm: Schema.optionalKey<Schema.String>;
        readonly deliveryRequirements: Schema.optionalKey<Schema.$Array<Schema.Literals<readonly ["signature", "age", "identity", "pallet"]>>>;
        readonly orderNumber: Schema.brand<Schema.NonEmptyString, "OrderNumber">;
        readonly warehouseCode: Schema.NonEmptyString;
        readonly receiver: Schema.Struct<{
            readonly company: Schema.optionalKey<Schema.RedactedFromValue<Schema.NonEmptyString>>;
            readonly instructions: Schema.optionalKey<Schema.RedactedFromValue<Schema.NonEmptyString>>;
            readonly addressType: Schema.optionalKey<Schema.Literals<readonly ["residential", "business"]>>;
            readonly pickupPointId: Schema.optionalKey<Schema.NonEmptyString>;
            readonly name: Schema.RedactedFromValue<Schema.NonEmptyString>;
            readonly phone: Schema.optionalKey<Schema.RedactedFromValue<Schema.NonEmptyString>>;
            readonly email: Schema.optionalKey<Schema.RedactedFromValue<Schema.NonEmptyString>>;
            readonly country: Schema.String;
            readonly state: Schema.optionalKey<Schema.NonEmptyString>;
            readonly city: Schema.NonEmptyString;
            readonly district: Schema.optionalKey<Schema.NonEmptyString>;
            readonly address1: Schema.RedactedFromValue<Schema.NonEmptyString>;
            readonly address2: Schema.optionalKey<Schema.RedactedFromValue<Schema.NonEmptyString>>;
            readonly postalCode: Schema.optionalKey<Schema.RedactedFromValue<Schema.NonEmptyString>>;
        }>;
        readonly lines: Schema.NonEmptyArray<Schema.Struct<{
            readonly lineId: Schema.optionalKey<Schema.NonEmptyString>;
            readonly lot: Schema.optionalKey<Schema.NonEmptyString>;
            readonly expiresOn: Schema.optionalKey<Schema.String>;
            readonly sku: Schema.brand<Schema.NonEmptyString, "Sku">;
            readonly quantity: Schema.decodeTo<Schema.toType<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>, Schema.Union<readonly [Schema.Int, Schema.String]>, never, never>;
            readonly unit: Schema.optionalKey<Schema.NonEmptyString>;
            readonly erpSku: Schema.optionalKey<Schema.NonEmptyString>;
            readonly name: Schema.optionalKey<Schema.NonEmptyString>;
            readonly price: Schema.optionalKey<Schema.Struct<{
                readonly amount: Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>;
                readonly currency: Schema.optionalKey<Schema.NonEmptyString>;
                readonly per: Schema.Literals<readonly ["piece", "line"]>;
            }>>;
            readonly shippingPrice: Schema.optionalKey<Schema.Struct<{
                readonly amount: Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>;
                readonly currency: Schema.optionalKey<Schema.NonEmptyString>;
            }>>;
            readonly hsCode: Schema.optionalKey<Schema.NonEmptyString>;
            readonly chineseCustomsName: Schema.optionalKey<Schema.NonEmptyString>;
            readonly englishCustomsName: Schema.optionalKey<Schema.NonEmptyString>;
            readonly platformProductId: Schema.optionalKey<Schema.NonEmptyString>;
            readonly declaredValue: Schema.optionalKey<Schema.Struct<{
                readonly amount: Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>;
                readonly currency: Schema.optionalKey<Schema.NonEmptyString>;
                readonly per: Schema.Literals<readonly ["piece", "line"]>;
            }>>;
            readonly customization: Schema.optionalKey<Schema.$Array<Schema.Struct<{
                readonly name: Schema.NonEmptyString;
                readonly value: Schema.RedactedFromValue<Schema.NonEmptyString>;
            }>>>;
            readonly giftMessage: Schema.optionalKey<Schema.RedactedFromValue<Schema.NonEmptyString>>;
        }>>;
        readonly onlineOrderId: Schema.optionalKey<Schema.NonEmptyString>;
        readonly shopName: Schema.optionalKey<Schema.NonEmptyString>;
        readonly channelCode: Schema.optionalKey<Schema.NonEmptyString>;
        readonly platform: Schema.optionalKey<Schema.NonEmptyString>;
        readonly freight: Schema.optionalKey<Schema.Struct<{
            readonly amount: Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>;
            readonly currency: Schema.optionalKey<Schema.NonEmptyString>;
        }>>;
        readonly packageType: Schema.optionalKey<Schema.Literals<readonly ["NORMAL", "OWN_PACKAGE"]>>;
        readonly trackingNumber: Schema.optionalKey<Schema.NonEmptyString>;
        readonly label: Schema.optionalKey<Schema.RedactedFromValue<Schema.NonEmptyString>>;
        readonly cashOnDelivery: Schema.optionalKey<Schema.Struct<{
            readonly amount: Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>;
            readonly currency: Schema.optionalKey<Schema.NonEmptyString>;
        }>>;
        readonly orderedAt: Schema.optionalKey<Schema.DateTimeUtcFromString>;
        readonly shipBefore: Schema.optionalKey<Schema.DateTimeUtcFromString>;
        readonly promisedAt: Schema.optionalKey<Schema.DateTimeUtcFromString>;
        readonly onlineShopId: Schema.optionalKey<Schema.NonEmptyString>;
        readonly houseNumbers: Schema.optionalKey<Schema.$Array<Schema.RedactedFromValue<Schema.NonEmptyString>>>;
        readonly totalPrice: Schema.optionalKey<Schema.Struct<{
            readonly amount: Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>;
            readonly currency: Schema.optionalKey<Schema.NonEmptyString>;
        }>>;
        readonly paidAt: Schema.optionalKey<Schema.DateTimeUtcFromString>;
        readonly isInsured: Schema.optionalKey<Schema.Boolean>;
        readonly insuranceValue: Schema.optionalKey<Schema.Struct<{
            readonly amount: Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>;
            readonly currency: Schema.optionalKey<Schema.NonEmptyString>;
        }>>;
        readonly sellerId: Schema.optionalKey<Schema.NonEmptyString>;
        readonly remark: Schema.optionalKey<Schema.RedactedFromValue<Schema.NonEmptyString>>;
        readonly packageId: Schema.optionalKey<Schema.NonEmptyString>;
        readonly shippingProviderName: Schema.optionalKey<Schema.NonEmptyString>;
        readonly shippingProviderId: Schema.optionalKey<Schema.NonEmptyString>;
    }>, Schema.Struct<{
        readonly warehouseOrderNumber: Schema.optionalKey<Schema.NonEmptyString>;
    }>, "create", false>, Operation.Operation<"cancelOutboundOrder", Schema.Struct<{
        readonly orderNumber: Schema.brand<Schema.NonEmptyString, "OrderNumber">;
        readonly warehouseCode: Schema.optionalKey<Schema.NonEmptyString>;
        readonly warehouseOrderNumber: Schema.optionalKey<Schema.NonEmptyString>;
        readonly referenceCode: Schema.optionalKey<Schema.NonEmptyString>;
    }>, Schema.Struct<{
        readonly outcome: Schema.optionalKey<Schema.Literals<readonly ["cancelled", "requested"]>>;
    }>, "cancel", false>, Operation.Operation<"getOutboundOrders", Schema.Struct<{
        readonly orders: Schema.NonEmptyArray<Schema.Struct<{
            readonly orderNumber: Schema.brand<Schema.NonEmptyString, "OrderNumber">;
            readonly warehouseOrderNumber: Schema.optionalKey<Schema.NonEmptyString>;
            readonly referenceCode: Schema.optionalKey<Schema.NonEmptyString>;
        }>>;
        readonly warehouseCode: Schema.optionalKey<Schema.NonEmptyString>;
    }>, Schema.Struct<{
        readonly items: Schema.$Array<Schema.Struct<{
            readonly parcelId: Schema.optionalKey<Schema.NonEmptyString>;
            readonly returnedAt: Schema.optionalKey<Schema.DateTimeUtcFromString>;
            readonly saidAt: Schema.optionalKey<Schema.DateTimeUtcFromString>;
            readonly orderNumber: Schema.brand<Schema.NonEmptyString, "OrderNumber">;
            readonly warehouseOrderNumber: Schema.optionalKey<Schema.NonEmptyString>;
            readonly warehouseCode: Schema.optionalKey<Schema.NonEmptyString>;
            readonly onlineOrderId: Schema.optionalKey<Schema.NonEmptyString>;
            readonly customerCode: Schema.optionalKey<Schema.NonEmptyString>;
            readonly phase: Schema.Literals<readonly ["open", "shipped", "delivered", "cancelled", "failed"]>;
            readonly status: Schema.NonEmptyString;
            readonly carrierName: Schema.optionalKey<Schema.NonEmptyString>;
            readonly trackingNumber: Schema.optionalKey<Schema.NonEmptyString>;
            readonly trackingUrl: Schema.optionalKey<Schema.String>;
            readonly shippedAt: Schema.optionalKey<Schema.DateTimeUtcFromString>;
            readonly deliveredAt: Schema.optionalKey<Schema.DateTimeUtcFromString>;
            readonly failedReason: Schema.optionalKey<Schema.NonEmptyString>;
            readonly lines: Schema.optionalKey<Schema.$Array<Schema.Struct<{
                readonly lineId: Schema.optionalKey<Schema.NonEmptyString>;
                readonly lot: Schema.optionalKey<Schema.NonEmptyString>;
                readonly expiresOn: Schema.optionalKey<Schema.String>;
                readonly sku: Schema.brand<Schema.NonEmptyString, "Sku">;
                readonly quantity: Schema.decodeTo<Schema.toType<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>, Schema.Union<readonly [Schema.Int, Schema.String]>, never, never>;
                readonly unit: Schema.optionalKey<Schema.NonEmptyString>;
            }>>>;
            readonly parcels: Schema.optionalKey<Schema.$Array<Schema.Struct<{
                readonly parcelId: Schema.optionalKey<Schema.NonEmptyString>;
                readonly returnedAt: Schema.optionalKey<Schema.DateTimeUtcFromString>;
                readonly saidAt: Schema.optionalKey<Schema.DateTimeUtcFromString>;
                readonly trackingNumber: Schema.NonEmptyString;
                readonly trackingUrl: Schema.optionalKey<Schema.String>;
                readonly carrierName: Schema.optionalKey<Schema.NonEmptyString>;
                readonly shippedAt: Schema.optionalKey<Schema.DateTimeUtcFromString>;
                readonly deliveredAt: Schema.optionalKey<Schema.DateTimeUtcFromString>;
                readonly lines: Schema.optionalKey<Schema.$Array<Schema.Struct<{
                    readonly lineId: Schema.optionalKey<Schema.NonEmptyString>;
                    readonly lot: Schema.optionalKey<Schema.NonEmptyString>;
                    readonly expiresOn: Schema.optionalKey<Schema.String>;
                    readonly sku: Schema.brand<Schema.NonEmptyString, "Sku">;
                    readonly quantity: Schema.decodeTo<Schema.toType<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>, Schema.Union<readonly [Schema.Int, Schema.String]>, never, never>;
                    readonly unit: Schema.optionalKey<Schema.NonEmptyString>;
                }>>>;
            }>>>;
        }>>;
        readonly unreadable: Schema.optionalKey<Schema.$Array<Schema.NonEmptyString>>;
    }>, "read", false>];
    const optional: readonly [Operation.Operation<"listWarehouses", Schema.Struct<{}>, Schema.Struct<{
        readonly items: Schema.$Array<Schema.Struct<{
            readonly code: Schema.NonEmptyString;
            readonly name: Schema.NonEmptyString;
        }>>;
    }>, "read", false>, Operation.Operation<"listChannels", Schema.Struct<{
        readonly warehouseCode: Schema.optionalKey<Schema.NonEmptyString>;
    }>, Schema.Struct<{
        readonly items: Schema.$Array<Schema.Struct<{
            readonly code: Schema.NonEmptyString;
            readonly name: Schema.NonEmptyString;
            readonly warehouseCode: Schema.optionalKey<Schema.NonEmptyString>;
            readonly carrierName: Schema.optionalKey<Schema.NonEmptyString>;
        }>>;
    }>, "read", false>, Operation.Operation<"listStock", Schema.Struct<{
        readonly warehouseCode: Schema.NonEmptyString;
        readonly skus: Schema.optionalKey<Schema.NonEmptyArray<Schema.brand<Schema.NonEmptyString, "Sku">>>;
        readonly updatedSince: Schema.optionalKey<Schema.DateTimeUtcFromString>;
        readonly cursor: Schema.optionalKey<Schema.NonEmptyString>;
        readonly limit: Schema.Int;
    }>, Schema.Struct<{
        readonly items: Schema.$Array<Schema.Struct<{
            readonly warehouseCode: Schema.NonEmptyString;
            readonly sku: Schema.brand<Schema.NonEmptyString, "Sku">;
            readonly unit: Schema.optionalKey<Schema.NonEmptyString>;
            readonly sellable: Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>;
            readonly reserved: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly occupied: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly unsellable: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly pending: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly total: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly inTransit: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
        }>>;
        readonly nextCursor: Schema.optionalKey<Schema.NonEmptyString>;
        readonly pageCount: Schema.optionalKey<Schema.Int>;
    }>, "read", false>, Operation.Operation<"createInboundOrder", Schema.Struct<{
        readonly asnNumber: Schema.brand<Schema.NonEmptyString, "AsnNumber">;
        readonly warehouseCode: Schema.NonEmptyString;
        readonly customNumber: Schema.optionalKey<Schema.NonEmptyString>;
        readonly estimatedArrivalAt: Schema.optionalKey<Schema.DateTimeUtcFromString>;
        readonly trackingNumber: Schema.optionalKey<Schema.NonEmptyString>;
        readonly type: Schema.optionalKey<Schema.NonEmptyString>;
        readonly orderNumber: Schema.optionalKey<Schema.NonEmptyString>;
        readonly onlineOrderId: Schema.optionalKey<Schema.NonEmptyString>;
        readonly returnReason: Schema.optionalKey<Schema.NonEmptyString>;
        readonly warehouseOrderNumber: Schema.optionalKey<Schema.NonEmptyString>;
        readonly lines: Schema.NonEmptyArray<Schema.Struct<{
            readonly lineId: Schema.optionalKey<Schema.NonEmptyString>;
            readonly lot: Schema.optionalKey<Schema.NonEmptyString>;
            readonly expiresOn: Schema.optionalKey<Schema.String>;
            readonly sku: Schema.brand<Schema.NonEmptyString, "Sku">;
            readonly quantity: Schema.decodeTo<Schema.toType<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>, Schema.Union<readonly [Schema.Int, Schema.String]>, never, never>;
            readonly unit: Schema.optionalKey<Schema.NonEmptyString>;
            readonly name: Schema.optionalKey<Schema.NonEmptyString>;
        }>>;
        readonly packing: Schema.optionalKey<Schema.$Array<Schema.Struct<{
            readonly boxNumber: Schema.optionalKey<Schema.Int>;
            readonly markCode: Schema.optionalKey<Schema.NonEmptyString>;
            readonly quantity: Schema.optionalKey<Schema.decodeTo<Schema.toType<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>, Schema.Union<readonly [Schema.Int, Schema.String]>, never, never>>;
            readonly unit: Schema.optionalKey<Schema.NonEmptyString>;
            readonly sku: Schema.optionalKey<Schema.brand<Schema.NonEmptyString, "Sku">>;
            readonly name: Schema.optionalKey<Schema.NonEmptyString>;
            readonly length: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly width: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly height: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly lengthUnit: Schema.optionalKey<Schema.NonEmptyString>;
        }>>>;
        readonly goodsType: Schema.optionalKey<Schema.Literals<readonly ["FULL_CONTAINER", "PART_CONTAINER", "RETURN"]>>;
        readonly containerType: Schema.optionalKey<Schema.Literals<readonly ["20GP", "40GP", "40HQ", "45GP", "45HQ"]>>;
        readonly containerModel: Schema.optionalKey<Schema.NonEmptyString>;
        readonly bulkByPallet: Schema.optionalKey<Schema.Boolean>;
        readonly bulkByPiece: Schema.optionalKey<Schema.Boolean>;
        readonly palletCount: Schema.optionalKey<Schema.Int>;
    }>, Schema.Struct<{
        readonly referenceNumber: Schema.optionalKey<Schema.NonEmptyString>;
    }>, "create", false>, Operation.Operation<"getInboundOrders", Schema.Struct<{
        readonly inboundOrders: Schema.NonEmptyArray<Schema.Struct<{
            readonly asnNumber: Schema.brand<Schema.NonEmptyString, "AsnNumber">;
            readonly referenceNumber: Schema.optionalKey<Schema.NonEmptyString>;
            readonly type: Schema.optionalKey<Schema.NonEmptyString>;
        }>>;
        readonly warehouseCode: Schema.optionalKey<Schema.NonEmptyString>;
    }>, Schema.Struct<{
        readonly items: Schema.$Array<Schema.Struct<{
            readonly asnNumber: Schema.brand<Schema.NonEmptyString, "AsnNumber">;
            readonly warehouseCode: Schema.optionalKey<Schema.NonEmptyString>;
            readonly phase: Schema.Literals<readonly ["announced", "shipping", "receiving", "received", "cancelled", "closed"]>;
            readonly status: Schema.NonEmptyString;
            readonly referenceNumber: Schema.optionalKey<Schema.NonEmptyString>;
            readonly finishedAt: Schema.optionalKey<Schema.DateTimeUtcFromString>;
            readonly lines: Schema.$Array<Schema.Struct<{
                readonly lineId: Schema.optionalKey<Schema.NonEmptyString>;
                readonly lot: Schema.optionalKey<Schema.NonEmptyString>;
                readonly expiresOn: Schema.optionalKey<Schema.String>;
                readonly sku: Schema.brand<Schema.NonEmptyString, "Sku">;
                readonly name: Schema.optionalKey<Schema.String>;
                readonly estimated: Schema.optionalKey<Schema.decodeTo<Schema.toType<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>, Schema.Union<readonly [Schema.Int, Schema.String]>, never, never>>;
                readonly received: Schema.decodeTo<Schema.toType<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>, Schema.Union<readonly [Schema.Int, Schema.String]>, never, never>;
                readonly good: Schema.optionalKey<Schema.decodeTo<Schema.toType<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>, Schema.Union<readonly [Schema.Int, Schema.String]>, never, never>>;
                readonly bad: Schema.optionalKey<Schema.decodeTo<Schema.toType<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>, Schema.Union<readonly [Schema.Int, Schema.String]>, never, never>>;
                readonly unit: Schema.optionalKey<Schema.NonEmptyString>;
            }>>;
        }>>;
        readonly unreadable: Schema.optionalKey<Schema.$Array<Schema.NonEmptyString>>;
    }>, "read", false>, Operation.Operation<"cancelInboundOrders", Schema.Struct<{
        readonly asnNumbers: Schema.NonEmptyArray<Schema.brand<Schema.NonEmptyString, "AsnNumber">>;
        readonly warehouseCode: Schema.optionalKey<Schema.NonEmptyString>;
    }>, Schema.Struct<{
        readonly items: Schema.$Array<Schema.Struct<{
            readonly asnNumber: Schema.brand<Schema.NonEmptyString, "AsnNumber">;
            readonly failure: Schema.optionalKey<Schema.NonEmptyString>;
        }>>;
    }>, "cancel", false>, Operation.Operation<"upsertProduct", Schema.Struct<{
        readonly warehouseCode: Schema.optionalKey<Schema.NonEmptyString>;
        readonly sku: Schema.brand<Schema.NonEmptyString, "Sku">;
        readonly erpSku: Schema.optionalKey<Schema.NonEmptyString>;
        readonly title: Schema.optionalKey<Schema.NonEmptyString>;
        readonly barcode: Schema.optionalKey<Schema.NonEmptyString>;
        readonly specifications: Schema.optionalKey<Schema.NonEmptyString>;
        readonly imageUrl: Schema.optionalKey<Schema.NonEmptyString>;
        readonly weight: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
        readonly netWeight: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
        readonly weightUnit: Schema.optionalKey<Schema.NonEmptyString>;
        readonly length: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
        readonly width: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
        readonly height: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
        readonly dimensionUnit: Schema.optionalKey<Schema.NonEmptyString>;
        readonly itemPackage: Schema.optionalKey<Schema.Int>;
        readonly brand: Schema.optionalKey<Schema.NonEmptyString>;
        readonly warehouseBarcode: Schema.optionalKey<Schema.NonEmptyString>;
        readonly hsCode: Schema.optionalKey<Schema.NonEmptyString>;
        readonly chineseCustomsName: Schema.optionalKey<Schema.NonEmptyString>;
        readonly englishCustomsName: Schema.optionalKey<Schema.NonEmptyString>;
        readonly declaredBy: Schema.optionalKey<Schema.Literals<readonly ["RATE", "CONSTANT"]>>;
        readonly declaredPrice: Schema.optionalKey<Schema.Struct<{
            readonly amount: Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>;
            readonly currency: Schema.optionalKey<Schema.NonEmptyString>;
        }>>;
        readonly declaredMaximum: Schema.optionalKey<Schema.Struct<{
            readonly amount: Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>;
            readonly currency: Schema.optionalKey<Schema.NonEmptyString>;
        }>>;
        readonly declaredRate: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
        readonly purchaseCost: Schema.optionalKey<Schema.Struct<{
            readonly amount: Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>;
            readonly currency: Schema.optionalKey<Schema.NonEmptyString>;
        }>>;
        readonly exchangeRates: Schema.optionalKey<Schema.$Record<Schema.String, Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>>;
    }>, Schema.Struct<{
        readonly "~empty": Schema.optionalKey<Schema.Never>;
    }>, "push", false>, Operation.Operation<"subscribe", Schema.Struct<{
        readonly callbackUrl: Schema.URLFromString;
    }>, Schema.Struct<{
        readonly subscriptionId: Schema.NonEmptyString;
        readonly expiresAt: Schema.optionalKey<Schema.DateTimeUtcFromString>;
    }>, "push", false>, Operation.Operation<"renew", Schema.Struct<{
        readonly subscriptionId: Schema.NonEmptyString;
        readonly callbackUrl: Schema.URLFromString;
    }>, Schema.Struct<{
        readonly subscriptionId: Schema.NonEmptyString;
        readonly expiresAt: Schema.optionalKey<Schema.DateTimeUtcFromString>;
    }>, "push", false>, Operation.Operation<"unsubscribe", Schema.Struct<{
        readonly subscriptionId: Schema.NonEmptyString;
    }>, Schema.Struct<{
        readonly "~empty": Schema.optionalKey<Schema.Never>;
    }>, "push", false>];
    export interface V1 extends Contract.Contract<"warehouse/v1", typeof required, typeof optional, {
        readonly limits: Limits;
    }, Event> {
        readonly demands: {
            readonly createInboundOrder: "getInboundOrders";
            readonly subscribe: "unsubscribe";
            readonly renew: "subscribe";
        };
    }
    export const contract: V1;
    export type AnyOperation = Contract.AnyOperation<V1>;
    export type OptionalName = Contract.OptionalName<V1>;
    export type OperationName = Contract.OperationName<V1>;
    export type Handlers<Offers extends OptionalName = never> = Contract.Handlers<V1, Offers>;
    export type Emit = Contract.Emit<Event>;
    export type Incoming = Contract.Incoming<Event>;
    export interface Adapter extends Contract.Adapter<V1> {
    }
    const Warehouse_base: Context.ServiceClass<Warehouse, "@crossdock/core/WarehouseV1/Warehouse", Adapter>;
    export class Warehouse extends Warehouse_base {
    }
    export interface Plugin<Settings extends Schema.Codec<any, any>, R, Id extends string = string> extends Contract.Plugin<V1, Warehouse, Settings, R, Id> {
    }
    export const plugin: <const Id extends string, Settings extends Schema.Codec<any, any>, R, const Offers extends Contract.OptionalName<V1> = never, const Receives extends boolean = false>(spec: Contract.Spec<V1, Id, Settings, R, Offers, Receives> & {
        readonly limits: Limits | ((settings: Settings["Type"]) => Limits);
    } & Contract.Complete<V1, Offers, Receives>) => Contract.Plugin<V1, Warehouse, Settings, Exclude<R, import("effect/Scope").Scope>, Id>;
    export const preset: <const Id extends string, Settings extends Schema.Codec<any, any>, R, const Can extends Contract.OptionalName<V1>>(spec: Contract.PresetSpec<V1, Id, Settings, R, Can>) => Contract.Plugin<V1, Warehouse, Settings, Exclude<R, import("effect/Scope").Scope>, Id>;
    export {};
}

declare module "WholePieces" {
    import * as Effect from "effect/Effect";
    import * as AdapterError from "./AdapterError.ts";
    import * as Quantity from "./model/Quantity.ts";
    interface Measured {
        readonly quantity: Quantity.Quantity;
        readonly unit?: string;
    }
    export type InPieces<Line extends Measured> = Omit<Line, "quantity" | "unit"> & {
        readonly quantity: number;
    };
    export const fromLines: <Line extends Measured>(lines: ReadonlyArray<Line>, path?: string) => Effect.Effect<ReadonlyArray<InPieces<Line>>, AdapterError.RequestInvalid>;
    export {};
}

declare module "fulfilment/Alike" {
    import * as Quantities from "./Quantities.ts";
    export interface Numbered {
        readonly key: string;
        readonly list: Quantities.Quantities;
    }
    export interface Alike {
        readonly list: Quantities.Quantities;
        readonly keys: ReadonlyArray<string>;
        readonly knownKeys: ReadonlyArray<string>;
        readonly atLeast: number;
    }
    export interface Division {
        readonly contents: ReadonlyMap<string, Quantities.Quantities>;
        readonly sameAs: ReadonlyMap<string, string>;
        readonly unclear: Quantities.Quantities;
    }
    export type Together = ReadonlyArray<ReadonlyArray<string>>;
    export const isFitting: (ordered: Quantities.Quantities | undefined, all: Quantities.Quantities) => boolean;
    export const group: (numbers: ReadonlyArray<Numbered>, knownKeysOf: (list: Quantities.Quantities) => ReadonlyArray<string>, together: Together) => ReadonlyArray<Alike>;
    export const divide: (groups: ReadonlyArray<Alike>, together: Together, known: Quantities.Quantities, ordered: Quantities.Quantities) => Division | undefined;
}

declare module "fulfilment/Evidence" {
    import * as Alike from "./Alike.ts";
    import type { FulfilmentRecord } from "./FulfilmentRecord.ts";
    import * as Quantities from "./Quantities.ts";
    import type { Rule } from "./Rules.ts";
    import type { Statement } from "./Statement.ts";
    export interface Listed {
        readonly key: string;
        readonly lists: ReadonlyArray<Quantities.Quantities>;
        readonly all: ReadonlyArray<Quantities.Quantities>;
    }
    export interface Evidence {
        readonly ordered: Quantities.Quantities | undefined;
        readonly certain: ReadonlyMap<string, Quantities.Quantities>;
        readonly counted: ReadonlyMap<string, Quantities.Quantities>;
        readonly rules: ReadonlyMap<string, Rule>;
        readonly explicit: ReadonlyArray<Listed>;
        readonly listed: ReadonlyArray<Listed>;
        readonly sameAs: ReadonlyMap<string, string>;
        readonly unclear: Quantities.Quantities;
        readonly together: Alike.Together;
        readonly reported: ReadonlyMap<string, ReadonlyArray<Quantities.Quantities>>;
        readonly reportedKeyOf: (list: Quantities.Quantities) => string | undefined;
        readonly beside: ReadonlyArray<Beside>;
        readonly times: ReadonlyMap<string, ReadonlyArray<number>>;
    }
    export interface Beside {
        readonly key: string;
        readonly list: Quantities.Quantities;
        readonly shippedAt: number | undefined;
    }
    export const largest: ({ lists }: Listed) => Quantities.Quantities;
    export const numbersOf: (listed: ReadonlyArray<Listed>) => ReadonlyArray<Alike.Numbered>;
    export const newest: (statements: ReadonlyArray<Statement>) => ReadonlyArray<Statement>;
    export const of: (record: FulfilmentRecord) => Evidence;
}

declare module "fulfilment/Fulfilment" {
    import type { FulfilmentRecord } from "./FulfilmentRecord.ts";
    import * as Quantities from "./Quantities.ts";
    import * as Readings from "./Readings.ts";
    import type { Rule } from "./Rules.ts";
    import * as ShippedParcels from "./ShippedParcels.ts";
    type Items = Quantities.Quantities;
    export interface Places {
        readonly left: Items;
        readonly unclear: Items;
        readonly open: Items;
        readonly missing: Items;
        readonly givenUp: Items;
        readonly surplus: Items;
    }
    export interface Finding {
        readonly rule: Rule;
        readonly message: string;
    }
    export interface Fulfilment extends Places {
        readonly version: number;
        readonly end: "none" | "whole" | "void";
        readonly parcels: ReadonlyArray<ShippedParcels.ShippedParcel>;
        readonly findings: ReadonlyArray<Finding>;
    }
    export const of: (reported: FulfilmentRecord, shippedLines?: Readings.ShippedLines) => Fulfilment;
    export const isBalanced: ({ givenUp, left, missing, open, unclear }: Places, ordered: Items) => boolean;
    export {};
}

declare module "fulfilment/FulfilmentRecord" {
    import * as Schema from "effect/Schema";
    import * as Quantities from "./Quantities.ts";
    import * as Statement from "./Statement.ts";
    export const Inspection: Schema.Struct<{
        readonly keys: Schema.NonEmptyArray<Schema.String>;
        readonly contents: Schema.$Array<Schema.Struct<{
            readonly sku: Schema.brand<Schema.NonEmptyString, "Sku">;
            readonly unit: Schema.optionalKey<Schema.NonEmptyString>;
            readonly quantity: Schema.decodeTo<Schema.toType<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>, Schema.Union<readonly [Schema.Int, Schema.String]>, never, never>;
        }>>;
    }>;
    export type Inspection = typeof Inspection.Type;
    export const FulfilmentRecord: Schema.Struct<{
        readonly format: Schema.withDecodingDefaultKey<Schema.Literal<1>, never>;
        readonly version: Schema.Int;
        readonly ordered: Schema.optionalKey<Schema.$Array<Schema.Struct<{
            readonly sku: Schema.brand<Schema.NonEmptyString, "Sku">;
            readonly unit: Schema.optionalKey<Schema.NonEmptyString>;
            readonly quantity: Schema.decodeTo<Schema.toType<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>, Schema.Union<readonly [Schema.Int, Schema.String]>, never, never>;
        }>>>;
        readonly phases: Schema.$Array<Schema.Literals<readonly ["open", "shipped", "delivered", "cancelled", "failed"]>>;
        readonly statements: Schema.$Array<Schema.Struct<{
            readonly key: Schema.String;
            readonly kind: Schema.Literals<readonly ["contents", "lines", "silent", "announced"]>;
            readonly contents: Schema.$Array<Schema.Struct<{
                readonly sku: Schema.brand<Schema.NonEmptyString, "Sku">;
                readonly unit: Schema.optionalKey<Schema.NonEmptyString>;
                readonly quantity: Schema.decodeTo<Schema.toType<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>, Schema.Union<readonly [Schema.Int, Schema.String]>, never, never>;
            }>>;
            readonly trackingNumber: Schema.optionalKey<Schema.NonEmptyString>;
            readonly trackingUrl: Schema.optionalKey<Schema.NonEmptyString>;
            readonly carrierName: Schema.optionalKey<Schema.NonEmptyString>;
            readonly shippedAt: Schema.optionalKey<Schema.Int>;
            readonly deliveredAt: Schema.optionalKey<Schema.Int>;
            readonly returnedAt: Schema.optionalKey<Schema.Int>;
            readonly saidAt: Schema.optionalKey<Schema.Int>;
        }>>;
        readonly keys: Schema.$Array<Schema.String>;
        readonly together: Schema.withDecodingDefaultKey<Schema.$Array<Schema.$Array<Schema.String>>, never>;
        readonly inspections: Schema.$Array<Schema.Struct<{
            readonly keys: Schema.NonEmptyArray<Schema.String>;
            readonly contents: Schema.$Array<Schema.Struct<{
                readonly sku: Schema.brand<Schema.NonEmptyString, "Sku">;
                readonly unit: Schema.optionalKey<Schema.NonEmptyString>;
                readonly quantity: Schema.decodeTo<Schema.toType<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>, Schema.Union<readonly [Schema.Int, Schema.String]>, never, never>;
            }>>;
        }>>;
    }>;
    export type FulfilmentRecord = typeof FulfilmentRecord.Type;
    export const FromJson: Schema.fromJsonString<Schema.Struct<{
        readonly format: Schema.withDecodingDefaultKey<Schema.Literal<1>, never>;
        readonly version: Schema.Int;
        readonly ordered: Schema.optionalKey<Schema.$Array<Schema.Struct<{
            readonly sku: Schema.brand<Schema.NonEmptyString, "Sku">;
            readonly unit: Schema.optionalKey<Schema.NonEmptyString>;
            readonly quantity: Schema.decodeTo<Schema.toType<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>, Schema.Union<readonly [Schema.Int, Schema.String]>, never, never>;
        }>>>;
        readonly phases: Schema.$Array<Schema.Literals<readonly ["open", "shipped", "delivered", "cancelled", "failed"]>>;
        readonly statements: Schema.$Array<Schema.Struct<{
            readonly key: Schema.String;
            readonly kind: Schema.Literals<readonly ["contents", "lines", "silent", "announced"]>;
            readonly contents: Schema.$Array<Schema.Struct<{
                readonly sku: Schema.brand<Schema.NonEmptyString, "Sku">;
                readonly unit: Schema.optionalKey<Schema.NonEmptyString>;
                readonly quantity: Schema.decodeTo<Schema.toType<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>, Schema.Union<readonly [Schema.Int, Schema.String]>, never, never>;
            }>>;
            readonly trackingNumber: Schema.optionalKey<Schema.NonEmptyString>;
            readonly trackingUrl: Schema.optionalKey<Schema.NonEmptyString>;
            readonly carrierName: Schema.optionalKey<Schema.NonEmptyString>;
            readonly shippedAt: Schema.optionalKey<Schema.Int>;
            readonly deliveredAt: Schema.optionalKey<Schema.Int>;
            readonly returnedAt: Schema.optionalKey<Schema.Int>;
            readonly saidAt: Schema.optionalKey<Schema.Int>;
        }>>;
        readonly keys: Schema.$Array<Schema.String>;
        readonly together: Schema.withDecodingDefaultKey<Schema.$Array<Schema.$Array<Schema.String>>, never>;
        readonly inspections: Schema.$Array<Schema.Struct<{
            readonly keys: Schema.NonEmptyArray<Schema.String>;
            readonly contents: Schema.$Array<Schema.Struct<{
                readonly sku: Schema.brand<Schema.NonEmptyString, "Sku">;
                readonly unit: Schema.optionalKey<Schema.NonEmptyString>;
                readonly quantity: Schema.decodeTo<Schema.toType<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>, Schema.Union<readonly [Schema.Int, Schema.String]>, never, never>;
            }>>;
        }>>;
    }>>;
    export const empty: (ordered?: ReadonlyArray<Quantities.Item>) => FulfilmentRecord;
    export const add: (record: FulfilmentRecord, { namesTogether, phase, statements: told }: Statement.Report) => FulfilmentRecord;
    export const inspect: (record: FulfilmentRecord, { keys }: Pick<Inspection, "keys">, contents: ReadonlyArray<Quantities.Item>) => FulfilmentRecord;
}

declare module "fulfilment/ParcelIds" {
    import type { FulfilmentRecord } from "./FulfilmentRecord.ts";
    export interface Identified {
        readonly record: FulfilmentRecord;
        readonly sameAs: ReadonlyMap<string, string>;
    }
    export const resolve: (record: FulfilmentRecord) => Identified;
}

declare module "fulfilment/Quantities" {
    import * as Schema from "effect/Schema";
    export const Item: Schema.Struct<{
        readonly sku: Schema.brand<Schema.NonEmptyString, "Sku">;
        readonly unit: Schema.optionalKey<Schema.NonEmptyString>;
        readonly quantity: Schema.decodeTo<Schema.toType<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>, Schema.Union<readonly [Schema.Int, Schema.String]>, never, never>;
    }>;
    export type Item = typeof Item.Type;
    export const Quantities: Schema.$Array<Schema.Struct<{
        readonly sku: Schema.brand<Schema.NonEmptyString, "Sku">;
        readonly unit: Schema.optionalKey<Schema.NonEmptyString>;
        readonly quantity: Schema.decodeTo<Schema.toType<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>, Schema.Union<readonly [Schema.Int, Schema.String]>, never, never>;
    }>>;
    export type Quantities = typeof Quantities.Type;
    export const none: Quantities;
    export const fromLines: (lines: ReadonlyArray<Item>) => Quantities;
    export const plus: (one: Quantities, other: Quantities) => Quantities;
    export const beyond: (from: Quantities, bound: Quantities) => Quantities;
    export const max: (one: Quantities, other: Quantities) => Quantities;
    export const min: (one: Quantities, other: Quantities) => Quantities;
    export const onlyArticlesOf: (quantities: Quantities, other: Quantities) => Quantities;
    export const sum: (all: Iterable<Quantities>) => Quantities;
    export const isNone: (quantities: Quantities) => boolean;
    export const isWithin: (quantities: Quantities, bound: Quantities) => boolean;
    export const isSame: (one: Quantities, other: Quantities) => boolean;
    export const compareSizes: (one: Quantities, other: Quantities) => number;
}

declare module "fulfilment/Readings" {
    import * as Alike from "./Alike.ts";
    import * as Evidence from "./Evidence.ts";
    import type { Rule } from "./Rules.ts";
    export type ShippedLines = "parcel" | "total" | "careful";
    export type Reading = Alike.Division;
    type Reader = (evidence: Evidence.Evidence) => Reading | undefined;
    export const parcels: Reader;
    export const corrected: Reader;
    export const totals: Reader;
    export interface Choice extends Reading {
        readonly rule: Rule;
        readonly lists: "contents" | "totals" | "either";
        readonly isFitting: boolean;
        readonly preferred: Reading["contents"];
    }
    export const choose: (evidence: Evidence.Evidence, shippedLines: ShippedLines, isWhole: boolean) => Choice;
    export {};
}

declare module "fulfilment/Rules" {
    export const rules: {
        readonly announced: "While an order goes on, a tracking number without a time of shipment is only on a label: nothing has left under it. If no other number is known, the parcel that leaves without a number has it.";
        readonly left: "A parcel has left if its report has a time of shipment, of delivery or of return, or says that the order was shipped, whatever was reported before or after.";
        readonly contents: "The lines of a parcel in `parcels` are its contents.";
        readonly listed: "The lines of a report are the contents of the parcel that it names, as long as no more leaves than was ordered (U-146). What nobody ordered does not count here.";
        readonly corrected: "Of several numbers with the same lines, only as many are parcels as fit the order. The others are corrected numbers of these parcels; numbers that one report names beside each other in `parcels` never are. A corrected number is also a number without lines beside the only parcel, if that parcel has the whole order.";
        readonly totals: "If lines contain each other, and together are more than was ordered, each of them is everything that had left of the order up to then.";
        readonly unnumbered: "Lines without a tracking number are the sum of some parcels. What known parcels do not explain is in a parcel whose number comes later. A parcel that left at another time does not explain them, and each of several such lists may be of a parcel of its own: what is doubtful may have left. If the lines with a number are totals, those without are as well.";
        readonly rest: "If the whole order was shipped, a parcel without lines contains what no other parcel contains; of several, the one that was reported first, because a shop may know it already. A report with neither a number nor lines tells of such a parcel only while no other parcel is known. This is assumed until contents are reported.";
        readonly unknown: "While an order goes on, or after it was given up, nobody knows what is in a parcel without lines. None of the rest may be shipped again before somebody knows. A report with neither a number nor lines beside known parcels is about one of them or about a further one (U-146 tells them apart by the number alone), so the rest of a shipped order may have left as well, and is not missing.";
        readonly missing: "What a shipped order has in none of its parcels is missing: a further parcel may be reported, or a person gives it up.";
        readonly givenUp: "What has not left of an order that was cancelled or has failed was given up by its warehouse, even if the warehouse reports later that the order was shipped. What has left stays so.";
        readonly newest: "If the warehouse says when it made each statement about a parcel, the newest one counts.";
        readonly person: "What a person found in a parcel is its contents, whatever is reported, also under a corrected number that is reported later. Whether a further number fits the order is decided by what was reported.";
        readonly differ: "Of lists of one parcel that contradict each other, what all of them have has left, and what only some have may have left.";
        readonly surplus: "What left beyond the order is shown to people. It is never booked, and no shop is told of it, as a part of the order.";
        readonly bothEnds: "An order that was cancelled or has failed, and of which goods left nevertheless, is shown to people (U-15).";
    };
    export type Rule = keyof typeof rules;
    export const isAssumption: (rule: Rule) => boolean;
}

declare module "fulfilment/ShippedParcels" {
    import type { FulfilmentRecord } from "./FulfilmentRecord.ts";
    import type * as Quantities from "./Quantities.ts";
    import type { Rule } from "./Rules.ts";
    export interface ShippedParcel {
        readonly id: number;
        readonly keys: readonly [string, ...ReadonlyArray<string>];
        readonly trackingNumbers: ReadonlyArray<string>;
        readonly trackingUrl: string | undefined;
        readonly carrierName: string | undefined;
        readonly contents: Quantities.Quantities;
        readonly rule: Rule;
        readonly shippedAt: number | undefined;
        readonly deliveredAt: number | undefined;
        readonly isDelivered: boolean;
        readonly returnedAt: number | undefined;
    }
    export interface Found {
        readonly contents: ReadonlyMap<string, Quantities.Quantities>;
        readonly rules: ReadonlyMap<string, Rule>;
        readonly sameAs: ReadonlyMap<string, string>;
        readonly silent: ReadonlyArray<string>;
    }
    export const of: ({ keys, phases, statements }: FulfilmentRecord, { contents, rules, sameAs, silent }: Found) => ReadonlyArray<ShippedParcel>;
}

declare module "fulfilment/Statement" {
    import * as Schema from "effect/Schema";
    import type * as OutboundOrder from "../model/OutboundOrder.ts";
    import * as OutboundPhase from "../model/OutboundPhase.ts";
    export const Statement: Schema.Struct<{
        readonly key: Schema.String;
        readonly kind: Schema.Literals<readonly ["contents", "lines", "silent", "announced"]>;
        readonly contents: Schema.$Array<Schema.Struct<{
            readonly sku: Schema.brand<Schema.NonEmptyString, "Sku">;
            readonly unit: Schema.optionalKey<Schema.NonEmptyString>;
            readonly quantity: Schema.decodeTo<Schema.toType<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>, Schema.Union<readonly [Schema.Int, Schema.String]>, never, never>;
        }>>;
        readonly trackingNumber: Schema.optionalKey<Schema.NonEmptyString>;
        readonly trackingUrl: Schema.optionalKey<Schema.NonEmptyString>;
        readonly carrierName: Schema.optionalKey<Schema.NonEmptyString>;
        readonly shippedAt: Schema.optionalKey<Schema.Int>;
        readonly deliveredAt: Schema.optionalKey<Schema.Int>;
        readonly returnedAt: Schema.optionalKey<Schema.Int>;
        readonly saidAt: Schema.optionalKey<Schema.Int>;
    }>;
    export type Statement = typeof Statement.Type;
    export interface Report {
        readonly phase: OutboundPhase.OutboundPhase;
        readonly statements: ReadonlyArray<Statement>;
        readonly namesTogether?: ReadonlyArray<string>;
    }
    export const isSame: (one: Statement, other: Statement) => boolean;
    export const fromStatus: ({ parcels, phase, ...latest }: OutboundOrder.OutboundStatus) => Report;
}

declare module "fulfilment/Unexplained" {
    import * as Quantities from "./Quantities.ts";
    export interface Unexplained {
        readonly certain: Quantities.Quantities;
        readonly possible: Quantities.Quantities;
    }
    export interface Parcel {
        readonly contents: Quantities.Quantities;
        readonly times: ReadonlyArray<number>;
    }
    export interface List {
        readonly contents: Quantities.Quantities;
        readonly shippedAt: number | undefined;
    }
    export const of: (list: List, known: ReadonlyArray<Parcel>, ordered: Quantities.Quantities | undefined, countOfLists: number) => Unexplained;
}

declare module "fulfilment/index" {
    export * as Fulfilment from "./Fulfilment.ts";
    export * as FulfilmentRecord from "./FulfilmentRecord.ts";
    export * as Quantities from "./Quantities.ts";
    export type { ShippedLines } from "./Readings.ts";
    export * as Rules from "./Rules.ts";
    export type { ShippedParcel } from "./ShippedParcels.ts";
    export * as Statement from "./Statement.ts";
}

declare module "index" {
    export * as AdapterError from "./AdapterError.ts";
    export * as ConnectionInfo from "./ConnectionInfo.ts";
    export * as Contract from "./Contract.ts";
    export * as Credentials from "./Credentials.ts";
    export * as Drift from "./Drift.ts";
    export type { DurationInput } from "./DurationInput.ts";
    export * as ErpV1 from "./ErpV1.ts";
    export * as Json from "./Json.ts";
    export * as Decimal from "./model/Decimal.ts";
    export * as ErpInbound from "./model/ErpInbound.ts";
    export * as ErpRecords from "./model/ErpRecords.ts";
    export * as ErpStock from "./model/ErpStock.ts";
    export * as ErpStockOrder from "./model/ErpStockOrder.ts";
    export * as InboundOrder from "./model/InboundOrder.ts";
    export * as InboundPhase from "./model/InboundPhase.ts";
    export * as Line from "./model/Line.ts";
    export * as Money from "./model/Money.ts";
    export * as OrderDetails from "./model/OrderDetails.ts";
    export * as OutboundOrder from "./model/OutboundOrder.ts";
    export * as OutboundPhase from "./model/OutboundPhase.ts";
    export * as Personal from "./model/Personal.ts";
    export * as PlatformOrder from "./model/PlatformOrder.ts";
    export * as PlatformProduct from "./model/PlatformProduct.ts";
    export * as PlatformShipment from "./model/PlatformShipment.ts";
    export * as Product from "./model/Product.ts";
    export * as Quantity from "./model/Quantity.ts";
    export * as Sku from "./model/Sku.ts";
    export * as StockLevel from "./model/StockLevel.ts";
    export * as Warehouse from "./model/Warehouse.ts";
    export * as Multipart from "./Multipart.ts";
    export * as Operation from "./Operation.ts";
    export * as PlatformV1 from "./PlatformV1.ts";
    export * as WholePieces from "./WholePieces.ts";
    export * as StockPages from "./StockPages.ts";
    export * as RetryAfter from "./RetryAfter.ts";
    export * as Storage from "./Storage.ts";
    export * as StorageTables from "./StorageTables.ts";
    export * as TimeLimit from "./TimeLimit.ts";
    export * as Transport from "./Transport.ts";
    export * as WarehouseV1 from "./WarehouseV1.ts";
}

declare module "model/Decimal" {
    import * as BigDecimal from "effect/BigDecimal";
    import * as Schema from "effect/Schema";
    export const toText: ({ scale, value }: BigDecimal.BigDecimal) => string;
    export const isText: (text: string) => boolean;
    export const fromText: (text: string) => BigDecimal.BigDecimal | undefined;
    export const Decimal: Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>;
    export type Decimal = typeof Decimal.Type;
}

declare module "model/ErpInbound" {
    import * as Schema from "effect/Schema";
    export const ErpBox: Schema.Struct<{
        readonly boxNumber: Schema.Int;
        readonly items: Schema.$Array<Schema.Struct<{
            readonly sku: Schema.brand<Schema.NonEmptyString, "Sku">;
            readonly quantity: Schema.decodeTo<Schema.toType<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>, Schema.Union<readonly [Schema.Int, Schema.String]>, never, never>;
        }>>;
        readonly length: Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>;
        readonly width: Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>;
        readonly height: Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>;
        readonly weight: Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>;
    }>;
    export type ErpBox = typeof ErpBox.Type;
    export const CustomField: Schema.Struct<{
        readonly recordType: Schema.NonEmptyString;
        readonly name: Schema.NonEmptyString;
        readonly type: Schema.Literals<readonly ["number", "date", "text", "choice"]>;
        readonly defaultValue: Schema.optionalKey<Schema.NonEmptyString>;
        readonly choices: Schema.optionalKey<Schema.NonEmptyString>;
        readonly remark: Schema.optionalKey<Schema.NonEmptyString>;
        readonly isRequired: Schema.optionalKey<Schema.Boolean>;
        readonly isSearchable: Schema.optionalKey<Schema.Boolean>;
        readonly isShown: Schema.optionalKey<Schema.Boolean>;
    }>;
    export type CustomField = typeof CustomField.Type;
    export const ErpInboundLine: Schema.Struct<{
        readonly purchasePrice: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
        readonly firstLegPrice: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
        readonly transferPrice: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
        readonly sku: Schema.brand<Schema.NonEmptyString, "Sku">;
        readonly name: Schema.optionalKey<Schema.NonEmptyString>;
        readonly expected: Schema.decodeTo<Schema.toType<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>, Schema.Union<readonly [Schema.Int, Schema.String]>, never, never>;
        readonly received: Schema.optionalKey<Schema.decodeTo<Schema.toType<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>, Schema.Union<readonly [Schema.Int, Schema.String]>, never, never>>;
        readonly good: Schema.optionalKey<Schema.decodeTo<Schema.toType<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>, Schema.Union<readonly [Schema.Int, Schema.String]>, never, never>>;
        readonly bad: Schema.optionalKey<Schema.decodeTo<Schema.toType<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>, Schema.Union<readonly [Schema.Int, Schema.String]>, never, never>>;
        readonly unit: Schema.optionalKey<Schema.NonEmptyString>;
        readonly lots: Schema.optionalKey<Schema.$Array<Schema.Struct<{
            lot: Schema.optionalKey<Schema.NonEmptyString>;
            producedOn: Schema.optionalKey<Schema.String>;
            expiresOn: Schema.optionalKey<Schema.String>;
            originCountry: Schema.optionalKey<Schema.NonEmptyString>;
        }>>>;
        readonly note: Schema.optionalKey<Schema.NonEmptyString>;
    }>;
    export type ErpInboundLine = typeof ErpInboundLine.Type;
    export const SubmittedInboundOrder: Schema.Struct<{
        purchaseCurrency: Schema.optionalKey<Schema.NonEmptyString>;
        firstLegCurrency: Schema.optionalKey<Schema.NonEmptyString>;
        transferCurrency: Schema.optionalKey<Schema.NonEmptyString>;
        asnNumber: Schema.brand<Schema.NonEmptyString, "AsnNumber">;
        warehouseName: Schema.NonEmptyString;
        warehouseId: Schema.optionalKey<Schema.NonEmptyString>;
        type: Schema.optionalKey<Schema.NonEmptyString>;
        phase: Schema.Literals<readonly ["announced", "shipping", "receiving", "received", "cancelled", "closed"]>;
        status: Schema.NonEmptyString;
        lines: Schema.$Array<Schema.Struct<{
            readonly purchasePrice: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly firstLegPrice: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly transferPrice: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly sku: Schema.brand<Schema.NonEmptyString, "Sku">;
            readonly name: Schema.optionalKey<Schema.NonEmptyString>;
            readonly expected: Schema.decodeTo<Schema.toType<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>, Schema.Union<readonly [Schema.Int, Schema.String]>, never, never>;
            readonly received: Schema.optionalKey<Schema.decodeTo<Schema.toType<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>, Schema.Union<readonly [Schema.Int, Schema.String]>, never, never>>;
            readonly good: Schema.optionalKey<Schema.decodeTo<Schema.toType<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>, Schema.Union<readonly [Schema.Int, Schema.String]>, never, never>>;
            readonly bad: Schema.optionalKey<Schema.decodeTo<Schema.toType<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>, Schema.Union<readonly [Schema.Int, Schema.String]>, never, never>>;
            readonly unit: Schema.optionalKey<Schema.NonEmptyString>;
            readonly lots: Schema.optionalKey<Schema.$Array<Schema.Struct<{
                lot: Schema.optionalKey<Schema.NonEmptyString>;
                producedOn: Schema.optionalKey<Schema.String>;
                expiresOn: Schema.optionalKey<Schema.String>;
                originCountry: Schema.optionalKey<Schema.NonEmptyString>;
            }>>>;
            readonly note: Schema.optionalKey<Schema.NonEmptyString>;
        }>>;
    }>;
    export type SubmittedInboundOrder = typeof SubmittedInboundOrder.Type;
    export const ErpInboundOrder: Schema.Struct<{
        readonly purchaseCurrency: Schema.optionalKey<Schema.NonEmptyString>;
        readonly firstLegCurrency: Schema.optionalKey<Schema.NonEmptyString>;
        readonly transferCurrency: Schema.optionalKey<Schema.NonEmptyString>;
        readonly asnNumber: Schema.brand<Schema.NonEmptyString, "AsnNumber">;
        readonly warehouseName: Schema.NonEmptyString;
        readonly warehouseId: Schema.optionalKey<Schema.NonEmptyString>;
        readonly type: Schema.optionalKey<Schema.NonEmptyString>;
        readonly phase: Schema.Literals<readonly ["announced", "shipping", "receiving", "received", "cancelled", "closed"]>;
        readonly status: Schema.NonEmptyString;
        readonly lines: Schema.$Array<Schema.Struct<{
            readonly purchasePrice: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly firstLegPrice: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly transferPrice: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly sku: Schema.brand<Schema.NonEmptyString, "Sku">;
            readonly name: Schema.optionalKey<Schema.NonEmptyString>;
            readonly expected: Schema.decodeTo<Schema.toType<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>, Schema.Union<readonly [Schema.Int, Schema.String]>, never, never>;
            readonly received: Schema.optionalKey<Schema.decodeTo<Schema.toType<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>, Schema.Union<readonly [Schema.Int, Schema.String]>, never, never>>;
            readonly good: Schema.optionalKey<Schema.decodeTo<Schema.toType<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>, Schema.Union<readonly [Schema.Int, Schema.String]>, never, never>>;
            readonly bad: Schema.optionalKey<Schema.decodeTo<Schema.toType<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>, Schema.Union<readonly [Schema.Int, Schema.String]>, never, never>>;
            readonly unit: Schema.optionalKey<Schema.NonEmptyString>;
            readonly lots: Schema.optionalKey<Schema.$Array<Schema.Struct<{
                lot: Schema.optionalKey<Schema.NonEmptyString>;
                producedOn: Schema.optionalKey<Schema.String>;
                expiresOn: Schema.optionalKey<Schema.String>;
                originCountry: Schema.optionalKey<Schema.NonEmptyString>;
            }>>>;
            readonly note: Schema.optionalKey<Schema.NonEmptyString>;
        }>>;
        readonly businessNumber: Schema.optionalKey<Schema.NonEmptyString>;
        readonly customNumber: Schema.optionalKey<Schema.NonEmptyString>;
        readonly trackingNumber: Schema.optionalKey<Schema.NonEmptyString>;
        readonly remark: Schema.optionalKey<Schema.NonEmptyString>;
        readonly createdAt: Schema.DateTimeUtcFromString;
        readonly updatedAt: Schema.optionalKey<Schema.DateTimeUtcFromString>;
        readonly stockedAt: Schema.optionalKey<Schema.DateTimeUtcFromString>;
        readonly finishedAt: Schema.optionalKey<Schema.DateTimeUtcFromString>;
        readonly customFields: Schema.optionalKey<Schema.$Array<Schema.Struct<{
            readonly recordType: Schema.NonEmptyString;
            readonly name: Schema.NonEmptyString;
            readonly type: Schema.Literals<readonly ["number", "date", "text", "choice"]>;
            readonly defaultValue: Schema.optionalKey<Schema.NonEmptyString>;
            readonly choices: Schema.optionalKey<Schema.NonEmptyString>;
            readonly remark: Schema.optionalKey<Schema.NonEmptyString>;
            readonly isRequired: Schema.optionalKey<Schema.Boolean>;
            readonly isSearchable: Schema.optionalKey<Schema.Boolean>;
            readonly isShown: Schema.optionalKey<Schema.Boolean>;
        }>>>;
        readonly boxes: Schema.optionalKey<Schema.$Array<Schema.Struct<{
            readonly boxNumber: Schema.Int;
            readonly items: Schema.$Array<Schema.Struct<{
                readonly sku: Schema.brand<Schema.NonEmptyString, "Sku">;
                readonly quantity: Schema.decodeTo<Schema.toType<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>, Schema.Union<readonly [Schema.Int, Schema.String]>, never, never>;
            }>>;
            readonly length: Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>;
            readonly width: Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>;
            readonly height: Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>;
            readonly weight: Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>;
        }>>>;
    }>;
    export type ErpInboundOrder = typeof ErpInboundOrder.Type;
    export const ShippingMethod: Schema.Literals<readonly ["sea", "air", "express", "land", "specialCar", "rail", "font", "other"]>;
    export type ShippingMethod = typeof ShippingMethod.Type;
    export const ErpInboundDraftLine: Schema.Struct<{
        readonly purchasePrice: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
        readonly firstLegPrice: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
        readonly transferPrice: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
        readonly lot: Schema.optionalKey<Schema.NonEmptyString>;
        readonly producedOn: Schema.optionalKey<Schema.String>;
        readonly expiresOn: Schema.optionalKey<Schema.String>;
        readonly originCountry: Schema.optionalKey<Schema.NonEmptyString>;
        readonly sku: Schema.brand<Schema.NonEmptyString, "Sku">;
        readonly expected: Schema.decodeTo<Schema.toType<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>, Schema.Union<readonly [Schema.Int, Schema.String]>, never, never>;
        readonly unit: Schema.optionalKey<Schema.NonEmptyString>;
        readonly condition: Schema.optionalKey<Schema.Literals<readonly ["good", "damaged"]>>;
        readonly piecesPerBox: Schema.optionalKey<Schema.Int>;
        readonly reference: Schema.optionalKey<Schema.NonEmptyString>;
        readonly note: Schema.optionalKey<Schema.NonEmptyString>;
    }>;
    export type ErpInboundDraftLine = typeof ErpInboundDraftLine.Type;
    export const SerialNumberList: Schema.Struct<{
        readonly customerCode: Schema.optionalKey<Schema.NonEmptyString>;
        readonly orderType: Schema.optionalKey<Schema.NonEmptyString>;
        readonly orderedAt: Schema.optionalKey<Schema.DateTimeUtcFromString>;
        readonly url: Schema.optionalKey<Schema.NonEmptyString>;
        readonly agentWarehouseCode: Schema.optionalKey<Schema.NonEmptyString>;
        readonly agentWarehouseName: Schema.optionalKey<Schema.NonEmptyString>;
        readonly storeCode: Schema.optionalKey<Schema.NonEmptyString>;
        readonly storeName: Schema.optionalKey<Schema.NonEmptyString>;
    }>;
    export type SerialNumberList = typeof SerialNumberList.Type;
    export const ErpInboundDraft: Schema.Struct<{
        readonly purchaseCurrency: Schema.optionalKey<Schema.NonEmptyString>;
        readonly firstLegCurrency: Schema.optionalKey<Schema.NonEmptyString>;
        readonly transferCurrency: Schema.optionalKey<Schema.NonEmptyString>;
        readonly warehouseName: Schema.NonEmptyString;
        readonly customNumber: Schema.optionalKey<Schema.NonEmptyString>;
        readonly trackingNumber: Schema.optionalKey<Schema.NonEmptyString>;
        readonly remark: Schema.optionalKey<Schema.NonEmptyString>;
        readonly lines: Schema.NonEmptyArray<Schema.Struct<{
            readonly purchasePrice: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly firstLegPrice: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly transferPrice: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly lot: Schema.optionalKey<Schema.NonEmptyString>;
            readonly producedOn: Schema.optionalKey<Schema.String>;
            readonly expiresOn: Schema.optionalKey<Schema.String>;
            readonly originCountry: Schema.optionalKey<Schema.NonEmptyString>;
            readonly sku: Schema.brand<Schema.NonEmptyString, "Sku">;
            readonly expected: Schema.decodeTo<Schema.toType<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>, Schema.Union<readonly [Schema.Int, Schema.String]>, never, never>;
            readonly unit: Schema.optionalKey<Schema.NonEmptyString>;
            readonly condition: Schema.optionalKey<Schema.Literals<readonly ["good", "damaged"]>>;
            readonly piecesPerBox: Schema.optionalKey<Schema.Int>;
            readonly reference: Schema.optionalKey<Schema.NonEmptyString>;
            readonly note: Schema.optionalKey<Schema.NonEmptyString>;
        }>>;
        readonly sendsToWarehouse: Schema.optionalKey<Schema.Boolean>;
        readonly estimatedArrivalAt: Schema.optionalKey<Schema.DateTimeUtcFromString>;
        readonly shippingMethod: Schema.optionalKey<Schema.Literals<readonly ["sea", "air", "express", "land", "specialCar", "rail", "font", "other"]>>;
        readonly containerModel: Schema.optionalKey<Schema.NonEmptyString>;
        readonly packaging: Schema.optionalKey<Schema.Literals<readonly ["assembly", "mixing"]>>;
        readonly boxCount: Schema.optionalKey<Schema.Int>;
        readonly isOfShipper: Schema.optionalKey<Schema.Boolean>;
        readonly customFields: Schema.optionalKey<Schema.$Array<Schema.Struct<{
            readonly id: Schema.NonEmptyString;
            readonly value: Schema.NonEmptyString;
        }>>>;
        readonly namesLots: Schema.optionalKey<Schema.Boolean>;
        readonly serialNumbers: Schema.optionalKey<Schema.Struct<{
            readonly customerCode: Schema.optionalKey<Schema.NonEmptyString>;
            readonly orderType: Schema.optionalKey<Schema.NonEmptyString>;
            readonly orderedAt: Schema.optionalKey<Schema.DateTimeUtcFromString>;
            readonly url: Schema.optionalKey<Schema.NonEmptyString>;
            readonly agentWarehouseCode: Schema.optionalKey<Schema.NonEmptyString>;
            readonly agentWarehouseName: Schema.optionalKey<Schema.NonEmptyString>;
            readonly storeCode: Schema.optionalKey<Schema.NonEmptyString>;
            readonly storeName: Schema.optionalKey<Schema.NonEmptyString>;
        }>>;
        readonly boxes: Schema.optionalKey<Schema.$Array<Schema.Struct<{
            readonly boxNumber: Schema.Int;
            readonly items: Schema.$Array<Schema.Struct<{
                readonly sku: Schema.brand<Schema.NonEmptyString, "Sku">;
                readonly quantity: Schema.decodeTo<Schema.toType<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>, Schema.Union<readonly [Schema.Int, Schema.String]>, never, never>;
            }>>;
            readonly length: Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>;
            readonly width: Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>;
            readonly height: Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>;
            readonly weight: Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>;
        }>>>;
        readonly mergesRepeatedSkus: Schema.optionalKey<Schema.Boolean>;
        readonly tags: Schema.optionalKey<Schema.$Array<Schema.NonEmptyString>>;
    }>;
    export type ErpInboundDraft = typeof ErpInboundDraft.Type;
    export const ReceivedBatch: Schema.Struct<{
        readonly batchNo: Schema.optionalKey<Schema.NonEmptyString>;
        readonly asnNumber: Schema.brand<Schema.NonEmptyString, "AsnNumber">;
        readonly businessNumber: Schema.optionalKey<Schema.NonEmptyString>;
        readonly customNumber: Schema.optionalKey<Schema.NonEmptyString>;
        readonly warehouseName: Schema.NonEmptyString;
        readonly type: Schema.optionalKey<Schema.NonEmptyString>;
        readonly receivedAt: Schema.optionalKey<Schema.DateTimeUtcFromString>;
        readonly received: Schema.decodeTo<Schema.toType<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>, Schema.Union<readonly [Schema.Int, Schema.String]>, never, never>;
        readonly skuCount: Schema.decodeTo<Schema.toType<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>, Schema.Union<readonly [Schema.Int, Schema.String]>, never, never>;
        readonly lines: Schema.$Array<Schema.Struct<{
            readonly sku: Schema.brand<Schema.NonEmptyString, "Sku">;
            readonly name: Schema.optionalKey<Schema.NonEmptyString>;
            readonly purchasePrice: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly purchaseCurrency: Schema.optionalKey<Schema.NonEmptyString>;
            readonly locationCode: Schema.optionalKey<Schema.NonEmptyString>;
            readonly received: Schema.decodeTo<Schema.toType<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>, Schema.Union<readonly [Schema.Int, Schema.String]>, never, never>;
            readonly delivered: Schema.optionalKey<Schema.decodeTo<Schema.toType<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>, Schema.Union<readonly [Schema.Int, Schema.String]>, never, never>>;
        }>>;
    }>;
    export type ReceivedBatch = typeof ReceivedBatch.Type;
}

declare module "model/ErpRecords" {
    import * as Schema from "effect/Schema";
    export const Product: Schema.Struct<{
        readonly kind: Schema.Literal<"product">;
        readonly sku: Schema.brand<Schema.NonEmptyString, "Sku">;
        readonly name: Schema.NonEmptyString;
        readonly imageUrl: Schema.optionalKey<Schema.NonEmptyString>;
    }>;
    export const Combination: Schema.Struct<{
        readonly kind: Schema.Literal<"combination">;
        readonly sku: Schema.brand<Schema.NonEmptyString, "Sku">;
        readonly name: Schema.optionalKey<Schema.NonEmptyString>;
        readonly parts: Schema.NonEmptyArray<Schema.Struct<{
            readonly sku: Schema.brand<Schema.NonEmptyString, "Sku">;
            readonly quantity: Schema.decodeTo<Schema.toType<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>, Schema.Union<readonly [Schema.Int, Schema.String]>, never, never>;
        }>>;
    }>;
    export const WarehouseGroup: Schema.Struct<{
        readonly kind: Schema.Literal<"warehouseGroup">;
        readonly id: Schema.NonEmptyString;
        readonly name: Schema.NonEmptyString;
        readonly warehouseNames: Schema.$Array<Schema.NonEmptyString>;
    }>;
    export const ExchangeRate: Schema.Struct<{
        readonly kind: Schema.Literal<"exchangeRate">;
        readonly currency: Schema.NonEmptyString;
        readonly rate: Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>;
    }>;
    export const EnteredMarketplaceStock: Schema.Struct<{
        readonly warehouseCode: Schema.NonEmptyString;
        readonly itemId: Schema.NonEmptyString;
        readonly itemName: Schema.optionalKey<Schema.NonEmptyString>;
        readonly imageUrl: Schema.optionalKey<Schema.NonEmptyString>;
        readonly shopName: Schema.optionalKey<Schema.NonEmptyString>;
        readonly shopItems: Schema.$Array<Schema.Struct<{
            readonly itemId: Schema.NonEmptyString;
            readonly skuId: Schema.NonEmptyString;
        }>>;
        readonly matchStatus: Schema.NonEmptyString;
        readonly matchReason: Schema.optionalKey<Schema.NonEmptyString>;
        readonly sku: Schema.optionalKey<Schema.brand<Schema.NonEmptyString, "Sku">>;
        readonly skuName: Schema.optionalKey<Schema.NonEmptyString>;
        readonly inTransit: Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>;
        readonly sellable: Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>;
        readonly reserved: Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>;
        readonly unsellable: Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>;
        readonly excess: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
        readonly coverageDays: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
        readonly coverageDaysInWarehouse: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
        readonly soldPerDay: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
        readonly sold7Days: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
        readonly sold15Days: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
        readonly sold30Days: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
        readonly sold60Days: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
        readonly sold90Days: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
        readonly level: Schema.optionalKey<Schema.Int>;
        readonly aged0To30: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
        readonly aged31To60: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
        readonly aged61To90: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
        readonly aged91To120: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
        readonly aged121To180: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
        readonly agedOver180: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
        readonly kind: Schema.Literal<"marketplaceStock">;
    }>;
    export const StockCorrection: Schema.Struct<{
        readonly kind: Schema.Literal<"stockCorrection">;
        readonly id: Schema.NonEmptyString;
        readonly warehouseName: Schema.NonEmptyString;
        readonly sku: Schema.brand<Schema.NonEmptyString, "Sku">;
        readonly locationCode: Schema.optionalKey<Schema.NonEmptyString>;
        readonly batchNo: Schema.optionalKey<Schema.NonEmptyString>;
        readonly change: Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>;
        readonly isUnavailable: Schema.optionalKey<Schema.Boolean>;
        readonly reason: Schema.NonEmptyString;
        readonly operator: Schema.optionalKey<Schema.NonEmptyString>;
        readonly purchasePrice: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
        readonly purchaseCurrency: Schema.optionalKey<Schema.NonEmptyString>;
        readonly firstLegPrice: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
        readonly firstLegCurrency: Schema.optionalKey<Schema.NonEmptyString>;
        readonly transferPrice: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
        readonly transferCurrency: Schema.optionalKey<Schema.NonEmptyString>;
    }>;
    export const EnteredAssembly: Schema.Struct<{
        readonly warehouseName: Schema.NonEmptyString;
        readonly warehouseId: Schema.optionalKey<Schema.NonEmptyString>;
        readonly assemblyNumber: Schema.NonEmptyString;
        readonly status: Schema.NonEmptyString;
        readonly asnNumber: Schema.optionalKey<Schema.NonEmptyString>;
        readonly customNumber: Schema.optionalKey<Schema.NonEmptyString>;
        readonly createdAt: Schema.DateTimeUtcFromString;
        readonly startedAt: Schema.optionalKey<Schema.DateTimeUtcFromString>;
        readonly endedAt: Schema.optionalKey<Schema.DateTimeUtcFromString>;
        readonly finishedAt: Schema.optionalKey<Schema.DateTimeUtcFromString>;
        readonly workers: Schema.optionalKey<Schema.$Array<Schema.Struct<{
            readonly name: Schema.NonEmptyString;
            readonly userId: Schema.optionalKey<Schema.NonEmptyString>;
            readonly userName: Schema.optionalKey<Schema.NonEmptyString>;
        }>>>;
        readonly lines: Schema.$Array<Schema.Struct<{
            readonly sku: Schema.brand<Schema.NonEmptyString, "Sku">;
            readonly status: Schema.NonEmptyString;
            readonly expected: Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>;
            readonly assembled: Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>;
            readonly parts: Schema.$Array<Schema.Struct<{
                readonly sku: Schema.brand<Schema.NonEmptyString, "Sku">;
                readonly expected: Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>;
                readonly used: Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>;
            }>>;
        }>>;
        readonly kind: Schema.Literal<"assembly">;
    }>;
    export const EnteredSplit: Schema.Struct<{
        readonly warehouseName: Schema.NonEmptyString;
        readonly warehouseId: Schema.optionalKey<Schema.NonEmptyString>;
        readonly splitNumber: Schema.NonEmptyString;
        readonly status: Schema.NonEmptyString;
        readonly asnNumber: Schema.optionalKey<Schema.NonEmptyString>;
        readonly customNumber: Schema.optionalKey<Schema.NonEmptyString>;
        readonly createdAt: Schema.DateTimeUtcFromString;
        readonly startedAt: Schema.optionalKey<Schema.DateTimeUtcFromString>;
        readonly endedAt: Schema.optionalKey<Schema.DateTimeUtcFromString>;
        readonly finishedAt: Schema.optionalKey<Schema.DateTimeUtcFromString>;
        readonly remarks: Schema.optionalKey<Schema.$Array<Schema.NonEmptyString>>;
        readonly workers: Schema.optionalKey<Schema.$Array<Schema.Struct<{
            readonly name: Schema.NonEmptyString;
            readonly userId: Schema.optionalKey<Schema.NonEmptyString>;
            readonly userName: Schema.optionalKey<Schema.NonEmptyString>;
        }>>>;
        readonly lines: Schema.$Array<Schema.Struct<{
            readonly sku: Schema.brand<Schema.NonEmptyString, "Sku">;
            readonly name: Schema.optionalKey<Schema.NonEmptyString>;
            readonly imageUrl: Schema.optionalKey<Schema.NonEmptyString>;
            readonly expected: Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>;
            readonly split: Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>;
            readonly fee: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly cost: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly parts: Schema.$Array<Schema.Struct<{
                readonly id: Schema.optionalKey<Schema.NonEmptyString>;
                readonly sku: Schema.brand<Schema.NonEmptyString, "Sku">;
                readonly name: Schema.optionalKey<Schema.NonEmptyString>;
                readonly imageUrl: Schema.optionalKey<Schema.NonEmptyString>;
                readonly perProduct: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
                readonly received: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
                readonly purchasePrice: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
                readonly cost: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            }>>;
        }>>;
        readonly kind: Schema.Literal<"split">;
    }>;
    export const TransferShipped: Schema.Struct<{
        readonly kind: Schema.Literal<"transferShipped">;
        readonly transferNumber: Schema.NonEmptyString;
        readonly trackingNumber: Schema.optionalKey<Schema.NonEmptyString>;
    }>;
    export const TransferReceived: Schema.Struct<{
        readonly kind: Schema.Literal<"transferReceived">;
        readonly id: Schema.NonEmptyString;
        readonly transferNumber: Schema.NonEmptyString;
        readonly lines: Schema.NonEmptyArray<Schema.Struct<{
            readonly sku: Schema.brand<Schema.NonEmptyString, "Sku">;
            readonly received: Schema.decodeTo<Schema.toType<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>, Schema.Union<readonly [Schema.Int, Schema.String]>, never, never>;
            readonly locationCode: Schema.optionalKey<Schema.NonEmptyString>;
        }>>;
        readonly isFinished: Schema.optionalKey<Schema.Boolean>;
    }>;
    export const ErpRecord: Schema.Union<readonly [Schema.Struct<{
        readonly kind: Schema.Literal<"product">;
        readonly sku: Schema.brand<Schema.NonEmptyString, "Sku">;
        readonly name: Schema.NonEmptyString;
        readonly imageUrl: Schema.optionalKey<Schema.NonEmptyString>;
    }>, Schema.Struct<{
        readonly kind: Schema.Literal<"combination">;
        readonly sku: Schema.brand<Schema.NonEmptyString, "Sku">;
        readonly name: Schema.optionalKey<Schema.NonEmptyString>;
        readonly parts: Schema.NonEmptyArray<Schema.Struct<{
            readonly sku: Schema.brand<Schema.NonEmptyString, "Sku">;
            readonly quantity: Schema.decodeTo<Schema.toType<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>, Schema.Union<readonly [Schema.Int, Schema.String]>, never, never>;
        }>>;
    }>, Schema.Struct<{
        readonly kind: Schema.Literal<"warehouseGroup">;
        readonly id: Schema.NonEmptyString;
        readonly name: Schema.NonEmptyString;
        readonly warehouseNames: Schema.$Array<Schema.NonEmptyString>;
    }>, Schema.Struct<{
        readonly kind: Schema.Literal<"exchangeRate">;
        readonly currency: Schema.NonEmptyString;
        readonly rate: Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>;
    }>, Schema.Struct<{
        readonly warehouseCode: Schema.NonEmptyString;
        readonly itemId: Schema.NonEmptyString;
        readonly itemName: Schema.optionalKey<Schema.NonEmptyString>;
        readonly imageUrl: Schema.optionalKey<Schema.NonEmptyString>;
        readonly shopName: Schema.optionalKey<Schema.NonEmptyString>;
        readonly shopItems: Schema.$Array<Schema.Struct<{
            readonly itemId: Schema.NonEmptyString;
            readonly skuId: Schema.NonEmptyString;
        }>>;
        readonly matchStatus: Schema.NonEmptyString;
        readonly matchReason: Schema.optionalKey<Schema.NonEmptyString>;
        readonly sku: Schema.optionalKey<Schema.brand<Schema.NonEmptyString, "Sku">>;
        readonly skuName: Schema.optionalKey<Schema.NonEmptyString>;
        readonly inTransit: Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>;
        readonly sellable: Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>;
        readonly reserved: Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>;
        readonly unsellable: Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>;
        readonly excess: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
        readonly coverageDays: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
        readonly coverageDaysInWarehouse: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
        readonly soldPerDay: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
        readonly sold7Days: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
        readonly sold15Days: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
        readonly sold30Days: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
        readonly sold60Days: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
        readonly sold90Days: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
        readonly level: Schema.optionalKey<Schema.Int>;
        readonly aged0To30: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
        readonly aged31To60: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
        readonly aged61To90: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
        readonly aged91To120: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
        readonly aged121To180: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
        readonly agedOver180: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
        readonly kind: Schema.Literal<"marketplaceStock">;
    }>, Schema.Struct<{
        readonly kind: Schema.Literal<"stockCorrection">;
        readonly id: Schema.NonEmptyString;
        readonly warehouseName: Schema.NonEmptyString;
        readonly sku: Schema.brand<Schema.NonEmptyString, "Sku">;
        readonly locationCode: Schema.optionalKey<Schema.NonEmptyString>;
        readonly batchNo: Schema.optionalKey<Schema.NonEmptyString>;
        readonly change: Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>;
        readonly isUnavailable: Schema.optionalKey<Schema.Boolean>;
        readonly reason: Schema.NonEmptyString;
        readonly operator: Schema.optionalKey<Schema.NonEmptyString>;
        readonly purchasePrice: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
        readonly purchaseCurrency: Schema.optionalKey<Schema.NonEmptyString>;
        readonly firstLegPrice: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
        readonly firstLegCurrency: Schema.optionalKey<Schema.NonEmptyString>;
        readonly transferPrice: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
        readonly transferCurrency: Schema.optionalKey<Schema.NonEmptyString>;
    }>, Schema.Struct<{
        readonly warehouseName: Schema.NonEmptyString;
        readonly warehouseId: Schema.optionalKey<Schema.NonEmptyString>;
        readonly assemblyNumber: Schema.NonEmptyString;
        readonly status: Schema.NonEmptyString;
        readonly asnNumber: Schema.optionalKey<Schema.NonEmptyString>;
        readonly customNumber: Schema.optionalKey<Schema.NonEmptyString>;
        readonly createdAt: Schema.DateTimeUtcFromString;
        readonly startedAt: Schema.optionalKey<Schema.DateTimeUtcFromString>;
        readonly endedAt: Schema.optionalKey<Schema.DateTimeUtcFromString>;
        readonly finishedAt: Schema.optionalKey<Schema.DateTimeUtcFromString>;
        readonly workers: Schema.optionalKey<Schema.$Array<Schema.Struct<{
            readonly name: Schema.NonEmptyString;
            readonly userId: Schema.optionalKey<Schema.NonEmptyString>;
            readonly userName: Schema.optionalKey<Schema.NonEmptyString>;
        }>>>;
        readonly lines: Schema.$Array<Schema.Struct<{
            readonly sku: Schema.brand<Schema.NonEmptyString, "Sku">;
            readonly status: Schema.NonEmptyString;
            readonly expected: Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>;
            readonly assembled: Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>;
            readonly parts: Schema.$Array<Schema.Struct<{
                readonly sku: Schema.brand<Schema.NonEmptyString, "Sku">;
                readonly expected: Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>;
                readonly used: Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>;
            }>>;
        }>>;
        readonly kind: Schema.Literal<"assembly">;
    }>, Schema.Struct<{
        readonly warehouseName: Schema.NonEmptyString;
        readonly warehouseId: Schema.optionalKey<Schema.NonEmptyString>;
        readonly splitNumber: Schema.NonEmptyString;
        readonly status: Schema.NonEmptyString;
        readonly asnNumber: Schema.optionalKey<Schema.NonEmptyString>;
        readonly customNumber: Schema.optionalKey<Schema.NonEmptyString>;
        readonly createdAt: Schema.DateTimeUtcFromString;
        readonly startedAt: Schema.optionalKey<Schema.DateTimeUtcFromString>;
        readonly endedAt: Schema.optionalKey<Schema.DateTimeUtcFromString>;
        readonly finishedAt: Schema.optionalKey<Schema.DateTimeUtcFromString>;
        readonly remarks: Schema.optionalKey<Schema.$Array<Schema.NonEmptyString>>;
        readonly workers: Schema.optionalKey<Schema.$Array<Schema.Struct<{
            readonly name: Schema.NonEmptyString;
            readonly userId: Schema.optionalKey<Schema.NonEmptyString>;
            readonly userName: Schema.optionalKey<Schema.NonEmptyString>;
        }>>>;
        readonly lines: Schema.$Array<Schema.Struct<{
            readonly sku: Schema.brand<Schema.NonEmptyString, "Sku">;
            readonly name: Schema.optionalKey<Schema.NonEmptyString>;
            readonly imageUrl: Schema.optionalKey<Schema.NonEmptyString>;
            readonly expected: Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>;
            readonly split: Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>;
            readonly fee: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly cost: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly parts: Schema.$Array<Schema.Struct<{
                readonly id: Schema.optionalKey<Schema.NonEmptyString>;
                readonly sku: Schema.brand<Schema.NonEmptyString, "Sku">;
                readonly name: Schema.optionalKey<Schema.NonEmptyString>;
                readonly imageUrl: Schema.optionalKey<Schema.NonEmptyString>;
                readonly perProduct: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
                readonly received: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
                readonly purchasePrice: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
                readonly cost: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            }>>;
        }>>;
        readonly kind: Schema.Literal<"split">;
    }>, Schema.Struct<{
        readonly kind: Schema.Literal<"transferShipped">;
        readonly transferNumber: Schema.NonEmptyString;
        readonly trackingNumber: Schema.optionalKey<Schema.NonEmptyString>;
    }>, Schema.Struct<{
        readonly kind: Schema.Literal<"transferReceived">;
        readonly id: Schema.NonEmptyString;
        readonly transferNumber: Schema.NonEmptyString;
        readonly lines: Schema.NonEmptyArray<Schema.Struct<{
            readonly sku: Schema.brand<Schema.NonEmptyString, "Sku">;
            readonly received: Schema.decodeTo<Schema.toType<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>, Schema.Union<readonly [Schema.Int, Schema.String]>, never, never>;
            readonly locationCode: Schema.optionalKey<Schema.NonEmptyString>;
        }>>;
        readonly isFinished: Schema.optionalKey<Schema.Boolean>;
    }>]>;
    export type ErpRecord = typeof ErpRecord.Type;
    export const InboundAnnouncement: Schema.Struct<{
        readonly asnNumber: Schema.brand<Schema.NonEmptyString, "AsnNumber">;
        readonly outcome: Schema.Literals<readonly ["sent", "failed"]>;
        readonly reason: Schema.optionalKey<Schema.NonEmptyString>;
        readonly referenceNumber: Schema.optionalKey<Schema.NonEmptyString>;
        readonly at: Schema.DateTimeUtcFromString;
    }>;
    export type InboundAnnouncement = typeof InboundAnnouncement.Type;
}

declare module "model/ErpStock" {
    import * as Schema from "effect/Schema";
    export const StockBalance: Schema.Struct<{
        readonly warehouseName: Schema.NonEmptyString;
        readonly warehouseId: Schema.optionalKey<Schema.NonEmptyString>;
        readonly sku: Schema.brand<Schema.NonEmptyString, "Sku">;
        readonly name: Schema.optionalKey<Schema.NonEmptyString>;
        readonly warehouseCode: Schema.optionalKey<Schema.NonEmptyString>;
        readonly warehouseGroups: Schema.optionalKey<Schema.$Array<Schema.Struct<{
            readonly id: Schema.NonEmptyString;
            readonly name: Schema.NonEmptyString;
        }>>>;
        readonly unit: Schema.optionalKey<Schema.NonEmptyString>;
        readonly total: Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>;
        readonly available: Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>;
        readonly reserved: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
        readonly reservedForOrders: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
        readonly reservedForFirstLeg: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
        readonly reservedForTransfers: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
        readonly reservedForAssembly: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
        readonly unavailable: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
        readonly inTransit: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
        readonly inTransitOfPurchases: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
        readonly inTransitOfFirstLeg: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
        readonly inTransitOfTransfers: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
        readonly inTransitOfAssembly: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
        readonly inTransitOfReturns: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
        readonly inTransitOfManualOrders: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
        readonly currency: Schema.optionalKey<Schema.NonEmptyString>;
        readonly totalCost: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
        readonly availableCost: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
        readonly unavailableCost: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
        readonly reservedCost: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
        readonly inTransitCost: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
        readonly totalValue: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
        readonly availableValue: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
        readonly unavailableValue: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
        readonly reservedValue: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
        readonly inTransitValue: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
        readonly sold3Days: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
        readonly sold7Days: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
        readonly sold15Days: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
        readonly sold30Days: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
        readonly sold60Days: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
        readonly sold90Days: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
        readonly soldPerDay3Days: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
        readonly soldPerDay7Days: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
        readonly soldPerDay15Days: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
        readonly soldPerDay30Days: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
        readonly soldPerDay60Days: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
        readonly soldPerDay90Days: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
    }>;
    export type StockBalance = typeof StockBalance.Type;
    export const StockMovement: Schema.Struct<{
        readonly warehouseName: Schema.NonEmptyString;
        readonly warehouseId: Schema.optionalKey<Schema.NonEmptyString>;
        readonly id: Schema.NonEmptyString;
        readonly sku: Schema.brand<Schema.NonEmptyString, "Sku">;
        readonly locationCode: Schema.optionalKey<Schema.NonEmptyString>;
        readonly type: Schema.NonEmptyString;
        readonly subtype: Schema.optionalKey<Schema.NonEmptyString>;
        readonly documentNumber: Schema.optionalKey<Schema.NonEmptyString>;
        readonly unit: Schema.optionalKey<Schema.NonEmptyString>;
        readonly inTransitBefore: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
        readonly inTransitChange: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
        readonly inTransitAfter: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
        readonly before: Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>;
        readonly change: Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>;
        readonly after: Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>;
        readonly batchNo: Schema.optionalKey<Schema.NonEmptyString>;
        readonly operator: Schema.optionalKey<Schema.NonEmptyString>;
        readonly at: Schema.DateTimeUtcFromString;
        readonly cost: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
    }>;
    export type StockMovement = typeof StockMovement.Type;
    export const StorageLocationStock: Schema.Struct<{
        readonly warehouseName: Schema.NonEmptyString;
        readonly warehouseId: Schema.optionalKey<Schema.NonEmptyString>;
        readonly sku: Schema.brand<Schema.NonEmptyString, "Sku">;
        readonly name: Schema.optionalKey<Schema.NonEmptyString>;
        readonly warehouseCode: Schema.optionalKey<Schema.NonEmptyString>;
        readonly locationCode: Schema.NonEmptyString;
        readonly unit: Schema.optionalKey<Schema.NonEmptyString>;
        readonly total: Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>;
        readonly available: Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>;
    }>;
    export type StorageLocationStock = typeof StorageLocationStock.Type;
    export const BatchStock: Schema.Struct<{
        readonly warehouseName: Schema.NonEmptyString;
        readonly warehouseId: Schema.optionalKey<Schema.NonEmptyString>;
        readonly sku: Schema.brand<Schema.NonEmptyString, "Sku">;
        readonly locationCode: Schema.NonEmptyString;
        readonly batchNo: Schema.NonEmptyString;
        readonly customNumber: Schema.optionalKey<Schema.NonEmptyString>;
        readonly businessNumber: Schema.optionalKey<Schema.NonEmptyString>;
        readonly stockedAt: Schema.optionalKey<Schema.DateTimeUtcFromString>;
        readonly unit: Schema.optionalKey<Schema.NonEmptyString>;
        readonly total: Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>;
        readonly reserved: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
        readonly available: Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>;
        readonly ageInDays: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
        readonly holdingCost: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
        readonly currency: Schema.optionalKey<Schema.NonEmptyString>;
    }>;
    export type BatchStock = typeof BatchStock.Type;
    export const MarketplaceStock: Schema.Struct<{
        readonly warehouseCode: Schema.NonEmptyString;
        readonly itemId: Schema.NonEmptyString;
        readonly itemName: Schema.optionalKey<Schema.NonEmptyString>;
        readonly imageUrl: Schema.optionalKey<Schema.NonEmptyString>;
        readonly shopName: Schema.optionalKey<Schema.NonEmptyString>;
        readonly shopItems: Schema.$Array<Schema.Struct<{
            readonly itemId: Schema.NonEmptyString;
            readonly skuId: Schema.NonEmptyString;
        }>>;
        readonly matchStatus: Schema.NonEmptyString;
        readonly matchReason: Schema.optionalKey<Schema.NonEmptyString>;
        readonly sku: Schema.optionalKey<Schema.brand<Schema.NonEmptyString, "Sku">>;
        readonly skuName: Schema.optionalKey<Schema.NonEmptyString>;
        readonly inTransit: Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>;
        readonly sellable: Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>;
        readonly reserved: Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>;
        readonly unsellable: Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>;
        readonly excess: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
        readonly coverageDays: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
        readonly coverageDaysInWarehouse: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
        readonly soldPerDay: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
        readonly sold7Days: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
        readonly sold15Days: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
        readonly sold30Days: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
        readonly sold60Days: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
        readonly sold90Days: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
        readonly level: Schema.optionalKey<Schema.Int>;
        readonly aged0To30: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
        readonly aged31To60: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
        readonly aged61To90: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
        readonly aged91To120: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
        readonly aged121To180: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
        readonly agedOver180: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
    }>;
    export type MarketplaceStock = typeof MarketplaceStock.Type;
}

declare module "model/ErpStockOrder" {
    import * as Schema from "effect/Schema";
    export const TransferOrder: Schema.Struct<{
        readonly warehouseName: Schema.NonEmptyString;
        readonly warehouseId: Schema.optionalKey<Schema.NonEmptyString>;
        readonly transferNumber: Schema.NonEmptyString;
        readonly customNumber: Schema.optionalKey<Schema.NonEmptyString>;
        readonly type: Schema.optionalKey<Schema.Literals<readonly ["plan", "available"]>>;
        readonly status: Schema.NonEmptyString;
        readonly createdAt: Schema.DateTimeUtcFromString;
        readonly updatedAt: Schema.optionalKey<Schema.DateTimeUtcFromString>;
        readonly toWarehouseName: Schema.NonEmptyString;
        readonly toWarehouseId: Schema.optionalKey<Schema.NonEmptyString>;
        readonly toWarehouseType: Schema.optionalKey<Schema.NonEmptyString>;
        readonly carrierName: Schema.optionalKey<Schema.NonEmptyString>;
        readonly trackingNumber: Schema.optionalKey<Schema.NonEmptyString>;
        readonly estimatedArrivalAt: Schema.optionalKey<Schema.DateTimeUtcFromString>;
        readonly remark: Schema.optionalKey<Schema.NonEmptyString>;
        readonly customFields: Schema.optionalKey<Schema.$Array<Schema.Struct<{
            readonly name: Schema.NonEmptyString;
            readonly value: Schema.NonEmptyString;
            readonly type: Schema.Literals<readonly ["number", "date", "text", "choice"]>;
        }>>>;
        readonly lines: Schema.$Array<Schema.Struct<{
            readonly id: Schema.optionalKey<Schema.NonEmptyString>;
            readonly sku: Schema.brand<Schema.NonEmptyString, "Sku">;
            readonly shipmentId: Schema.optionalKey<Schema.NonEmptyString>;
            readonly referenceId: Schema.optionalKey<Schema.NonEmptyString>;
            readonly expected: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly received: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly piecesPerBox: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly netWeight: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly grossWeight: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly weightUnit: Schema.optionalKey<Schema.NonEmptyString>;
            readonly length: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly width: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly height: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly lengthUnit: Schema.optionalKey<Schema.NonEmptyString>;
        }>>;
        readonly fees: Schema.optionalKey<Schema.$Array<Schema.Struct<{
            readonly name: Schema.NonEmptyString;
            readonly amount: Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>;
            readonly applied: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly paid: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly invalid: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly status: Schema.NonEmptyString;
        }>>>;
    }>;
    export type TransferOrder = typeof TransferOrder.Type;
    export const TransferDraft: Schema.Struct<{
        readonly warehouseName: Schema.NonEmptyString;
        readonly toWarehouseName: Schema.NonEmptyString;
        readonly customNumber: Schema.optionalKey<Schema.NonEmptyString>;
        readonly carrierName: Schema.NonEmptyString;
        readonly trackingNumber: Schema.optionalKey<Schema.NonEmptyString>;
        readonly estimatedArrivalAt: Schema.optionalKey<Schema.DateTimeUtcFromString>;
        readonly remark: Schema.optionalKey<Schema.NonEmptyString>;
        readonly lines: Schema.NonEmptyArray<Schema.Struct<{
            readonly sku: Schema.brand<Schema.NonEmptyString, "Sku">;
            readonly quantity: Schema.decodeTo<Schema.toType<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>, Schema.Union<readonly [Schema.Int, Schema.String]>, never, never>;
            readonly asnNumber: Schema.NonEmptyString;
            readonly shipmentId: Schema.optionalKey<Schema.NonEmptyString>;
            readonly referenceId: Schema.optionalKey<Schema.NonEmptyString>;
            readonly piecesPerBox: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly netWeight: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly grossWeights: Schema.optionalKey<Schema.$Array<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>>;
            readonly length: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly width: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly height: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly reference: Schema.optionalKey<Schema.NonEmptyString>;
        }>>;
    }>;
    export type TransferDraft = typeof TransferDraft.Type;
    export const StockMove: Schema.Struct<{
        readonly sku: Schema.brand<Schema.NonEmptyString, "Sku">;
        readonly warehouseName: Schema.NonEmptyString;
        readonly batchNo: Schema.NonEmptyString;
        readonly fromLocationCode: Schema.NonEmptyString;
        readonly toLocationCode: Schema.NonEmptyString;
        readonly quantity: Schema.decodeTo<Schema.toType<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>, Schema.Union<readonly [Schema.Int, Schema.String]>, never, never>;
        readonly reason: Schema.NonEmptyString;
    }>;
    export type StockMove = typeof StockMove.Type;
    export const AssemblyOrder: Schema.Struct<{
        readonly warehouseName: Schema.NonEmptyString;
        readonly warehouseId: Schema.optionalKey<Schema.NonEmptyString>;
        readonly assemblyNumber: Schema.NonEmptyString;
        readonly status: Schema.NonEmptyString;
        readonly asnNumber: Schema.optionalKey<Schema.NonEmptyString>;
        readonly customNumber: Schema.optionalKey<Schema.NonEmptyString>;
        readonly createdAt: Schema.DateTimeUtcFromString;
        readonly startedAt: Schema.optionalKey<Schema.DateTimeUtcFromString>;
        readonly endedAt: Schema.optionalKey<Schema.DateTimeUtcFromString>;
        readonly finishedAt: Schema.optionalKey<Schema.DateTimeUtcFromString>;
        readonly workers: Schema.optionalKey<Schema.$Array<Schema.Struct<{
            readonly name: Schema.NonEmptyString;
            readonly userId: Schema.optionalKey<Schema.NonEmptyString>;
            readonly userName: Schema.optionalKey<Schema.NonEmptyString>;
        }>>>;
        readonly lines: Schema.$Array<Schema.Struct<{
            readonly sku: Schema.brand<Schema.NonEmptyString, "Sku">;
            readonly status: Schema.NonEmptyString;
            readonly expected: Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>;
            readonly assembled: Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>;
            readonly parts: Schema.$Array<Schema.Struct<{
                readonly sku: Schema.brand<Schema.NonEmptyString, "Sku">;
                readonly expected: Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>;
                readonly used: Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>;
            }>>;
        }>>;
    }>;
    export type AssemblyOrder = typeof AssemblyOrder.Type;
    export const SplitOrder: Schema.Struct<{
        readonly warehouseName: Schema.NonEmptyString;
        readonly warehouseId: Schema.optionalKey<Schema.NonEmptyString>;
        readonly splitNumber: Schema.NonEmptyString;
        readonly status: Schema.NonEmptyString;
        readonly asnNumber: Schema.optionalKey<Schema.NonEmptyString>;
        readonly customNumber: Schema.optionalKey<Schema.NonEmptyString>;
        readonly createdAt: Schema.DateTimeUtcFromString;
        readonly startedAt: Schema.optionalKey<Schema.DateTimeUtcFromString>;
        readonly endedAt: Schema.optionalKey<Schema.DateTimeUtcFromString>;
        readonly finishedAt: Schema.optionalKey<Schema.DateTimeUtcFromString>;
        readonly remarks: Schema.optionalKey<Schema.$Array<Schema.NonEmptyString>>;
        readonly workers: Schema.optionalKey<Schema.$Array<Schema.Struct<{
            readonly name: Schema.NonEmptyString;
            readonly userId: Schema.optionalKey<Schema.NonEmptyString>;
            readonly userName: Schema.optionalKey<Schema.NonEmptyString>;
        }>>>;
        readonly lines: Schema.$Array<Schema.Struct<{
            readonly sku: Schema.brand<Schema.NonEmptyString, "Sku">;
            readonly name: Schema.optionalKey<Schema.NonEmptyString>;
            readonly imageUrl: Schema.optionalKey<Schema.NonEmptyString>;
            readonly expected: Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>;
            readonly split: Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>;
            readonly fee: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly cost: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly parts: Schema.$Array<Schema.Struct<{
                readonly id: Schema.optionalKey<Schema.NonEmptyString>;
                readonly sku: Schema.brand<Schema.NonEmptyString, "Sku">;
                readonly name: Schema.optionalKey<Schema.NonEmptyString>;
                readonly imageUrl: Schema.optionalKey<Schema.NonEmptyString>;
                readonly perProduct: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
                readonly received: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
                readonly purchasePrice: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
                readonly cost: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            }>>;
        }>>;
    }>;
    export type SplitOrder = typeof SplitOrder.Type;
}

declare module "model/InboundOrder" {
    import * as Schema from "effect/Schema";
    export const AsnNumber: Schema.brand<Schema.NonEmptyString, "AsnNumber">;
    export type AsnNumber = typeof AsnNumber.Type;
    export const asnTypes: {
        readonly manual: "MANUAL";
        readonly purchase: "PURCHASE";
        readonly saleReturn: "SALE_RETURN";
    };
    export const PackingLine: Schema.Struct<{
        readonly boxNumber: Schema.optionalKey<Schema.Int>;
        readonly markCode: Schema.optionalKey<Schema.NonEmptyString>;
        readonly quantity: Schema.optionalKey<Schema.decodeTo<Schema.toType<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>, Schema.Union<readonly [Schema.Int, Schema.String]>, never, never>>;
        readonly unit: Schema.optionalKey<Schema.NonEmptyString>;
        readonly sku: Schema.optionalKey<Schema.brand<Schema.NonEmptyString, "Sku">>;
        readonly name: Schema.optionalKey<Schema.NonEmptyString>;
        readonly length: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
        readonly width: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
        readonly height: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
        readonly lengthUnit: Schema.optionalKey<Schema.NonEmptyString>;
    }>;
    export type PackingLine = typeof PackingLine.Type;
    export const InboundLine: Schema.Struct<{
        readonly lineId: Schema.optionalKey<Schema.NonEmptyString>;
        readonly lot: Schema.optionalKey<Schema.NonEmptyString>;
        readonly expiresOn: Schema.optionalKey<Schema.String>;
        readonly sku: Schema.brand<Schema.NonEmptyString, "Sku">;
        readonly quantity: Schema.decodeTo<Schema.toType<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>, Schema.Union<readonly [Schema.Int, Schema.String]>, never, never>;
        readonly unit: Schema.optionalKey<Schema.NonEmptyString>;
        readonly name: Schema.optionalKey<Schema.NonEmptyString>;
    }>;
    export type InboundLine = typeof InboundLine.Type;
    export const InboundOrder: Schema.Struct<{
        readonly asnNumber: Schema.brand<Schema.NonEmptyString, "AsnNumber">;
        readonly warehouseCode: Schema.NonEmptyString;
        readonly customNumber: Schema.optionalKey<Schema.NonEmptyString>;
        readonly estimatedArrivalAt: Schema.optionalKey<Schema.DateTimeUtcFromString>;
        readonly trackingNumber: Schema.optionalKey<Schema.NonEmptyString>;
        readonly type: Schema.optionalKey<Schema.NonEmptyString>;
        readonly orderNumber: Schema.optionalKey<Schema.NonEmptyString>;
        readonly onlineOrderId: Schema.optionalKey<Schema.NonEmptyString>;
        readonly returnReason: Schema.optionalKey<Schema.NonEmptyString>;
        readonly warehouseOrderNumber: Schema.optionalKey<Schema.NonEmptyString>;
        readonly lines: Schema.NonEmptyArray<Schema.Struct<{
            readonly lineId: Schema.optionalKey<Schema.NonEmptyString>;
            readonly lot: Schema.optionalKey<Schema.NonEmptyString>;
            readonly expiresOn: Schema.optionalKey<Schema.String>;
            readonly sku: Schema.brand<Schema.NonEmptyString, "Sku">;
            readonly quantity: Schema.decodeTo<Schema.toType<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>, Schema.Union<readonly [Schema.Int, Schema.String]>, never, never>;
            readonly unit: Schema.optionalKey<Schema.NonEmptyString>;
            readonly name: Schema.optionalKey<Schema.NonEmptyString>;
        }>>;
        readonly packing: Schema.optionalKey<Schema.$Array<Schema.Struct<{
            readonly boxNumber: Schema.optionalKey<Schema.Int>;
            readonly markCode: Schema.optionalKey<Schema.NonEmptyString>;
            readonly quantity: Schema.optionalKey<Schema.decodeTo<Schema.toType<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>, Schema.Union<readonly [Schema.Int, Schema.String]>, never, never>>;
            readonly unit: Schema.optionalKey<Schema.NonEmptyString>;
            readonly sku: Schema.optionalKey<Schema.brand<Schema.NonEmptyString, "Sku">>;
            readonly name: Schema.optionalKey<Schema.NonEmptyString>;
            readonly length: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly width: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly height: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly lengthUnit: Schema.optionalKey<Schema.NonEmptyString>;
        }>>>;
        readonly goodsType: Schema.optionalKey<Schema.Literals<readonly ["FULL_CONTAINER", "PART_CONTAINER", "RETURN"]>>;
        readonly containerType: Schema.optionalKey<Schema.Literals<readonly ["20GP", "40GP", "40HQ", "45GP", "45HQ"]>>;
        readonly containerModel: Schema.optionalKey<Schema.NonEmptyString>;
        readonly bulkByPallet: Schema.optionalKey<Schema.Boolean>;
        readonly bulkByPiece: Schema.optionalKey<Schema.Boolean>;
        readonly palletCount: Schema.optionalKey<Schema.Int>;
    }>;
    export type InboundOrder = typeof InboundOrder.Type;
    export const InboundStatus: Schema.Struct<{
        readonly asnNumber: Schema.brand<Schema.NonEmptyString, "AsnNumber">;
        readonly warehouseCode: Schema.optionalKey<Schema.NonEmptyString>;
        readonly phase: Schema.Literals<readonly ["announced", "shipping", "receiving", "received", "cancelled", "closed"]>;
        readonly status: Schema.NonEmptyString;
        readonly referenceNumber: Schema.optionalKey<Schema.NonEmptyString>;
        readonly finishedAt: Schema.optionalKey<Schema.DateTimeUtcFromString>;
        readonly lines: Schema.$Array<Schema.Struct<{
            readonly lineId: Schema.optionalKey<Schema.NonEmptyString>;
            readonly lot: Schema.optionalKey<Schema.NonEmptyString>;
            readonly expiresOn: Schema.optionalKey<Schema.String>;
            readonly sku: Schema.brand<Schema.NonEmptyString, "Sku">;
            readonly name: Schema.optionalKey<Schema.String>;
            readonly estimated: Schema.optionalKey<Schema.decodeTo<Schema.toType<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>, Schema.Union<readonly [Schema.Int, Schema.String]>, never, never>>;
            readonly received: Schema.decodeTo<Schema.toType<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>, Schema.Union<readonly [Schema.Int, Schema.String]>, never, never>;
            readonly good: Schema.optionalKey<Schema.decodeTo<Schema.toType<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>, Schema.Union<readonly [Schema.Int, Schema.String]>, never, never>>;
            readonly bad: Schema.optionalKey<Schema.decodeTo<Schema.toType<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>, Schema.Union<readonly [Schema.Int, Schema.String]>, never, never>>;
            readonly unit: Schema.optionalKey<Schema.NonEmptyString>;
        }>>;
    }>;
    export type InboundStatus = typeof InboundStatus.Type;
    export const InboundProgress: Schema.Struct<{
        readonly asnNumber: Schema.brand<Schema.NonEmptyString, "AsnNumber">;
        readonly warehouseCode: Schema.optionalKey<Schema.NonEmptyString>;
        readonly type: Schema.optionalKey<Schema.NonEmptyString>;
        readonly customerCode: Schema.optionalKey<Schema.NonEmptyString>;
        readonly phase: Schema.Literals<readonly ["announced", "shipping", "receiving", "received", "cancelled", "closed"]>;
        readonly status: Schema.NonEmptyString;
        readonly referenceNumber: Schema.optionalKey<Schema.NonEmptyString>;
        readonly finishedAt: Schema.optionalKey<Schema.DateTimeUtcFromString>;
        readonly updatedAt: Schema.DateTimeUtcFromString;
        readonly lines: Schema.$Array<Schema.Struct<{
            readonly lineId: Schema.optionalKey<Schema.NonEmptyString>;
            readonly lot: Schema.optionalKey<Schema.NonEmptyString>;
            readonly expiresOn: Schema.optionalKey<Schema.String>;
            readonly sku: Schema.brand<Schema.NonEmptyString, "Sku">;
            readonly name: Schema.optionalKey<Schema.String>;
            readonly estimated: Schema.optionalKey<Schema.decodeTo<Schema.toType<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>, Schema.Union<readonly [Schema.Int, Schema.String]>, never, never>>;
            readonly received: Schema.decodeTo<Schema.toType<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>, Schema.Union<readonly [Schema.Int, Schema.String]>, never, never>;
            readonly good: Schema.optionalKey<Schema.decodeTo<Schema.toType<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>, Schema.Union<readonly [Schema.Int, Schema.String]>, never, never>>;
            readonly bad: Schema.optionalKey<Schema.decodeTo<Schema.toType<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>, Schema.Union<readonly [Schema.Int, Schema.String]>, never, never>>;
            readonly unit: Schema.optionalKey<Schema.NonEmptyString>;
        }>>;
        readonly batchNo: Schema.optionalKey<Schema.NonEmptyString>;
    }>;
    export type InboundProgress = typeof InboundProgress.Type;
}

declare module "model/InboundPhase" {
    import * as Schema from "effect/Schema";
    export const InboundPhase: Schema.Literals<readonly ["announced", "shipping", "receiving", "received", "cancelled", "closed"]>;
    export type InboundPhase = typeof InboundPhase.Type;
    export const isEnded: (phase: InboundPhase) => boolean;
}

declare module "model/Line" {
    import * as Schema from "effect/Schema";
    export const CalendarDate: Schema.String;
    export type CalendarDate = typeof CalendarDate.Type;
    export const LotDetails: {
        lineId: Schema.optionalKey<Schema.NonEmptyString>;
        lot: Schema.optionalKey<Schema.NonEmptyString>;
        expiresOn: Schema.optionalKey<Schema.String>;
    };
    export const unit: Schema.optionalKey<Schema.NonEmptyString>;
}

declare module "model/Money" {
    import * as Schema from "effect/Schema";
    import * as Decimal from "./Decimal.ts";
    export const Money: Schema.Struct<{
        readonly amount: Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>;
        readonly currency: Schema.optionalKey<Schema.NonEmptyString>;
    }>;
    export type Money = typeof Money.Type;
    export const Per: Schema.Literals<readonly ["piece", "line"]>;
    export type Per = typeof Per.Type;
    export const Price: Schema.Struct<{
        readonly amount: Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>;
        readonly currency: Schema.optionalKey<Schema.NonEmptyString>;
        readonly per: Schema.Literals<readonly ["piece", "line"]>;
    }>;
    export type Price = typeof Price.Type;
    export const of: (amount: number | string, inCurrency?: string) => Money;
    export const priceOf: (amount: number | string, per: Per, inCurrency?: string) => Price;
    export const amountPer: (per: Per, price: Price, quantity: Decimal.Decimal) => Decimal.Decimal | undefined;
}

declare module "model/OrderDetails" {
    import * as Schema from "effect/Schema";
    export const AddressType: Schema.Literals<readonly ["residential", "business"]>;
    export type AddressType = typeof AddressType.Type;
    export const receiverDetails: {
        readonly company: Schema.optionalKey<Schema.RedactedFromValue<Schema.NonEmptyString>>;
        readonly instructions: Schema.optionalKey<Schema.RedactedFromValue<Schema.NonEmptyString>>;
        readonly addressType: Schema.optionalKey<Schema.Literals<readonly ["residential", "business"]>>;
        readonly pickupPointId: Schema.optionalKey<Schema.NonEmptyString>;
    };
    export const Customization: Schema.Struct<{
        readonly name: Schema.NonEmptyString;
        readonly value: Schema.RedactedFromValue<Schema.NonEmptyString>;
    }>;
    export type Customization = typeof Customization.Type;
    export const customization: Schema.optionalKey<Schema.$Array<Schema.Struct<{
        readonly name: Schema.NonEmptyString;
        readonly value: Schema.RedactedFromValue<Schema.NonEmptyString>;
    }>>>;
    export const giftMessage: Schema.optionalKey<Schema.RedactedFromValue<Schema.NonEmptyString>>;
    export const TaxId: Schema.Struct<{
        readonly of: Schema.Literals<readonly ["buyer", "seller", "platform"]>;
        readonly kind: Schema.NonEmptyString;
        readonly value: Schema.RedactedFromValue<Schema.NonEmptyString>;
        readonly country: Schema.optionalKey<Schema.NonEmptyString>;
    }>;
    export type TaxId = typeof TaxId.Type;
    export const DeliveryRequirement: Schema.Literals<readonly ["signature", "age", "identity", "pallet"]>;
    export type DeliveryRequirement = typeof DeliveryRequirement.Type;
    export const orderDetails: {
        readonly displayNumber: Schema.optionalKey<Schema.NonEmptyString>;
        readonly purchaseOrderNumber: Schema.optionalKey<Schema.NonEmptyString>;
        readonly pricesIncludeTax: Schema.optionalKey<Schema.Boolean>;
        readonly taxIds: Schema.optionalKey<Schema.$Array<Schema.Struct<{
            readonly of: Schema.Literals<readonly ["buyer", "seller", "platform"]>;
            readonly kind: Schema.NonEmptyString;
            readonly value: Schema.RedactedFromValue<Schema.NonEmptyString>;
            readonly country: Schema.optionalKey<Schema.NonEmptyString>;
        }>>>;
        readonly incoterm: Schema.optionalKey<Schema.String>;
        readonly deliveryRequirements: Schema.optionalKey<Schema.$Array<Schema.Literals<readonly ["signature", "age", "identity", "pallet"]>>>;
    };
}

declare module "model/OutboundOrder" {
    import * as Schema from "effect/Schema";
    export const OrderNumber: Schema.brand<Schema.NonEmptyString, "OrderNumber">;
    export type OrderNumber = typeof OrderNumber.Type;
    export const Receiver: Schema.Struct<{
        readonly company: Schema.optionalKey<Schema.RedactedFromValue<Schema.NonEmptyString>>;
        readonly instructions: Schema.optionalKey<Schema.RedactedFromValue<Schema.NonEmptyString>>;
        readonly addressType: Schema.optionalKey<Schema.Literals<readonly ["residential", "business"]>>;
        readonly pickupPointId: Schema.optionalKey<Schema.NonEmptyString>;
        readonly name: Schema.RedactedFromValue<Schema.NonEmptyString>;
        readonly phone: Schema.optionalKey<Schema.RedactedFromValue<Schema.NonEmptyString>>;
        readonly email: Schema.optionalKey<Schema.RedactedFromValue<Schema.NonEmptyString>>;
        readonly country: Schema.String;
        readonly state: Schema.optionalKey<Schema.NonEmptyString>;
        readonly city: Schema.NonEmptyString;
        readonly district: Schema.optionalKey<Schema.NonEmptyString>;
        readonly address1: Schema.RedactedFromValue<Schema.NonEmptyString>;
        readonly address2: Schema.optionalKey<Schema.RedactedFromValue<Schema.NonEmptyString>>;
        readonly postalCode: Schema.optionalKey<Schema.RedactedFromValue<Schema.NonEmptyString>>;
    }>;
    export type Receiver = typeof Receiver.Type;
    export const OutboundLine: Schema.Struct<{
        readonly lineId: Schema.optionalKey<Schema.NonEmptyString>;
        readonly lot: Schema.optionalKey<Schema.NonEmptyString>;
        readonly expiresOn: Schema.optionalKey<Schema.String>;
        readonly sku: Schema.brand<Schema.NonEmptyString, "Sku">;
        readonly quantity: Schema.decodeTo<Schema.toType<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>, Schema.Union<readonly [Schema.Int, Schema.String]>, never, never>;
        readonly unit: Schema.optionalKey<Schema.NonEmptyString>;
        readonly erpSku: Schema.optionalKey<Schema.NonEmptyString>;
        readonly name: Schema.optionalKey<Schema.NonEmptyString>;
        readonly price: Schema.optionalKey<Schema.Struct<{
            readonly amount: Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>;
            readonly currency: Schema.optionalKey<Schema.NonEmptyString>;
            readonly per: Schema.Literals<readonly ["piece", "line"]>;
        }>>;
        readonly shippingPrice: Schema.optionalKey<Schema.Struct<{
            readonly amount: Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>;
            readonly currency: Schema.optionalKey<Schema.NonEmptyString>;
        }>>;
        readonly hsCode: Schema.optionalKey<Schema.NonEmptyString>;
        readonly chineseCustomsName: Schema.optionalKey<Schema.NonEmptyString>;
        readonly englishCustomsName: Schema.optionalKey<Schema.NonEmptyString>;
        readonly platformProductId: Schema.optionalKey<Schema.NonEmptyString>;
        readonly declaredValue: Schema.optionalKey<Schema.Struct<{
            readonly amount: Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>;
            readonly currency: Schema.optionalKey<Schema.NonEmptyString>;
            readonly per: Schema.Literals<readonly ["piece", "line"]>;
        }>>;
        readonly customization: Schema.optionalKey<Schema.$Array<Schema.Struct<{
            readonly name: Schema.NonEmptyString;
            readonly value: Schema.RedactedFromValue<Schema.NonEmptyString>;
        }>>>;
        readonly giftMessage: Schema.optionalKey<Schema.RedactedFromValue<Schema.NonEmptyString>>;
    }>;
    export type OutboundLine = typeof OutboundLine.Type;
    export const OutboundOrder: Schema.Struct<{
        readonly displayNumber: Schema.optionalKey<Schema.NonEmptyString>;
        readonly purchaseOrderNumber: Schema.optionalKey<Schema.NonEmptyString>;
        readonly pricesIncludeTax: Schema.optionalKey<Schema.Boolean>;
        readonly taxIds: Schema.optionalKey<Schema.$Array<Schema.Struct<{
            readonly of: Schema.Literals<readonly ["buyer", "seller", "platform"]>;
            readonly kind: Schema.NonEmptyString;
            readonly value: Schema.RedactedFromValue<Schema.NonEmptyString>;
            readonly country: Schema.optionalKey<Schema.NonEmptyString>;
        }>>>;
        readonly incoterm: Schema.optionalKey<Schema.String>;
        readonly deliveryRequirements: Schema.optionalKey<Schema.$Array<Schema.Literals<readonly ["signature", "age", "identity", "pallet"]>>>;
        readonly orderNumber: Schema.brand<Schema.NonEmptyString, "OrderNumber">;
        readonly warehouseCode: Schema.NonEmptyString;
        readonly receiver: Schema.Struct<{
            readonly company: Schema.optionalKey<Schema.RedactedFromValue<Schema.NonEmptyString>>;
            readonly instructions: Schema.optionalKey<Schema.RedactedFromValue<Schema.NonEmptyString>>;
            readonly addressType: Schema.optionalKey<Schema.Literals<readonly ["residential", "business"]>>;
            readonly pickupPointId: Schema.optionalKey<Schema.NonEmptyString>;
            readonly name: Schema.RedactedFromValue<Schema.NonEmptyString>;
            readonly phone: Schema.optionalKey<Schema.RedactedFromValue<Schema.NonEmptyString>>;
            readonly email: Schema.optionalKey<Schema.RedactedFromValue<Schema.NonEmptyString>>;
            readonly country: Schema.String;
            readonly state: Schema.optionalKey<Schema.NonEmptyString>;
            readonly city: Schema.NonEmptyString;
            readonly district: Schema.optionalKey<Schema.NonEmptyString>;
            readonly address1: Schema.RedactedFromValue<Schema.NonEmptyString>;
            readonly address2: Schema.optionalKey<Schema.RedactedFromValue<Schema.NonEmptyString>>;
            readonly postalCode: Schema.optionalKey<Schema.RedactedFromValue<Schema.NonEmptyString>>;
        }>;
        readonly lines: Schema.NonEmptyArray<Schema.Struct<{
            readonly lineId: Schema.optionalKey<Schema.NonEmptyString>;
            readonly lot: Schema.optionalKey<Schema.NonEmptyString>;
            readonly expiresOn: Schema.optionalKey<Schema.String>;
            readonly sku: Schema.brand<Schema.NonEmptyString, "Sku">;
            readonly quantity: Schema.decodeTo<Schema.toType<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>, Schema.Union<readonly [Schema.Int, Schema.String]>, never, never>;
            readonly unit: Schema.optionalKey<Schema.NonEmptyString>;
            readonly erpSku: Schema.optionalKey<Schema.NonEmptyString>;
            readonly name: Schema.optionalKey<Schema.NonEmptyString>;
            readonly price: Schema.optionalKey<Schema.Struct<{
                readonly amount: Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>;
                readonly currency: Schema.optionalKey<Schema.NonEmptyString>;
                readonly per: Schema.Literals<readonly ["piece", "line"]>;
            }>>;
            readonly shippingPrice: Schema.optionalKey<Schema.Struct<{
                readonly amount: Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>;
                readonly currency: Schema.optionalKey<Schema.NonEmptyString>;
            }>>;
            readonly hsCode: Schema.optionalKey<Schema.NonEmptyString>;
            readonly chineseCustomsName: Schema.optionalKey<Schema.NonEmptyString>;
            readonly englishCustomsName: Schema.optionalKey<Schema.NonEmptyString>;
            readonly platformProductId: Schema.optionalKey<Schema.NonEmptyString>;
            readonly declaredValue: Schema.optionalKey<Schema.Struct<{
                readonly amount: Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>;
                readonly currency: Schema.optionalKey<Schema.NonEmptyString>;
                readonly per: Schema.Literals<readonly ["piece", "line"]>;
            }>>;
            readonly customization: Schema.optionalKey<Schema.$Array<Schema.Struct<{
                readonly name: Schema.NonEmptyString;
                readonly value: Schema.RedactedFromValue<Schema.NonEmptyString>;
            }>>>;
            readonly giftMessage: Schema.optionalKey<Schema.RedactedFromValue<Schema.NonEmptyString>>;
        }>>;
        readonly onlineOrderId: Schema.optionalKey<Schema.NonEmptyString>;
        readonly shopName: Schema.optionalKey<Schema.NonEmptyString>;
        readonly channelCode: Schema.optionalKey<Schema.NonEmptyString>;
        readonly platform: Schema.optionalKey<Schema.NonEmptyString>;
        readonly freight: Schema.optionalKey<Schema.Struct<{
            readonly amount: Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>;
            readonly currency: Schema.optionalKey<Schema.NonEmptyString>;
        }>>;
        readonly packageType: Schema.optionalKey<Schema.Literals<readonly ["NORMAL", "OWN_PACKAGE"]>>;
        readonly trackingNumber: Schema.optionalKey<Schema.NonEmptyString>;
        readonly label: Schema.optionalKey<Schema.RedactedFromValue<Schema.NonEmptyString>>;
        readonly cashOnDelivery: Schema.optionalKey<Schema.Struct<{
            readonly amount: Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>;
            readonly currency: Schema.optionalKey<Schema.NonEmptyString>;
        }>>;
        readonly orderedAt: Schema.optionalKey<Schema.DateTimeUtcFromString>;
        readonly shipBefore: Schema.optionalKey<Schema.DateTimeUtcFromString>;
        readonly promisedAt: Schema.optionalKey<Schema.DateTimeUtcFromString>;
        readonly onlineShopId: Schema.optionalKey<Schema.NonEmptyString>;
        readonly houseNumbers: Schema.optionalKey<Schema.$Array<Schema.RedactedFromValue<Schema.NonEmptyString>>>;
        readonly totalPrice: Schema.optionalKey<Schema.Struct<{
            readonly amount: Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>;
            readonly currency: Schema.optionalKey<Schema.NonEmptyString>;
        }>>;
        readonly paidAt: Schema.optionalKey<Schema.DateTimeUtcFromString>;
        readonly isInsured: Schema.optionalKey<Schema.Boolean>;
        readonly insuranceValue: Schema.optionalKey<Schema.Struct<{
            readonly amount: Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>;
            readonly currency: Schema.optionalKey<Schema.NonEmptyString>;
        }>>;
        readonly sellerId: Schema.optionalKey<Schema.NonEmptyString>;
        readonly remark: Schema.optionalKey<Schema.RedactedFromValue<Schema.NonEmptyString>>;
        readonly packageId: Schema.optionalKey<Schema.NonEmptyString>;
        readonly shippingProviderName: Schema.optionalKey<Schema.NonEmptyString>;
        readonly shippingProviderId: Schema.optionalKey<Schema.NonEmptyString>;
    }>;
    export type OutboundOrder = typeof OutboundOrder.Type;
    export const TrackingUrl: Schema.String;
    export const ShippedLine: Schema.Struct<{
        readonly lineId: Schema.optionalKey<Schema.NonEmptyString>;
        readonly lot: Schema.optionalKey<Schema.NonEmptyString>;
        readonly expiresOn: Schema.optionalKey<Schema.String>;
        readonly sku: Schema.brand<Schema.NonEmptyString, "Sku">;
        readonly quantity: Schema.decodeTo<Schema.toType<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>, Schema.Union<readonly [Schema.Int, Schema.String]>, never, never>;
        readonly unit: Schema.optionalKey<Schema.NonEmptyString>;
    }>;
    export type ShippedLine = typeof ShippedLine.Type;
    export const Parcel: Schema.Struct<{
        readonly parcelId: Schema.optionalKey<Schema.NonEmptyString>;
        readonly returnedAt: Schema.optionalKey<Schema.DateTimeUtcFromString>;
        readonly saidAt: Schema.optionalKey<Schema.DateTimeUtcFromString>;
        readonly trackingNumber: Schema.NonEmptyString;
        readonly trackingUrl: Schema.optionalKey<Schema.String>;
        readonly carrierName: Schema.optionalKey<Schema.NonEmptyString>;
        readonly shippedAt: Schema.optionalKey<Schema.DateTimeUtcFromString>;
        readonly deliveredAt: Schema.optionalKey<Schema.DateTimeUtcFromString>;
        readonly lines: Schema.optionalKey<Schema.$Array<Schema.Struct<{
            readonly lineId: Schema.optionalKey<Schema.NonEmptyString>;
            readonly lot: Schema.optionalKey<Schema.NonEmptyString>;
            readonly expiresOn: Schema.optionalKey<Schema.String>;
            readonly sku: Schema.brand<Schema.NonEmptyString, "Sku">;
            readonly quantity: Schema.decodeTo<Schema.toType<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>, Schema.Union<readonly [Schema.Int, Schema.String]>, never, never>;
            readonly unit: Schema.optionalKey<Schema.NonEmptyString>;
        }>>>;
    }>;
    export type Parcel = typeof Parcel.Type;
    export const OutboundStatus: Schema.Struct<{
        readonly parcelId: Schema.optionalKey<Schema.NonEmptyString>;
        readonly returnedAt: Schema.optionalKey<Schema.DateTimeUtcFromString>;
        readonly saidAt: Schema.optionalKey<Schema.DateTimeUtcFromString>;
        readonly orderNumber: Schema.brand<Schema.NonEmptyString, "OrderNumber">;
        readonly warehouseOrderNumber: Schema.optionalKey<Schema.NonEmptyString>;
        readonly warehouseCode: Schema.optionalKey<Schema.NonEmptyString>;
        readonly onlineOrderId: Schema.optionalKey<Schema.NonEmptyString>;
        readonly customerCode: Schema.optionalKey<Schema.NonEmptyString>;
        readonly phase: Schema.Literals<readonly ["open", "shipped", "delivered", "cancelled", "failed"]>;
        readonly status: Schema.NonEmptyString;
        readonly carrierName: Schema.optionalKey<Schema.NonEmptyString>;
        readonly trackingNumber: Schema.optionalKey<Schema.NonEmptyString>;
        readonly trackingUrl: Schema.optionalKey<Schema.String>;
        readonly shippedAt: Schema.optionalKey<Schema.DateTimeUtcFromString>;
        readonly deliveredAt: Schema.optionalKey<Schema.DateTimeUtcFromString>;
        readonly failedReason: Schema.optionalKey<Schema.NonEmptyString>;
        readonly lines: Schema.optionalKey<Schema.$Array<Schema.Struct<{
            readonly lineId: Schema.optionalKey<Schema.NonEmptyString>;
            readonly lot: Schema.optionalKey<Schema.NonEmptyString>;
            readonly expiresOn: Schema.optionalKey<Schema.String>;
            readonly sku: Schema.brand<Schema.NonEmptyString, "Sku">;
            readonly quantity: Schema.decodeTo<Schema.toType<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>, Schema.Union<readonly [Schema.Int, Schema.String]>, never, never>;
            readonly unit: Schema.optionalKey<Schema.NonEmptyString>;
        }>>>;
        readonly parcels: Schema.optionalKey<Schema.$Array<Schema.Struct<{
            readonly parcelId: Schema.optionalKey<Schema.NonEmptyString>;
            readonly returnedAt: Schema.optionalKey<Schema.DateTimeUtcFromString>;
            readonly saidAt: Schema.optionalKey<Schema.DateTimeUtcFromString>;
            readonly trackingNumber: Schema.NonEmptyString;
            readonly trackingUrl: Schema.optionalKey<Schema.String>;
            readonly carrierName: Schema.optionalKey<Schema.NonEmptyString>;
            readonly shippedAt: Schema.optionalKey<Schema.DateTimeUtcFromString>;
            readonly deliveredAt: Schema.optionalKey<Schema.DateTimeUtcFromString>;
            readonly lines: Schema.optionalKey<Schema.$Array<Schema.Struct<{
                readonly lineId: Schema.optionalKey<Schema.NonEmptyString>;
                readonly lot: Schema.optionalKey<Schema.NonEmptyString>;
                readonly expiresOn: Schema.optionalKey<Schema.String>;
                readonly sku: Schema.brand<Schema.NonEmptyString, "Sku">;
                readonly quantity: Schema.decodeTo<Schema.toType<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>, Schema.Union<readonly [Schema.Int, Schema.String]>, never, never>;
                readonly unit: Schema.optionalKey<Schema.NonEmptyString>;
            }>>>;
        }>>>;
    }>;
    export type OutboundStatus = typeof OutboundStatus.Type;
}

declare module "model/OutboundPhase" {
    import * as Schema from "effect/Schema";
    export const OutboundPhase: Schema.Literals<readonly ["open", "shipped", "delivered", "cancelled", "failed"]>;
    export type OutboundPhase = typeof OutboundPhase.Type;
    export const isEnded: (phase: OutboundPhase) => boolean;
    export const hasLeft: (phase: OutboundPhase) => boolean;
    export const isVoid: (phase: OutboundPhase) => boolean;
}

declare module "model/Personal" {
    import * as Schema from "effect/Schema";
    export const personal: (title: string) => Schema.RedactedFromValue<Schema.NonEmptyString>;
}

declare module "model/PlatformOrder" {
    import * as Schema from "effect/Schema";
    export const PlatformPhase: Schema.Literals<readonly ["unpaid", "open", "onHold", "finished", "cancelled", "closed"]>;
    export type PlatformPhase = typeof PlatformPhase.Type;
    export const isEnded: (phase: PlatformPhase) => boolean;
    export const PlatformStatus: Schema.Struct<{
        readonly status: Schema.NonEmptyString;
        readonly nameEn: Schema.optionalKey<Schema.NonEmptyString>;
        readonly nameZh: Schema.optionalKey<Schema.NonEmptyString>;
    }>;
    export type PlatformStatus = typeof PlatformStatus.Type;
    export const EndStatuses: Schema.Struct<{
        readonly finished: Schema.$Array<Schema.Struct<{
            readonly status: Schema.NonEmptyString;
            readonly nameEn: Schema.optionalKey<Schema.NonEmptyString>;
            readonly nameZh: Schema.optionalKey<Schema.NonEmptyString>;
        }>>;
        readonly cancelled: Schema.$Array<Schema.Struct<{
            readonly status: Schema.NonEmptyString;
            readonly nameEn: Schema.optionalKey<Schema.NonEmptyString>;
            readonly nameZh: Schema.optionalKey<Schema.NonEmptyString>;
        }>>;
    }>;
    export type EndStatuses = typeof EndStatuses.Type;
    export interface PhaseStatuses extends EndStatuses {
        readonly onHold?: ReadonlyArray<PlatformStatus>;
    }
    export const phaseOf: (status: string, isPaid: boolean, { cancelled, finished, onHold }: PhaseStatuses) => PlatformPhase;
    export const endOf: (status: string) => Extract<PlatformPhase, "finished" | "cancelled" | "closed">;
    export const withEnd: <Order extends {
        readonly phase: PlatformPhase;
        readonly status: string;
    }>(order: Order) => Order;
    export const PlatformReceiver: Schema.Struct<{
        readonly company: Schema.optionalKey<Schema.RedactedFromValue<Schema.NonEmptyString>>;
        readonly instructions: Schema.optionalKey<Schema.RedactedFromValue<Schema.NonEmptyString>>;
        readonly addressType: Schema.optionalKey<Schema.Literals<readonly ["residential", "business"]>>;
        readonly pickupPointId: Schema.optionalKey<Schema.NonEmptyString>;
        readonly name: Schema.optionalKey<Schema.RedactedFromValue<Schema.NonEmptyString>>;
        readonly phone: Schema.optionalKey<Schema.RedactedFromValue<Schema.NonEmptyString>>;
        readonly email: Schema.optionalKey<Schema.RedactedFromValue<Schema.NonEmptyString>>;
        readonly country: Schema.optionalKey<Schema.NonEmptyString>;
        readonly state: Schema.optionalKey<Schema.NonEmptyString>;
        readonly city: Schema.optionalKey<Schema.NonEmptyString>;
        readonly district: Schema.optionalKey<Schema.NonEmptyString>;
        readonly address1: Schema.optionalKey<Schema.RedactedFromValue<Schema.NonEmptyString>>;
        readonly address2: Schema.optionalKey<Schema.RedactedFromValue<Schema.NonEmptyString>>;
        readonly postalCode: Schema.optionalKey<Schema.RedactedFromValue<Schema.NonEmptyString>>;
        readonly isMasked: Schema.optionalKey<Schema.Boolean>;
    }>;
    export type PlatformReceiver = typeof PlatformReceiver.Type;
    export const Fee: Schema.Struct<{
        readonly name: Schema.NonEmptyString;
        readonly amount: Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>;
        readonly tax: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
    }>;
    export type Fee = typeof Fee.Type;
    export const PlatformLine: Schema.Struct<{
        readonly lineId: Schema.NonEmptyString;
        readonly productId: Schema.NonEmptyString;
        readonly variantId: Schema.optionalKey<Schema.NonEmptyString>;
        readonly sku: Schema.NonEmptyString;
        readonly title: Schema.NonEmptyString;
        readonly quantity: Schema.decodeTo<Schema.toType<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>, Schema.Union<readonly [Schema.Int, Schema.String]>, never, never>;
        readonly currency: Schema.NonEmptyString;
        readonly price: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
        readonly originalPrice: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
        readonly paidPrice: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
        readonly paidAmount: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
        readonly tax: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
        readonly goodsTax: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
        readonly shippingTax: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
        readonly shippingPrice: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
        readonly discount: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
        readonly discountedTotal: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
        readonly platformDiscount: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
        readonly sellerDiscount: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
        readonly customization: Schema.optionalKey<Schema.$Array<Schema.Struct<{
            readonly name: Schema.NonEmptyString;
            readonly value: Schema.RedactedFromValue<Schema.NonEmptyString>;
        }>>>;
        readonly isGift: Schema.optionalKey<Schema.Boolean>;
        readonly giftMessage: Schema.optionalKey<Schema.RedactedFromValue<Schema.NonEmptyString>>;
    }>;
    export type PlatformLine = typeof PlatformLine.Type;
    export const lineAmounts: readonly ["price", "originalPrice", "paidPrice", "paidAmount", "tax", "goodsTax", "shippingTax", "shippingPrice", "discount", "discountedTotal", "platformDiscount", "sellerDiscount"];
    export const Fulfillment: Schema.Struct<{
        readonly fulfillmentId: Schema.optionalKey<Schema.NonEmptyString>;
        readonly trackingNumber: Schema.optionalKey<Schema.NonEmptyString>;
        readonly carrierCode: Schema.optionalKey<Schema.NonEmptyString>;
        readonly carrierName: Schema.optionalKey<Schema.NonEmptyString>;
        readonly shippedAt: Schema.optionalKey<Schema.DateTimeUtcFromString>;
        readonly lines: Schema.optionalKey<Schema.$Array<Schema.Struct<{
            readonly lineId: Schema.NonEmptyString;
            readonly quantity: Schema.decodeTo<Schema.toType<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>, Schema.Union<readonly [Schema.Int, Schema.String]>, never, never>;
        }>>>;
    }>;
    export type Fulfillment = typeof Fulfillment.Type;
    export const PlatformOrder: Schema.Struct<{
        readonly displayNumber: Schema.optionalKey<Schema.NonEmptyString>;
        readonly purchaseOrderNumber: Schema.optionalKey<Schema.NonEmptyString>;
        readonly pricesIncludeTax: Schema.optionalKey<Schema.Boolean>;
        readonly taxIds: Schema.optionalKey<Schema.$Array<Schema.Struct<{
            readonly of: Schema.Literals<readonly ["buyer", "seller", "platform"]>;
            readonly kind: Schema.NonEmptyString;
            readonly value: Schema.RedactedFromValue<Schema.NonEmptyString>;
            readonly country: Schema.optionalKey<Schema.NonEmptyString>;
        }>>>;
        readonly incoterm: Schema.optionalKey<Schema.String>;
        readonly deliveryRequirements: Schema.optionalKey<Schema.$Array<Schema.Literals<readonly ["signature", "age", "identity", "pallet"]>>>;
        readonly platform: Schema.NonEmptyString;
        readonly shopId: Schema.NonEmptyString;
        readonly onlineShopId: Schema.optionalKey<Schema.NonEmptyString>;
        readonly onlineOrderId: Schema.NonEmptyString;
        readonly createdAt: Schema.DateTimeUtcFromString;
        readonly paidAt: Schema.optionalKey<Schema.DateTimeUtcFromString>;
        readonly modifiedAt: Schema.optionalKey<Schema.DateTimeUtcFromString>;
        readonly phase: Schema.Literals<readonly ["unpaid", "open", "onHold", "finished", "cancelled", "closed"]>;
        readonly status: Schema.NonEmptyString;
        readonly holdReason: Schema.optionalKey<Schema.NonEmptyString>;
        readonly cancelReason: Schema.optionalKey<Schema.NonEmptyString>;
        readonly paymentMethod: Schema.Literals<readonly ["online", "cashOnDelivery"]>;
        readonly cashOnDelivery: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
        readonly currency: Schema.NonEmptyString;
        readonly total: Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>;
        readonly freight: Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>;
        readonly buyerPaidFreight: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
        readonly discount: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
        readonly sellerDiscount: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
        readonly platformDiscount: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
        readonly platformReimbursement: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
        readonly tax: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
        readonly freightTax: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
        readonly fees: Schema.optionalKey<Schema.$Array<Schema.Struct<{
            readonly name: Schema.NonEmptyString;
            readonly amount: Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>;
            readonly tax: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
        }>>>;
        readonly buyerId: Schema.optionalKey<Schema.NonEmptyString>;
        readonly buyerName: Schema.optionalKey<Schema.RedactedFromValue<Schema.NonEmptyString>>;
        readonly receiver: Schema.Struct<{
            readonly company: Schema.optionalKey<Schema.RedactedFromValue<Schema.NonEmptyString>>;
            readonly instructions: Schema.optionalKey<Schema.RedactedFromValue<Schema.NonEmptyString>>;
            readonly addressType: Schema.optionalKey<Schema.Literals<readonly ["residential", "business"]>>;
            readonly pickupPointId: Schema.optionalKey<Schema.NonEmptyString>;
            readonly name: Schema.optionalKey<Schema.RedactedFromValue<Schema.NonEmptyString>>;
            readonly phone: Schema.optionalKey<Schema.RedactedFromValue<Schema.NonEmptyString>>;
            readonly email: Schema.optionalKey<Schema.RedactedFromValue<Schema.NonEmptyString>>;
            readonly country: Schema.optionalKey<Schema.NonEmptyString>;
            readonly state: Schema.optionalKey<Schema.NonEmptyString>;
            readonly city: Schema.optionalKey<Schema.NonEmptyString>;
            readonly district: Schema.optionalKey<Schema.NonEmptyString>;
            readonly address1: Schema.optionalKey<Schema.RedactedFromValue<Schema.NonEmptyString>>;
            readonly address2: Schema.optionalKey<Schema.RedactedFromValue<Schema.NonEmptyString>>;
            readonly postalCode: Schema.optionalKey<Schema.RedactedFromValue<Schema.NonEmptyString>>;
            readonly isMasked: Schema.optionalKey<Schema.Boolean>;
        }>;
        readonly billing: Schema.optionalKey<Schema.Struct<{
            readonly company: Schema.optionalKey<Schema.RedactedFromValue<Schema.NonEmptyString>>;
            readonly instructions: Schema.optionalKey<Schema.RedactedFromValue<Schema.NonEmptyString>>;
            readonly addressType: Schema.optionalKey<Schema.Literals<readonly ["residential", "business"]>>;
            readonly pickupPointId: Schema.optionalKey<Schema.NonEmptyString>;
            readonly name: Schema.optionalKey<Schema.RedactedFromValue<Schema.NonEmptyString>>;
            readonly phone: Schema.optionalKey<Schema.RedactedFromValue<Schema.NonEmptyString>>;
            readonly email: Schema.optionalKey<Schema.RedactedFromValue<Schema.NonEmptyString>>;
            readonly country: Schema.optionalKey<Schema.NonEmptyString>;
            readonly state: Schema.optionalKey<Schema.NonEmptyString>;
            readonly city: Schema.optionalKey<Schema.NonEmptyString>;
            readonly district: Schema.optionalKey<Schema.NonEmptyString>;
            readonly address1: Schema.optionalKey<Schema.RedactedFromValue<Schema.NonEmptyString>>;
            readonly address2: Schema.optionalKey<Schema.RedactedFromValue<Schema.NonEmptyString>>;
            readonly postalCode: Schema.optionalKey<Schema.RedactedFromValue<Schema.NonEmptyString>>;
            readonly isMasked: Schema.optionalKey<Schema.Boolean>;
        }>>;
        readonly lines: Schema.$Array<Schema.Struct<{
            readonly lineId: Schema.NonEmptyString;
            readonly productId: Schema.NonEmptyString;
            readonly variantId: Schema.optionalKey<Schema.NonEmptyString>;
            readonly sku: Schema.NonEmptyString;
            readonly title: Schema.NonEmptyString;
            readonly quantity: Schema.decodeTo<Schema.toType<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>, Schema.Union<readonly [Schema.Int, Schema.String]>, never, never>;
            readonly currency: Schema.NonEmptyString;
            readonly price: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly originalPrice: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly paidPrice: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly paidAmount: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly tax: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly goodsTax: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly shippingTax: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly shippingPrice: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly discount: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly discountedTotal: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly platformDiscount: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly sellerDiscount: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
            readonly customization: Schema.optionalKey<Schema.$Array<Schema.Struct<{
                readonly name: Schema.NonEmptyString;
                readonly value: Schema.RedactedFromValue<Schema.NonEmptyString>;
            }>>>;
            readonly isGift: Schema.optionalKey<Schema.Boolean>;
            readonly giftMessage: Schema.optionalKey<Schema.RedactedFromValue<Schema.NonEmptyString>>;
        }>>;
        readonly buyerMessage: Schema.optionalKey<Schema.RedactedFromValue<Schema.NonEmptyString>>;
        readonly sellerRemark: Schema.optionalKey<Schema.RedactedFromValue<Schema.NonEmptyString>>;
        readonly shippingService: Schema.optionalKey<Schema.NonEmptyString>;
        readonly carrierCode: Schema.optionalKey<Schema.NonEmptyString>;
        readonly carrierName: Schema.optionalKey<Schema.NonEmptyString>;
        readonly trackingNumber: Schema.optionalKey<Schema.NonEmptyString>;
        readonly fulfillments: Schema.optionalKey<Schema.$Array<Schema.Struct<{
            readonly fulfillmentId: Schema.optionalKey<Schema.NonEmptyString>;
            readonly trackingNumber: Schema.optionalKey<Schema.NonEmptyString>;
            readonly carrierCode: Schema.optionalKey<Schema.NonEmptyString>;
            readonly carrierName: Schema.optionalKey<Schema.NonEmptyString>;
            readonly shippedAt: Schema.optionalKey<Schema.DateTimeUtcFromString>;
            readonly lines: Schema.optionalKey<Schema.$Array<Schema.Struct<{
                readonly lineId: Schema.NonEmptyString;
                readonly quantity: Schema.decodeTo<Schema.toType<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>, Schema.Union<readonly [Schema.Int, Schema.String]>, never, never>;
            }>>>;
        }>>>;
        readonly shipBefore: Schema.optionalKey<Schema.DateTimeUtcFromString>;
        readonly deliverBefore: Schema.optionalKey<Schema.DateTimeUtcFromString>;
        readonly shippedAt: Schema.optionalKey<Schema.DateTimeUtcFromString>;
        readonly deliveredAt: Schema.optionalKey<Schema.DateTimeUtcFromString>;
        readonly locationId: Schema.optionalKey<Schema.NonEmptyString>;
        readonly locationName: Schema.optionalKey<Schema.NonEmptyString>;
        readonly isShippedOnline: Schema.optionalKey<Schema.Boolean>;
        readonly isFulfilledByPlatform: Schema.optionalKey<Schema.Boolean>;
        readonly isPreSale: Schema.optionalKey<Schema.Boolean>;
        readonly raw: Schema.RedactedFromValue<Schema.NonEmptyString>;
    }>;
    export type PlatformOrder = typeof PlatformOrder.Type;
}

declare module "model/PlatformProduct" {
    import * as Schema from "effect/Schema";
    export const PlatformLocation: Schema.Struct<{
        readonly code: Schema.NonEmptyString;
        readonly name: Schema.NonEmptyString;
    }>;
    export type PlatformLocation = typeof PlatformLocation.Type;
    export const LocationStock: Schema.Struct<{
        readonly locationId: Schema.NonEmptyString;
        readonly available: Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>;
    }>;
    export type LocationStock = typeof LocationStock.Type;
    export const PlatformProduct: Schema.Struct<{
        readonly productId: Schema.NonEmptyString;
        readonly variantId: Schema.optionalKey<Schema.NonEmptyString>;
        readonly extraVariantId: Schema.optionalKey<Schema.NonEmptyString>;
        readonly sku: Schema.NonEmptyString;
        readonly sellerSku: Schema.optionalKey<Schema.NonEmptyString>;
        readonly title: Schema.NonEmptyString;
        readonly name: Schema.optionalKey<Schema.NonEmptyString>;
        readonly status: Schema.NonEmptyString;
        readonly imageUrl: Schema.optionalKey<Schema.NonEmptyString>;
        readonly stock: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
        readonly stockByLocation: Schema.optionalKey<Schema.$Array<Schema.Struct<{
            readonly locationId: Schema.NonEmptyString;
            readonly available: Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>;
        }>>>;
        readonly price: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
        readonly currency: Schema.optionalKey<Schema.NonEmptyString>;
        readonly weight: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
        readonly weightUnit: Schema.optionalKey<Schema.NonEmptyString>;
        readonly length: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
        readonly width: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
        readonly height: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
        readonly dimensionUnit: Schema.optionalKey<Schema.NonEmptyString>;
        readonly color: Schema.optionalKey<Schema.NonEmptyString>;
        readonly size: Schema.optionalKey<Schema.NonEmptyString>;
    }>;
    export type PlatformProduct = typeof PlatformProduct.Type;
    export const StockUpdate: Schema.Struct<{
        readonly productId: Schema.NonEmptyString;
        readonly variantId: Schema.optionalKey<Schema.NonEmptyString>;
        readonly extraVariantId: Schema.optionalKey<Schema.NonEmptyString>;
        readonly name: Schema.optionalKey<Schema.NonEmptyString>;
        readonly stock: Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>;
        readonly stockByLocation: Schema.optionalKey<Schema.$Array<Schema.Struct<{
            readonly locationId: Schema.optionalKey<Schema.NonEmptyString>;
            readonly available: Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>;
        }>>>;
    }>;
    export type StockUpdate = typeof StockUpdate.Type;
    export const StockFailure: Schema.Struct<{
        readonly productId: Schema.NonEmptyString;
        readonly variantId: Schema.optionalKey<Schema.NonEmptyString>;
        readonly locationId: Schema.optionalKey<Schema.NonEmptyString>;
        readonly reason: Schema.NonEmptyString;
    }>;
    export type StockFailure = typeof StockFailure.Type;
}

declare module "model/PlatformShipment" {
    import * as Schema from "effect/Schema";
    export const ShippingProvider: Schema.Struct<{
        readonly code: Schema.NonEmptyString;
        readonly name: Schema.NonEmptyString;
    }>;
    export type ShippingProvider = typeof ShippingProvider.Type;
    export const ParcelItem: Schema.Struct<{
        readonly packageNumber: Schema.optionalKey<Schema.NonEmptyString>;
        readonly productId: Schema.NonEmptyString;
        readonly variantId: Schema.optionalKey<Schema.NonEmptyString>;
        readonly quantity: Schema.decodeTo<Schema.toType<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>, Schema.Union<readonly [Schema.Int, Schema.String]>, never, never>;
    }>;
    export type ParcelItem = typeof ParcelItem.Type;
    export const Label: Schema.TaggedUnion<{
        readonly Link: Schema.TaggedStruct<"Link", {
            readonly trackingNumber: Schema.optionalKey<Schema.NonEmptyString>;
            readonly carrierName: Schema.optionalKey<Schema.NonEmptyString>;
            readonly url: Schema.RedactedFromValue<Schema.NonEmptyString>;
        }>;
        readonly Pdf: Schema.TaggedStruct<"Pdf", {
            readonly trackingNumber: Schema.optionalKey<Schema.NonEmptyString>;
            readonly carrierName: Schema.optionalKey<Schema.NonEmptyString>;
            readonly content: Schema.RedactedFromValue<Schema.NonEmptyString>;
        }>;
    }>;
    export type Label = typeof Label.Type;
    export const TrackingPhase: Schema.Literals<readonly ["created", "availableForPickup", "inTransit", "outForDelivery", "delivered", "notFound", "cancelled", "unknown"]>;
    export type TrackingPhase = typeof TrackingPhase.Type;
    export const Tracking: Schema.Struct<{
        readonly phase: Schema.Literals<readonly ["created", "availableForPickup", "inTransit", "outForDelivery", "delivered", "notFound", "cancelled", "unknown"]>;
        readonly status: Schema.NonEmptyString;
        readonly events: Schema.$Array<Schema.Struct<{
            readonly description: Schema.NonEmptyString;
            readonly at: Schema.DateTimeUtcFromString;
        }>>;
    }>;
    export type Tracking = typeof Tracking.Type;
}

declare module "model/Product" {
    import * as Schema from "effect/Schema";
    export const Product: Schema.Struct<{
        readonly warehouseCode: Schema.optionalKey<Schema.NonEmptyString>;
        readonly sku: Schema.brand<Schema.NonEmptyString, "Sku">;
        readonly erpSku: Schema.optionalKey<Schema.NonEmptyString>;
        readonly title: Schema.optionalKey<Schema.NonEmptyString>;
        readonly barcode: Schema.optionalKey<Schema.NonEmptyString>;
        readonly specifications: Schema.optionalKey<Schema.NonEmptyString>;
        readonly imageUrl: Schema.optionalKey<Schema.NonEmptyString>;
        readonly weight: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
        readonly netWeight: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
        readonly weightUnit: Schema.optionalKey<Schema.NonEmptyString>;
        readonly length: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
        readonly width: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
        readonly height: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
        readonly dimensionUnit: Schema.optionalKey<Schema.NonEmptyString>;
        readonly itemPackage: Schema.optionalKey<Schema.Int>;
        readonly brand: Schema.optionalKey<Schema.NonEmptyString>;
        readonly warehouseBarcode: Schema.optionalKey<Schema.NonEmptyString>;
        readonly hsCode: Schema.optionalKey<Schema.NonEmptyString>;
        readonly chineseCustomsName: Schema.optionalKey<Schema.NonEmptyString>;
        readonly englishCustomsName: Schema.optionalKey<Schema.NonEmptyString>;
        readonly declaredBy: Schema.optionalKey<Schema.Literals<readonly ["RATE", "CONSTANT"]>>;
        readonly declaredPrice: Schema.optionalKey<Schema.Struct<{
            readonly amount: Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>;
            readonly currency: Schema.optionalKey<Schema.NonEmptyString>;
        }>>;
        readonly declaredMaximum: Schema.optionalKey<Schema.Struct<{
            readonly amount: Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>;
            readonly currency: Schema.optionalKey<Schema.NonEmptyString>;
        }>>;
        readonly declaredRate: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
        readonly purchaseCost: Schema.optionalKey<Schema.Struct<{
            readonly amount: Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>;
            readonly currency: Schema.optionalKey<Schema.NonEmptyString>;
        }>>;
        readonly exchangeRates: Schema.optionalKey<Schema.$Record<Schema.String, Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>>;
    }>;
    export type Product = typeof Product.Type;
}

declare module "model/Quantity" {
    import * as Schema from "effect/Schema";
    import * as Decimal from "./Decimal.ts";
    export const Quantity: Schema.decodeTo<Schema.toType<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>, Schema.Union<readonly [Schema.Int, Schema.String]>, never, never>;
    export type Quantity = typeof Quantity.Type;
    export const Count: Schema.decodeTo<Schema.toType<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>, Schema.Union<readonly [Schema.Int, Schema.String]>, never, never>;
    export type Count = typeof Count.Type;
    export const of: (value: number | string) => Quantity;
    export const zero: Count;
    export const isCount: (value: Decimal.Decimal) => boolean;
    export const ofWhole: (value: number) => Quantity;
    export const toNumber: ({ scale, value }: Decimal.Decimal) => number | undefined;
    export const equals: (one: Quantity, other: Quantity) => boolean;
    export const compare: (one: Quantity, other: Quantity) => -1 | 0 | 1;
    export const min: (one: Quantity, other: Quantity) => Quantity;
    export const max: (one: Quantity, other: Quantity) => Quantity;
    export const sum: (quantities: Iterable<Quantity>) => Quantity;
    export const subtract: (from: Quantity, quantity: Quantity) => Decimal.Decimal;
    export const remaining: (from: Quantity, quantity: Quantity) => Count;
}

declare module "model/Sku" {
    import * as Schema from "effect/Schema";
    export const Sku: Schema.brand<Schema.NonEmptyString, "Sku">;
    export type Sku = typeof Sku.Type;
    export const Pieces: Schema.Int;
}

declare module "model/StockLevel" {
    import * as Schema from "effect/Schema";
    export const Figure: Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>;
    export type Figure = typeof Figure.Type;
    export const StockLevel: Schema.Struct<{
        readonly warehouseCode: Schema.NonEmptyString;
        readonly sku: Schema.brand<Schema.NonEmptyString, "Sku">;
        readonly unit: Schema.optionalKey<Schema.NonEmptyString>;
        readonly sellable: Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>;
        readonly reserved: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
        readonly occupied: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
        readonly unsellable: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
        readonly pending: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
        readonly total: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
        readonly inTransit: Schema.optionalKey<Schema.decodeTo<Schema.BigDecimal, Schema.String, never, never>>;
    }>;
    export type StockLevel = typeof StockLevel.Type;
    export const parts: readonly ["sellable", "reserved", "occupied", "unsellable", "pending"];
    export const figure: (value: number | string) => Figure;
    export const sumOfParts: (level: StockLevel) => Figure;
}

declare module "model/Warehouse" {
    import * as Schema from "effect/Schema";
    export const WarehouseRecord: Schema.Struct<{
        readonly code: Schema.NonEmptyString;
        readonly name: Schema.NonEmptyString;
    }>;
    export type WarehouseRecord = typeof WarehouseRecord.Type;
    export const Channel: Schema.Struct<{
        readonly code: Schema.NonEmptyString;
        readonly name: Schema.NonEmptyString;
        readonly warehouseCode: Schema.optionalKey<Schema.NonEmptyString>;
        readonly carrierName: Schema.optionalKey<Schema.NonEmptyString>;
    }>;
    export type Channel = typeof Channel.Type;
}

declare module "signing/CompareSignatures" {
    import * as Redacted from "effect/Redacted";
    export const equal: (expected: string, presented: string) => boolean;
    export const equalSecret: (expected: Redacted.Redacted, presented: string) => boolean;
}

declare module "signing/EnvelopeSha1" {
    import type { Scheme } from "./Scheme.ts";
    export interface EnvelopeMessage {
        readonly id: string;
        readonly content: string;
        readonly literal?: string;
    }
    export const envelopeSha1: Scheme<EnvelopeMessage>;
    export const envelopeSha1Object: Scheme<EnvelopeMessage>;
    export const envelopeSha1Slash: Scheme<EnvelopeMessage>;
    export const envelopeSha1Ascii: Scheme<EnvelopeMessage>;
    export const gatewaySha1: Scheme<EnvelopeMessage>;
    export const gatewaySha1Object: Scheme<EnvelopeMessage>;
    export const gatewaySha1Slash: Scheme<EnvelopeMessage>;
    export const gatewaySha1Ascii: Scheme<EnvelopeMessage>;
    export const strict: readonly [Scheme<EnvelopeMessage>];
    export const lenient: readonly [Scheme<EnvelopeMessage>, Scheme<EnvelopeMessage>, Scheme<EnvelopeMessage>, Scheme<EnvelopeMessage>];
    export const gatewayStrict: readonly [Scheme<EnvelopeMessage>];
    export const gatewayLenient: readonly [Scheme<EnvelopeMessage>, Scheme<EnvelopeMessage>, Scheme<EnvelopeMessage>, Scheme<EnvelopeMessage>];
}

declare module "signing/Scheme" {
    import type * as Redacted from "effect/Redacted";
    export interface Scheme<Message> {
        readonly name: string;
        readonly canonicalize: (message: Message) => string;
        readonly sign: (message: Message, secret: Redacted.Redacted) => string;
        readonly signInTurns?: (message: Message, secret: Redacted.Redacted) => Generator<void, string> | undefined;
    }
    export const verify: <Message>(scheme: Scheme<Message>, message: Message, secret: Redacted.Redacted, presented: string) => boolean;
    export const matching: <Message>(schemes: ReadonlyArray<Scheme<Message>>, message: Message, secret: Redacted.Redacted, presented: string) => Scheme<Message> | undefined;
    export const matchingInTurns: <Message>(schemes: ReadonlyArray<Scheme<Message>>, message: Message, secret: Redacted.Redacted, presented: string) => Generator<void, Scheme<Message> | undefined>;
}

declare module "signing/SortedPairsMd5" {
    import type { Scheme } from "./Scheme.ts";
    export interface SortedPairsMessage {
        readonly id: string;
        readonly serviceType: string;
        readonly content: string;
        readonly timestamp: string;
    }
    export const md5SortedPairs: Scheme<SortedPairsMessage>;
    export const sortedPairs: Readonly<Record<"md5-sorted-pairs", Scheme<SortedPairsMessage>>>;
}

declare module "signing/TextParts" {
    export const partLength = 131072;
    export const endOfPart: (text: string, from: number) => number;
}

declare module "signing/index" {
    export * from "./CompareSignatures.ts";
    export * from "./EnvelopeSha1.ts";
    export * from "./Scheme.ts";
    export * from "./SortedPairsMd5.ts";
}
