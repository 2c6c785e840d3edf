import { Type } from 'typebox'
import { bytesUnavailable } from '../../../files/index.ts'
import type { Operation } from '../../../foundation/http/operation.ts'
import { exportNotFound } from '../../../foundation/retention/index.ts'
import { type Context, operation } from '../../operation.ts'
import { IdParams, NoParams, orNull, Time, Uuid } from '../../v1/schemas.ts'

const getRetention = operation({
  name: 'getRetention',
  area: 'Management',
  methods: ['GET'],
  path: '/api/v1/retention',
  summary: 'Get what is removed after its retention',
  description:
    'Returns the rules by which ended instances, imports and batches are removed, each with the number that the next ' +
    'run removes. The list is empty where everything is kept for ever.',
  right: 'administrator',
  params: NoParams,
  result: Type.Object({
    rules: Type.Array(
      Type.Object(
        {
          kind: Type.Enum(['instances', 'imports', 'batches']),
          process: orNull(Type.String({ description: 'Path of the process; null for imports and batches.' })),
          days: Type.Integer({ description: 'Days after the end.' }),
          from: Type.Enum(['process', 'installation'], {
            description: 'Where the number of days is set: in the file of the process, or in the settings.',
          }),
          due: Type.Integer({
            description:
              'Number that is due now. Instances count without those that they called; what is under a legal hold is included but stays.',
          }),
        },
        { title: 'RetentionRule' },
      ),
    ),
  }),
  handle: async (_request, { retention }) => ({ rules: await retention.rules() }),
})

const startRetention = operation({
  name: 'startRetention',
  area: 'Management',
  methods: ['POST'],
  path: '/api/v1/retention/runs',
  summary: 'Remove what is due now',
  description:
    'Starts a job that exports and removes everything that is due by the rules of the installation. Returns the job ' +
    'that runs if there is one already. Without this request, a job starts every day when something is due.',
  right: 'administrator',
  params: NoParams,
  result: Type.Object({ jobId: Uuid }),
  handle: async (_request, { caller, retention }) => ({ jobId: (await retention.start(caller)).id }),
})

const listRetentionExports = operation({
  name: 'listRetentionExports',
  area: 'Management',
  methods: ['GET'],
  path: '/api/v1/retention/exports',
  summary: 'List the exports of what was removed',
  description: 'Returns the exports that were made before each removal, the newest first.',
  right: 'administrator',
  params: NoParams,
  input: Type.Object({
    size: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 100 })),
    before: Type.Optional(
      Type.String({ format: 'uuid', description: 'Id of an export; only exports that are older are returned.' }),
    ),
  }),
  result: Type.Object({
    exports: Type.Array(
      Type.Object(
        {
          id: Uuid,
          run: Type.String({ format: 'uuid', description: 'Id of the job.' }),
          kind: Type.Enum(['instances', 'imports', 'batches']),
          process: orNull(Type.String({ description: 'Path of the process; null for imports and batches.' })),
          keepDays: Type.Integer({ description: 'Days after the end, as the rule said.' }),
          units: Type.Integer({
            description: 'Number of removed instances, without those that they called, imports or batches.',
          }),
          lines: Type.Integer({ description: 'Number of lines of the file.' }),
          first: Type.String({ format: 'uuid', description: 'Smallest id of what was removed.' }),
          last: Type.String({ format: 'uuid', description: 'Largest id of what was removed.' }),
          sha256: Type.String({ description: 'SHA-256 of the file, in hex; also in the audit log.' }),
          bytes: Type.Number({ description: 'Size of the file.' }),
          createdAt: Time,
        },
        { title: 'RetentionExport' },
      ),
    ),
  }),
  handle: async ({ input: { before, size = 100 } }, { retention }) => ({
    exports: [...(await retention.exports({ before, size }))],
  }),
})

const downloadRetentionExport = operation({
  name: 'downloadRetentionExport',
  area: 'Management',
  methods: ['GET'],
  path: '/api/v1/retention/exports/{id}/download',
  summary: 'Download an export of what was removed',
  description:
    'The file has one JSON object per line and is compressed with gzip. A line of an instance has the instance with its ' +
    'context, its history, tasks and incidents, as they were stored. The audit log records each download.',
  right: 'administrator',
  params: IdParams,
  result: Type.String({ format: 'binary' }),
  media: 'application/gzip',
  errors: [exportNotFound, bytesUnavailable],
  handle: async ({ params: { id }, reply }, { caller, retention }) => {
    const { name, bytes, stream } = await retention.open(caller, id)
    reply.header('content-type', 'application/gzip')
    reply.header('content-length', String(bytes))
    reply.header('content-disposition', `attachment; filename="${name}"`)
    reply.header('cache-control', 'no-store')
    return stream
  },
})

/** Operations of the management API on the retention of ended work. */
export const retentionOperations: readonly Operation<Context>[] = [
  getRetention,
  startRetention,
  listRetentionExports,
  downloadRetentionExport,
]
