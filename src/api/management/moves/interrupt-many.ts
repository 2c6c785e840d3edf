import { Type } from 'typebox'
import { operation } from '../../operation.ts'
import { NoParams, Uuid } from '../../v1/schemas.ts'
import { BatchResult } from '../batches/batch.ts'

export const interruptMany = operation({
  name: 'interruptMany',
  area: 'Management',
  methods: ['POST'],
  path: '/api/v1/instances/interrupt',
  summary: 'Interrupt instances',
  description:
    'Starts a batch that interrupts instances of any process. At most 100 instances are finished when the answer ' +
    'comes; the others are interrupted in the background.',
  right: 'administrator',
  params: NoParams,
  input: Type.Object({
    instanceIds: Type.Array(Uuid, { minItems: 1, maxItems: 10_000 }),
    comment: Type.Optional(Type.String({ maxLength: 2000, description: 'Reason for the interruption.' })),
  }),
  result: BatchResult,
  handle: async ({ input }, { caller, processes }) => ({
    batch: await processes.background.interrupt(caller, input.instanceIds, input.comment),
  }),
})
