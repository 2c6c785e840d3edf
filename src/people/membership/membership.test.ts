import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import fc from 'fast-check'
import { openTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { Script, type Sql, sql } from '../../foundation/db/sql.ts'
import { systemClock } from '../../foundation/kit/clock.ts'
import { PlatformError } from '../../foundation/kit/errors.ts'
import { idOfPath } from '../../foundation/kit/ids.ts'
import { systemCaller } from '../caller.ts'
import { Groups } from '../groups/groups.ts'
import { OrgChart } from '../org-chart/org-chart.ts'
import { administratorsId, allUsersId } from './built-in-groups.ts'
import { groupsAround, groupsOfUser, groupsWithin, orgItemsOfGroup, usersOfGroup } from './membership.store.ts'

let database: TestDatabase
let groups: Groups
let chart: OrgChart
before(async () => {
  database = await openTestDatabase()
  groups = new Groups(database, systemClock)
  chart = new OrgChart(database, systemClock)
})
after(() => database.close())
beforeEach(empty)

const caller = systemCaller(idOfPath('caller'))
const uuid = (id: string): Sql => sql`${id}::uuid`

async function empty(): Promise<void> {
  await database.single.rows(
    new Script(
      'truncate group_member, org_holder, org_item, token, users cascade; delete from user_group where not is_system',
    ),
  )
}

async function idsOf(fragment: Sql): Promise<string[]> {
  const rows = await database.reader.rows<{ id: string }>(sql`select id from ${fragment} found (id)`)
  const ids = rows.map(({ id }) => id)
  assert.equal(new Set(ids).size, ids.length, 'each once')
  return ids.sort()
}

interface User {
  readonly blocked: boolean
  readonly administrator: boolean
}
interface Seat {
  readonly kind: 'department' | 'position' | 'position_type'
  /** The parent's index, modulo the number of preceding items; the first item is the root. */
  readonly parent: number
  readonly holders: readonly number[]
}
interface MembershipStep {
  readonly group: number
  readonly kind: 'user' | 'group' | 'seat'
  readonly member: number
}
interface World {
  readonly users: readonly User[]
  readonly seats: readonly Seat[]
  readonly defaults: readonly boolean[]
  /** Additions of members, tried in this order; a step that would create a cycle has to be rejected. */
  readonly steps: readonly MembershipStep[]
}

const number = fc.nat({ max: 30 })
const world: fc.Arbitrary<World> = fc.record({
  users: fc.array(fc.record({ blocked: fc.boolean(), administrator: fc.boolean() }), { minLength: 1, maxLength: 5 }),
  seats: fc.array(
    fc.record({
      kind: fc.constantFrom('department' as const, 'position' as const, 'position_type' as const),
      parent: number,
      holders: fc.array(number, { maxLength: 3 }),
    }),
    { minLength: 1, maxLength: 7 },
  ),
  defaults: fc.array(
    fc.nat({ max: 7 }).map((n) => n === 0),
    { minLength: 1, maxLength: 6 },
  ),
  steps: fc.array(
    fc.record({ group: number, kind: fc.constantFrom('user', 'group', 'group', 'seat'), member: number }),
    {
      maxLength: 25,
    },
  ) as fc.Arbitrary<MembershipStep[]>,
})

describe('effective membership', () => {
  it('is equal to that of a plain walk, in both directions, and cycles are refused', async () => {
    await fc.assert(fc.asyncProperty(world, tryWorld).beforeEach(empty), { numRuns: 40 })
  })

  it('is given by a position to its holders, and not to holders of positions below it', async () => {
    const [head, clerk] = await makeUsers([
      { blocked: false, administrator: false },
      { blocked: false, administrator: false },
    ])
    const above = await chart.create(caller, { kind: 'position', name: 'Head', holders: [head!] })
    await chart.create(caller, { kind: 'position', name: 'Clerk', parent: above, holders: [clerk!] })
    const group = await makeGroup('Heads')
    await groups.addItems(caller, group, [above])
    assert.deepEqual(await idsOf(usersOfGroup(uuid(group))), [head])
    assert.deepEqual(await idsOf(groupsOfUser(uuid(clerk!))), [allUsersId])
    assert.deepEqual(await idsOf(orgItemsOfGroup(uuid(group))), [above])
  })

  it('is computed correctly even when the data contains a cycle', async () => {
    const [user] = await makeUsers([{ blocked: false, administrator: false }])
    const circle = await Promise.all(['a', 'b', 'c'].map(makeGroup))
    await groups.addItems(caller, circle[0]!, [user!])
    for (const [index, id] of circle.entries()) {
      await database.single.rows(sql`insert into group_member (group_id, member, kind, created_at, created_by)
        values (${id}, ${circle[(index + 1) % 3]}, 'group', now(), ${user})`)
    }
    assert.deepEqual(await idsOf(groupsOfUser(uuid(user!))), [...circle, allUsersId].sort())
    for (const id of circle) {
      assert.deepEqual(await idsOf(usersOfGroup(uuid(id))), [user])
      for (const walk of [groupsAround, groupsWithin]) assert.deepEqual(await idsOf(walk(uuid(id))), circle.toSorted())
    }
  })
})

describe('the built-in groups', () => {
  it('have the ids of their paths', async () => {
    const rows = await database.reader.rows(sql`select id, code from user_group order by code`)
    assert.deepEqual(rows, [
      { id: administratorsId, code: 'administrators' },
      { id: allUsersId, code: 'all_users' },
    ])
  })
})

async function tryWorld({ users, seats, defaults, steps }: World): Promise<void> {
  const userIds = await makeUsers(users)
  const seatIds: string[] = []
  const held = seats.map(({ kind, holders }) => {
    const all = [...new Set(holders.map((holder) => holder % users.length))]
    return kind === 'department' ? [] : kind === 'position' ? all.slice(0, 1) : all
  })
  for (const [index, { kind, parent }] of seats.entries()) {
    const place = index === 0 ? {} : { parent: seatIds[parent % index]! }
    seatIds.push(
      await chart.create(caller, { kind, name: `${index}`, ...place, holders: held[index]!.map((n) => userIds[n]!) }),
    )
  }
  const groupIds: string[] = []
  for (const [index, isDefault] of defaults.entries()) groupIds.push(await makeGroup(`${index}`, isDefault))

  const inside = defaults.map(() => ({ users: new Set<number>(), groups: new Set<number>(), seats: new Set<number>() }))
  const reaches = (from: number, to: number, seen = new Set<number>()): boolean => {
    if (from === to) return true
    if (seen.has(from)) return false
    seen.add(from)
    return [...inside[from]!.groups].some((next) => reaches(next, to, seen))
  }
  for (const step of steps) {
    const group = step.group % groupIds.length
    const list = { user: userIds, group: groupIds, seat: seatIds }[step.kind]
    const member = step.member % list.length
    const refused = await groups.addItems(caller, groupIds[group]!, [list[member]!]).then(
      () => false,
      (error: unknown) => error instanceof PlatformError && error.code === 'group.in_itself',
    )
    assert.equal(refused, step.kind === 'group' && reaches(member, group))
    if (!refused) inside[group]![`${step.kind}s`].add(member)
  }

  const below = (seat: number, top: number): boolean =>
    seat === top || (seat > 0 && below(seats[seat]!.parent % seat, top))
  const has = (group: number, user: number): boolean =>
    defaults[group]! ||
    inside[group]!.users.has(user) ||
    [...inside[group]!.seats].some((top) =>
      seats[top]!.kind === 'department'
        ? held.some((holders, seat) => holders.includes(user) && below(seat, top))
        : held[top]!.includes(user),
    ) ||
    [...inside[group]!.groups].some((sub) => has(sub, user))
  const isIn = (group: number, user: number): boolean => !users[user]!.blocked && has(group, user)

  for (const [user, id] of userIds.entries()) {
    const expected = groupIds.filter((_, group) => isIn(group, user))
    const { blocked, administrator } = users[user]!
    if (!blocked) expected.push(allUsersId, ...(administrator ? [administratorsId] : []))
    assert.deepEqual(await idsOf(groupsOfUser(uuid(id))), expected.sort())
  }
  for (const [group, id] of groupIds.entries()) {
    const expected = userIds.filter((_, user) => isIn(group, user))
    assert.deepEqual(await idsOf(usersOfGroup(uuid(id))), expected.sort())
  }
}

async function makeUsers(users: readonly User[]): Promise<string[]> {
  const ids = users.map((_, index) => idOfPath(`user ${index}`))
  for (const [index, { blocked, administrator }] of users.entries()) {
    await database.single.rows(sql`
      insert into users (id, login, status, administrator, created_at, created_by, updated_at, updated_by)
      values (${ids[index]}, ${`user${index}`}, ${blocked ? 3 : 2}, ${administrator}, now(), ${ids[0]}, now(), ${ids[0]})`)
  }
  return ids
}

async function makeGroup(name: string, isDefault: unknown = false): Promise<string> {
  const made = await groups.create(caller, 'global', { __name: name, isDefault: isDefault === true })
  return JSON.parse(made.text).__id
}
