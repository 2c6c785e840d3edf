import type { Right } from '../../../src/http/operation.ts'

/** Whoever may stand before the platform. What each is given is in the application `law.cases` of the guarded solution. */
export const strangers = ['no token', 'bad token', 'blocked'] as const
export const users = ['reader', 'writer', 'owner', 'guest', 'administrator'] as const
export const callers = [...strangers, ...users] as const
export type User = (typeof users)[number]
export type Who = (typeof callers)[number]

/**
 * What a call can be about: something of the caller's, something that a rule or a grant gives, somebody else's that
 * nothing gives, what was deleted, revoked or ended, and an id that nothing has.
 */
export const states = ['own', 'shared', 'foreign', 'deleted', 'missing'] as const
export type State = (typeof states)[number]

/** What is answered: a status for each caller and each state that there is; operations about nothing have `call` alone. */
export interface Cells {
  readonly right: Right
  readonly expected: Readonly<Record<User, Readonly<Partial<Record<State | 'call', number>>>>>
}

/**
 * A table whose head names states and whose rows name users, for each right that operations may ask for. `others` are
 * those without a row, `-` is no cell.
 */
export const ofAnyone = (table: TemplateStringsArray): Cells => read('anyone', table.join(''))
export const ofUsers = (table: TemplateStringsArray): Cells => read('user', table.join(''))
export const ofAdministrators = (table: TemplateStringsArray): Cells => read('administrator', table.join(''))

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
  const expected = Object.fromEntries(users.map((who) => [who, found.get(who) ?? found.get('others')]))
  return { right, expected: expected as Cells['expected'] }
}

/** Of strangers, who are refused before anything is looked at. */
export function expectedOf({ right, expected }: Cells, who: Who, state: State | 'call'): number | undefined {
  if (isUser(who)) return expected[who][state]
  if (expected.administrator[state] === undefined) return undefined
  return right === 'anyone' ? expected.administrator[state] : 401
}

export function isUser(who: Who): who is User {
  return users.some((user) => user === who)
}
