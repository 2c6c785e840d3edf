import { applicationNotFound, segmentNotFound, segmentNotStatic } from '../../../data/index.ts'
import { listOf } from '../../../foundation/http/envelope.ts'
import { ListInput, queryErrors } from '../../../query/index.ts'
import { operation } from '../../operation.ts'
import { IdParams, listResult } from '../schemas.ts'
import { MemberIds, MembersChanged, marketingErrors, PartialSubscriber } from './marketing-schemas.ts'

export const listSegmentSubscribers = operation({
  name: 'listSegmentSubscribers',
  area: 'Marketing',
  methods: ['POST'],
  path: '/pub/v1/marketing/segment/{id}/subscribers',
  summary: 'List the subscribers of a segment',
  description:
    'A dynamic segment selects its subscribers again: those whose element the caller sees and the filter matches.',
  right: 'user',
  params: IdParams,
  input: ListInput,
  result: listResult(PartialSubscriber),
  errors: [...queryErrors, segmentNotFound, applicationNotFound, ...marketingErrors],
  handle: async ({ params, input }, { caller, apps }) => {
    const { items, total } = await apps.marketing.segments.subscribers(caller, params.id, input)
    return listOf(items, total)
  },
})

export const addSegmentSubscribers = operation({
  name: 'addSegmentSubscribers',
  area: 'Marketing',
  methods: ['PATCH'],
  path: '/pub/v1/marketing/segment/{id}/subscribers/add',
  summary: 'Add subscribers to a static segment',
  description: 'Repeating the request changes nothing. Ids that belong to no subscriber are counted and ignored.',
  right: 'user',
  params: IdParams,
  input: MemberIds,
  result: MembersChanged,
  errors: [segmentNotFound, segmentNotStatic, ...marketingErrors],
  handle: async ({ params, input }, { caller, apps }) => ({
    ...(await apps.marketing.segments.add(caller, params.id, input.ids)),
  }),
})

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
