import type { Tx } from '../../foundation/db/database.ts'
import { isUuid } from '../../foundation/kit/ids.ts'
import type { Caller } from '../../people/index.ts'
import { type Need, needsOf } from '../access/change-rule.ts'
import { fieldNotWritable, rightMissing } from '../access/refusals.ts'
import { maskedFields } from '../access/shown-value.ts'
import type { Application } from '../applications/application.ts'
import { elementChanged, elementNotFound } from '../errors.ts'
import { type ChangeGuards, type ChangeOutcome, changeElement, type ElementChange } from './change-element.store.ts'
import type { ElementAddress, Opened } from './element-address.ts'
import { emptiedFields, valueMissing } from './read-element-input.ts'
import { authorOf, type WriteDeps } from './write-deps.ts'

/**
 * Changes an element and throws when it does not exist or the caller lacks a right. When a guard prevented the change,
 * `written` is false in the result.
 */
export async function changeExisting(
  { tx, clock, events }: Pick<WriteDeps, 'clock' | 'events'> & { tx: Tx },
  caller: Caller,
  { source, application, authority }: Opened,
  address: ElementAddress,
  change: ElementChange,
  guards: ChangeGuards,
): Promise<ChangeOutcome> {
  if (!isUuid(address.id)) throw elementMissing(address)
  const author = authorOf(caller, clock)
  const { body = {} } = change
  const needs = needsOf(authority, change, emptiedFields(application, body, authority))
  const asked = { ...guards, needs, masked: maskedFields(authority, Object.keys(body)) }
  const outcome = await changeElement(tx, source, application, address.id, change, asked, author)
  if (outcome === undefined) throw elementMissing(address)
  if (outcome.unmet > 0) throw refusalOf(needs[outcome.unmet - 1]!, application)
  if (outcome.written) await events.written(tx, [{ app: application.id, id: address.id, rev: outcome.rev }])
  return outcome
}

/**
 * Returns the error for an unmet condition. The caller can see the element, so the error may say that it can't be
 * changed.
 */
function refusalOf({ of }: Need, application: Application): Error {
  if (typeof of === 'string') return rightMissing(of, application)
  return 'field' in of ? fieldNotWritable(of.field) : valueMissing(application.fields.get(of.required)!)
}

export function elementMissing({ namespace, code, id }: ElementAddress): Error {
  return elementNotFound(`element ${id.slice(0, 100)} not found in ${namespace}.${code}`)
}

export function changedMeanwhile({ rev }: ChangeOutcome): Error {
  return elementChanged(`the element was changed meanwhile: it is at revision ${rev}`, { rev })
}
