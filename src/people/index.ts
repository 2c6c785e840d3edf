// Users, tokens, sessions, groups, positions and substitutions. Access rules look up the caller's groups and positions
// here.
import type { Database } from '../foundation/db/database.ts'
import { wrongInput } from '../foundation/http/errors.ts'
import { requestTime } from '../foundation/http/request-time.ts'
import type { PeriodicJob } from '../foundation/jobs/index.ts'
import type { Clock } from '../foundation/kit/clock.ts'
import type { Lists } from '../query/index.ts'
import type { Caller } from './caller.ts'
import { newSecret } from './credentials/credentials.ts'
import { userNotFound } from './errors.ts'
import { createGroups, type Groups } from './groups/groups.ts'
import { createOrgChart, type OrgChart } from './org-chart/org-chart.ts'
import { type Authentication, createAuthentication } from './sign-in/authentication.ts'
import { createPasswordHashes, type HashCost } from './sign-in/password-hash.ts'
import { createSetUp, type SetUp } from './sign-in/set-up.ts'
import { createSubstitutions, type Substitutions } from './substitutions/substitutions.ts'
import type { TokenView } from './tokens/tokens.store.ts'
import { createTokens, type Tokens } from './tokens/tokens.ts'
import { changeUser } from './users/change-user.ts'
import { firstAdministrator, type UserChange, userByLogin } from './users/users.store.ts'
import { createUsers, type UserInput, type Users } from './users/users.ts'

export { type Caller, type Identity, systemCaller } from './caller.ts'
export { newSecret } from './credentials/credentials.ts'
export { lastAdministrator, loginTaken, tokenNotFound, userNotFound } from './errors.ts'
export {
  type DeployedGroup,
  type GroupDefinition,
  groupPath,
  storedGroups,
} from './groups/definition/group-definition.ts'
export { groupKind } from './groups/definition/group-kind.ts'
export * from './groups/errors.ts'
export type { GroupInput, Groups, GroupUpdate } from './groups/groups.ts'
export * from './groups/solution-groups.store.ts'
export { peopleLiveSources } from './live/live.ts'
export { builtInGroupPaths, globalNamespace, groupIdOf } from './membership/built-in-groups.ts'
export { membershipPathsOf } from './membership/membership-path.ts'
export { lockOrganisation } from './membership/organisation-lock.store.ts'
export { missingSubjects, namesOfSubjects } from './membership/subjects.store.ts'
export { type About, type NotificationKind, notificationKinds } from './notifications/events.ts'
export { insertFacts } from './notifications/facts.store.ts'
export { type Fact, type FactRow, factRow, type Tell } from './notifications/facts.ts'
export { createNotifications, type Notifications } from './notifications/notifications.ts'
export { type MailTime, mailTimes } from './notifications/settings.ts'
export { languages } from './notifications/texts/text.ts'
export * from './org-chart/errors.ts'
export type { OrgChart, OrgItemInput, OrgItemUpdate } from './org-chart/org-chart.ts'
export { findSupervisor } from './org-chart/supervisor.store.ts'
export { type ActingPerson, idOfApplication, type Person, Persons } from './persons.ts'
export {
  type AllUserSettings,
  createUserSettings,
  densities,
  themes,
  type UserSettings,
} from './settings/user-settings.ts'
export { createAttemptLimit } from './sign-in/attempt-limit.ts'
export type { Authentication } from './sign-in/authentication.ts'
export * from './sign-in/errors.ts'
export type { HashCost } from './sign-in/password-hash.ts'
export { passwordLength } from './sign-in/password-rules.ts'
export * from './substitutions/errors.ts'
export type { SubstitutionInput, Substitutions, SubstitutionView } from './substitutions/substitutions.ts'
export type { Tokens } from './tokens/tokens.ts'
export { loadCaller } from './users/load-caller.ts'
export { employeeSource, userSource } from './users/user-source.ts'
export { activeAdministrators } from './users/users.store.ts'
export type { UserInput, Users } from './users/users.ts'

