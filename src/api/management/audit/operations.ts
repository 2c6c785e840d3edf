import type { Operation } from '../../../foundation/http/operation.ts'
import type { Context } from '../../operation.ts'
import { exportAudit } from './export-audit.ts'
import { listAudit } from './list-audit.ts'
import { verifyAudit } from './verify-audit.ts'
import { verifyElements } from './verify-elements.ts'
import { verifyJournals } from './verify-journals.ts'

/** Operations of the management API on the audit log. */
export const auditOperations: readonly Operation<Context>[] = [
  listAudit,
  exportAudit,
  verifyAudit,
  verifyElements,
  verifyJournals,
]
