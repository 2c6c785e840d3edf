import { Type } from 'typebox'
import { holdNotFound } from '../../../records/index.ts'
import { operation } from '../../operation.ts'
import { IdParams } from '../../v1/schemas.ts'
import { HoldView, Reason } from './hold-schemas.ts'

export const liftHold = operation({
  name: 'liftHold',
  area: 'Management',
  methods: ['POST'],
  path: '/api/v1/holds/{id}/lift',
  summary: 'Lift a legal hold',
  description: 'A hold that was lifted before stays as it is.',
  right: 'administrator',
  params: IdParams,
  input: Type.Object({ reason: Reason }),
  result: Type.Object({ hold: HoldView }),
  errors: [holdNotFound],
  handle: async ({ params, input: { reason } }, { caller, registry }) => ({
    hold: await registry.holds.lift(caller, params.id, reason),
  }),
})
