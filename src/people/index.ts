// People: who uses the platform, with which token, and in which groups and positions. Access rules join them here.
import type { Database } from '../db/database.ts'
import type { Clock } from '../kit/clock.ts'
import type { Caller } from './caller.ts'
import { changeUser } from './change-user.ts'
import { userNotFound } from './errors.ts'
import { createGroups, type Groups } from './groups/groups.ts'
import { createOrgChart, type OrgChart } from './org-chart/org-chart.ts'
import type { TokenView } from './tokens.store.ts'
import { createTokens, newTokenText, type Tokens } from './tokens.ts'
import { firstAdministrator, type UserChange, userByLogin } from './users.store.ts'
import { createUsers, type UserInput, type Users } from './users.ts'

export { activeCaller } from './active-caller.ts'
export { type Caller, type Identity, type Person, systemCaller } from './caller.ts'
export { lastAdministrator, loginTaken, tokenNotFound, userNotFound } from './errors.ts'
export * from './groups/errors.ts'
export type { GroupInput, Groups, GroupUpdate } from './groups/groups.ts'
export * from './org-chart/errors.ts'
export type { OrgChart, OrgItemInput, OrgItemUpdate } from './org-chart/org-chart.ts'
export { newTokenText, type Tokens } from './tokens.ts'
export { userSource } from './user-source.ts'
export type { UserInput, Users } from './users.ts'

export interface People {
  readonly tokens: Tokens
  readonly users: Users
  readonly groups: Groups
  readonly orgChart: OrgChart
  /** Gives the id. */
  createUser(caller: Caller, user: UserInput): Promise<string>
  /** For the user with this login, else for the caller. */
  createToken(
    caller: Caller,
    token: { name: string; login?: string; expiresAt?: string },
  ): Promise<{ id: string; token: string }>
  /** Null empties; a blocked user's tokens stop working within a second, on every node. */
  changeUser(caller: Caller, userId: string, change: UserChange): Promise<void>
  /** Administrators revoke any token, others their own. */
  revokeToken(caller: Caller, tokenId: string): Promise<void>
  /** Of everybody for administrators, of the caller for others. */
  listTokens(caller: Caller): Promise<TokenView[]>
  /** The administrator of the first start; made when there is none. */
  administrator(): Promise<string>
  close(): Promise<void>
}

export function createPeople({ database, clock }: { database: Database; clock: Clock }): People {
  const tokens = createTokens(database, clock)
  const users = createUsers(database, clock)
  return {
    tokens,
    users,
    groups: createGroups(database, clock),
    orgChart: createOrgChart(database, clock),
    createUser: (caller, user) => database.transaction((tx) => users.create(tx, user, caller)),
    async createToken(caller, { name, login, expiresAt }) {
      const owner = login === undefined ? { id: caller.userId } : await userByLogin(database.reader, login)
      if (owner === undefined) throw userNotFound(`no user has the login "${login}"`, { field: 'login' })
      const until = expiresAt === undefined ? {} : { expiresAt: new Date(expiresAt) }
      const text = newTokenText()
      const token = { userId: owner.id, name, text, ...until }
      return { id: await database.transaction((tx) => tokens.create(tx, token, caller)), token: text }
    },
    async changeUser(caller, userId, change) {
      await changeUser({ database, clock }, caller, userId, change)
      tokens.forget()
    },
    revokeToken: (caller, tokenId) => tokens.revoke(caller, tokenId, ownerFor(caller)),
    listTokens: (caller) => tokens.list(ownerFor(caller)),
    async administrator() {
      const present = await firstAdministrator(database.reader)
      if (present !== undefined) return present.id
      const first = { login: 'admin', lastname: 'Administrator', administrator: true }
      return database.transaction((tx) => users.create(tx, first))
    },
    close: () => tokens.close(),
  }
}

const ownerFor = ({ administrator, userId }: Caller): string | undefined => (administrator ? undefined : userId)
