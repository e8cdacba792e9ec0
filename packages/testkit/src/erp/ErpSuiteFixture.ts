/**
 * The fixture of `ErpV1Suite` under the names that all suites have for theirs.
 */
export type { ErpFixture as SuiteFixture } from "./ErpFixture.ts"
export type { PlatformMember, ProgressMember, Received, StatusMember } from "./SuiteFixture.ts"
