import type { Apps } from '../../../data/index.ts'
import type { Files } from '../../../files/index.ts'
import { PlatformError } from '../../../foundation/kit/errors.ts'
import { isObject } from '../../../foundation/kit/json.ts'
import type { Caller } from '../../../people/index.ts'

/** The element that a task is about, as far as the caller can see it. */
interface TaskElement {
  readonly namespace: string
  readonly code: string
  readonly id: string
  readonly name: string
  /** The files in the fields of the element that the caller can read. */
  readonly files: readonly {
    readonly id: string
    readonly name: string
    readonly size: number
    readonly version: number
  }[]
}

/** Where an element is: its application and its id. */
export type TaskItem = Pick<TaskElement, 'namespace' | 'code' | 'id'>

/** Returns an element; undefined when the caller cannot see it. */
export type FindTaskElement = (caller: Caller, item: TaskItem) => Promise<TaskElement | undefined>

/** Maximum number of files that are listed. */
const maxFiles = 100

export function createFindTaskElement(
  { elements, catalog }: Pick<Apps, 'elements' | 'catalog'>,
  files: Pick<Files, 'get'>,
): FindTaskElement {
  return async (caller, { namespace, code, id }) => {
    const read = await orUnseen(() => elements.get(caller, { namespace, code, id }))
    if (read === undefined) return undefined
    const element = JSON.parse(read.item.text)
    const places = catalog.application(namespace, code)?.filePlaces ?? []
    const ids = new Set(places.flatMap((place) => idsAt(element, place.code.split('.'))))
    const found = []
    for (const file of [...ids].slice(0, maxFiles)) found.push(await orUnseen(() => files.get(caller, file)))
    return {
      namespace,
      code,
      id,
      name: String(element.__name ?? ''),
      files: found.flatMap((file) =>
        file ? [{ id: file.__id, name: file.__name, size: file.size, version: file.version }] : [],
      ),
    }
  }
}

/** Returns the ids at a path of an element: a field, or a table and its column. */
function idsAt(value: unknown, path: readonly string[]): string[] {
  if (Array.isArray(value)) return value.flatMap((one) => idsAt(one, path))
  if (path.length === 0) return typeof value === 'string' ? [value] : []
  if (!isObject(value)) return []
  // The rows of a table are in its member `rows`.
  return Array.isArray(value.rows) ? idsAt(value.rows, path) : idsAt(value[path[0]!], path.slice(1))
}

async function orUnseen<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof PlatformError && error.status < 500) return undefined
    throw error
  }
}
