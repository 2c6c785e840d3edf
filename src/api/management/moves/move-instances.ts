import { Type } from 'typebox'
import { mappingInvalid, processNotAllowed, processNotFound, selectionMissing } from '../../../process/index.ts'
import { operation } from '../../operation.ts'
import { BatchResult } from '../batches/batch.ts'
import { ProcessParams } from '../processes/process-schemas.ts'
import { instanceSelection, moveTarget } from './move-schemas.ts'

export const moveInstances = operation({
  name: 'moveInstances',
  cost: 'heavy',
  area: 'Management',
  methods: ['POST'],
  path: '/api/v1/processes/{namespace}/{code}/move-instances',
  summary: 'Move instances to another version',
  description:
    'Starts a batch that moves each instance, or leaves it unchanged and stores every reason. At most 100 instances are ' +
    'finished when the answer comes; the others move in the background.',
  right: 'user',
  params: ProcessParams,
  input: Type.Object({ ...instanceSelection, ...moveTarget }),
  result: BatchResult,
  errors: [processNotFound, processNotAllowed, selectionMissing, mappingInvalid],
  handle: async ({ params, input }, { caller, processes }) => {
    const { version, mapping, ...selection } = input
    return { batch: await processes.background.move(caller, params, selection, { version, mapping }) }
  },
})
