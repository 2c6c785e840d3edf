import { Type } from 'typebox'
import { caseNotFound } from '../../../records/index.ts'
import { operation } from '../../operation.ts'
import { CaseView } from '../../v1/nomenclature/nomenclature-schemas.ts'
import { IdParams, Time, Uuid } from '../../v1/schemas.ts'

export const getCase = operation({
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
