import type { Operation } from '../http/operation.ts'
import { advanceClock } from './management/advance-clock.ts'
import { applySolution } from './management/apply-solution.ts'
import { blockUser } from './management/block-user.ts'
import { changeUser } from './management/change-user.ts'
import { createToken } from './management/create-token.ts'
import { createUser } from './management/create-user.ts'
import { getElementHistory } from './management/get-element-history.ts'
import { getImport } from './management/get-import.ts'
import { getImportReport } from './management/get-import-report.ts'
import { listTokens } from './management/list-tokens.ts'
import { planSolution } from './management/plan-solution.ts'
import { revokeToken } from './management/revoke-token.ts'
import { undoImport } from './management/undo-import.ts'
import type { Context } from './operation.ts'
import { getOpenApi } from './system/get-open-api.ts'
import { live } from './system/live.ts'
import { readDocs } from './system/read-docs.ts'
import { ready } from './system/ready.ts'
import { createElement } from './v1/app/create-element.ts'
import { getElement } from './v1/app/get-element.ts'
import { getImportStatus } from './v1/app/get-import-status.ts'
import { getStatusSettings } from './v1/app/get-status-settings.ts'
import { importElements } from './v1/app/import-elements.ts'
import { listApplications } from './v1/app/list-applications.ts'
import { listElements } from './v1/app/list-elements.ts'
import { setElementStatus } from './v1/app/set-element-status.ts'
import { updateElement } from './v1/app/update-element.ts'
import { uploadTemporaryFile } from './v1/disk/upload-temporary-file.ts'
import { listUsers } from './v1/user/list-users.ts'

/** Every operation there is, by area; nothing is found by magic. */
export const operations: readonly Operation<Context>[] = [
  // /pub/v1/app
  listApplications,
  listElements,
  getElement,
  createElement,
  updateElement,
  setElementStatus,
  importElements,
  getImportStatus,
  getStatusSettings,
  // /pub/v1/disk
  uploadTemporaryFile,
  // /pub/v1/user
  listUsers,
  // /api/v1
  planSolution,
  applySolution,
  getElementHistory,
  getImport,
  getImportReport,
  undoImport,
  createUser,
  changeUser,
  blockUser,
  createToken,
  listTokens,
  revokeToken,
  advanceClock,
  // the server itself
  live,
  ready,
  getOpenApi,
  readDocs,
]
