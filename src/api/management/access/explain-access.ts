import { Type } from 'typebox'
import { accessUnknownUser, type Reason, rights } from '../../../access/index.ts'
import { applicationNotFound, applicationReadOnly, elementNotFound } from '../../../data/index.ts'
import { notAllowed } from '../../../foundation/http/errors.ts'
import { operation } from '../../operation.ts'
import { NoParams, Uuid } from '../../v1/schemas.ts'

const ReasonView = Type.Object({
  by: Type.Enum(['administrator', 'unrestricted', 'rule', 'grant', 'hidden']),
  from: Type.Enum(['definition', 'setting', 'element', 'user']),
  sentence: Type.String(),
  inPlaceOf: Type.Optional(Uuid),
})

export const explainAccess = operation({
  name: 'explainAccess',
  area: 'Management',
  methods: ['GET'],
  path: '/api/v1/access/explain',
  summary: 'Explain why a user has or lacks a right',
  description:
    'Users can ask about themselves; administrators can ask about any user. Without `id` the question is about the ' +
    'application, and `scope` says whether the user has the right for all of its elements, for some or for none. ' +
    '`because` lists what gives the right. `but` lists the rules that give it to other subjects or for other ' +
    'elements.',
  right: 'user',
  params: NoParams,
  input: Type.Object({
    namespace: Type.String(),
    code: Type.String(),
    id: Type.Optional(Type.String()),
    userId: Type.Optional(Type.String()),
    right: Type.Enum([...rights]),
  }),
  result: Type.Object({
    allowed: Type.Boolean(),
    scope: Type.Enum(['all', 'some', 'none']),
    because: Type.Array(ReasonView),
    but: Type.Array(ReasonView),
  }),
  errors: [applicationNotFound, applicationReadOnly, elementNotFound, accessUnknownUser, notAllowed],
  async handle({ input }, { caller, apps }) {
    const { because, but, ...explanation } = await apps.access.explain(caller, input)
    return { ...explanation, because: because.map(viewOf), but: but.map(viewOf) }
  },
})

function viewOf({ from, ...reason }: Reason) {
  return { ...reason, from: from === 'object' ? ('element' as const) : from }
}
