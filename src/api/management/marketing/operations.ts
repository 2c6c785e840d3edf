import { Type } from 'typebox'
import {
  applicationNotFound,
  applicationReadOnly,
  categoryTaken,
  marketingWrongGroup,
  segmentExternalIdTaken,
  segmentNotFound,
  unknownCategory,
} from '../../../data/index.ts'
import { listOf } from '../../../foundation/http/envelope.ts'
import type { Operation } from '../../../foundation/http/operation.ts'
import type { JsonObject } from '../../../foundation/kit/json.ts'
import { queryErrors } from '../../../query/index.ts'
import { type Context, operation } from '../../operation.ts'
import { marketingErrors } from '../../v1/marketing/marketing-schemas.ts'
import { AnyObject, IdParams, listResult, NoParams, Nothing, Uuid } from '../../v1/schemas.ts'
import { changeSubscriber, deleteSubscriber, putSubscribers } from './subscribers.ts'

const MarketingSettings = Type.Object({
  enabled: Type.Boolean({ description: 'Whether the area is on; all its operations answer 412 when it is off.' }),
  groups: Type.Array(Type.String({ minLength: 3, maxLength: 127 }), {
    maxItems: 100,
    description: 'Paths of the groups that work with segments and subscribers, besides the administrators.',
  }),
})

const putMarketingSettings = operation({
  name: 'putMarketingSettings',
  area: 'Management',
  methods: ['PUT'],
  path: '/api/v1/marketing/settings',
  summary: 'Set the settings of marketing',
  description: 'Sets whether marketing is on and which groups work with it.',
  right: 'administrator',
  params: NoParams,
  input: MarketingSettings,
  result: Nothing,
  errors: [marketingWrongGroup],
  handle: async ({ input }, { caller, apps }) => {
    await apps.marketing.settings.put(caller, input)
    return {}
  },
})

const getMarketingSettings = operation({
  name: 'getMarketingSettings',
  area: 'Management',
  methods: ['GET'],
  path: '/api/v1/marketing/settings',
  summary: 'Get the settings of marketing',
  description: 'Returns whether marketing is on and which groups work with it.',
  right: 'administrator',
  params: NoParams,
  result: MarketingSettings,
  handle: async (_request, { apps }) => ({ ...(await apps.marketing.settings.get()) }),
})

const listCategories = operation({
  name: 'listCategories',
  area: 'Management',
  methods: ['GET'],
  path: '/api/v1/marketing/categories',
  summary: 'List preference categories',
  description: 'Returns the categories for which subscribers state their preferences.',
  right: 'user',
  params: NoParams,
  result: listResult(Type.Object({ id: Uuid, name: Type.String() }, { title: 'PreferenceCategory' })),
  errors: marketingErrors,
  handle: async (_request, { caller, apps }) => {
    const all = await apps.marketing.categories.list(caller)
    return listOf(all, all.length)
  },
})

const createCategory = operation({
  name: 'createCategory',
  area: 'Management',
  methods: ['POST'],
  path: '/api/v1/marketing/categories',
  summary: 'Create a preference category',
  description: 'A category is what a person can agree to receive, such as a newsletter.',
  right: 'user',
  params: NoParams,
  input: Type.Object({
    name: Type.String({ minLength: 1, maxLength: 200, description: 'Name of the category, unique in any case.' }),
  }),
  result: Type.Object({ id: Uuid }),
  errors: [categoryTaken, ...marketingErrors],
  idempotent: { again: (_request, id) => ({ id }) },
  handle: async ({ input }, { caller, apps }) => ({ id: await apps.marketing.categories.create(caller, input.name) }),
})

const createDynamicSegment = operation({
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

const deleteSegment = operation({
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

/** Operations of the management API on marketing. */
export const marketingManagementOperations: readonly Operation<Context>[] = [
  getMarketingSettings,
  putMarketingSettings,
  listCategories,
  createCategory,
  createDynamicSegment,
  deleteSegment,
  putSubscribers,
  changeSubscriber,
  deleteSubscriber,
]
