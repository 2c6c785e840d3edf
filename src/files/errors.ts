import { errorKind } from '../kit/errors.ts'

export const wrongText = errorKind(
  'files.wrong_text',
  400,
  'The words to be looked for in files are no text, or too many.',
)
export const notAFile = errorKind(
  'files.not_a_file',
  400,
  'The body holds no file: it is not multipart/form-data with one part that has a file name.',
)
export const tooManyParts = errorKind(
  'files.too_many_parts',
  413,
  'The multipart body has more parts or fields than a file needs.',
)
export const badRange = errorKind('files.bad_content_range', 400, 'Content-Range is not of the form `bytes A-B/TOTAL`.')
export const entityTooSmall = errorKind(
  'files.entity_too_small',
  400,
  'EntityTooSmall: a part that is not the last has less than 5 MiB.',
)
export const invalidPart = errorKind(
  'files.invalid_part',
  400,
  'InvalidPart: the part does not have the bytes that its Content-Range says.',
)
export const invalidPartOrder = errorKind(
  'files.invalid_part_order',
  400,
  'InvalidPartOrder: the part does not begin where the one before it ended.',
)
export const noSuchUpload = errorKind(
  'files.no_such_upload',
  400,
  'NoSuchUpload: no upload with this hash was begun, or it is more than 60 minutes old.',
)
export const hashTaken = errorKind('files.hash_taken', 400, 'The hash belongs to a finished upload of other bytes.')
export const wrongDigest = errorKind('files.wrong_digest', 400, 'The bytes have another SHA-256 than the request says.')
export const uploadAborted = errorKind('files.upload_aborted', 400, 'The connection ended before the file did.')
export const fileTooLarge = errorKind('files.too_large', 413, 'The file is larger than 2 GiB.')
export const diskFull = errorKind('files.disk_full', 402, 'There is no room left for files.')
export const quotaReached = errorKind(
  'files.quota_reached',
  402,
  'The caller’s files, or all together, have as many bytes as they may.',
)
export const bytesUnavailable = errorKind('files.bytes_unavailable', 503, 'Where the files lie does not answer.')
export const fileNotFound = errorKind('files.not_found', 404, 'There is no such file, or the caller may not see it.')
export const directoryNotFound = errorKind(
  'files.directory_not_found',
  404,
  'There is no such directory, or the caller may not see it.',
)
export const tooDeepDirectory = errorKind('files.too_deep', 400, 'The directory would lie in too many others.')
export const uploadNotFound = errorKind(
  'files.upload_not_found',
  404,
  'The caller has no complete upload and sees no file with this hash.',
)
export const fileNotAllowed = errorKind(
  'files.not_allowed',
  403,
  'The caller sees the file or directory, but may not do this with it.',
)
export const wrongName = errorKind('files.wrong_name', 400, 'This can’t be the name of a file or directory.')
export const nameTaken = errorKind('files.name_taken', 409, 'The name is taken, and no other could be made of it.')
export const fileNotDeleted = errorKind('files.not_deleted', 409, 'The file is not in the recycle bin.')
export const versionChanged = errorKind(
  'files.version_changed',
  409,
  'The file has another version than the one that was expected.',
)
export const someFailed = errorKind(
  'files.some_failed',
  422,
  'Some entries failed; `items` has one for each entry of the request, in its order, with `error` where it failed.',
)
export const tooManyLinks = errorKind(
  'files.too_many_links',
  429,
  'So many links of this caller wait to be fetched already; try again.',
)
export const wrongLink = errorKind(
  'files.wrong_link',
  403,
  'The link has expired, was changed, or what it leads to is no longer open to whom it was made for.',
)
export const wrongRange = errorKind('files.wrong_range', 416, 'The file has no bytes in the range that was asked for.')

/** The errors of operations that receive a file or a part of a file. */
export const uploadErrors = [
  notAFile,
  tooManyParts,
  badRange,
  entityTooSmall,
  invalidPart,
  invalidPartOrder,
  noSuchUpload,
  hashTaken,
  uploadAborted,
  fileTooLarge,
  diskFull,
  quotaReached,
]
/** The errors of operations that turn uploads into files. */
export const keepErrors = [uploadNotFound, wrongName, nameTaken, quotaReached, diskFull, bytesUnavailable]
