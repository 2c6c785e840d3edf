import type { Right } from '../../../src/foundation/http/operation.ts'

/**
 * Callers of every kind. The application `law.cases` of the guarded solution defines the rights of each one. A
 * substitute has the rights of a guest: everything that the principal may do is outside of the application to which the
 * substitution is limited. A participant has the rights of a guest, too, and performs a task of an instance of an open
 * process about an element that only administrators may view.
 */
export const strangers = ['no token', 'bad token', 'blocked'] as const
const users = ['reader', 'writer', 'owner', 'guest', 'substitute', 'participant', 'administrator'] as const
export const callers = [...strangers, ...users] as const
export type User = (typeof users)[number]
export type Who = (typeof callers)[number]

/**
 * The states of the object of a call: the caller's own; shared with the caller by a rule or a grant; foreign; deleted,
 * revoked or ended; or an id that does not exist.
 */
export const states = ['own', 'shared', 'foreign', 'deleted', 'missing'] as const
export type State = (typeof states)[number]

/** Expected statuses for each user and state. Operations without an object have the single state `call`. */
export interface Cells {
  readonly right: Right
  readonly expected: Readonly<Record<User, Readonly<Partial<Record<State | 'call', number>>>>>
}

/**
 * Returns cells from a table whose head names states and whose rows name users; one function for each right. The row
 * `others` applies to users without a row, and `-` means no cell.
 */
export const ofAnyone = (table: TemplateStringsArray): Cells => read('anyone', table.join(''))
export const ofUsers = (table: TemplateStringsArray): Cells => read('user', table.join(''))
export const ofAdministrators = (table: TemplateStringsArray): Cells => read('administrator', table.join(''))

/** Users whose cells are those of another user, where a table has no row for them. */
const like: Readonly<Partial<Record<User, User>>> = { substitute: 'guest', participant: 'guest' }

function read(right: Right, table: string): Cells {
  const [head, ...rows] = table
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
  const found = new Map(
    rows.map(([who, ...statuses]) => {
      if (statuses.length !== head!.length) throw new Error(`the row of ${who} has ${statuses.length} cells`)
      const known = statuses.flatMap((text, place) => (text === '-' ? [] : [[head![place], Number(text)]]))
      return [who, Object.fromEntries(known)]
    }),
  )
  const expected = Object.fromEntries(
    users.map((who) => [who, found.get(who) ?? found.get(like[who] ?? who) ?? found.get('others')]),
  )
  return { right, expected: expected as Cells['expected'] }
}

/** Returns the expected status. Strangers are refused before anything is looked up. */
export function expectedOf({ right, expected }: Cells, who: Who, state: State | 'call'): number | undefined {
  if (isUser(who)) return expected[who][state]
  if (expected.administrator[state] === undefined) return undefined
  return right === 'anyone' ? expected.administrator[state] : 401
}

export function isUser(who: Who): who is User {
  return users.some((user) => user === who)
}
