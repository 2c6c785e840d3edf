import { Type } from 'typebox'
import { AccessSetting, accessInvalid, accessUnknownUser, type Reason, rights } from '../../../access/index.ts'
import { applicationNotFound, applicationReadOnly, elementNotFound, namespaceNotFound } from '../../../data/index.ts'
import { notAllowed } from '../../../foundation/http/errors.ts'
import type { Operation } from '../../../foundation/http/operation.ts'
import { type Context, operation } from '../../operation.ts'
import { ApplicationParams, NamespaceParams, NoParams, Nothing, orNull, Time, Uuid } from '../../v1/schemas.ts'

/** Access rules of an application or namespace: those of the solution and those that administrators set. */
const AccessView = Type.Object(
  {
    definition: orNull(AccessSetting),
    setting: AccessSetting,
    updatedAt: orNull(Time),
    updatedBy: orNull(Uuid),
  },
  { title: 'Access' },
)

const ReasonView = Type.Object({
  by: Type.Enum(['administrator', 'unrestricted', 'rule', 'grant', 'hidden']),
  from: Type.Enum(['definition', 'setting', 'element', 'user']),
  sentence: Type.String(),
  inPlaceOf: Type.Optional(Uuid),
})

const explainAccess = operation({
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

const getNamespaceAccess = operation({
  name: 'getNamespaceAccess',
  area: 'Management',
  methods: ['GET'],
  path: '/api/v1/namespaces/{namespace}/access',
  summary: 'Get the visibility of a namespace',
  description:
    '`definition` is the visibility in the files of the solution. `setting` is the visibility that administrators ' +
    'have set in its place.',
  right: 'administrator',
  params: NamespaceParams,
  result: AccessView,
  errors: [namespaceNotFound],
  handle: async ({ params }, { apps }) => ({ ...(await apps.access.settings.get(params)) }),
})

const putNamespaceAccess = operation({
  name: 'putNamespaceAccess',
  area: 'Management',
  methods: ['PUT'],
  path: '/api/v1/namespaces/{namespace}/access',
  summary: 'Set the visibility of a namespace',
  description:
    '`visibleTo` replaces the visibility that the solution defines; `{}` removes the setting. The setting stays ' +
    'when the solution is applied again.',
  right: 'administrator',
  params: NamespaceParams,
  input: AccessSetting,
  result: Nothing,
  errors: [namespaceNotFound, accessInvalid],
  handle: async ({ params, input }, { caller, apps }) => {
    await apps.access.settings.put(caller, params, input)
    return {}
  },
})

const getApplicationAccess = operation({
  name: 'getApplicationAccess',
  area: 'Management',
  methods: ['GET'],
  path: '/api/v1/applications/{namespace}/{code}/access',
  summary: 'Get the access rules of an application',
  description:
    '`definition` has the rules in the files of the solution. `setting` has the rules that administrators have ' +
    'added.',
  right: 'administrator',
  params: ApplicationParams,
  result: AccessView,
  errors: [applicationNotFound],
  handle: async ({ params }, { apps }) => ({ ...(await apps.access.settings.get(params)) }),
})

const putApplicationAccess = operation({
  name: 'putApplicationAccess',
  area: 'Management',
  methods: ['PUT'],
  path: '/api/v1/applications/{namespace}/{code}/access',
  summary: 'Set additional access rules of an application',
  description:
    'The rules are added to those of the solution; they restrict the application also when the solution has none. ' +
    '`visibleTo` replaces the visibility that the solution defines. The whole setting is replaced, and `{}` ' +
    'removes it. The setting stays when the solution is applied again, and takes effect on every node within a ' +
    'second.',
  right: 'administrator',
  params: ApplicationParams,
  input: AccessSetting,
  result: Nothing,
  errors: [applicationNotFound, accessInvalid],
  handle: async ({ params, input }, { caller, apps }) => {
    await apps.access.settings.put(caller, params, input)
    return {}
  },
})

/** Operations of the management API on access rules. */
export const accessOperations: readonly Operation<Context>[] = [
  explainAccess,
  getNamespaceAccess,
  putNamespaceAccess,
  getApplicationAccess,
  putApplicationAccess,
]
