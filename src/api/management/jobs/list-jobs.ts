import { Type } from 'typebox'
import { createdAtOf } from '../../../foundation/kit/ids.ts'
import { operation } from '../../operation.ts'
import { NoParams, orNull, Time, Uuid } from '../../v1/schemas.ts'
import { jobsOf } from './find-job.ts'
import { Job } from './job.ts'

const { result: _result, ...progress } = Job.properties

const ListedJob = Type.Object({
  ...progress,
  application: orNull(Type.String({ description: 'Path of the application; null for jobs on process instances.' })),
  createdAt: Time,
  createdBy: orNull(Uuid),
})

export const listJobs = operation({
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
