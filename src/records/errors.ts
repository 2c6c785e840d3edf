import { errorKind } from '../foundation/kit/errors.ts'

export const directoryNotFound = errorKind(
  'nomenclature.directory_not_found',
  404,
  'The office or section does not exist, or the caller may not see it.',
)
export const caseNotFound = errorKind(
  'nomenclature.not_found',
  404,
  'The case does not exist, or the caller may not see it.',
)
export const nomenclatureNotAllowed = errorKind(
  'nomenclature.not_allowed',
  403,
  'The caller can see the office, but lacks the right that the operation needs. `right` names it; whoever administers the office can grant it.',
)
export const wrongDirectory = errorKind(
  'nomenclature.wrong_directory',
  400,
  'An office is at the top, a section is inside an office or another section, and neither moves to another office or into itself. `field` names the wrong value.',
)
export const directoryInUse = errorKind(
  'nomenclature.directory_in_use',
  409,
  'The office or section contains sections or cases, so it cannot be deleted. Move or delete them first.',
)
export const caseInUse = errorKind(
  'nomenclature.case_in_use',
  409,
  'The case has registrations, or another case uses its counter, so it cannot be deleted. Close it instead.',
)
export const indexTaken = errorKind(
  'nomenclature.index_taken',
  409,
  'Another case of the office has this index in the same year. Choose another index.',
)
export const wrongTemplate = errorKind(
  'nomenclature.wrong_template',
  400,
  'The number template has an unknown or unfinished token, or no counter. `problems` has one sentence for each mistake, with its place.',
)
export const wrongSerial = errorKind(
  'nomenclature.wrong_serial',
  400,
  'The counter to share does not exist, belongs to the case itself, or is shared already: a case shares the counter of a case that has its own.',
)
export const wrongCaseState = errorKind(
  'nomenclature.wrong_state',
  409,
  'The case is in a state in which this is not possible. `state` has the present state.',
)
