import { isDeepStrictEqual } from 'node:util'
import type { Application } from '../../applications/application.ts'
import type { SetChange } from '../../elements/write/change-elements.store.ts'
import type { PresentElement } from './keys.store.ts'
import type { RowInput } from './row-input.ts'

/**
 * Returns the change that a row makes to an element. The change contains only values that differ, so it is empty when
 * nothing changes.
 */
export function differenceOf(
  application: Application,
  present: PresentElement,
  { input, status }: RowInput,
): SetChange {
  const body = Object.entries(input.body).filter(([code, value]) => !isSame(present.body[code] ?? null, value))
  const isNamedByHand = application.nameTemplate === undefined
  return {
    ...(body.length > 0 && { body: Object.fromEntries(body) }),
    ...(isNamedByHand && input.name !== undefined && input.name !== present.name && { name: input.name }),
    ...(input.externalId !== undefined && input.externalId !== present.externalId && { externalId: input.externalId }),
    ...(input.directory !== undefined && input.directory !== present.directory && { directory: input.directory }),
    ...(status !== undefined && status.id !== present.status && { status: status.id }),
  }
}

/** Returns the codes of the fields and system fields that a change contains. */
export function codesIn(change: SetChange): string[] {
  const { body = {}, ...columns } = change
  return [...Object.keys(body), ...Object.keys(columns).map((name) => `__${name}`)]
}

/** Returns the element as it is after the change. */
export function changedBy(present: PresentElement, { body, ...columns }: SetChange): PresentElement {
  return { ...present, ...columns, body: { ...present.body, ...body } } as PresentElement
}

function isSame(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  // A value from the input may contain what JSON lacks, such as `undefined` or another prototype.
  return isDeepStrictEqual(a, JSON.parse(JSON.stringify(b)))
}
