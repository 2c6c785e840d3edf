import type { Database } from '../../foundation/db/database.ts'
import { Bound, type Sql, sql } from '../../foundation/db/sql.ts'
import { wrongInput } from '../../foundation/http/errors.ts'
import type { Clock } from '../../foundation/kit/clock.ts'
import { isUuid } from '../../foundation/kit/ids.ts'
import { isObject } from '../../foundation/kit/json.ts'
import { type Lists, type Page, readListRequest, type Source } from '../../query/index.ts'
import type { Caller } from '../caller.ts'
import {
  groupsAround,
  groupsNamingMember,
  groupsOfUser,
  groupsWithin,
  namedByGroup,
  orgItemsOfGroup,
  ownUsersOfGroup,
  usersOfGroup,
} from '../membership/membership.store.ts'
import { orgItemSource } from '../org-chart/org-item-source.ts'
import { userSource } from '../users/user-source.ts'
import { groupSource } from './group-source.ts'
import { openGroup } from './open-group.ts'

/** The maximum page size. */
const maxPageSize = 10_000

/**
 * Lists of groups and of their members. Each method takes the body of a list request; without a `size` in the body,
 * all methods except `list` return up to 10,000 rows on one page. `butOf` names the namespaces whose groups do not
 * exist for the caller.
 */
export class GroupLists {
  readonly #database: Database
  readonly #clock: Clock
  readonly #lists: Lists

  constructor(database: Database, clock: Clock, lists: Lists) {
    this.#database = database
    this.#clock = clock
    this.#lists = lists
  }

  /**
   * Lists groups by any filter. `userId` in the filter selects the groups that a user is in, also through other groups.
   */
  async list(caller: Caller, body: unknown, butOf: readonly string[] = []): Promise<Page> {
    const { userId, rest } = takeUserId(body)
    const source = userId === undefined ? groupSource : among(groupSource, groupsOfUser(uuid(userId)))
    return this.#page(caller, outside(source, butOf), rest)
  }

  /** Lists the groups of a namespace. Does not check that the namespace exists. */
  ofNamespace(caller: Caller, namespace: string, body: object): Promise<Page> {
    return this.#whole(
      caller,
      narrowed(groupSource, (row) => sql`${row}.namespace = ${namespace}`),
      body,
    )
  }

  /** Lists the groups with these paths (`namespace.code`, in lower case). Unknown paths are ignored. */
  ofPaths(caller: Caller, paths: readonly string[], body: object): Promise<Page> {
    return this.#whole(
      caller,
      narrowed(
        groupSource,
        (row) => sql`lower(${row}.namespace || '.' || ${row}.code) = any(${new Bound(paths)}::text[])`,
      ),
      body,
    )
  }

  /** Lists the groups that contain this group directly; with `recursive`, at any height. */
  async parents(
    caller: Caller,
    id: string,
    { recursive, ...body }: { recursive?: boolean | undefined },
    butOf: readonly string[] = [],
  ): Promise<Page> {
    const group = await this.#open(id, butOf)
    const found = others(group, recursive ? groupsAround(group) : groupsNamingMember(group))
    return this.#whole(caller, outside(found, butOf), body)
  }

  /** Lists the sub-groups of this group; with `recursive`, at any depth. */
  async subGroups(
    caller: Caller,
    id: string,
    { recursive, ...body }: { recursive?: boolean | undefined },
    butOf: readonly string[] = [],
  ): Promise<Page> {
    const group = await this.#open(id, butOf)
    const found = others(group, recursive ? groupsWithin(group) : namedByGroup(group, 'group'))
    return this.#whole(caller, outside(found, butOf), body)
  }

  /** Lists the positions in the group; with `effective`, also positions in sub-groups and below departments. */
  async positions(
    caller: Caller,
    id: string,
    { effective, ...body }: { effective?: boolean | undefined },
    butOf: readonly string[] = [],
  ): Promise<Page> {
    const group = await this.#open(id, butOf)
    const ids = effective ? orgItemsOfGroup(group) : namedByGroup(group, 'position')
    const positions = narrowed(orgItemSource, (row) => sql`${row}.kind <> 'department'`)
    return this.#whole(caller, among(positions, ids), body)
  }

  /**
   * Lists the users in the group; with `effective`, also the users of sub-groups, positions and departments, but only
   * active users.
   */
  async users(
    caller: Caller,
    id: string,
    { effective, ...body }: { effective?: boolean | undefined },
    butOf: readonly string[] = [],
  ): Promise<Page> {
    const group = await this.#open(id, butOf)
    const users = narrowed(userSource, (row) => sql`${row}.deleted_at is null`)
    return this.#whole(caller, among(users, effective ? usersOfGroup(group) : ownUsersOfGroup(group)), body)
  }

  #page(caller: Caller, source: Source, body: unknown): Promise<Page> {
    return this.#lists.page(readListRequest(body), source, {
      callerId: caller.userId,
      nowMs: this.#clock.nowMs(),
    })
  }

  #whole(caller: Caller, source: Source, body: object) {
    return this.#page(caller, source, { size: maxPageSize, ...body })
  }

  async #open(id: string, butOf: readonly string[]): Promise<Sql> {
    return uuid((await openGroup(this.#database.reader, id, butOf)).id)
  }
}

function uuid(id: string): Sql {
  return sql`${new Bound(id)}::uuid`
}

/** Returns the source with a condition added to its scope, and so to every statement of the source. */
function narrowed(source: Source, where: (row: Sql) => Sql): Source {
  return { ...source, scope: (row) => sql`${source.scope(row)} and ${where(row)}` }
}

/** Returns the groups of a source that are in none of these namespaces. */
function outside(source: Source, namespaces: readonly string[]): Source {
  if (namespaces.length === 0) return source
  return narrowed(source, (row) => sql`${row}.namespace <> all (${namespaces}::text[])`)
}

function among(source: Source, ids: Sql): Source {
  return narrowed(source, (row) => sql`${source.id(row)} in ${ids}`)
}

/** Returns the groups with these ids except `group`, because recursive lists of groups start with the group itself. */
function others(group: Sql, ids: Sql): Source {
  return narrowed(among(groupSource, ids), (row) => sql`${row}.id <> ${group}`)
}

/**
 * Takes `userId` out of `filter` or `filter.tf` of a list body. The groups of one user are found by a walk that starts
 * at the user, which is far faster than checking the users of every group. Throws `input.wrong` when `userId` is given
 * twice or is not a uuid.
 */
function takeUserId(body: unknown): { userId: string | undefined; rest: unknown } {
  if (!isObject(body) || !isObject(body.filter)) return { userId: undefined, rest: body }
  const { userId: above, ...filter } = body.filter
  let below: unknown
  if (isObject(filter.tf)) {
    const { userId, ...tf } = filter.tf
    below = userId
    filter.tf = tf
  }
  const given = [above, below].filter((each) => each !== undefined && each !== null)
  if (!given.every(isUuid) || given.length > 1)
    throw wrongInput('"userId" must be the id of one user', { field: 'userId' })
  return { userId: given[0]?.toLowerCase(), rest: { ...body, filter } }
}
