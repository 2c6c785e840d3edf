import { fieldNotAllowed, fieldUnknown, fieldWrongValue } from '../fields/index.ts'
import { keepErrors } from '../files/index.ts'
import { type ErrorKind, errorKind } from '../kit/errors.ts'

export const applicationNotFound = errorKind(
  'application.not_found',
  404,
  'There is no such application, or the caller may not see it.',
)
export const applicationReadOnly = errorKind(
  'application.read_only',
  400,
  'The application is built in: its elements can be listed and read there, nothing else.',
)
export const elementNotFound = errorKind(
  'element.not_found',
  404,
  'There is no such element, or the caller may not see it.',
)
export const elementChanged = errorKind(
  'element.changed_meanwhile',
  412,
  'The element is not at the revision that If-Match names.',
)
export const requiredField = errorKind('element.required_field', 400, 'A required field is missing or was emptied.')
export const wrongSystemField = errorKind(
  'element.wrong_system_field',
  400,
  'A system field has a value of the wrong type.',
)
export const duplicateKey = errorKind(
  'element.duplicate_key',
  400,
  'Another element has the same value in a unique field.',
)
export const unknownReference = errorKind(
  'element.unknown_reference',
  400,
  'A field refers to something that does not exist or that the caller may not see.',
)
export const unknownStatus = errorKind('element.unknown_status', 400, 'The application has no such status.')
export const statusNotAllowed = errorKind('element.status_not_allowed', 400, 'The status can’t follow the present one.')
export const unknownStatusGroup = errorKind(
  'element.unknown_status_group',
  400,
  'The application has no such status group.',
)

/** The errors of every operation that takes the values of an element. */
export const contextErrors: readonly ErrorKind[] = [
  requiredField,
  wrongSystemField,
  duplicateKey,
  unknownReference,
  fieldUnknown,
  fieldWrongValue,
  fieldNotAllowed,
  // The errors of attaching files.
  ...keepErrors,
]
