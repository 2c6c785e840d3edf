import { errorKind } from '../foundation/kit/errors.ts'

export const wrongText = errorKind(
  'files.wrong_text',
  400,
  'The words to search for in files are not a text, are too many, or only exclude files. Search for at least one word.',
)
export const notAFile = errorKind(
  'files.not_a_file',
  400,
  'The body does not contain a file. Send multipart/form-data with one file, with a file name, in the field `file`.',
)
export const tooManyParts = errorKind(
  'files.too_many_parts',
  413,
  'The multipart body has more parts or fields than one file needs. Send only the field `file`.',
)
export const badRange = errorKind(
  'files.bad_content_range',
  400,
  'Content-Range does not have the form `bytes A-B/TOTAL`, or its numbers contradict each other.',
)
export const entityTooSmall = errorKind(
  'files.entity_too_small',
  400,
  'EntityTooSmall: a part other than the last one is smaller than 5 MiB. Send larger parts.',
)
export const invalidPart = errorKind(
  'files.invalid_part',
  400,
  'InvalidPart: the length of the part differs from its Content-Range. Send the part again.',
)
export const invalidPartOrder = errorKind(
  'files.invalid_part_order',
  400,
  'InvalidPartOrder: the part does not begin where the previous part ended. Send the parts in order.',
)
export const noSuchUpload = errorKind(
  'files.no_such_upload',
  400,
  'NoSuchUpload: no upload with this hash was started, or it is older than 60 minutes. Start again with the first part.',
)
export const hashTaken = errorKind(
  'files.hash_taken',
  400,
  'The hash belongs to a complete upload with other bytes. Use a new hash.',
)
export const wrongDigest = errorKind(
  'files.wrong_digest',
  400,
  'The SHA-256 of the bytes differs from the one in the request headers. Send the bytes again.',
)
export const uploadAborted = errorKind(
  'files.upload_aborted',
  400,
  'The connection closed before the whole file had arrived. Send the file again.',
)
export const fileTooLarge = errorKind(
  'files.too_large',
  413,
  'The file is larger than 2 GiB. Split it into several files.',
)
export const diskFull = errorKind(
  'files.disk_full',
  402,
  'The server has no space left for files. Try again when an administrator has made space.',
)
export const quotaReached = errorKind(
  'files.quota_reached',
  402,
  'The quota of the user or of the whole installation would be exceeded. Purge files from the recycle bin, or ask an administrator for a larger quota.',
)
export const bytesUnavailable = errorKind(
  'files.bytes_unavailable',
  503,
  'The storage of the files does not respond, or the bytes of the file are missing or damaged there. Try again later.',
)
export const fileNotFound = errorKind('files.not_found', 404, 'The file does not exist, or the caller cannot see it.')
export const directoryNotFound = errorKind(
  'files.directory_not_found',
  404,
  'The directory does not exist, or the caller cannot see it.',
)
export const tooDeepDirectory = errorKind(
  'files.too_deep',
  400,
  'The new directory would have too many directories above it. Create it at a higher level.',
)
export const uploadNotFound = errorKind(
  'files.upload_not_found',
  404,
  'The caller has no complete upload with this hash and can see no file with it. Upload the file first.',
)
export const fileNotAllowed = errorKind(
  'files.not_allowed',
  403,
  'The caller can see the file or directory, but does not have the right to do this with it.',
)
export const wrongName = errorKind(
  'files.wrong_name',
  400,
  'The name is not a valid name for a file or directory. `error` says why.',
)
export const nameTaken = errorKind(
  'files.name_taken',
  409,
  'The name is already used in this directory, and no free name could be derived from it. Choose another name.',
)
export const fileNotDeleted = errorKind(
  'files.not_deleted',
  409,
  'The file is not in the recycle bin. Delete it first.',
)
export const versionChanged = errorKind(
  'files.version_changed',
  409,
  'The current version of the file is not the expected one. Read the file again before you add a version.',
)
export const someFailed = errorKind(
  'files.some_failed',
  422,
  'Some entries of the request failed, and the other entries succeeded. `items` has one item for each entry, in order; a failed entry has `error` and `code`.',
)
export const tooManyLinks = errorKind(
  'files.too_many_links',
  429,
  'Too many links of this caller are waiting to be fetched. Wait for some of them and try again.',
)
export const wrongLink = errorKind(
  'files.wrong_link',
  403,
  'The link has expired or was altered, or the user who requested it no longer has access. Request a new link.',
)
export const wrongRange = errorKind(
  'files.wrong_range',
  416,
  'The requested range lies outside the file. Content-Range gives the size of the file.',
)

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
export const persistErrors = [uploadNotFound, wrongName, nameTaken, quotaReached, diskFull, bytesUnavailable]
