import { jobNotFound } from '../../../data/index.ts'
import { operation } from '../../operation.ts'
import { IdParams, Nothing } from '../../v1/schemas.ts'

export const retryFailedJob = operation({
  name: 'retryFailedJob',
  area: 'Management',
  methods: ['POST'],
  path: '/api/v1/queues/failures/{id}/retry',
  summary: 'Retry a failed job of a queue',
  description: 'Gives a job that used up its attempts one more attempt, at once.',
  right: 'administrator',
  params: IdParams,
  result: Nothing,
  errors: [jobNotFound],
  handle: async ({ params }, { caller, queues }) => {
    await queues.retryFailed(caller, params.id)
    return {}
  },
})
