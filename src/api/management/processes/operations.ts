import type { Operation } from '../../../foundation/http/operation.ts'
import type { Context } from '../../operation.ts'
import { checkProcess } from './check-process.ts'
import { compareProcessVersions } from './compare-process-versions.ts'
import { getProcessBpmn } from './get-process-bpmn.ts'
import { getProcessTemplate } from './get-process-template.ts'
import { listProcessTemplates } from './list-process-templates.ts'
import { listProcessVersions } from './list-process-versions.ts'
import { deleteProcessDraft, getProcessDraft, putProcessDraft } from './process-draft.ts'
import { deleteProcessGrant, listProcessGrants, putProcessGrant } from './process-grants.ts'
import { publishProcess } from './publish-process.ts'
import { retireProcess } from './retire-process.ts'
import { tryProcess } from './try-process.ts'

/** Operations of the management API on process templates. */
export const processOperations: readonly Operation<Context>[] = [
  listProcessTemplates,
  getProcessTemplate,
  publishProcess,
  retireProcess,
  listProcessVersions,
  getProcessBpmn,
  compareProcessVersions,
  checkProcess,
  tryProcess,
  getProcessDraft,
  putProcessDraft,
  deleteProcessDraft,
  listProcessGrants,
  putProcessGrant,
  deleteProcessGrant,
]
