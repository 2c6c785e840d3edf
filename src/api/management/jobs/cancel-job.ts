import { importNotFound, jobEnded, jobNotFound, notCancellable } from '../../../data/index.ts'
import { retentionRunEnded } from '../../../foundation/retention/index.ts'
import { batchEnded } from '../../../process/index.ts'
import { operation } from '../../operation.ts'
import { IdParams } from '../../v1/schemas.ts'
import { findJob } from './find-job.ts'
import { Job } from './job.ts'

export const cancelJob = operation({
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
