import { segmentNotFound, segmentNotStatic } from '../../../data/index.ts'
import { operation } from '../../operation.ts'
import { IdParams } from '../schemas.ts'
import { MemberIds, MembersChanged, marketingErrors } from './marketing-schemas.ts'

export const removeSegmentSubscribers = operation({
  name: 'removeSegmentSubscribers',
  area: 'Marketing',
  methods: ['PATCH'],
  path: '/pub/v1/marketing/segment/{id}/subscribers/remove',
  summary: 'Remove subscribers from a static segment',
  description: 'Repeating the request changes nothing. Ids that belong to no subscriber are counted and ignored.',
  right: 'user',
  params: IdParams,
  input: MemberIds,
  result: MembersChanged,
  errors: [segmentNotFound, segmentNotStatic, ...marketingErrors],
  handle: async ({ params, input }, { caller, apps }) => ({
    ...(await apps.marketing.segments.remove(caller, params.id, input.ids)),
  }),
})
