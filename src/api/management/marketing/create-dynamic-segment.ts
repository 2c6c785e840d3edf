import { Type } from 'typebox'
import {
  applicationNotFound,
  applicationReadOnly,
  segmentExternalIdTaken,
  unknownCategory,
} from '../../../data/index.ts'
import type { JsonObject } from '../../../foundation/kit/json.ts'
import { queryErrors } from '../../../query/index.ts'
import { operation } from '../../operation.ts'
import { marketingErrors } from '../../v1/marketing/marketing-schemas.ts'
import { AnyObject, NoParams, Uuid } from '../../v1/schemas.ts'

export const createDynamicSegment = operation({
  name: 'createDynamicSegment',
  area: 'Management',
  methods: ['POST'],
  path: '/api/v1/marketing/segments',
  summary: 'Create a dynamic segment',
  description:
    'The segment has the subscribers whose `contact` is an element of the application that the filter matches. They are ' +
    'selected again each time.',
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
    namespace: Type.String({ description: 'Namespace of the application.' }),
    code: Type.String({ description: 'Code of the application.' }),
    filter: Type.Unsafe<Record<string, unknown>>({
      ...AnyObject,
      description: 'Filter of the elements, as in lists of elements.',
    }),
  }),
  result: Type.Object({ id: Uuid }),
  errors: [
    ...queryErrors,
    applicationNotFound,
    applicationReadOnly,
    unknownCategory,
    segmentExternalIdTaken,
    ...marketingErrors,
  ],
  idempotent: { again: (_request, id) => ({ id }) },
  handle: async ({ input: { namespace, code, filter, ...input } }, { caller, apps }) => ({
    id: await apps.marketing.segments.create(caller, {
      ...input,
      query: { namespace, code, filter: filter as JsonObject },
    }),
  }),
})
