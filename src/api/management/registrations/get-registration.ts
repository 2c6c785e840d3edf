import { Type } from 'typebox'
import { registrationNotFound } from '../../../records/index.ts'
import { operation } from '../../operation.ts'
import { IdParams } from '../../v1/schemas.ts'
import { RegistrationView } from './registration-schemas.ts'

export const getRegistration = operation({
  name: 'getRegistration',
  area: 'Management',
  methods: ['GET'],
  path: '/api/v1/registrations/{id}',
  summary: 'Get a registration',
  description: 'Requires the right `view` to the office of the case.',
  right: 'user',
  params: IdParams,
  result: Type.Object({ item: RegistrationView }),
  errors: [registrationNotFound],
  handle: async ({ params }, { caller, registry }) => ({ item: await registry.registrations.get(caller, params.id) }),
})
