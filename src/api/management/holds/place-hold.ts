import { Type } from 'typebox'
import { applicationNotFound, elementNotFound } from '../../../data/index.ts'
import { caseNotFound, wrongHold } from '../../../records/index.ts'
import { operation } from '../../operation.ts'
import { NoParams } from '../../v1/schemas.ts'
import { HoldView, Reason } from './hold-schemas.ts'

const Text = Type.Optional(Type.String({ maxLength: 200 }))

export const placeHold = operation({
  name: 'placeHold',
  area: 'Management',
  methods: ['POST'],
  path: '/api/v1/holds',
  summary: 'Place a legal hold on a case or an element',
  description:
    'Give `caseId` for a case with every element registered in it, or `namespace`, `code` and `id` for one element. Until ' +
    'the hold is lifted, nobody can delete the elements, their files or versions, not even from the recycle bin.',
  right: 'administrator',
  params: NoParams,
  input: Type.Object({ caseId: Text, namespace: Text, code: Text, id: Text, reason: Reason }),
  result: Type.Object({ hold: HoldView }),
  errors: [applicationNotFound, elementNotFound, caseNotFound, wrongHold],
  idempotent: { again: async (_request, id, { registry }) => ({ hold: await registry.holds.get(id) }) },
  async handle({ input: { caseId, namespace, code, id, reason } }, { caller, registry }) {
    const isPart = namespace !== undefined || code !== undefined || id !== undefined
    const element = isPart ? { namespace: namespace ?? '', code: code ?? '', id: id ?? '' } : undefined
    return { hold: await registry.holds.place(caller, { caseId, element, reason }) }
  },
})
