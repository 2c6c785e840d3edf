import { isVisibleTo, readSubjects } from '../../access/index.ts'
import type { Apps } from '../../data/index.ts'
import type { Transaction } from '../../foundation/db/database.ts'
import type { JsonObject } from '../../foundation/kit/json.ts'
import { type Caller, systemCaller } from '../../people/index.ts'
import { registrationIncomplete, registrationNotAllowed, registrationOff } from '../errors.ts'
import type { Card, ElementPath } from './registration.ts'
import { newestVersion } from './registrations.store.ts'

type Application = NonNullable<ReturnType<Apps['catalog']['application']>>

/** An element that can be registered now; its row is locked. */
export interface ReadyElement {
  readonly app: string
  readonly id: string
  readonly values: JsonObject
  readonly author: string
  readonly file: { readonly id: string; readonly version: number; readonly sha256: string } | undefined
}

/** Returns the caller with all rights to elements, and without the idempotency key, which the registration keeps. */
export function forElements(caller: Caller): Caller {
  const { once: _once, ...rest } = caller
  return { ...rest, administrator: true, persons: systemCaller(caller.userId).persons }
}

/**
 * Returns the application of an element, when its elements are registered and the caller may register them. A process
 * may always.
 */
export function registeredApplication(
  { catalog }: Pick<Apps, 'catalog'>,
  caller: Caller,
  { namespace, code }: ElementPath,
  isProcess: boolean,
): Application {
  const application = catalog.application(namespace, code)
  const section = application?.registration
  if (application === undefined || section === undefined || section.enabled === false)
    throw registrationOff(`elements of ${namespace}.${code} are not registered in cases`)
  const { by = 'everyone' } = section
  if (isProcess || by === 'everyone' || caller.administrator) return application
  if (by === 'process')
    throw registrationNotAllowed(`elements of ${namespace}.${code} are registered by processes only`)
  const visibleTo = [readSubjects(by)]
  if (!caller.persons.some((person) => isVisibleTo({ visibleTo }, person)))
    throw registrationNotAllowed(`elements of ${namespace}.${code} are registered by ${by.join(', ')} only`)
  return application
}

/**
 * Writes the revision of the element that the registration belongs to, which locks the element, and checks that the
 * element is complete: its required fields, its file, and that it was not deleted.
 */
export async function prepareElement(
  tx: Transaction,
  { elements }: Pick<Apps, 'elements'>,
  { caller, application, element, card }: PrepareInput,
): Promise<ReadyElement> {
  const inTx = elements.in(tx)
  const all = forElements(caller)
  const { registration: { status, required = [], file } = {} } = application
  const moved = status === undefined ? undefined : await inTx.setStatus(all, element, status)
  const { item, id } = moved?.action === undefined ? await inTx.update(all, element, {}) : moved
  const values = JSON.parse(item.text) as JsonObject
  if (values.__deletedAt !== null) throw registrationOff('the element was deleted; restore it first')
  const missing = required.filter((code) => isEmpty(values[code]))
  const files = file === undefined ? [] : ((values[file] as string[] | null) ?? [])
  const needsFile = file !== undefined && files.length === 0 && card?.paperAt === undefined
  const fields = needsFile ? [...missing, file] : missing
  if (fields.length > 0) {
    const names = fields.map((code) => `"${code}"`).join(', ')
    const hint = needsFile ? '; a document on paper needs "paperAt"' : ''
    throw registrationIncomplete(`the element cannot be registered: fill in ${names}${hint}`, {
      field: fields[0]!,
      fields,
    })
  }
  const version = files.length === 0 ? undefined : await newestVersion(tx, files[0]!)
  return { app: application.id, id, values, author: String(values.__createdBy), file: version }
}

interface PrepareInput {
  readonly caller: Caller
  readonly application: Application
  readonly element: ElementPath
  readonly card: Card | undefined
}

function isEmpty(value: unknown): boolean {
  if (typeof value === 'string') return value.trim() === ''
  return value == null || (Array.isArray(value) && value.length === 0)
}
