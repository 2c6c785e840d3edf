import { Type } from 'typebox'
import { importNotFound, notCancellable } from '../../../data/index.ts'
import type { Operation } from '../../../foundation/http/operation.ts'
import { jobEnded, jobNotFound } from '../../../foundation/jobs/index.ts'
import { createdAtOf } from '../../../foundation/kit/ids.ts'
import { retentionRunEnded } from '../../../foundation/retention/index.ts'
import { batchEnded } from '../../../process/index.ts'
import { type Context, operation } from '../../operation.ts'
import { IdParams, NoParams, orNull, Time, Uuid } from '../../v1/schemas.ts'
import { findJob, jobsOf } from './find-job.ts'
import { Job } from './job.ts'

const { result: _result, ...progress } = Job.properties

const ListedJob = Type.Object({
  ...progress,
  application: orNull(Type.String({ description: 'Path of the application; null for jobs on process instances.' })),
  createdAt: Time,
  createdBy: orNull(Uuid),
})

const listJobs = operation({
  name: 'listJobs',
  area: 'Management',
  methods: ['GET'],
  path: '/api/v1/jobs',
  summary: 'List jobs',
  description:
    'Returns the newest bulk actions, exports, imports and batches of process instances that the caller has started, ' +
    'newest first. Administrators see the jobs of all users, and the removal of what is no longer kept.',
  right: 'user',
  params: NoParams,
  input: Type.Object({ size: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 100 })) }),
  result: Type.Object({ jobs: Type.Array(ListedJob) }),
  async handle({ input: { size = 100 } }, context) {
    const all = (await jobsOf(context, size)).sort((one, other) => (one.id < other.id ? 1 : -1))
    return { jobs: all.slice(0, size).map((job) => ({ ...job, createdAt: createdAtOf(job.id) })) }
  },
})

const getJob = operation({
  name: 'getJob',
  area: 'Management',
  methods: ['GET'],
  path: '/api/v1/jobs/{id}',
  summary: 'Get the progress and the result of a job',
  description:
    'Returns a bulk action, an export, an import or a batch of process instances that the caller has started. ' +
    'Administrators see the jobs of all users and the removal of what is no longer kept; the link to an exported file is for its user only.',
  right: 'user',
  params: IdParams,
  result: Job,
  errors: [jobNotFound],
  handle: async ({ params }, context) => ({ ...(await findJob(context, params.id)).job }),
})

const cancelJob = operation({
  name: 'cancelJob',
  area: 'Management',
  methods: ['POST'],
  path: '/api/v1/jobs/{id}/cancel',
  summary: 'Cancel a job',
  description: 'Ends a job that is queued or running. What it has changed so far stays changed.',
  right: 'user',
  params: IdParams,
  result: Job,
  errors: [jobNotFound, jobEnded, importNotFound, notCancellable, batchEnded, retentionRunEnded],
  handle: async ({ params: { id } }, context) => {
    const { job, cancel } = await findJob(context, id)
    if (job.state !== 'queued' && job.state !== 'running') throw jobEnded(`job ${id} has already ended`)
    await cancel()
    return { ...(await findJob(context, id)).job }
  },
})

/** Operations of the management API on jobs. */
export const jobOperations: readonly Operation<Context>[] = [listJobs, getJob, cancelJob]
