import { Type } from 'typebox'
import {
  caseNotFound,
  nomenclatureNotAllowed,
  numberTaken,
  registrationFixed,
  registrationNotFound,
  wrongDate,
  wrongNumber,
} from '../../../records/index.ts'
import { operation } from '../../operation.ts'
import { IdParams } from '../../v1/schemas.ts'
import { CardInput, Day, NumberText, RegistrationResult } from './registration-schemas.ts'

export const correctRegistration = operation({
  name: 'correctRegistration',
  area: 'Management',
  methods: ['POST'],
  path: '/api/v1/registrations/{id}/correct',
  summary: 'Correct a registration',
  description:
    'Requires the right `register` to the office, and a case with `editAfterRegistration`. The journal keeps what was ' +
    'there before.',
  right: 'user',
  params: IdParams,
  input: Type.Object({
    number: NumberText,
    date: Day('New registration date.'),
    card: Type.Optional(CardInput),
    reason: Type.String({ minLength: 1, maxLength: 1000 }),
  }),
  result: RegistrationResult,
  errors: [
    registrationNotFound,
    caseNotFound,
    nomenclatureNotAllowed,
    registrationFixed,
    numberTaken,
    wrongNumber,
    wrongDate,
  ],
  async handle({ params, input }, { caller, registry }) {
    const { item, warnings } = await registry.registrations.correct(caller, params.id, input)
    return { item, warnings: [...warnings] }
  },
})
