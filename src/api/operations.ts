import type { Operation } from '../foundation/http/operation.ts'
import { downloadFile } from './links/download-file.ts'
import { uploadByLink } from './links/upload-by-link.ts'
import { explainAccess } from './management/access/explain-access.ts'
import { getApplicationAccess } from './management/access/get-application-access.ts'
import { getNamespaceAccess } from './management/access/get-namespace-access.ts'
import { putApplicationAccess } from './management/access/put-application-access.ts'
import { putNamespaceAccess } from './management/access/put-namespace-access.ts'
import { advanceClock } from './management/advance-clock.ts'
import { listAudit } from './management/audit/list-audit.ts'
import { verifyAudit } from './management/audit/verify-audit.ts'
import { verifyElements } from './management/audit/verify-elements.ts'
import { elementGrants } from './management/elements/element-grants.ts'
import { getElementHistory } from './management/elements/get-element-history.ts'
import { addFileVersion } from './management/files/add-file-version.ts'
import { fileGrants } from './management/files/file-grants.ts'
import { getFileUsage } from './management/files/get-file-usage.ts'
import { listDeletedFiles } from './management/files/list-deleted-files.ts'
import { listFileVersions } from './management/files/list-file-versions.ts'
import { purgeFiles } from './management/files/purge-files.ts'
import { cancelImport } from './management/imports/cancel-import.ts'
import { getImport } from './management/imports/get-import.ts'
import { getImportReport } from './management/imports/get-import-report.ts'
import { undoImport } from './management/imports/undo-import.ts'
import { blockUser } from './management/people/block-user.ts'
import { changeUser } from './management/people/change-user.ts'
import { createOrgItem } from './management/people/create-org-item.ts'
import { createSubstitution } from './management/people/create-substitution.ts'
import { createToken } from './management/people/create-token.ts'
import { createUser } from './management/people/create-user.ts'
import { deleteOrgItem } from './management/people/delete-org-item.ts'
import { endSubstitution } from './management/people/end-substitution.ts'
import { listOrgItems } from './management/people/list-org-items.ts'
import { listSubstitutions } from './management/people/list-substitutions.ts'
import { listTokens } from './management/people/list-tokens.ts'
import { revokeToken } from './management/people/revoke-token.ts'
import { updateOrgItem } from './management/people/update-org-item.ts'
import { searchEverything } from './management/search/search-everything.ts'
import { changePassword } from './management/sign-in/change-password.ts'
import { endSession } from './management/sign-in/end-session.ts'
import { endUserSessions } from './management/sign-in/end-user-sessions.ts'
import { getMe } from './management/sign-in/get-me.ts'
import { listSessions } from './management/sign-in/list-sessions.ts'
import { setPassword } from './management/sign-in/set-password.ts'
import { signIn } from './management/sign-in/sign-in.ts'
import { signOut } from './management/sign-in/sign-out.ts'
import { applySolution } from './management/solutions/apply-solution.ts'
import { exportSolution } from './management/solutions/export-solution.ts'
import { getSolutionDrift } from './management/solutions/get-solution-drift.ts'
import { planSolution } from './management/solutions/plan-solution.ts'
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
import { createDirectory } from './v1/disk/create-directory.ts'
import { createDownloadLinks } from './v1/disk/create-download-links.ts'
import { createUploadLinks } from './v1/disk/create-upload-links.ts'
import { deleteFiles } from './v1/disk/delete-files.ts'
import { getDirectory } from './v1/disk/get-directory.ts'
import { getFile } from './v1/disk/get-file.ts'
import { getFileLink } from './v1/disk/get-file-link.ts'
import { listDirectories } from './v1/disk/list-directories.ts'
import { moveFiles } from './v1/disk/move-files.ts'
import { persistFiles } from './v1/disk/persist-files.ts'
import { searchFiles } from './v1/disk/search-files.ts'
import { uploadFromLinks } from './v1/disk/upload-from-links.ts'
import { uploadTemporaryFile } from './v1/disk/upload-temporary-file.ts'
import { uploadToDirectory } from './v1/disk/upload-to-directory.ts'
import { addGroupItems } from './v1/scheme/add-group-items.ts'
import { createGroup } from './v1/scheme/create-group.ts'
import { deleteGroup } from './v1/scheme/delete-group.ts'
import { getApplicationSchema } from './v1/scheme/get-application-schema.ts'
import { getDocumentTemplate } from './v1/scheme/get-document-template.ts'
import { getGroup } from './v1/scheme/get-group.ts'
import { getModule } from './v1/scheme/get-module.ts'
import { getNamespace } from './v1/scheme/get-namespace.ts'
import { getPage } from './v1/scheme/get-page.ts'
import { getProcess } from './v1/scheme/get-process.ts'
import { getSolution } from './v1/scheme/get-solution.ts'
import { isApplicationExportable } from './v1/scheme/is-application-exportable.ts'
import { isModuleExportable } from './v1/scheme/is-module-exportable.ts'
import { isNamespaceExportable } from './v1/scheme/is-namespace-exportable.ts'
import { isSolutionExportable } from './v1/scheme/is-solution-exportable.ts'
import { listApplicationDocumentTemplates } from './v1/scheme/list-application-document-templates.ts'
import { listApplicationGroups } from './v1/scheme/list-application-groups.ts'
import { listApplicationProcesses } from './v1/scheme/list-application-processes.ts'
import { listApplicationSchemas } from './v1/scheme/list-application-schemas.ts'
import { listDocumentTemplates } from './v1/scheme/list-document-templates.ts'
import { listGroupPositions } from './v1/scheme/list-group-positions.ts'
import { listGroupUsers } from './v1/scheme/list-group-users.ts'
import { listGroups } from './v1/scheme/list-groups.ts'
import { listModules } from './v1/scheme/list-modules.ts'
import { listNamespaceGroups } from './v1/scheme/list-namespace-groups.ts'
import { listNamespaces } from './v1/scheme/list-namespaces.ts'
import { listPages } from './v1/scheme/list-pages.ts'
import { listParentGroups } from './v1/scheme/list-parent-groups.ts'
import { listProcesses } from './v1/scheme/list-processes.ts'
import { listSolutions } from './v1/scheme/list-solutions.ts'
import { listSubGroups } from './v1/scheme/list-sub-groups.ts'
import { removeGroupItems } from './v1/scheme/remove-group-items.ts'
import { updateGroup } from './v1/scheme/update-group.ts'
import { listUsers } from './v1/user/list-users.ts'

