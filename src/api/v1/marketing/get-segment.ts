import { Type } from 'typebox'
import { applicationNotFound, segmentNotFound } from '../../../data/index.ts'
import { queryErrors } from '../../../query/index.ts'
import { operation } from '../../operation.ts'
import { IdParams } from '../schemas.ts'
import { marketingErrors, Segment } from './marketing-schemas.ts'

export const getSegment = operation({
  name: 'getSegment',
  area: 'Marketing',
  methods: ['GET'],
  path: '/pub/v1/marketing/segment/{id}',
  summary: 'Get a segment',
  description: 'The subscribers of a dynamic segment are counted anew, among the elements that the caller sees.',
  right: 'user',
  params: IdParams,
  result: Type.Object({ segment: Segment }),
  errors: [segmentNotFound, applicationNotFound, ...queryErrors, ...marketingErrors],
  handle: async ({ params }, { caller, apps }) => ({ segment: await apps.marketing.segments.get(caller, params.id) }),
})
