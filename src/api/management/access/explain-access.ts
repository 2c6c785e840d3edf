import { Type } from 'typebox'
import {
  accessUnknownUser,
  applicationNotFound,
  applicationReadOnly,
  elementNotFound,
  rights,
} from '../../../apps/index.ts'
import { notAllowed } from '../../../http/errors.ts'
import { operation } from '../../operation.ts'
import { NoParams, Uuid } from '../../v1/schemas.ts'

const Reason = Type.Object({
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
  summary: 'Why somebody may do something, or may not',
  description:
    'About oneself anybody may ask, about others administrators. Without `id` it is about the application: `scope` says ' +
    'whether the right holds for all of its elements, for some, or for none. `because` has what gives the right, `but` ' +
    'the rules that give it to others or for other elements.',
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
    because: Type.Array(Reason),
    but: Type.Array(Reason),
  }),
  errors: [applicationNotFound, applicationReadOnly, elementNotFound, accessUnknownUser, notAllowed],
  handle: async ({ input }, { caller, apps }) => ({ ...(await apps.access.explain(caller, input)) }),
})
