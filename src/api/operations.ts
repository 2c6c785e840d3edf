import type { Operation } from '../foundation/http/operation.ts'
import { downloadFile } from './links/download-file.ts'
import { uploadByLink } from './links/upload-by-link.ts'
import { managementOperations } from './management/operations.ts'
import { serveMcp } from './mcp/serve-mcp.ts'
import type { Context } from './operation.ts'
import { systemOperations } from './system/operations.ts'
import { publicOperations } from './v1/operations.ts'

/**
 * All operations, except the mirrored ones under `/api/v1/pub`. An operation that is not in this list does not exist.
 */
export const operations: readonly Operation<Context>[] = [
  ...publicOperations,
  ...managementOperations,
  downloadFile,
  uploadByLink,
  serveMcp,
  ...systemOperations,
]
