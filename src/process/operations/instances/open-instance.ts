import type { Reader } from '../../../foundation/db/database.ts'
import { isUuid } from '../../../foundation/kit/ids.ts'
import type { Caller } from '../../../people/index.ts'
import { isInitiator } from '../../definition/index.ts'
import { instanceMissing, instanceNotAllowed } from '../errors.ts'
import type { InstanceTemplates } from './instance-templates.ts'
import { type InstanceRow, instanceRow } from './instances.store.ts'
import { concerning } from './visible-instances.store.ts'

export interface OpenedInstance extends InstanceRow {
  readonly isAdministered: boolean
  readonly isInitiator: boolean
}

/** Returns an instance. Throws `instance.not_found` when the caller cannot see it. */
export type OpenInstance = (caller: Caller, id: string) => Promise<OpenedInstance>

/**
 * Creates the function that reads one instance. The instance is visible to callers who administer its template or may
 * view all instances of it, and to everyone whom the instance concerns.
 */
export function openInstances(reader: Reader, templates: InstanceTemplates): OpenInstance {
  return async (caller, id) => {
    const found = isUuid(id) ? await instanceRow(reader, id, concerning(templates, caller)) : undefined
    if (found === undefined) throw instanceMissing(id)
    const isAdministered = await templates.may(caller, found.template, 'administer')
    const isVisible = isAdministered || found.isVisible || (await templates.may(caller, found.template, 'viewAll'))
    if (!isVisible) throw instanceMissing(id)
    return { ...found, isVisible, isAdministered, isInitiator: isInitiator(caller)(found) }
  }
}

/** Throws a 403 unless the caller administers the process of the instance. */
export function requireAdministered({ isAdministered }: OpenedInstance, what: string): void {
  if (!isAdministered) throw instanceNotAllowed(`you can see the process instance, but you may not ${what}`)
}
