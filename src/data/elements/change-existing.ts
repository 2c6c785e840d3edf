import type { Tx } from '../../foundation/db/database.ts'
import { isUuid } from '../../foundation/kit/ids.ts'
import type { Caller } from '../../people/index.ts'
import type { Application } from '../applications/application.ts'
import { elementChanged, elementNotFound } from '../errors.ts'
import { type ChangeGuards, type ChangeOutcome, changeElement, type ElementChange } from './change-element.store.ts'
import type { ElementAddress, Opened } from './element-address.ts'
import { emptiedFields, valueMissing } from './read-element-input.ts'
import { type Requirement, requirementsOf } from './rights/change-requirements.ts'
import { fieldNotWritable, rightMissing } from './rights/refusals.ts'
import { maskedFields } from './rights/shown-value.ts'
import { authorOf, type WriteDeps } from './write-deps.ts'

/**
 * Changes an element and throws when it does not exist or the caller lacks a right. When a guard prevented the change,
 * `written` is false in the result.
 */
export async function changeExisting(
  { tx, clock }: Pick<WriteDeps, 'clock'> & { tx: Tx },
  caller: Caller,
  { source, application, authority }: Opened,
  address: ElementAddress,
  change: ElementChange,
  guards: ChangeGuards,
): Promise<ChangeOutcome> {
  if (!isUuid(address.id)) throw elementMissing(address)
  const author = authorOf(caller, clock)
  const { body = {} } = change
  const requirements = requirementsOf(authority, change, emptiedFields(application, body, authority))
  const allGuards = { ...guards, requirements, masked: maskedFields(authority, Object.keys(body)) }
  const outcome = await changeElement(tx, source, application, address.id, change, allGuards, author)
  if (outcome === undefined) throw elementMissing(address)
  if (outcome.unmet > 0) throw refusalOf(requirements[outcome.unmet - 1]!, application)
  return outcome
}

/**
 * Returns the error for an unmet condition. The caller can see the element, so the error may say that it can't be
 * changed.
 */
function refusalOf({ of }: Requirement, application: Application): Error {
  if (typeof of === 'string') return rightMissing(of, application)
  return 'field' in of ? fieldNotWritable(of.field) : valueMissing(application.fields.get(of.required)!)
}

export function elementMissing({ namespace, code, id }: ElementAddress): Error {
  return elementNotFound(`element ${id.slice(0, 100)} not found in ${namespace}.${code}`)
}

export function changedMeanwhile({ rev }: ChangeOutcome): Error {
  return elementChanged(`the element was changed meanwhile: it is at revision ${rev}`, { rev })
}
