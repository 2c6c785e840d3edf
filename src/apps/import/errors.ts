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
