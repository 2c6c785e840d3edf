import { operation } from '../../operation.ts'
import { NoParams } from '../../v1/schemas.ts'
import { MarketingSettings } from './put-marketing-settings.ts'

export const getMarketingSettings = operation({
  name: 'getMarketingSettings',
  area: 'Management',
  methods: ['GET'],
  path: '/api/v1/marketing/settings',
  summary: 'Get the settings of marketing',
  right: 'administrator',
  params: NoParams,
  result: MarketingSettings,
  handle: async (_request, { apps }) => ({ ...(await apps.marketing.settings.get()) }),
})
