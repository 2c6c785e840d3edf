import type { Operation } from '../../../foundation/http/operation.ts'
import type { Context } from '../../operation.ts'
import { getApplicationSchema } from './applications/get-application-schema.ts'
import { isApplicationExportable } from './applications/is-application-exportable.ts'
import { listApplicationDocumentTemplates } from './applications/list-application-document-templates.ts'
import { listApplicationGroups } from './applications/list-application-groups.ts'
import { listApplicationProcesses } from './applications/list-application-processes.ts'
import { listApplicationSchemas } from './applications/list-application-schemas.ts'
import { getDocumentTemplate } from './document-templates/get-document-template.ts'
import { listDocumentTemplates } from './document-templates/list-document-templates.ts'
import { addGroupItems } from './groups/add-group-items.ts'
import { createGroup } from './groups/create-group.ts'
import { deleteGroup } from './groups/delete-group.ts'
import { getGroup } from './groups/get-group.ts'
import { listGroupPositions } from './groups/list-group-positions.ts'
import { listGroupUsers } from './groups/list-group-users.ts'
import { listGroups } from './groups/list-groups.ts'
import { listNamespaceGroups } from './groups/list-namespace-groups.ts'
import { listParentGroups } from './groups/list-parent-groups.ts'
import { listSubGroups } from './groups/list-sub-groups.ts'
import { removeGroupItems } from './groups/remove-group-items.ts'
import { updateGroup } from './groups/update-group.ts'
import { getModule } from './modules/get-module.ts'
import { isModuleExportable } from './modules/is-module-exportable.ts'
import { listModules } from './modules/list-modules.ts'
import { getNamespace } from './namespaces/get-namespace.ts'
import { isNamespaceExportable } from './namespaces/is-namespace-exportable.ts'
import { listNamespaces } from './namespaces/list-namespaces.ts'
import { getPage } from './pages/get-page.ts'
import { listPages } from './pages/list-pages.ts'
import { getProcess } from './processes/get-process.ts'
import { listProcesses } from './processes/list-processes.ts'
import { getSolution } from './solutions/get-solution.ts'
import { isSolutionExportable } from './solutions/is-solution-exportable.ts'
import { listSolutions } from './solutions/list-solutions.ts'

/** Operations under `/pub/v1/scheme`, in the order in which `docs/operations.md` lists them. */
export const schemeOperations: readonly Operation<Context>[] = [
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
]
