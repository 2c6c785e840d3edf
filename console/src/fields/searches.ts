import { call } from '../api/call.ts'
import { userName } from '../api/names.ts'
import type { Choice } from './search-select.tsx'

const size = 20
const byName = [{ field: '__name', ascending: true }]

/** Searches elements of an application by name. */
export const searchElements =
  (namespace: string, code: string) =>
  async (text: string, signal: AbortSignal): Promise<readonly Choice[]> => {
    const body = { size, active: true, fields: { __name: true }, sortExpressions: byName, ...named(text) }
    const { result } = await call('listElements', { params: { namespace, code }, body, signal })
    return result.result.map(({ __id, __name }) => ({ id: __id, name: String(__name ?? '') }))
  }

/** Searches by name among the users that are not blocked. */
export async function searchUsers(text: string, signal: AbortSignal): Promise<readonly Choice[]> {
  const fields = { __name: true, login: true }
  const body = { size, active: true, fields, sortExpressions: byName, ...named(text) }
  const { result } = await call('listUsers', { body, signal })
  return result.result.map((user) => ({ id: user.__id, name: userName(user) }))
}

/** Searches directories of files by name. */
export async function searchDirectories(text: string, signal: AbortSignal): Promise<readonly Choice[]> {
  const { result } = await call('listDirectories', { body: { size, active: true, ...named(text) }, signal })
  return result.result.map((each) => ({ id: String(each.__id), name: String(each.__name ?? '') }))
}

const named = (text: string) => (text === '' ? {} : { filter: { tf: { __name: text } } })

/** Returns a search in entries that are already loaded. */
export const searchWithin =
  (entries: readonly Choice[]) =>
  async (text: string): Promise<readonly Choice[]> =>
    entries.filter(({ name }) => name.toLowerCase().includes(text.toLowerCase())).slice(0, 200)