export interface People extends Authentication {
  readonly setUp: SetUp
  readonly tokens: Tokens
  readonly users: Users
  readonly groups: Groups
  readonly orgChart: OrgChart
  readonly substitutions: Substitutions
  /** Creates a user and returns the id. */
  createUser(caller: Caller, user: UserInput): Promise<string>
  /** Creates a token for the user with this login; by default, for the caller. */
  createToken(
    caller: Caller,
    token: { name: string; login?: string; expiresAt?: string },
  ): Promise<{ id: string; token: string }>
  /**
   * Changes a user; null clears a field. When a user is blocked, the user's sessions end and the user's tokens stop
   * working within a second on every node.
   */
  changeUser(caller: Caller, userId: string, change: UserChange): Promise<void>
  /** Revokes a token. Administrators can revoke any token, other callers only their own. */
  revokeToken(caller: Caller, tokenId: string): Promise<void>
  /** Lists tokens: all tokens for administrators, otherwise those of the caller. */
  listTokens(caller: Caller): Promise<TokenView[]>
  /** Returns the id of the first administrator, and creates the user `admin` when there is no administrator. */
  administrator(): Promise<string>
  /** Empties the cache of callers. Called after a change in another room that may change the groups of a user. */
  forget(): void
  readonly periodic: readonly PeriodicJob[]
  close(): Promise<void>
}

export interface PeopleDeps {
  readonly database: Database
  readonly clock: Clock
  /** The cost of a password hash; set only in tests, to a lower value. */
  readonly passwordCost?: HashCost | undefined
  /** The runner of lists; one for the whole platform. */
  readonly lists?: Lists | undefined
}

export function createPeople({ database, clock, passwordCost, lists }: PeopleDeps): People {
  const tokens = createTokens(database, clock)
  const users = createUsers(database, clock, lists)
  const authentication = createAuthentication(database, clock, createPasswordHashes(passwordCost))
  const forget = (): void => {
    tokens.forget()
    authentication.sessions.forget()
  }
  return {
    ...authentication,
    setUp: createSetUp({ tokens, ...authentication }),
    tokens,
    users,
    forget,
    groups: createGroups(database, clock, forget, lists),
    orgChart: createOrgChart(database, clock, forget),
    substitutions: createSubstitutions({ database, clock, changed: forget }),
    createUser: (caller, user) => database.transaction((tx) => users.create(tx, user, caller)),
    async createToken(caller, { name, login, expiresAt }) {
      const owner = login === undefined ? { id: caller.userId } : await userByLogin(database.reader, login)
      if (owner === undefined) throw userNotFound(`no user has the login "${login}"`, { field: 'login' })
      const until = expiresAt === undefined ? {} : { expiresAt: requestTime(expiresAt, 'expiresAt') }
      if (until.expiresAt && until.expiresAt.getTime() <= clock.nowMs())
        throw wrongInput('"expiresAt" is in the past', { field: 'expiresAt' })
      const text = newSecret()
      const token = { userId: owner.id, name, text, ...until }
      return { id: await database.transaction((tx) => tokens.create(tx, token, caller)), token: text }
    },
    async changeUser(caller, userId, change) {
      await changeUser({ database, clock }, caller, userId, change)
      forget()
    },
    revokeToken: (caller, tokenId) => tokens.revoke(caller, tokenId, ownerFor(caller)),
    listTokens: (caller) => tokens.list(ownerFor(caller)),
    async administrator() {
      const present = await firstAdministrator(database.reader)
      if (present !== undefined) return present.id
      const first = { login: 'admin', lastname: 'Administrator', administrator: true }
      return database.transaction((tx) => users.create(tx, first))
    },
    periodic: [tokens.periodic, authentication.sessions.periodic],
    async close() {
      await tokens.close()
      await authentication.sessions.close()
    },
  }
}

const ownerFor = ({ administrator, userId }: Caller): string | undefined => (administrator ? undefined : userId)
