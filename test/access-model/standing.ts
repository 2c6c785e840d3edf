import { idOfPath } from '../../src/foundation/kit/ids.ts'
import type { Group, People, Seat } from './world.ts'

/** The ids and paths by which a rule may name a user. */
export interface Standing {
  readonly userId: string
  readonly ids: ReadonlySet<string>
  readonly paths: ReadonlySet<string>
}

/** Ids of the platform's built-in groups. */
export const allUsersId = idOfPath('global/group/all_users')
export const administratorsId = idOfPath('global/group/administrators')

export function standingOf({ users, seats, groups }: People, userId: string): Standing {
  const isAdministrator = users.find(({ id }) => id === userId)!.administrator
  const builtIn: Group[] = [
    { id: allUsersId, path: 'global.all_users', isDefault: true, members: [] },
    { id: administratorsId, path: 'global.administrators', isDefault: isAdministrator, members: [] },
  ]
  const all = [...builtIn, ...groups]
  const held = seats.filter(({ holders }) => holders.includes(userId))
  const departments = held.flatMap((seat) => above(seat, seats)).filter(({ kind }) => kind === 'department')
  const mine = [...held, ...departments]
  const isIn = ({ isDefault, members }: Group): boolean =>
    isDefault ||
    members.includes(userId) ||
    mine.some(({ id }) => members.includes(id)) ||
    all.some((inner) => members.includes(inner.id) && isIn(inner))
  const of = all.filter(isIn)
  return {
    userId,
    ids: new Set([userId, ...mine.map(({ id }) => id), ...of.map(({ id }) => id)]),
    paths: new Set(of.map(({ path }) => path.toLowerCase())),
  }
}

function above({ parent }: Seat, seats: readonly Seat[]): Seat[] {
  const next = seats.find(({ id }) => id === parent)
  return next === undefined ? [] : [next, ...above(next, seats)]
}
