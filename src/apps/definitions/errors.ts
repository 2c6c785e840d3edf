import { errorKind } from '../../kit/errors.ts'

export const definitionInvalid = errorKind(
  'definition.invalid',
  400,
  'The files of a solution are wrong; details.problems lists every {file, line, path, message}.',
)

export const archiveInvalid = errorKind(
  'definition.archive_invalid',
  400,
  'The zip of a solution cannot be read, or is larger than allowed.',
)

export const consentNeeded = errorKind(
  'definition.consent_needed',
  400,
  'The change would remove or narrow something that is in use, and allowDestructive was not given; details.changes lists it.',
)

export const changeBlocked = errorKind(
  'definition.blocked',
  400,
  'The change cannot be made with the data as it is, such as a new unique key with equal values; details.changes lists it.',
)

export const viewInUse = errorKind(
  'definition.view_in_use',
  400,
  'An own view or function reads a generated view of the schema bi that has to change.',
)
