import { Type } from 'typebox'
import { nomenclatureNotAllowed, registrationFixed, registrationNotFound } from '../../../records/index.ts'
import { operation } from '../../operation.ts'
import { IdParams } from '../../v1/schemas.ts'
import { RegistrationResult } from './registration-schemas.ts'

export const annulRegistration = operation({
  name: 'annulRegistration',
  area: 'Management',
  methods: ['POST'],
  path: '/api/v1/registrations/{id}/annul',
  summary: 'Annul a registration or a reservation',
  description:
    'Requires the right `register` to the office. The number stays in the journal with the reason, and is never given ' +
    'again.',
  right: 'user',
  params: IdParams,
  input: Type.Object({ reason: Type.String({ minLength: 1, maxLength: 1000 }) }),
  result: RegistrationResult,
  errors: [registrationNotFound, nomenclatureNotAllowed, registrationFixed],
  async handle({ params, input: { reason } }, { caller, registry }) {
    const { item, warnings } = await registry.registrations.annul(caller, params.id, reason)
    return { item, warnings: [...warnings] }
  },
})
