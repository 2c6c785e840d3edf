import { jobNotFound } from '../../../data/index.ts'
import { operation } from '../../operation.ts'
import { IdParams } from '../../v1/schemas.ts'
import { findJob } from './find-job.ts'
import { Job } from './job.ts'

export const getJob = operation({
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
