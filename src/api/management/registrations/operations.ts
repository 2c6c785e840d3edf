import { Type } from 'typebox'
import { applicationNotFound, elementNotFound, statusNotAllowed } from '../../../data/index.ts'
import { listOf } from '../../../foundation/http/envelope.ts'
import type { Operation } from '../../../foundation/http/operation.ts'
import { queryErrors } from '../../../query/index.ts'
import {
  caseClosed,
  caseNotFound,
  nomenclatureNotAllowed,
  numberTaken,
  registeredAlready,
  registrationFixed,
  registrationIncomplete,
  registrationNotAllowed,
  registrationNotFound,
  registrationOff,
  reservationRefused,
  wrongDate,
  wrongNumber,
} from '../../../records/index.ts'
import { type Context, operation } from '../../operation.ts'
import { AnyObject, IdParams, listResult, NoParams, orNull, StrictListInput, Uuid } from '../../v1/schemas.ts'
import { CardInput, Day, NumberText, RegistrationResult, RegistrationView } from './registration-schemas.ts'

export const listRegistrations = operation({
  name: 'listRegistrations',
  area: 'Management',
  methods: ['GET'],
  path: '/api/v1/registrations',
  summary: 'List registrations',
  description:
    'Lists the registrations in the offices to which the caller has the right `view`, newest first. Filter by ' +
    '`nomenclatureId`, `number`, `status`, `registeredAt` and other fields. `elementName`, the name of the document for ' +
    'callers who can see it, is shown when `fields` requests it.',
  right: 'user',
  params: NoParams,
  input: StrictListInput,
  // `fields` determines which fields a registration has.
  result: listResult(AnyObject),
  errors: queryErrors,
  handle: async ({ input }, { caller, registry }) => {
    const { items, total } = await registry.registrations.list(caller, input)
    return listOf(items, total)
  },
})

const registerElement = operation({
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

const getRegistration = operation({
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

const annulRegistration = operation({
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

const correctRegistration = operation({
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

const listRegistrableApplications = operation({
  name: 'listRegistrableApplications',
  area: 'Management',
  methods: ['GET'],
  path: '/api/v1/registrable-applications',
  summary: 'List the applications whose elements the caller can register',
  description: 'The caller also needs the right `register` to the office of the case.',
  right: 'user',
  inLanguage: true,
  params: NoParams,
  result: Type.Object({
    applications: Type.Array(
      Type.Object({
        namespace: Type.String(),
        code: Type.String(),
        name: Type.String(),
        cases: orNull(
          Type.Array(Type.String(), {
            description: 'Indexes of the cases in which the elements can be registered; null for all cases.',
          }),
        ),
      }),
    ),
  }),
  handle: async (_request, { caller, registry }) => ({ applications: registry.registrations.registrable(caller) }),
})

/** Operations under `/api/v1/registrations`, and the applications whose elements can be registered. */
export const registrationManagement: readonly Operation<Context>[] = [
  listRegistrations,
  registerElement,
  getRegistration,
  annulRegistration,
  correctRegistration,
  listRegistrableApplications,
]