/** All operations, grouped by path prefix. An operation that is not listed here does not exist. */
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
  // /pub/v1/user
  listUsers,
  // /pub/v1/scheme
  listModules,
  getModule,
  isModuleExportable,
  listNamespaces,
  getNamespace,
  isNamespaceExportable,
  listApplicationSchemas,
  getApplicationSchema,
  isApplicationExportable,
  listApplicationGroups,
  listApplicationDocumentTemplates,
  listApplicationProcesses,
  listSolutions,
  getSolution,
  isSolutionExportable,
  listPages,
  getPage,
  listDocumentTemplates,
  getDocumentTemplate,
  listProcesses,
  getProcess,
  listNamespaceGroups,
  createGroup,
  listGroups,
  getGroup,
  updateGroup,
  deleteGroup,
  addGroupItems,
  removeGroupItems,
  listParentGroups,
  listSubGroups,
  listGroupPositions,
  listGroupUsers,
  // /api/v1
  signIn,
  signOut,
  getMe,
  changePassword,
  listSessions,
  endSession,
  setPassword,
  endUserSessions,
  planSolution,
  applySolution,
  exportSolution,
  getSolutionDrift,
  getElementHistory,
  ...elementGrants,
  ...fileGrants,
  listFileVersions,
  addFileVersion,
  listDeletedFiles,
  purgeFiles,
  getFileUsage,
  explainAccess,
  getNamespaceAccess,
  putNamespaceAccess,
  getApplicationAccess,
  putApplicationAccess,
  getImport,
  getImportReport,
  cancelImport,
  undoImport,
  createUser,
  changeUser,
  blockUser,
  createToken,
  listTokens,
  revokeToken,
  listAudit,
  verifyAudit,
  verifyElements,
  listOrgItems,
  createOrgItem,
  updateOrgItem,
  deleteOrgItem,
  createSubstitution,
  listSubstitutions,
  endSubstitution,
  searchEverything,
  advanceClock,
  // /files: links
  downloadFile,
  uploadByLink,
  // the server itself
  live,
  ready,
  getOpenApi,
  readDocs,
]
