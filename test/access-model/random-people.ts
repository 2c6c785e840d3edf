import fc from 'fast-check'
import { administratorsId, allUsersId } from './standing.ts'
import { type Group, groupIds, type People, type Seat, seatIds, type User, userIds } from './world.ts'

/** Generates true in `percent` of 100 cases. */
const chance = (percent: number): fc.Arbitrary<boolean> => fc.nat({ max: 99 }).map((n) => n >= 100 - percent)

/** Generates the value in `percent` of 100 cases, else undefined. */
export const sometimes = <T>(percent: number, value: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.oneof(
    { withCrossShrink: true },
    { arbitrary: fc.constant(undefined), weight: 100 - percent },
    { arbitrary: value, weight: percent },
  )

export const someOf = <T>(list: readonly T[], max: number, min = 0): fc.Arbitrary<T[]> =>
  list.length === 0
    ? fc.constant([])
    : fc.uniqueArray(fc.constantFrom(...list), { minLength: min, maxLength: Math.min(max, list.length) })

const paths = ['one.g0', 'one.G1', 'two.g2', 'two.g3', 'global.g4', 'global.G5']

const user = (id: string, place: number): fc.Arbitrary<User> =>
  // The first user is never an administrator and never blocked, so the rules always apply to one user.
  fc.record({ id: fc.constant(id), administrator: chance(place === 0 ? 0 : 10), blocked: chance(place === 0 ? 0 : 8) })

const seat = (id: string, place: number): fc.Arbitrary<Seat> =>
  fc
    .record({
      kind: fc.constantFrom('department' as const, 'position' as const, 'position_type' as const),
      parent: fc.constantFrom(...(place === 0 ? [null] : seatIds.slice(0, place))),
      people: someOf(userIds, 3),
    })
    .map(({ kind, parent, people }) => ({ id, kind, parent, holders: people.slice(0, most[kind]) }))
const most = { department: 0, position: 1, position_type: 3 }

const group = (id: string, place: number): fc.Arbitrary<Group> =>
  fc
    .record({
      isDefault: chance(6),
      users: someOf(userIds, 2),
      // A group contains only groups generated before, so that memberships have no cycles.
      groups: someOf(groupIds.slice(0, place), 2),
      seats: someOf(seatIds, 1),
      builtIn: sometimes(8, fc.constantFrom(allUsersId, administratorsId)),
      isEmpty: chance(15),
    })
    .map(({ isDefault, isEmpty, users, groups, seats, builtIn }) => ({
      id,
      path: paths[place]!,
      isDefault: isDefault && !isEmpty,
      members: isEmpty ? [] : [...users, ...groups, ...seats, ...(builtIn === undefined ? [] : [builtIn])],
    }))

export const groupPaths = paths.map((path) => path.toLowerCase())

export const people: fc.Arbitrary<People> = fc.record({
  users: fc.tuple(...userIds.map(user)),
  seats: fc.tuple(...seatIds.map(seat)),
  groups: fc.tuple(...groupIds.map(group)),
})
