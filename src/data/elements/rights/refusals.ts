import type { Right } from '../../../access/index.ts'
import { notAllowed } from '../../../foundation/http/errors.ts'
import { type Application, applicationPath } from '../../applications/application.ts'
import { elementRegistered } from '../../errors.ts'
import { isNumberField } from './number-field.ts'

/** Returns the 403 for a missing right. Use only for elements that the caller may see; hidden elements give a 404. */
export function rightMissing(right: Right, application: { namespace: string; code: string }): Error {
  return notAllowed(`you may not ${phrases[right]} ${applicationPath(application)}`, { right })
}

/**
 * Returns the 403 for a field that the caller may not change. `code` is the field of the application. `named` is the
 * field as the caller named it, which differs from `code` in contracts.
 */
export function fieldNotWritable(application: Application, code: string, named = code): Error {
  const sentence = isNumberField(application, code)
    ? `"${named}" holds the registration number, so it can be changed by a registration only`
    : `you may not change "${named}"`
  return notAllowed(sentence, { right: 'write', field: named })
}

/** Returns the 409 for a change of an identity field of a registered element. */
export const identityLocked = (code: string): Error =>
  elementRegistered(`the element is registered, so "${code}" cannot be changed; annul the registration first`, {
    field: code,
  })

/** Throws `element.registered` when `body` has an identity field. Call only for a registered element. */
export function refuseIdentity({ registration }: Application, body: Readonly<Record<string, unknown>> = {}): void {
  const locked = registration?.identity?.find((code) => code in body)
  if (locked !== undefined) throw identityLocked(locked)
}

const phrases: Readonly<Record<Right, string>> = {
  view: 'view this element of',
  create: 'create such an element in',
  edit: 'edit this element of',
  delete: 'delete or restore this element of',
  import: 'import into',
  export: 'export elements of',
  access: 'see or change who has access to this element of',
}
