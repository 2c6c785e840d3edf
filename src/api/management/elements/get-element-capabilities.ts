import { applicationNotFound, applicationReadOnly, elementNotFound } from '../../../data/index.ts'
import { operation } from '../../operation.ts'
import { ElementParams } from '../../v1/schemas.ts'
import { ElementCapabilities } from './capabilities.ts'

export const getElementCapabilities = operation({
  name: 'getElementCapabilities',
  area: 'Management',
  methods: ['GET'],
  path: '/api/v1/elements/{namespace}/{code}/{id}/capabilities',
  summary: 'Get what the caller may do with an element',
  description: 'Returns the rights of the caller, the statuses that the element may get, and the read-only fields.',
  right: 'user',
  inLanguage: true,
  params: ElementParams,
  result: ElementCapabilities,
  errors: [applicationNotFound, applicationReadOnly, elementNotFound],
  handle: async ({ params }, { caller, apps, registry }) => ({
    ...(await apps.elements.capabilities(caller, params)),
    registration: registry.registrations.registrability(caller, params),
  }),
})
