import { Type } from 'typebox'
import { applicationNotFound, applicationReadOnly, elementNotFound } from '../../../data/index.ts'
import { listOf } from '../../../foundation/http/envelope.ts'
import { tooLarge } from '../../../query/index.ts'
import { operation } from '../../operation.ts'
import { ElementParams, listResult, Uuid } from '../../v1/schemas.ts'

const Revision = Type.Object({
  rev: Type.Integer(),
  at: Type.String({ format: 'date-time' }),
  by: Uuid,
  action: Type.String(),
  changes: Type.Record(Type.String(), Type.Array(Type.Any())),
})

export const getElementHistory = operation({
  name: 'getElementHistory',
  area: 'Management',
  methods: ['GET'],
  path: '/api/v1/elements/{namespace}/{code}/{id}/history',
  summary: 'Get the history of an element',
  description:
    'Returns the revisions of the element, oldest first. `changes` has `[before, after]` for each field that a ' +
    'revision changed.',
  right: 'user',
  params: ElementParams,
  result: listResult(Revision),
  errors: [applicationNotFound, applicationReadOnly, elementNotFound, tooLarge],
  handle: async ({ params }, { caller, apps }) => {
    const revisions = await apps.elements.history(caller, params)
    return listOf(revisions, revisions.length)
  },
})
