import { errorKind } from '../../foundation/kit/errors.ts'

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
