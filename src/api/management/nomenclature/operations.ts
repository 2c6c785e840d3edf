import { Type } from 'typebox'
import type { Operation } from '../../../foundation/http/operation.ts'
import { JsonText } from '../../../foundation/kit/json.ts'
import {
  caseClosed,
  caseInUse,
  caseNotFound,
  directoryInUse,
  directoryNotFound,
  disposalRefused,
  nomenclatureNotAllowed,
  numberTaken,
  officeRights,
  reservationRefused,
  wrongCaseState,
  wrongDate,
  wrongNumber,
} from '../../../records/index.ts'
import { type Context, operation } from '../../operation.ts'
import { caseChangeErrors } from '../../v1/nomenclature/case-errors.ts'
import { CaseView } from '../../v1/nomenclature/nomenclature-schemas.ts'
import { IdParams, NoParams, Nothing, Time, Uuid } from '../../v1/schemas.ts'
import { grantOperations } from '../access/grant-operations.ts'
import { Day, NumberText, RegistrationResult } from '../registrations/registration-schemas.ts'
import { CaseChange, CaseStateInput } from './nomenclature-schemas.ts'
import { rollNomenclature } from './roll-nomenclature.ts'

const deleteNomenclatureDirectory = operation({
  name: 'deleteNomenclatureDirectory',
  area: 'Management',
  methods: ['DELETE'],
  path: '/api/v1/nomenclature-directories/{id}',
  summary: 'Delete an empty office or section of the nomenclature',
  description: 'Requires the right `administer` to the office.',
  right: 'user',
  params: IdParams,
  result: Nothing,
  errors: [directoryNotFound, nomenclatureNotAllowed, directoryInUse],
  async handle({ params }, { caller, registry }) {
    await registry.directories.delete(caller, params.id)
    return {}
  },
})

const getCase = operation({
  name: 'getCase',
  area: 'Management',
  methods: ['GET'],
  path: '/api/v1/nomenclature/{id}',
  summary: 'Get a case',
  description: 'Requires the right `view` to the office. `templates` has all number templates, the present one first.',
  right: 'user',
  params: IdParams,
  result: Type.Object({
    item: CaseView,
    templates: Type.Array(Type.Object({ no: Type.Integer(), template: Type.String(), since: Time, by: Uuid })),
  }),
  errors: [caseNotFound],
  handle: async ({ params }, { caller, registry }) => ({
    item: await registry.cases.get(caller, params.id),
    templates: await registry.cases.templates(caller, params.id),
  }),
})

const changeCase = operation({
  name: 'changeCase',
  area: 'Management',
  methods: ['PATCH'],
  path: '/api/v1/nomenclature/{id}',
  summary: 'Change a case',
  description:
    'Requires the right `administer` to the office. An absent value stays as it is, null clears one. A new template ' +
    'counts for new numbers only.',
  right: 'user',
  params: IdParams,
  input: CaseChange,
  result: Type.Object({ item: CaseView }),
  errors: caseChangeErrors,
  handle: async ({ params, input }, { caller, registry }) => ({
    item: await registry.cases.update(caller, params.id, input),
  }),
})

const setCaseState = operation({
  name: 'setCaseState',
  area: 'Management',
  methods: ['POST'],
  path: '/api/v1/nomenclature/{id}/state',
  summary: 'Open, close or archive a case',
  description: 'Requires the right `administer` to the office. Documents are registered in cases that are active.',
  right: 'user',
  params: IdParams,
  input: CaseStateInput,
  result: Type.Object({ item: CaseView }),
  errors: [caseNotFound, nomenclatureNotAllowed, wrongCaseState],
  handle: async ({ params, input: { state, comment } }, { caller, registry }) => ({
    item: await registry.cases.setState(caller, params.id, state, comment),
  }),
})

