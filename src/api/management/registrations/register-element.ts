import { Type } from 'typebox'
import { applicationNotFound, elementNotFound, statusNotAllowed } from '../../../data/index.ts'
import {
  caseClosed,
  caseNotFound,
  nomenclatureNotAllowed,
  numberTaken,
  registeredAlready,
  registrationIncomplete,
  registrationNotAllowed,
  registrationOff,
  reservationRefused,
  wrongDate,
  wrongNumber,
} from '../../../records/index.ts'
import { operation } from '../../operation.ts'
import { NoParams, Uuid } from '../../v1/schemas.ts'
import { CardInput, Day, NumberText, RegistrationResult } from './registration-schemas.ts'

export const registerElement = operation({
  name: 'registerElement',
  area: 'Management',
  methods: ['POST'],
  path: '/api/v1/registrations',
  summary: 'Register an element in a case',
  description:
    'Requires access to the element and the right `register` to the office of the case; an earlier date requires ' +
    '`backdate`. The number, the row of the journal and the change of the element are committed together. With ' +
    '`reservationId`, the element gets a number that was reserved.',
  right: 'user',
  params: NoParams,
  input: Type.Object({
    namespace: Type.String({ maxLength: 200 }),
    code: Type.String({ maxLength: 200 }),
    id: Type.String({ maxLength: 100, description: 'Id of the element.' }),
    caseId: Type.String({ maxLength: 100, description: 'Id of the case.' }),
    number: NumberText,
    date: Day('Registration date in the time zone of the organisation; today by default.'),
    card: Type.Optional(CardInput),
    previousId: Type.Optional(Uuid),
    reservationId: Type.Optional(Uuid),
  }),
  result: RegistrationResult,
  errors: [
    applicationNotFound,
    elementNotFound,
    caseNotFound,
    nomenclatureNotAllowed,
    registrationNotAllowed,
    registrationOff,
    registrationIncomplete,
    registeredAlready,
    caseClosed,
    numberTaken,
    wrongNumber,
    wrongDate,
    reservationRefused,
    statusNotAllowed,
  ],
  idempotent: {
    again: async (_request, id, { caller, registry }) => ({
      item: await registry.registrations.get(caller, id),
      warnings: [],
    }),
  },
  async handle({ input: { namespace, code, id, ...others } }, { caller, registry }) {
    const { item, warnings } = await registry.registrations.register(caller, {
      element: { namespace, code, id },
      ...others,
    })
    return { item, warnings: [...warnings] }
  },
})
