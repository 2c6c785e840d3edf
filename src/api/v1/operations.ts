import type { Operation } from '../../foundation/http/operation.ts'
import type { Context } from '../operation.ts'
import { appOperations } from './app/operations.ts'
import { bpmOperations } from './bpm/operations.ts'
import { contractOperations } from './contracts/operations.ts'
import { diskOperations } from './disk/operations.ts'
import { docflowOperations } from './docflow/operations.ts'
import { integrationOperations } from './integration/operations.ts'
import { marketingOperations } from './marketing/operations.ts'
import { nomenclatureOperations } from './nomenclature/operations.ts'
import { registrationOperations } from './registration/operations.ts'
import { reportOperations } from './reports/operations.ts'
import { schemeOperations } from './scheme/operations.ts'
import { storageOperations } from './storage/operations.ts'
import { userOperations } from './user/operations.ts'

/** Operations of the public API, `/pub/v1`. */
export const publicOperations: readonly Operation<Context>[] = [
  ...appOperations,
  ...bpmOperations,
  ...diskOperations,
  ...userOperations,
  ...schemeOperations,
  ...contractOperations,
  ...integrationOperations,
  ...marketingOperations,
  ...storageOperations,
  ...docflowOperations,
  ...reportOperations,
  ...nomenclatureOperations,
  ...registrationOperations,
]
