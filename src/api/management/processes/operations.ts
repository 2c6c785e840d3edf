import type { Operation } from '../../../foundation/http/operation.ts'
import type { Context } from '../../operation.ts'
import { getProcessBpmn } from './get-process-bpmn.ts'
import { getProcessTemplate } from './get-process-template.ts'
import { listProcessTemplates } from './list-process-templates.ts'
import { listProcessVersions } from './list-process-versions.ts'
import { deleteProcessGrant, listProcessGrants, putProcessGrant } from './process-grants.ts'
import { publishProcess } from './publish-process.ts'
import { retireProcess } from './retire-process.ts'

/** Operations of the management API on process templates. */
export const processOperations: readonly Operation<Context>[] = [
  listProcessTemplates,
  getProcessTemplate,
  publishProcess,
  retireProcess,
  listProcessVersions,
  getProcessBpmn,
  listProcessGrants,
  putProcessGrant,
  deleteProcessGrant,
]
