import { restorePointClosed, restorePointNotFound } from '../../../process/index.ts'
import { operation } from '../../operation.ts'
import { IdParams, Nothing } from '../../v1/schemas.ts'

export const retryRestorePoint = operation({
  name: 'retryRestorePoint',
  area: 'Management',
  methods: ['POST'],
  path: '/api/v1/restore-points/{id}/retry',
  summary: 'Send the request of a delegated activity again',
  description:
    'Sends the request to the other system again immediately, with the same `Idempotency-Key`. The number of the attempt ' +
    'does not change. For users who may administer the process.',
  right: 'user',
  params: IdParams,
  result: Nothing,
  errors: [restorePointNotFound, restorePointClosed],
  handle: async ({ params }, { caller, processes }) => {
    await processes.restorePoints.retry(caller, params.id)
    return {}
  },
})
