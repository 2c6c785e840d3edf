import type { Operation } from '../../../foundation/http/operation.ts'
import type { Context } from '../../operation.ts'
import { cancelJob } from './cancel-job.ts'
import { getJob } from './get-job.ts'
import { listJobs } from './list-jobs.ts'

/** Operations of the management API on jobs. */
export const jobOperations: readonly Operation<Context>[] = [listJobs, getJob, cancelJob]
