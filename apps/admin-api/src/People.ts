/**
 * Who may sign in to the admin API, and the named tokens of scripts.
 */
import * as Schema from "effect/Schema"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { Role } from "./Access.ts"
import { described, Instant } from "./CommonSchemas.ts"
import { Conflict, Invalid, NotFound } from "./Errors.ts"
import { longestName } from "./Session.ts"

export const shortestPassword = 12

const Name = Schema.NonEmptyString.check(Schema.isMaxLength(longestName))
const Links = Schema.Array(Schema.NonEmptyString).annotate(described("The scopes of the links to which the account is limited. Absent: it is not limited"))
const Password = Schema.RedactedFromValue(
  Schema.String.check(Schema.isMaxLength(1024)).annotate({ writeOnly: true, description: `At least ${shortestPassword} characters` }),
  { label: "password" }
)

/** OpenID Connect allows no longer subjects, and no others. */
const Subject = Schema.String.check(Schema.isPattern(/^[\x20-\x7e]{1,255}$/)).annotate(described("Whom the configured provider means: the claim `sub` of its ID tokens"))

export const Person = Schema.Struct({
  name: Schema.String,
  kind: Schema.Literals(["person", "token"]),
  role: Role,
  links: Schema.optionalKey(Links),
  hasPassword: Schema.Boolean,
  oidc: Schema.optionalKey(
    Schema.Struct({ issuer: Schema.String, subject: Schema.String, isByRule: Schema.Boolean.annotate(described("A rule of the operator made the account, and still says what it may do")) })
      .annotate(described("Whom a provider of OpenID Connect means by the account. Absent: it signs in by no provider"))
  ),
  createdAt: Instant,
  seenAt: Schema.optionalKey(Instant.annotate(described("The last request of a session, to a minute; never of a token")))
})
export type Person = typeof Person.Type

export const PersonList = Schema.Struct({ items: Schema.Array(Person) })

export const NewPerson = Schema.Struct({ name: Name, role: Role, links: Schema.optionalKey(Links), password: Schema.optionalKey(Password.annotate(described("Absent: the person signs in by the provider alone"))), oidcSubject: Schema.optionalKey(Subject) })
export const NewToken = Schema.Struct({ name: Name, role: Role, links: Schema.optionalKey(Links) })
export const AddedToken = Schema.Struct({ ...Person.fields, token: Schema.String.annotate(described("Shown this once; only its hash is stored")) })
export type AddedToken = typeof AddedToken.Type

export const PersonChange = Schema.Struct({
  role: Schema.optionalKey(Role),
  links: Schema.optionalKey(Links),
  allLinks: Schema.optionalKey(Schema.Literal(true).annotate(described("Ends the limit to links; not together with links"))),
  password: Schema.optionalKey(Password),
  oidcSubject: Schema.optionalKey(Subject),
  withoutOidc: Schema.optionalKey(Schema.Literal(true).annotate(described("Ends the link to a provider; not together with oidcSubject")))
})

const params = { name: Schema.String }

export const PeopleGroup = HttpApiGroup.make("people").add(
  HttpApiEndpoint.get("list", "/", { success: PersonList }),
  HttpApiEndpoint.post("add", "/", { payload: NewPerson, success: Person, error: [Conflict, Invalid] }),
  HttpApiEndpoint.post("addToken", "/tokens", { payload: NewToken, success: AddedToken, error: [Conflict, Invalid] }),
  HttpApiEndpoint.patch("change", "/:name", { params, payload: PersonChange, success: Person, error: [NotFound, Conflict, Invalid] }),
  HttpApiEndpoint.delete("remove", "/:name", { params, success: Person, error: [NotFound, Conflict] })
).prefix("/admin/people")
