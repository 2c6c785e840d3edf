import type { Operation } from '../../foundation/http/operation.ts'
import type { Context } from '../operation.ts'
import { appOperations } from './app/operations.ts'
import { bpmOperations } from './bpm/operations.ts'
import { contractOperations } from './contracts/operations.ts'
import { diskOperations } from './disk/operations.ts'
import { listSheets } from './docflow/list-sheets.ts'
import { getVoipBindings, updateVoipBindings } from './integration/voip-bindings.ts'
import { marketingOperations } from './marketing/operations.ts'
import { nomenclatureOperations } from './nomenclature/operations.ts'
import { listElementRegistrations } from './registration/list-element-registrations.ts'
import { listReport } from './reports/list-report.ts'
import { schemeOperations } from './scheme/operations.ts'
import { storageOperations } from './storage/operations.ts'
import { listUsers } from './user/list-users.ts'

/** Operations of the public API, `/pub/v1`. */
export const publicOperations: readonly Operation<Context>[] = [
  ...appOperations,
  ...bpmOperations,
  ...diskOperations,
  listUsers,
  ...schemeOperations,
  ...contractOperations,
  updateVoipBindings,
  getVoipBindings,
  ...marketingOperations,
  ...storageOperations,
  listSheets,
  listReport,
  ...nomenclatureOperations,
  listElementRegistrations,
]
