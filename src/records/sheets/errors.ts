import { errorKind } from '../../foundation/kit/errors.ts'

export const sheetNotFound = errorKind(
  'sheet.not_found',
  404,
  'The sheet does not exist, or the caller can neither read its element nor is a respondent of the sheet.',
)
export const sheetNotAllowed = errorKind(
  'sheet.not_allowed',
  403,
  'The caller can see the sheet, but may not do this: respondents and their substitutes answer, the initiator and administrators change and cancel the sheet.',
)
export const sheetEnded = errorKind('sheet.ended', 409, 'The sheet has ended or was cancelled before.')
export const sheetNotPending = errorKind(
  'sheet.not_pending',
  409,
  'The respondent has already answered, or it is not yet the turn of the respondent.',
)
export const sheetRunning = errorKind(
  'sheet.already_running',
  409,
  'Another approval of the same file is in progress. Wait for its end, or cancel it.',
)
export const sheetElementDeleted = errorKind(
  'sheet.element_deleted',
  409,
  'The element is deleted. Restore the element before you start a sheet.',
)
export const sheetWrongFile = errorKind(
  'sheet.wrong_file',
  400,
  'The element has no file, has several files and none was named, or does not hold the named file. `fileIds` lists the files of the element that the caller can see.',
)
export const sheetWrongRoute = errorKind(
  'sheet.wrong_route',
  400,
  'The stages, the quorum, the due dates or the calendar are wrong. `field` names the wrong value.',
)
export const sheetNotFamiliarization = errorKind(
  'sheet.not_familiarization',
  409,
  'The sheet is an approval; only a familiarization can be ended before everybody has answered.',
)
export const sheetWrongRespondent = errorKind(
  'sheet.wrong_respondent',
  400,
  'A respondent does not exist, has no active user, is already asked in the stage, or is the initiator who may not approve; or a stage would have no respondents.',
)
export const sheetWrongAnswer = errorKind(
  'sheet.wrong_answer',
  400,
  'A sheet of this type does not take this answer, or the answer needs a comment.',
)
