import { isUuid } from '../../kit/ids.ts'
import type { Caller } from '../../people/index.ts'
import { elementChanged, elementNotFound } from '../errors.ts'
import { type ChangeGuards, type ChangeOutcome, changeElement, type ElementChange } from './change-element.store.ts'
import type { ElementAddress, Opened } from './element-address.ts'
import { authorOf, type WriteDeps } from './write-deps.ts'

/** Changes an element that has to be there. Nothing is `written` when a guard held the change back. */
export async function changeExisting(
  { database, clock }: WriteDeps,
  caller: Caller,
  { source, application }: Opened,
  address: ElementAddress,
  change: ElementChange,
  guards: ChangeGuards,
): Promise<ChangeOutcome> {
  if (!isUuid(address.id)) throw elementMissing(address)
  const author = authorOf(caller, clock)
  const outcome = await changeElement(database.single, source, application, address.id, change, guards, author)
  if (outcome === undefined) throw elementMissing(address)
  return outcome
}

export function elementMissing({ namespace, code, id }: ElementAddress): Error {
  return elementNotFound(`element ${id.slice(0, 100)} not found in ${namespace}.${code}`)
}

export function changedMeanwhile({ rev }: ChangeOutcome): Error {
  return elementChanged(`the element was changed meanwhile: it is at revision ${rev}`, { rev })
}
