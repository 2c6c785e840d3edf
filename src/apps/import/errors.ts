import { errorKind } from '../../kit/errors.ts'

export const fileUnreadable = errorKind(
  'import.file_unreadable',
  400,
  'The file to import is empty, damaged, too large in some way, or not of the format that it should have.',
)

export const wrongOption = errorKind(
  'import.wrong_option',
  400,
  'An option of the import has a value that it cannot have.',
)

export const wrongMapping = errorKind(
  'import.wrong_mapping',
  400,
  'The columns of the file cannot be brought together with the fields of the application.',
)

export const wrongCell = errorKind(
  'import.wrong_cell',
  400,
  'A cell of the file cannot become the value that it should.',
)

export const importNotFound = errorKind(
  'import.not_found',
  404,
  'There is no such import, or it is not the caller’s own and the caller is no administrator.',
)

export const alreadyRunning = errorKind(
  'import.already_running',
  400,
  'Another import of this application has not ended yet; there is one at a time.',
)

export const fileMissing = errorKind(
  'import.file_missing',
  400,
  'No complete upload of this caller has the hash, or it has expired.',
)

export const notUndoable = errorKind(
  'import.not_undoable',
  400,
  'The import is still going on, was only tried, or was undone before.',
)

export const notCancellable = errorKind('import.not_cancellable', 400, 'The import has ended already.')

export const reportTooLarge = errorKind(
  'import.report_too_large',
  400,
  'The report is larger than what can be handed out at once; ask for one kind of result.',
)

export const wrongRow = errorKind('import.wrong_row', 400, 'A row of the file cannot be read, though others can.')

export const keyEmpty = errorKind('import.key_empty', 400, 'A row has no value in a field that tells rows apart.')

export const noMatch = errorKind('import.no_match', 400, 'There is no element with the key of a row to be updated.')

export const severalMatches = errorKind(
  'import.several_matches',
  400,
  'Several elements have the key of a row, so it is not clear which one is meant.',
)

export const existsOtherwise = errorKind(
  'import.exists_otherwise',
  400,
  'An element with the key of a row exists already and has other values.',
)

export const importerBlocked = errorKind(
  'import.importer_blocked',
  400,
  'The user who started the import is blocked or removed, so it ended.',
)
