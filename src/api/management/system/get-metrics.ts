import { Type } from 'typebox'
import { JsonText } from '../../../foundation/kit/json.ts'
import { expositionType } from '../../../foundation/metrics/index.ts'
import { operation } from '../../operation.ts'
import { NoParams } from '../../v1/schemas.ts'

export const getMetrics = operation({
  name: 'getMetrics',
  cost: 'none',
  area: 'Management',
  methods: ['GET'],
  path: '/api/v1/metrics',
  summary: 'Get the metrics of the server',
  description:
    'Returns the figures of the server process that answers, and those of the installation, in the text format of ' +
    'Prometheus.',
  right: 'administrator',
  params: NoParams,
  media: expositionType,
  result: Type.String(),
  handle: async (_request, { metricsText }) => new JsonText(await metricsText()),
})
