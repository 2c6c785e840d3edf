import type { Operation } from '../../../foundation/http/operation.ts'
import type { Context } from '../../operation.ts'
import { describeInstance } from './describe-instance.ts'
import { getProcessStatistics } from './get-process-statistics.ts'
import { listAllInstances } from './list-all-instances.ts'
import { listInstanceHistory } from './list-instance-history.ts'

/** Operations about process instances. */
export const instanceOperations: readonly Operation<Context>[] = [
  listAllInstances,
  describeInstance,
  listInstanceHistory,
  getProcessStatistics,
]
