import { errorKind } from '../foundation/kit/errors.ts'

export const definitionInvalid = errorKind(
  'definition.invalid',
  400,
  'Files of the solution contain mistakes. `problems` lists each of them as {file, line, path, message}.',
)

export const archiveInvalid = errorKind(
  'definition.archive_invalid',
  400,
  'The zip of the solution cannot be read, or is larger than allowed. Create it again from the solution folder.',
)

export const consentNeeded = errorKind(
  'definition.consent_needed',
  400,
  'The change removes or narrows something that is in use. `changes` lists what; repeat the request with `allowDestructive=true` to agree.',
)

export const changeBlocked = errorKind(
  'definition.blocked',
  400,
  'The change is not possible with the existing data, such as a new unique key for fields with duplicate values. `changes` lists what to correct first.',
)

export const solutionNotFound = errorKind('solution.not_found', 404, 'No solution with this code is deployed.')

export const solutionFileNotFound = errorKind(
  'solution.file_not_found',
  404,
  'The solution has no file with this path.',
)

export const solutionFileChanged = errorKind(
  'solution.file_changed',
  412,
  'The file has another hash than the one in the request, so somebody has changed it. Nothing was changed; read the file again.',
)
