import { Type } from 'typebox'
import type { Operation } from '../../../foundation/http/operation.ts'
import { productVersion } from '../../../foundation/http/product-version.ts'
import { jobNotFound } from '../../../foundation/jobs/index.ts'
import { JsonText } from '../../../foundation/kit/json.ts'
import { expositionType } from '../../../foundation/metrics/index.ts'
import { type Context, operation } from '../../operation.ts'
import { IdParams, NoParams, Nothing, orNull, Time, Uuid } from '../../v1/schemas.ts'

const getMetrics = operation({
  name: 'getMetrics',
  cost: 'none',
  area: 'Management',
  methods: ['GET'],
  path: '/api/v1/metrics',
  summary: 'Get the metrics of the server',
  description:
    'Returns the figures of the server process that answers, and those of the installation, in the text format of ' +
    'Prometheus.',
  right: 'administrator',
  params: NoParams,
  media: expositionType,
  result: Type.String(),
  handle: async (_request, { metricsText }) => new JsonText(await metricsText()),
})

const Bytes = Type.Integer({ minimum: 0 })

const getSystem = operation({
  name: 'getSystem',
  area: 'Management',
  methods: ['GET'],
  path: '/api/v1/system',
  summary: 'Get the state of the server',
  description:
    'Returns versions, sizes and the settings in force, of the server process that answers. Passwords, keys and tokens ' +
    'are left out.',
  right: 'administrator',
  params: NoParams,
  result: Type.Object({
    version: Type.String({ description: 'Version of Chancery.' }),
    startedAt: Time,
    uptimeMs: Type.Integer({ minimum: 0 }),
    nodeVersion: Type.String({ description: 'Version of Node.js.' }),
    memoryBytes: Bytes,
    database: Type.Object({ kind: Type.Enum(['embedded', 'postgres']), version: Type.String(), bytes: Bytes }),
    files: Type.Object({ store: Type.Enum(['folder', 's3']), bytes: Bytes, quota: orNull(Bytes) }),
    settings: Type.Array(Type.Object({ name: Type.String(), value: orNull(Type.String()) })),
  }),
  handle: async (_request, { caller, describeSystem }) => ({
    version: productVersion,
    ...(await describeSystem(caller)),
  }),
})

const Count = (description: string) => Type.Integer({ minimum: 0, description })

const listQueues = operation({
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

const retryFailedJob = operation({
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

/** Operations of the management API on the running server. */
export const systemManagement: readonly Operation<Context>[] = [getMetrics, getSystem, listQueues, retryFailedJob]
