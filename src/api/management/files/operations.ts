import type { Operation } from '../../../foundation/http/operation.ts'
import type { Context } from '../../operation.ts'
import { addFileVersion } from './add-file-version.ts'
import { deleteFileGrant } from './delete-file-grant.ts'
import { getFileUsage } from './get-file-usage.ts'
import { listDeletedFiles } from './list-deleted-files.ts'
import { listFileGrants } from './list-file-grants.ts'
import { listFileVersions } from './list-file-versions.ts'
import { purgeFiles } from './purge-files.ts'
import { putFileGrant } from './put-file-grant.ts'

/** Operations of the management API on files. */
export const fileOperations: readonly Operation<Context>[] = [
  listFileGrants,
  putFileGrant,
  deleteFileGrant,
  listFileVersions,
  addFileVersion,
  listDeletedFiles,
  purgeFiles,
  getFileUsage,
]
