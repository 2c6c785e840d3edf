import { Type } from 'typebox'
import { segmentExternalIdTaken, segmentNotFound, unknownCategory } from '../../../data/index.ts'
import { operation } from '../../operation.ts'
import { NoParams } from '../schemas.ts'
import { marketingErrors, Segment } from './marketing-schemas.ts'

export const createSegment = operation({
  name: 'createSegment',
  area: 'Marketing',
  methods: ['PUT'],
  path: '/pub/v1/marketing/segment',
  summary: 'Create a static segment',
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
