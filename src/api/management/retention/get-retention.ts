import { Type } from 'typebox'
import { operation } from '../../operation.ts'
import { NoParams, orNull } from '../../v1/schemas.ts'

export const getRetention = operation({
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
