import type { Operation } from '../../../foundation/http/operation.ts'
import type { Context } from '../../operation.ts'
import { createDirectory } from './create-directory.ts'
import { createDownloadLinks } from './create-download-links.ts'
import { createUploadLinks } from './create-upload-links.ts'
import { deleteFiles } from './delete-files.ts'
import { getDirectory } from './get-directory.ts'
import { getFile } from './get-file.ts'
import { getFileLink } from './get-file-link.ts'
import { listDirectories } from './list-directories.ts'
import { moveFiles } from './move-files.ts'
import { persistFiles } from './persist-files.ts'
import { searchFiles } from './search-files.ts'
import { uploadFromLinks } from './upload-from-links.ts'
import { uploadTemporaryFile } from './upload-temporary-file.ts'
import { uploadToDirectory } from './upload-to-directory.ts'

/** Operations under `/pub/v1/disk`, in the order in which `docs/operations.md` lists them. */
export const diskOperations: readonly Operation<Context>[] = [
  uploadTemporaryFile,
  uploadFromLinks,
  uploadToDirectory,
  persistFiles,
  createUploadLinks,
  createDownloadLinks,
  deleteFiles,
  moveFiles,
  searchFiles,
  getDirectory,
  getFile,
  listDirectories,
  getFileLink,
  createDirectory,
]
