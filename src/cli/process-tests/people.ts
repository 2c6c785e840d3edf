import { splitPath } from '../../foundation/kit/codes.ts'
import type { PersonSettings } from './process-test.ts'
import type { TestSession } from './throwaway-server.ts'

/** The people of a test: their ids and tokens by their logins. */
export type People = ReadonlyMap<string, { readonly id: string; readonly token: string }>

/**
 * Creates the users of a test with their tokens, groups and positions. Each person has a position below the position
 * of the person in `reportsTo`, or else at the top of the chart. Throws an Error when the server refuses, a group
 * does not exist or `reportsTo` is wrong.
 */
export async function createPeople(
  { admin }: TestSession,
  settings: Readonly<Record<string, PersonSettings>>,
): Promise<People> {
  const people = new Map<string, { id: string; token: string }>()
  for (const [login, { name = login }] of Object.entries(settings)) {
    const [lastname = login, firstname] = name.split(/ (.*)/s)
    const { id } = await admin.call('POST', '/api/v1/users', { login, lastname, ...(firstname && { firstname }) })
    const { token } = await admin.call('POST', '/api/v1/tokens', { name: 'test', login })
    people.set(login, { id: String(id), token: String(token) })
  }
  await joinGroups({ admin }, settings, people)
  await placePeople({ admin }, settings, people)
  return people
}

type Admin = Pick<TestSession, 'admin'>

async function joinGroups(
  { admin }: Admin,
  settings: Readonly<Record<string, PersonSettings>>,
  people: People,
): Promise<void> {
  for (const [login, { groups = [] }] of Object.entries(settings)) {
    for (const path of groups) {
      const filter = { tf: splitPath(path) }
      const { result } = await admin.call('POST', '/pub/v1/scheme/groups/list', { filter, size: 1 })
      const [group] = (result as { result: { __id: string }[] }).result
      if (group === undefined) throw new Error(`the group "${path}" of "${login}" does not exist`)
      const items = [people.get(login)!.id]
      await admin.call('POST', `/pub/v1/scheme/groups/${group.__id}/add-items`, items)
    }
  }
}

async function placePeople(
  { admin }: Admin,
  settings: Readonly<Record<string, PersonSettings>>,
  people: People,
): Promise<void> {
  const positions = new Map<string, string>()
  let root: string | undefined
  const place = async (login: string, below: readonly string[]): Promise<string> => {
    const known = positions.get(login)
    if (known !== undefined) return known
    const person = settings[login]
    if (person === undefined)
      throw new Error(`"${below.at(-1)}" reports to "${login}", who is not a person of the test`)
    if (below.includes(login)) throw new Error(`"${login}" reports to "${login}"`)
    root ??= await rootOf(admin)
    const parent = person.reportsTo === undefined ? root : await place(person.reportsTo, [...below, login])
    const { id } = await admin.call('POST', '/api/v1/org-items', {
      kind: 'position',
      name: `Position of ${login}`,
      parent,
      holders: [people.get(login)!.id],
      ...(person.position && { code: person.position }),
    })
    positions.set(login, String(id))
    return String(id)
  }
  for (const login of Object.keys(settings)) await place(login, [])
}

async function rootOf(admin: Admin['admin']): Promise<string> {
  const { items } = await admin.call('GET', '/api/v1/org-items')
  const root = (items as { id: string; parent: string | null }[]).find(({ parent }) => parent === null)
  if (root !== undefined) return root.id
  const { id } = await admin.call('POST', '/api/v1/org-items', { kind: 'department', name: 'Everyone' })
  return String(id)
}
