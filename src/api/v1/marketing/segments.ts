import { Type } from 'typebox'
import { applicationNotFound, segmentExternalIdTaken, segmentNotFound, unknownCategory } from '../../../data/index.ts'
import { listOf } from '../../../foundation/http/envelope.ts'
import { ListInput, queryErrors } from '../../../query/index.ts'
import { operation } from '../../operation.ts'
import { IdParams, listResult, NoParams } from '../schemas.ts'
import { marketingErrors, PartialSegment, Segment } from './marketing-schemas.ts'

export const listSegments = operation({
  name: 'listSegments',
  area: 'Marketing',
  methods: ['POST'],
  path: '/pub/v1/marketing/segment',
  summary: 'List segments',
  description: 'Returns a page of the segments of subscribers.',
  right: 'user',
  params: NoParams,
  input: ListInput,
  result: listResult(PartialSegment),
  errors: [...queryErrors, ...marketingErrors],
  handle: async ({ input }, { caller, apps }) => {
    const { items, total } = await apps.marketing.segments.list(caller, input)
    return listOf(items, total)
  },
})

export const createSegment = operation({
  name: 'createSegment',
  area: 'Marketing',
  methods: ['PUT'],
  path: '/pub/v1/marketing/segment',
  summary: 'Create a static segment',
  description: 'Creates a segment whose subscribers are added and removed by requests.',
  right: 'user',
  params: NoParams,
  input: Type.Object({
    name: Type.String({ minLength: 1, maxLength: 200, description: 'Name of the segment.' }),
    externalId: Type.Optional(
      Type.String({ minLength: 1, maxLength: 255, description: 'Id in another system, unique among segments.' }),
    ),
    preference: Type.Optional(
      Type.String({ format: 'uuid', description: 'Id of the category that a subscriber must have agreed to.' }),
    ),
  }),
  result: Type.Object({ segment: Segment }),
  errors: [unknownCategory, segmentExternalIdTaken, segmentNotFound, ...marketingErrors],
  idempotent: {
    again: async (_request, id, { caller, apps }) => ({ segment: await apps.marketing.segments.get(caller, id) }),
  },
  handle: async ({ input }, { caller, apps }) => {
    const id = await apps.marketing.segments.create(caller, {
      name: input.name,
      externalId: input.externalId,
      preference: input.preference,
    })
    return { segment: await apps.marketing.segments.get(caller, id) }
  },
})

export const getSegment = operation({
  name: 'getSegment',
  area: 'Marketing',
  methods: ['GET'],
  path: '/pub/v1/marketing/segment/{id}',
  summary: 'Get a segment',
  description: 'The subscribers of a dynamic segment are counted again, among the elements that the caller sees.',
  right: 'user',
  params: IdParams,
  result: Type.Object({ segment: Segment }),
  errors: [segmentNotFound, applicationNotFound, ...queryErrors, ...marketingErrors],
  handle: async ({ params }, { caller, apps }) => ({ segment: await apps.marketing.segments.get(caller, params.id) }),
})
