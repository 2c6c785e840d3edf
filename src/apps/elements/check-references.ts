import type { Reader } from '../../db/database.ts'
import type { Field } from '../../fields/index.ts'
import { isUuid } from '../../kit/ids.ts'
import type { JsonValue } from '../../kit/json.ts'
import type { Source } from '../../query/index.ts'
import type { Application } from '../definitions/application.ts'
import { unknownReference } from '../errors.ts'
import type { Opened } from './element-address.ts'
import { missingFrom } from './elements.store.ts'
import { bodyOf } from './key-holder.store.ts'

interface Referring {
  readonly field: string
  readonly namespace: string
  readonly code: string
  readonly ids: string[]
}

/**
 * Whatever the values refer to must exist and be visible to the caller, or be what the element (by its id) refers to
 * already. Elements are never removed, so one look is enough.
 */
export async function checkReferences(
  reader: Reader,
  { application, source: own, find }: Pick<Opened, 'application' | 'source' | 'find'>,
  body: Readonly<Record<string, unknown>>,
  elementId?: string,
): Promise<void> {
  for (const { field, namespace, code, ids } of referring(application, body)) {
    const source = find(namespace, code)
    const unseen = source === undefined ? ids : await missingFrom(reader, source, ids)
    const missing = unseen.length === 0 ? [] : await notHeldBefore(reader, own, elementId, field, unseen)
    if (missing.length > 0) {
      const what = namespace === usersNamespace ? 'user' : `element of ${namespace}.${code}`
      throw unknownReference(`"${field}": no ${what} has the id ${missing[0]}`, { field, missing })
    }
  }
}

/** Clients send back what they read: an element to which the field leads already may be one that the caller can't see. */
async function notHeldBefore(
  reader: Reader,
  source: Source,
  elementId: string | undefined,
  field: string,
  ids: readonly string[],
): Promise<readonly string[]> {
  if (!isUuid(elementId)) return ids
  const held = JSON.stringify((await bodyOf(reader, source, elementId))[field] ?? null)
  return ids.filter((one) => !held.includes(`${one}"`))
}

const usersNamespace = '_system_catalogs'

function referring(application: Application, body: Readonly<Record<string, unknown>>): Referring[] {
  return Object.entries(body).flatMap(([key, value]): Referring[] => {
    const field = application.fields.get(key)
    if (value === null || field?.type.refersTo === undefined) return []
    return targets(field, value as JsonValue).filter(({ ids }) => ids.length > 0)
  })
}

function targets(field: Field, value: JsonValue): Referring[] {
  const reference = field.type.refersTo!(field)
  const held = field.type.references?.(value) ?? []
  if (reference.to === 'element') {
    return [{ field: field.code, namespace: reference.namespace, code: reference.code, ids: [...held] }]
  }
  if (reference.to === 'user') return [{ field: field.code, namespace: usersNamespace, code: '_users', ids: [...held] }]
  if (reference.to !== 'item') return []
  return held.map((item) => {
    const [namespace, code, elementId] = item.split(':') as [string, string, string]
    return { field: field.code, namespace, code, ids: isUuid(elementId) ? [elementId] : [] }
  })
}
