import { Type } from 'typebox'
import {
  caseClosed,
  caseNotFound,
  nomenclatureNotAllowed,
  numberTaken,
  reservationRefused,
  wrongDate,
  wrongNumber,
} from '../../../records/index.ts'
import { operation } from '../../operation.ts'
import { IdParams, Uuid } from '../../v1/schemas.ts'
import { Day, NumberText, RegistrationResult } from '../registrations/registration-schemas.ts'

export const reserveNumber = operation({
  name: 'reserveNumber',
  area: 'Management',
  methods: ['POST'],
  path: '/api/v1/nomenclature/{id}/reserve',
  summary: 'Reserve a number of a case',
  description:
    'Requires the right `register` to the office, and a case with `reserveEnabled`. The number is used by ' +
    '`POST /api/v1/registrations` with `reservationId`. After its last day the reservation is annulled.',
  right: 'user',
  params: IdParams,
  input: Type.Object({
    number: NumberText,
    reservedFor: Type.Optional(Uuid),
    until: Day('Last day on which the number can be used; 30 days from now by default.'),
    date: Day('Day whose period the number belongs to; today by default.'),
    comment: Type.Optional(Type.String({ maxLength: 1000 })),
  }),
  result: RegistrationResult,
  errors: [caseNotFound, nomenclatureNotAllowed, reservationRefused, caseClosed, numberTaken, wrongDate, wrongNumber],
  idempotent: {
    again: async (_request, id, { caller, registry }) => ({
      item: await registry.registrations.get(caller, id),
      warnings: [],
    }),
  },
  async handle({ params, input }, { caller, registry }) {
    const { item, warnings } = await registry.registrations.reserve(caller, params.id, input)
    return { item, warnings: [...warnings] }
  },
})
