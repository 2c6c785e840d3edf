import { segmentNotFound } from '../../../data/index.ts'
import { operation } from '../../operation.ts'
import { marketingErrors } from '../../v1/marketing/marketing-schemas.ts'
import { IdParams, Nothing } from '../../v1/schemas.ts'

export const deleteSegment = operation({
  name: 'deleteSegment',
  area: 'Management',
  methods: ['DELETE'],
  path: '/api/v1/marketing/segments/{id}',
  summary: 'Delete a segment',
  description: 'The subscribers of the segment stay.',
  right: 'user',
  params: IdParams,
  result: Nothing,
  errors: [segmentNotFound, ...marketingErrors],
  handle: async ({ params }, { caller, apps }) => {
    await apps.marketing.segments.delete(caller, params.id)
    return {}
  },
})
