import { Type } from 'typebox'
import { operation } from '../../operation.ts'
import { caseChangeErrors } from '../../v1/nomenclature/case-errors.ts'
import { CaseView } from '../../v1/nomenclature/nomenclature-schemas.ts'
import { IdParams } from '../../v1/schemas.ts'
import { CaseChange } from './nomenclature-schemas.ts'

export const changeCase = operation({
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
