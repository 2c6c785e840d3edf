import { Type } from 'typebox'
import { marketingWrongGroup } from '../../../data/index.ts'
import { operation } from '../../operation.ts'
import { NoParams, Nothing } from '../../v1/schemas.ts'

export const MarketingSettings = Type.Object({
  enabled: Type.Boolean({ description: 'Whether the area is on; all its operations answer 412 when it is off.' }),
  groups: Type.Array(Type.String({ minLength: 3, maxLength: 127 }), {
    maxItems: 100,
    description: 'Paths of the groups that work with segments and subscribers, besides the administrators.',
  }),
})

export const putMarketingSettings = operation({
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

export const getMarketingSettings = operation({
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
