import { Type } from 'typebox'
import { operation } from '../../operation.ts'
import { NoParams, orNull, Time, Uuid } from '../../v1/schemas.ts'

const Count = (description: string) => Type.Integer({ minimum: 0, description })

export const listQueues = operation({
  name: 'listQueues',
  area: 'Management',
  methods: ['GET'],
  path: '/api/v1/queues',
  summary: 'List the queues of jobs and their failures',
  description:
    'Returns the queues of all server processes with the numbers of their jobs, each counted up to 10,000, and the ' +
    'newest 100 failed jobs. Failed jobs are kept for three days.',
  right: 'administrator',
  params: NoParams,
  result: Type.Object({
    queues: Type.Array(
      Type.Object({
        queue: Type.String(),
        waiting: Count('Number of jobs that wait for a worker or for their time.'),
        due: Count('Number of the waiting jobs that are due.'),
        lagS: Type.Number({
          minimum: 0,
          description: 'Seconds for which the oldest due job has been waiting; 0 when no job is due.',
        }),
        active: Count('Number of jobs that run.'),
        failed: Count('Number of jobs that used up their attempts.'),
      }),
    ),
    failures: Type.Array(
      Type.Object({
        id: Uuid,
        queue: Type.String(),
        attempts: Type.Integer(),
        reason: orNull(Type.String({ description: 'Error message of the last attempt.' })),
        createdAt: Time,
        failedAt: orNull(Time),
      }),
    ),
  }),
  handle: async (_request, { queues }) => ({ ...(await queues.overview()) }),
})
