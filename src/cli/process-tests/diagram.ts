import { splitPath } from '../../foundation/kit/codes.ts'
import type { Access } from './throwaway-server.ts'

/** The elements of a diagram. */
export interface Diagram {
  readonly elements: readonly { readonly id: string; readonly name: string | null }[]
  /** Returns the id of an element by its id or name; undefined when there is none, or several have the name. */
  find(text: string): string | undefined
  /** Returns the id and the name as `"legal_check" (Legal check)`. */
  describe(id: string): string
  names(): readonly string[]
}

/** Reads the elements of the newest version of a process. */
export async function diagramOf(admin: Access, process: string): Promise<Diagram> {
  const { namespace, code } = splitPath(process)
  const address = `${encodeURIComponent(namespace)}/${encodeURIComponent(code)}`
  const answer = (await admin.call('GET', `/api/v1/processes/${address}/statistics`)) as {
    readonly elements?: readonly { readonly element: string; readonly name: string | null }[]
  }
  const elements = (answer.elements ?? []).map(({ element: id, name }) => ({ id, name }))
  const ids = new Set(elements.map(({ id }) => id))
  return {
    elements,
    find(text) {
      if (ids.has(text)) return text
      const named = elements.filter(({ name }) => name === text)
      return named.length === 1 ? named[0]!.id : undefined
    },
    describe(id) {
      const name = elements.find((one) => one.id === id)?.name
      return name ? `"${id}" (${name})` : `"${id}"`
    },
    names: () => elements.flatMap(({ id, name }) => [id, ...(name === null ? [] : [name])]),
  }
}
