import { applicationNotFound, applicationReadOnly } from '../../../data/index.ts'
import { operation } from '../../operation.ts'
import { ApplicationParams } from '../../v1/schemas.ts'
import { Capabilities } from './capabilities.ts'

export const getApplicationCapabilities = operation({
  name: 'getApplicationCapabilities',
  area: 'Management',
  methods: ['GET'],
  path: '/api/v1/elements/{namespace}/{code}/capabilities',
  summary: 'Get what the caller may do with the elements of an application',
  description:
    'Returns the rights that the caller has to at least some elements, the statuses with which a new element can ' +
    'begin, and the fields that the caller cannot write in a new element.',
  right: 'user',
  params: ApplicationParams,
  result: Capabilities,
  errors: [applicationNotFound, applicationReadOnly],
  handle: async ({ params }, { caller, apps, registry }) => ({
    ...(await apps.elements.capabilities(caller, params)),
    registration: registry.registrations.registrability(caller, params),
  }),
})
