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

export const contractNotFound = errorKind(
  'contract.not_found',
  404,
  'The contract does not exist, or the caller cannot see it or any of its applications.',
)
export const contractWithoutDefault = errorKind(
  'contract.no_default',
  400,
  'The contract names no application for new elements, or the caller cannot see it. Create the element in one of the applications.',
)
export const contractFilterUnmet = errorKind(
  'contract.filter_unmet',
  400,
  'The new element would not belong to the contract, because it does not meet the filter of its application in the contract.',
)

export const commentUnknownUser = errorKind(
  'comment.unknown_user',
  400,
  'The comment mentions a user that does not exist. `missing` lists the ids.',
)

export const viewNotFound = errorKind(
  'view.not_found',
  404,
  'The saved view does not exist, or it is not shared with the caller.',
)
export const viewNotOwn = errorKind(
  'view.not_own',
  403,
  'Only its owner can change a saved view; administrators can change and delete shared ones.',
)
export const viewUnknownGroup = errorKind(
  'view.unknown_group',
  400,
  'A view can be shared only with groups that the caller belongs to. Administrators can share with any group.',
)
export const tooManyViews = errorKind(
  'view.too_many',
  400,
  'The caller has as many saved views as a user may have. Delete one first.',
)

export const pageNotFound = errorKind('page.not_found', 404, 'There is no page with this id.')

export const storageKeyNotFound = errorKind('storage.key_not_found', 404, 'Nothing is stored under this key.')
export const storageWrongKey = errorKind(
  'storage.wrong_key',
  400,
  'A key has 1 to 255 characters: Latin letters, digits, dot, underscore, colon and hyphen.',
)
export const storageValueTooLarge = errorKind(
  'storage.value_too_large',
  400,
  'The value has more than 1 MiB in UTF-8. Store large data as a file.',
)

export const tooManyJobs = errorKind(
  'job.too_many',
  429,
  'The caller has too many unfinished jobs. Wait until one of them ends, or cancel one.',
)
export const nothingSelected = errorKind(
  'job.nothing_selected',
  400,
  'The request selects no elements. Send `ids`, or a `filter`; `{}` selects all elements.',
)
export const tooManySelected = errorKind(
  'job.too_many_selected',
  400,
  'The request selects more elements than one job may have. Narrow the filter.',
)
export const userBlocked = errorKind('job.user_blocked', 403, 'The user who started the job is blocked or removed.')

/** The errors of every operation that starts a job on elements. */
export const jobErrors = [nothingSelected, tooManySelected, tooManyJobs]
