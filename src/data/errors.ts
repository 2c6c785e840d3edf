import { persistErrors } from '../files/index.ts'
import { type ErrorKind, errorKind } from '../foundation/kit/errors.ts'
import { fieldNotAllowed, fieldUnknown, fieldWrongValue } from '../values/index.ts'

export const applicationNotFound = errorKind(
  'application.not_found',
  404,
  'The application does not exist, or the caller cannot see it.',
)
export const applicationReadOnly = errorKind(
  'application.read_only',
  400,
  'The application is built in. Its elements can be listed and read, but not changed through this operation.',
)
export const elementNotFound = errorKind(
  'element.not_found',
  404,
  'The element does not exist, or the caller cannot see it.',
)
export const elementChanged = errorKind(
  'element.changed_meanwhile',
  412,
  'The element is no longer at the revision in If-Match. Read the element again and repeat the change.',
)
export const elementRegistered = errorKind(
  'element.registered',
  409,
  'The element is registered, so its identity fields cannot be changed. `field` names the field. Annul the registration first.',
)
export const requiredField = errorKind(
  'element.required_field',
  400,
  'A required field is missing or empty. `field` names it.',
)
export const wrongSystemField = errorKind(
  'element.wrong_system_field',
  400,
  'A system field has a value of the wrong type. `field` names it.',
)
export const duplicateKey = errorKind(
  'element.duplicate_key',
  400,
  'Another element already has the same value in a unique key.',
)
export const unknownReference = errorKind(
  'element.unknown_reference',
  400,
  'A field refers to something that does not exist or that the caller cannot see. `field` names the field.',
)
export const unknownStatus = errorKind('element.unknown_status', 400, 'The application has no status with this code.')
export const statusNotAllowed = errorKind(
  'element.status_not_allowed',
  400,
  'The new status cannot follow the current status of the element, or only registered elements get it.',
)
export const unknownStatusGroup = errorKind(
  'element.unknown_status_group',
  400,
  'The application has no status group with this id.',
)

export const namespaceNotFound = errorKind(
  'namespace.not_found',
  404,
  'The namespace does not exist, or the caller cannot see it.',
)
export const viewInUse = errorKind(
  'definition.view_in_use',
  400,
  'A generated view of the schema `bi` has to change, but a view or function of your own reads it. Drop that view or function, apply, and create it again.',
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
  ...persistErrors,
]
