import { Type } from 'typebox'
import { productVersion } from '../../documents.ts'
import { operation } from '../../operation.ts'
import { NoParams, orNull, Time } from '../../v1/schemas.ts'

const Bytes = Type.Integer({ minimum: 0 })

export const getSystem = operation({
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