const deleteCase = operation({
  name: 'deleteCase',
  area: 'Management',
  methods: ['DELETE'],
  path: '/api/v1/nomenclature/{id}',
  summary: 'Delete a case without registrations',
  description: 'Requires the right `administer` to the office. A case with registrations can only be closed.',
  right: 'user',
  params: IdParams,
  result: Nothing,
  errors: [caseNotFound, nomenclatureNotAllowed, caseInUse],
  async handle({ params }, { caller, registry }) {
    await registry.cases.delete(caller, params.id)
    return {}
  },
})

const reserveNumber = operation({
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

const getNextNumber = operation({
  name: 'getNextNumber',
  area: 'Management',
  methods: ['GET'],
  path: '/api/v1/nomenclature/{id}/next-number',
  summary: 'Preview the next number of a case',
  description:
    'Requires the right `view` to the office. Another registration may get the number first. Tokens of the element, ' +
    'such as `{field:kind}`, have no value in the preview.',
  right: 'user',
  params: IdParams,
  input: Type.Object({ date: Day('Registration date; today by default.') }),
  result: Type.Object({
    number: Type.String(),
    seq: Type.String({ description: 'Value of the counter.' }),
    period: Type.String({ description: 'First day of the period; 0001-01-01 when numbers are never reset.' }),
  }),
  errors: [caseNotFound, wrongDate, wrongNumber],
  handle: ({ params, input }, { caller, registry }) => registry.registrations.nextNumber(caller, params.id, input.date),
})

const printJournal = operation({
  name: 'printJournal',
  cost: 'heavy',
  area: 'Management',
  methods: ['GET'],
  path: '/api/v1/nomenclature/{id}/journal',
  summary: 'Get the registration journal of a case as a page for printing',
  description:
    'Requires the right `view` to the office. Lists up to 10,000 numbers in their order, annulled ones struck through. ' +
    'The name of a document is shown to callers who can see the document. `GET /api/v1/registrations` has the same as JSON.',
  right: 'user',
  params: IdParams,
  input: Type.Object({ from: Day('First registration date.'), to: Day('Last registration date.') }),
  result: Type.String(),
  media: 'text/html; charset=utf-8',
  errors: [caseNotFound, wrongDate],
  handle: async ({ params, input }, { caller, registry }) =>
    new JsonText(await registry.printJournal(caller, params.id, input)),
})

const disposeCases = operation({
  name: 'disposeCases',
  area: 'Management',
  methods: ['POST'],
  path: '/api/v1/nomenclature/dispose',
  summary: 'Dispose of cases by an act',
  description:
    'Requires the right `administer` to the offices. All cases or none: each has to be closed or archived, past its ' +
    'retention, and under no legal hold. The journal stays; the documents can then be deleted.',
  right: 'user',
  params: NoParams,
  input: Type.Object({
    number: Type.String({ minLength: 1, maxLength: 100, description: 'Number of the act.' }),
    caseIds: Type.Array(Uuid, { minItems: 1, maxItems: 1000 }),
    comment: Type.Optional(Type.String({ maxLength: 4000 })),
  }),
  result: Type.Object({ id: Uuid }),
  errors: [caseNotFound, nomenclatureNotAllowed, disposalRefused],
  handle: async ({ input }, { caller, registry }) => ({ id: await registry.dispose(caller, input) }),
})

/** Operations on the grants of offices, which say who registers there and who administers their nomenclature. */
const [listOfficeGrants, putOfficeGrant, deleteOfficeGrant] = grantOperations({
  name: 'Office',
  noun: { article: 'an', text: 'office' },
  path: '/api/v1/nomenclature-directories/{id}',
  params: IdParams,
  rights: officeRights,
  granting: 'administer',
  errors: [directoryNotFound, nomenclatureNotAllowed],
  grants: ({ registry }) => registry.directories.grants,
})

/** Operations under `/api/v1/nomenclature` and `/api/v1/nomenclature-directories`. */
export const nomenclatureManagement: readonly Operation<Context>[] = [
  deleteNomenclatureDirectory,
  listOfficeGrants,
  putOfficeGrant,
  deleteOfficeGrant,
  getCase,
  changeCase,
  setCaseState,
  deleteCase,
  reserveNumber,
  getNextNumber,
  printJournal,
  rollNomenclature,
  disposeCases,
]
