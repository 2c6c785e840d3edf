import { Type } from 'typebox'
import { mappingInvalid, processNotAllowed, processNotFound, selectionMissing } from '../../../process/index.ts'
import { operation } from '../../operation.ts'
import { orNull, Uuid } from '../../v1/schemas.ts'
import { Reason } from '../batches/batch.ts'
import { ProcessParams } from '../processes/process-schemas.ts'
import { instanceSelection, moveTarget } from './move-schemas.ts'

export const previewVersion = operation({
  name: 'previewVersion',
  cost: 'heavy',
  area: 'Management',
  methods: ['POST'],
  path: '/api/v1/processes/{namespace}/{code}/version-preview',
  summary: 'Preview a move of instances to another version',
  description:
    'Says for each instance whether it can move, or lists every reason against it. Changes nothing. A page has at most ' +
    '1000 instances, 100 by default; `next` is the `cursor` of the next page, and the counts are those of the page.',
  right: 'user',
  params: ProcessParams,
  input: Type.Object({
    ...instanceSelection,
    ...moveTarget,
    size: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
    cursor: Type.Optional(Type.String({ maxLength: 100 })),
  }),
  result: Type.Object({
    version: Type.Integer({ description: 'Version to which the instances would move.' }),
    total: Type.Integer({ description: 'Number of selected instances.' }),
    moves: Type.Integer(),
    current: Type.Integer({ description: 'Number of instances that already have the version.' }),
    blocked: Type.Integer(),
    instances: Type.Array(
      Type.Object({
        id: Uuid,
        name: Type.String(),
        version: Type.Integer(),
        outcome: Type.Enum(['moves', 'current', 'blocked']),
        reasons: Type.Array(Reason),
      }),
    ),
    next: orNull(Type.String()),
  }),
  errors: [processNotFound, processNotAllowed, selectionMissing, mappingInvalid],
  handle: async ({ params, input }, { caller, processes }) => ({
    ...(await processes.moves.preview(caller, params, input)),
  }),
})
