import { Type } from 'typebox'
import { operation } from '../../operation.ts'
import { NoParams } from '../../v1/schemas.ts'
import { HoldView } from './hold-schemas.ts'

export const listHolds = operation({
  name: 'listHolds',
  area: 'Management',
  methods: ['GET'],
  path: '/api/v1/holds',
  summary: 'List legal holds',
  description: 'Returns the newest thousand holds, lifted ones included, newest first.',
  right: 'administrator',
  params: NoParams,
  result: Type.Object({ holds: Type.Array(HoldView) }),
  handle: async (_request, { registry }) => ({ holds: await registry.holds.list() }),
})
