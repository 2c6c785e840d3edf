import type { Operation } from '../../foundation/http/operation.ts'
import type { Context } from '../operation.ts'
import { accessOperations } from './access/operations.ts'
import { auditOperations } from './audit/operations.ts'
import { backupOperations } from './backups/operations.ts'
import { batchOperations } from './batches/operations.ts'
import { advanceClock, getClock } from './clock.ts'
import { decisionOperations } from './decisions/operations.ts'
import { documentTemplateOperations } from './document-templates/operations.ts'
import { elementOperations } from './elements/operations.ts'
import { streamEvents } from './events/stream-events.ts'
import { fileOperations } from './files/operations.ts'
import { holdOperations } from './holds/operations.ts'
import { importOperations } from './imports/operations.ts'
import { incidentOperations } from './incidents/operations.ts'
import { instanceOperations } from './instances/operations.ts'
import { jobOperations } from './jobs/operations.ts'
import { marketingManagementOperations } from './marketing/operations.ts'
import { messageOperations } from './messages/operations.ts'
import { moduleOperations } from './modules/operations.ts'
import { moveOperations } from './moves/operations.ts'
import { nomenclatureManagement } from './nomenclature/operations.ts'
import { notificationOperations } from './notifications/operations.ts'
import { orgItemOperations } from './org-items/operations.ts'
import { processOperations } from './processes/operations.ts'
import { registrationManagement } from './registrations/operations.ts'
import { reportManagementOperations } from './reports/operations.ts'
import { restorePointOperations } from './restore-points/operations.ts'
import { retentionOperations } from './retention/operations.ts'
import { searchOperations } from './search/operations.ts'
import { sheetOperations } from './sheets/operations.ts'
import { signInOperations } from './sign-in/operations.ts'
import { solutionOperations } from './solutions/operations.ts'
import { startOperations } from './starts/operations.ts'
import { substitutionOperations } from './substitutions/operations.ts'
import { systemManagement } from './system/operations.ts'
import { taskOperations } from './tasks/operations.ts'
import { timerOperations } from './timers/operations.ts'
import { tokenOperations } from './tokens/operations.ts'
import { userOperations } from './users/operations.ts'
import { viewOperations } from './views/operations.ts'
import { webhookOperations } from './webhooks/operations.ts'
import { workspaceOperations } from './workspace/operations.ts'

/** Operations of the management API, `/api/v1`. */
export const managementOperations: readonly Operation<Context>[] = [
  ...signInOperations,
  ...workspaceOperations,
  streamEvents,
  ...solutionOperations,
  ...elementOperations,
  ...fileOperations,
  ...accessOperations,
  ...importOperations,
  ...jobOperations,
  ...viewOperations,
  ...instanceOperations,
  ...userOperations,
  ...taskOperations,
  ...notificationOperations,
  ...tokenOperations,
  ...auditOperations,
  ...backupOperations,
  ...retentionOperations,
  ...orgItemOperations,
  ...substitutionOperations,
  ...searchOperations,
  ...nomenclatureManagement,
  ...registrationManagement,
  ...holdOperations,
  ...decisionOperations,
  ...documentTemplateOperations,
  ...moduleOperations,
  ...webhookOperations,
  ...marketingManagementOperations,
  ...processOperations,
  ...restorePointOperations,
  ...startOperations,
  ...messageOperations,
  ...moveOperations,
  ...incidentOperations,
  ...batchOperations,
  ...timerOperations,
  ...sheetOperations,
  ...reportManagementOperations,
  ...systemManagement,
  getClock,
  advanceClock,
]
