import { Type } from 'typebox'
import { operation } from '../../operation.ts'
import { NoParams, orNull, Time, Uuid } from '../../v1/schemas.ts'

export const listRetentionExports = operation({
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
