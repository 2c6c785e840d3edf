import { type Apps, missingReferences } from '../../../data/index.ts'
import type { Files } from '../../../files/index.ts'
import type { Reader } from '../../../foundation/db/database.ts'
import { isUuid } from '../../../foundation/kit/ids.ts'
import { type Caller, systemCaller } from '../../../people/index.ts'
import { type Program, traitsOf, type Variables } from '../../engine/index.ts'
import { allFields, type ContextProblem, fieldsOf } from '../context/index.ts'
import { existingElements } from './existing-elements.store.ts'

/** Maximum number of ids that one request can give in variables without a type for references. */
const maxUntypedIds = 5_000

/**
 * Returns one problem for each variable without a type for references, such as `string` and `json`, that contains the
 * id of an element or a file that the caller cannot see. Actions of the process may read such ids with the rights of
 * the platform. Ids that belong to nothing are accepted, because they may be those of other systems. Nothing is
 * checked for administrators, and for a process that does not pass on its values.
 */
export async function unseenInUntyped(
  { apps, files }: { apps: Pick<Apps, 'findFor' | 'catalog'>; files: Pick<Files, 'unseen'> },
  reader: Reader,
  { caller, program, values, present }: GivenByCaller,
): Promise<readonly ContextProblem[]> {
  if (caller.administrator || !acts(program)) return []
  const fields = allFields(program)
  const given = Object.entries(values).flatMap(([field, value]) => {
    if (fields.get(field)?.type.refersTo !== undefined) return []
    const held = JSON.stringify(present[field] ?? null)
    const ids = [...new Set(idsIn(value))].filter((id) => !held.includes(id))
    return ids.length === 0 ? [] : [{ field, ids }]
  })
  const ids = [...new Set(given.flatMap((one) => one.ids))]
  if (ids.length === 0) return []
  if (ids.length > maxUntypedIds)
    return [{ field: given[0]!.field, message: `the values contain more than ${maxUntypedIds} ids` }]
  const unseen = new Set([...(await unseenFiles()), ...(await unseenElements())])
  return given.flatMap(({ field, ids: own }) => {
    const hidden = own.find((id) => unseen.has(id))
    if (hidden === undefined) return []
    return [{ field, message: `"${field}": the id ${hidden} belongs to an element or a file that you cannot see` }]
  })

  async function unseenFiles(): Promise<string[]> {
    const hidden = await files.unseen(reader, caller, ids)
    const missing = new Set(await files.unseen(reader, allSeeing, hidden))
    return hidden.filter((id) => !missing.has(id))
  }

  async function unseenElements(): Promise<string[]> {
    const known = apps.catalog.applications().map(({ id }) => id)
    const found = await existingElements(reader, known, ids)
    const unseen: string[] = []
    for (const [app, elements] of Map.groupBy(found, (one) => one.app)) {
      const { namespace, code } = apps.catalog.applicationById(app)!
      const references = fieldsOf([{ name: 'id', type: 'element', of: `${namespace}.${code}` }])
      const look = { find: apps.findFor(caller), unseenFiles: async () => [] }
      for (const { id } of elements) {
        const asked = { fields: references, values: { id: [id] }, present: {} }
        if ((await missingReferences(reader, asked, look)).length > 0) unseen.push(id)
      }
    }
    return unseen
  }
}

interface GivenByCaller {
  readonly caller: Caller
  readonly program: Program
  readonly values: Variables
  readonly present: Variables
}

const allSeeing: Caller = { ...systemCaller(''), administrator: true }

/** Returns whether a process passes on its values: to actions, sheets, called processes, messages or signals. */
const acts = ({ nodes }: Program): boolean => nodes.some((node) => traitsOf(node).actsOutside(node))

/** Returns the ids in a value: texts that are an id or a list of ids, at any depth. */
function idsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') {
    const words = value.split(/[\s,]+/).filter((word) => word !== '')
    return words.every(isUuid) ? words.map((word) => word.toLowerCase()) : []
  }
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(idsIn)
}
