import type { Operation } from '../../../foundation/http/operation.ts'
import type { Context } from '../../operation.ts'
import { addFileVersion } from './add-file-version.ts'
import { fileGrants } from './file-grants.ts'
import { getFileCapabilities } from './get-file-capabilities.ts'
import { getFilePreview } from './get-file-preview.ts'
import { getFileUsage } from './get-file-usage.ts'
import { listDeletedFiles } from './list-deleted-files.ts'
import { listFileVersions } from './list-file-versions.ts'
import { listFiles } from './list-files.ts'
import { purgeFiles } from './purge-files.ts'

/** Operations of the management API on files. */
export const fileOperations: readonly Operation<Context>[] = [
  listFiles,
  getFileCapabilities,
  ...fileGrants,
  listFileVersions,
  addFileVersion,
  getFilePreview,
  listDeletedFiles,
  purgeFiles,
  getFileUsage,
]
