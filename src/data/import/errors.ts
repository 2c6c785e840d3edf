import { errorKind } from '../../foundation/kit/errors.ts'

export const fileUnreadable = errorKind(
  'import.file_unreadable',
  400,
  'The file to import is empty, damaged, too large, or not in the expected format. `error` says which.',
)

export const wrongOption = errorKind(
  'import.wrong_option',
  400,
  'An option of the import has a value that is not allowed. `field` names the option.',
)

export const wrongMapping = errorKind(
  'import.wrong_mapping',
  400,
  'The columns of the file do not match the fields of the application. Correct the header or `mapping`.',
)

export const wrongCell = errorKind(
  'import.wrong_cell',
  400,
  'The value of a cell cannot be converted to the type of its field. Correct the cell.',
)

export const importNotFound = errorKind(
  'import.not_found',
  404,
  'The import does not exist, or it was started by another user and the caller is not an administrator.',
)

export const alreadyRunning = errorKind(
  'import.already_running',
  400,
  'Another import of this application is still running. Wait until it has ended, or cancel it.',
)

export const unknownFile = errorKind(
  'import.file_missing',
  400,
  'The caller has no complete upload with this hash, or it has expired. Upload the file again.',
)

export const notUndoable = errorKind(
  'import.not_undoable',
  400,
  'The import cannot be undone: it is still running, was a dry run, or is already undone.',
)

export const notCancellable = errorKind(
  'import.not_cancellable',
  400,
  'The import has already ended, so it cannot be cancelled. Undo it instead.',
)

export const reportTooLarge = errorKind(
  'import.report_too_large',
  400,
  'The report is too large for one response. Request one kind of result, such as `result=failed`.',
)

export const wrongRow = errorKind(
  'import.wrong_row',
  400,
  'A row of the file cannot be parsed. The other rows are not affected.',
)

export const keyEmpty = errorKind(
  'import.key_empty',
  400,
  'A row has no value in a key field, so its element cannot be identified. Fill in the key.',
)

export const noMatch = errorKind(
  'import.no_match',
  400,
  'No element has the key of a row that should update one. Use the mode `upsert` to create it.',
)

export const severalMatches = errorKind(
  'import.several_matches',
  400,
  'Several elements have the key of a row. Use a key that identifies one element.',
)

export const existsOtherwise = errorKind(
  'import.exists_otherwise',
  400,
  'An element with the key of a row already exists and has other values. Use the mode `upsert` to update it.',
)

export const importerBlocked = errorKind(
  'import.importer_blocked',
  400,
  'The import ended because the user who started it was blocked or removed.',
)
