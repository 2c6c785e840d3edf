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
  'The caller can see the office, but lacks the right that the operation needs. `right` names the right; users ' +
    'who administer the office can grant it.',
)
export const wrongDirectory = errorKind(
  'nomenclature.wrong_directory',
  400,
  'An office is at the top, a section is inside an office or another section, and neither moves to another office ' +
    'or into itself. `field` names the wrong value.',
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
  'The number template has an unknown or unfinished token, or no counter. `problems` has one sentence for each ' +
    'mistake, with its place.',
)
export const wrongSerial = errorKind(
  'nomenclature.wrong_serial',
  400,
  'The counter to share does not exist, belongs to the case itself, or is shared already: a case shares the ' +
    'counter of a case that has its own.',
)
export const wrongCaseState = errorKind(
  'nomenclature.wrong_state',
  409,
  'The case is in a state in which this is not possible. `state` has the present state.',
)
export const registrationNotFound = errorKind(
  'registration.not_found',
  404,
  'The registration does not exist, or the caller may not see it.',
)
export const registrationNotAllowed = errorKind(
  'registration.not_allowed',
  403,
  'The application lets only processes, or only members of some groups, register its elements.',
)
export const registrationOff = errorKind(
  'registration.off',
  409,
  'Elements of the application are not registered, or not in this case. The section `registration` of the ' +
    'application file says which.',
)
export const registrationIncomplete = errorKind(
  'registration.incomplete',
  400,
  'The element is not ready: required fields are empty, or it has no file. `fields` lists the fields. Nothing was ' +
    'changed.',
)
export const registeredAlready = errorKind(
  'registration.exists',
  409,
  'The element is registered in this case already. Give `previousId` to register it again, or annul the earlier ' +
    'registration.',
)
export const caseClosed = errorKind(
  'registration.case_closed',
  409,
  'The case is not active, so documents cannot be registered in it. `state` has its state.',
)
export const numberTaken = errorKind(
  'registration.number_taken',
  409,
  'The number was given before in this period of the counter; annulled numbers are not given again. Choose ' +
    'another number.',
)
export const wrongNumber = errorKind(
  'registration.wrong_number',
  400,
  'The case makes its numbers from a template and takes no number, or needs one that is typed; or the number is longer ' +
    'than 300 characters.',
)
export const wrongDate = errorKind(
  'registration.wrong_date',
  400,
  'The registration date is in the future, in another period of the counter, or no date.',
)
export const reservationRefused = errorKind(
  'registration.not_reserved',
  409,
  'Numbers of the case cannot be reserved, or the reservation was used, has expired or is for another person.',
)
export const registrationFixed = errorKind(
  'registration.fixed',
  409,
  'The registration was annulled, or the case does not allow corrections after registration.',
)
export const holdNotFound = errorKind('hold.not_found', 404, 'There is no legal hold with this id.')
export const wrongHold = errorKind(
  'hold.wrong_target',
  400,
  'A legal hold is placed on one case, or on one element: give either `caseId`, or `namespace`, `code` and `id`.',
)
export const disposalRefused = errorKind(
  'nomenclature.disposal_refused',
  409,
  'At least one case cannot be disposed of: it is not closed, its retention has not ended, it is kept ' +
    'permanently, or it is under a legal hold. `cases` has the reason for each. Nothing was changed.',
)
export const wrongYear = errorKind(
  'nomenclature.wrong_year',
  400,
  'The nomenclature of a year is opened in that year or later, because the cases of the earlier years are closed.',
)
