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
import { Groups } from './groups/groups.ts'
import { OrgChart } from './org-chart/org-chart.ts'
import { Authentication } from './sign-in/authentication.ts'
import { signInRefused } from './sign-in/errors.ts'
import { type HashCost, PasswordHashes } from './sign-in/password-hash.ts'
import type { Device } from './sign-in/sessions.ts'
import { Substitutions } from './substitutions/substitutions.ts'
import type { TokenView } from './tokens/tokens.store.ts'
import { Tokens } from './tokens/tokens.ts'
import { changeUser } from './users/change-user.ts'
import { firstAdministrator, type UserChange, userByLogin } from './users/users.store.ts'
import { type UserInput, Users } from './users/users.ts'

export { type Caller, type Identity, systemCaller } from './caller.ts'
export { newSecret } from './credentials/credentials.ts'
export { lastAdministrator, loginTaken, tokenNotFound, userNotFound } from './errors.ts'
export {
  groupPath,
  storedGroups,
} from './groups/definition/group-definition.ts'
export { groupKind } from './groups/definition/group-kind.ts'
export * from './groups/errors.ts'
export type { Groups } from './groups/groups.ts'
export * from './groups/solution-groups.store.ts'
export { peopleLiveSources } from './live/live.ts'
export { builtInGroupPaths, globalNamespace, groupIdOf } from './membership/built-in-groups.ts'
export { membershipPathsOf } from './membership/membership-path.ts'

export { missingSubjects, namesOfSubjects } from './membership/subjects.store.ts'
export { type About, notificationKinds } from './notifications/events.ts'
export { insertFacts } from './notifications/facts.store.ts'
export { type Fact, type FactRow, factRow, type Tell } from './notifications/facts.ts'
export { createNotifications, type Notifications } from './notifications/notifications.ts'
export { mailTimes } from './notifications/settings.ts'
export * from './org-chart/errors.ts'
export type { OrgChart } from './org-chart/org-chart.ts'
export { findSupervisor } from './org-chart/supervisor.store.ts'
export { type ActingPerson, idOfApplication, type Person, Persons } from './persons.ts'
export {
  AllUserSettings,
  densities,
  themes,
} from './settings/user-settings.ts'
export { AttemptLimit } from './sign-in/attempt-limit.ts'

export * from './sign-in/errors.ts'
export type { HashCost } from './sign-in/password-hash.ts'
export { passwordLength } from './sign-in/password-rules.ts'
export * from './substitutions/errors.ts'
export type { Substitutions } from './substitutions/substitutions.ts'
export type { Tokens } from './tokens/tokens.ts'
export { loadCaller } from './users/load-caller.ts'
export { employeeSource, userSource } from './users/user-source.ts'
export { activeAdministrators } from './users/users.store.ts'
export type { UserInput, Users } from './users/users.ts'

export class People extends Authentication {
  readonly tokens: Tokens
  readonly users: Users
  readonly groups: Groups
  readonly orgChart: OrgChart
  readonly substitutions: Substitutions
  readonly periodic: readonly PeriodicJob[]
  readonly #database: Database
  readonly #clock: Clock

  /**
   * `passwordCost` is the cost of a password hash; tests set a lower one. `lists` is the runner of lists, one for the
   * whole platform.
   */
  constructor({
    database,
    clock,
    passwordCost,
    lists,
  }: {
    readonly database: Database
    readonly clock: Clock
    readonly passwordCost?: HashCost | undefined
    readonly lists?: Lists | undefined
  }) {
    super(database, clock, new PasswordHashes(passwordCost))
    this.tokens = new Tokens(database, clock)
    this.users = new Users(database, clock, lists)
    this.groups = new Groups(database, clock, this.forget, lists)
    this.orgChart = new OrgChart(database, clock, this.forget)
    this.substitutions = new Substitutions(database, clock, this.forget)
    this.periodic = [this.tokens.periodic, this.sessions.periodic]
    this.#database = database
    this.#clock = clock
  }

  /**
   * Sets the first password of an administrator whose token is known, starts a session and returns its secret. Throws
   * `sign_in.refused` for a token that is not an administrator's, `password.exists` and `password.too_weak`.
   */
  async setUp({ token, password, ...device }: { token: string; password: string } & Device): Promise<string> {
    const who = await this.tokens.identify(token)
    if (who?.administrator !== true) throw signInRefused('this is not the token of an administrator')
    const caller = { ...who, operation: 'setUp', requestId: device.requestId }
    const verifiedHash = await this.passwords.setFirst(caller, password)
    const session = { userId: who.userId, verifiedHash, operation: 'setUp', ...device }
    const secret = await this.sessions.begin(session)
    if (secret === undefined) throw signInRefused('the password was changed meanwhile; sign in with the new one')
    return secret
  }

  /** Creates a user and returns the id. */
  createUser(caller: Caller, user: UserInput): Promise<string> {
    return this.#database.transaction((tx) => this.users.create(tx, user, caller))
  }

  /**
   * Creates a token for the user with this login; by default, for the caller. Throws `user.not_found` and
   * `input.wrong`.
   */
  async createToken(
    caller: Caller,
    { name, login, expiresAt }: { name: string; login?: string; expiresAt?: string },
  ): Promise<{ id: string; token: string }> {
    const owner = login === undefined ? { id: caller.userId } : await userByLogin(this.#database.reader, login)
    if (owner === undefined) throw userNotFound(`no user has the login "${login}"`, { field: 'login' })
    const until = expiresAt === undefined ? {} : { expiresAt: requestTime(expiresAt, 'expiresAt') }
    if (until.expiresAt && until.expiresAt.getTime() <= this.#clock.nowMs())
      throw wrongInput('"expiresAt" is in the past', { field: 'expiresAt' })
    const text = newSecret()
    const token = { userId: owner.id, name, text, ...until }
    return { id: await this.#database.transaction((tx) => this.tokens.create(tx, token, caller)), token: text }
  }

  /**
   * Changes a user; null clears a field. When a user is blocked, the user's sessions end and the user's tokens stop
   * working within a second on every node.
   */
  async changeUser(caller: Caller, userId: string, change: UserChange): Promise<void> {
    await changeUser({ database: this.#database, clock: this.#clock }, caller, userId, change)
    this.forget()
  }

  /** Revokes a token. Administrators can revoke any token, other callers only their own. */
  revokeToken(caller: Caller, tokenId: string): Promise<void> {
    return this.tokens.revoke(caller, tokenId, ownerFor(caller))
  }

  /** Lists tokens, newest first, at most 10,000: of all users for administrators, otherwise those of the caller. */
  listTokens(caller: Caller): Promise<TokenView[]> {
    return this.tokens.list(ownerFor(caller))
  }

  /** Returns the id of the first active administrator, and creates the user `admin` when there is none. */
  async administrator(): Promise<string> {
    const present = await firstAdministrator(this.#database.reader)
    if (present !== undefined) return present.id
    const first = { login: 'admin', lastname: 'Administrator', administrator: true }
    return this.#database.transaction((tx) => this.users.create(tx, first))
  }

  /** Empties the cache of callers. Called after a change that may change the groups or rights of a user. */
  readonly forget = (): void => {
    this.tokens.forget()
    this.sessions.forget()
  }

  async close(): Promise<void> {
    await this.tokens.close()
    await this.sessions.close()
  }
}

const ownerFor = ({ administrator, userId }: Caller): string | undefined => (administrator ? undefined : userId)
