import type { Operation } from '../../../foundation/http/operation.ts'
import type { Context } from '../../operation.ts'
import { getMetrics } from './get-metrics.ts'
import { getSystem } from './get-system.ts'
import { listQueues } from './list-queues.ts'
import { retryFailedJob } from './retry-failed-job.ts'

/** Operations of the management API on the running server. */
export const systemManagement: readonly Operation<Context>[] = [getMetrics, getSystem, listQueues, retryFailedJob]
