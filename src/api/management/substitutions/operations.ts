import { Type } from 'typebox'
import { listOf } from '../../../foundation/http/envelope.ts'
import { notAllowed } from '../../../foundation/http/errors.ts'
import type { Operation } from '../../../foundation/http/operation.ts'
import { codePattern } from '../../../foundation/kit/codes.ts'
import {
  substitutionNotFound,
  substitutionOverlaps,
  substitutionWrongPeriod,
  substitutionWrongUser,
} from '../../../people/index.ts'
import { type Context, operation } from '../../operation.ts'
import { IdParams, listResult, NoParams, Nothing, orNull, Time, Uuid } from '../../v1/schemas.ts'

const Kind = Type.Enum(['instead', 'together'], {
  description:
    'Recipient of the tasks of the principal: only the substitute (`instead`), or both users (`together`). The rights of the substitute are the same in both cases.',
})
const Applications = Type.Array(Type.String({ pattern: `^${codePattern}\\.${codePattern}$`, maxLength: 127 }), {
  minItems: 1,
  maxItems: 100,
  description:
    'Paths (`namespace.code`) of the applications to which the substitution is limited; all applications by default.',
})

const SubstitutionInput = Type.Object({
  principal: Type.Optional(
    Type.String({ format: 'uuid', description: 'Id of the user for whom the substitute acts; the caller by default.' }),
  ),
  substitute: Type.String({ format: 'uuid', description: 'Id of the user who acts for the principal.' }),
  from: Type.Optional(
    Type.String({ format: 'date-time', description: 'Start of the substitution; the current time by default.' }),
  ),
  until: Type.Optional(
    Type.String({
      format: 'date-time',
      description: 'End of the substitution; without it, the substitution lasts until it is ended.',
    }),
  ),
  kind: Type.Optional(Kind),
  applications: Type.Optional(Applications),
})

const SubstitutionView = Type.Object(
  {
    id: Uuid,
    principal: Uuid,
    substitute: Uuid,
    kind: Kind,
    applications: orNull(Type.Array(Type.String())),
    state: Type.Enum(['planned', 'active', 'ended']),
    from: Time,
    until: orNull(Time),
    endedAt: orNull(Time),
    createdAt: Time,
    createdBy: Uuid,
  },
  { title: 'Substitution' },
)

const createSubstitution = operation({
  name: 'createSubstitution',
  area: 'Management',
  methods: ['POST'],
  path: '/api/v1/substitutions',
  summary: 'Create a substitution',
  description:
    'During the substitution, the substitute has the rights that the principal has by name and through groups and ' +
    'positions, but not the rights of an administrator. Users can name a substitute for themselves, administrators ' +
    'for any user.',
  right: 'user',
  params: NoParams,
  input: SubstitutionInput,
  result: Type.Object({ id: Uuid }),
  errors: [notAllowed, substitutionWrongUser, substitutionWrongPeriod, substitutionOverlaps],
  idempotent: { again: (_request, id) => ({ id }) },
  handle: async ({ input }, { caller, people }) => ({ id: await people.substitutions.create(caller, input) }),
})

const listSubstitutions = operation({
  name: 'listSubstitutions',
  area: 'Management',
  methods: ['GET'],
  path: '/api/v1/substitutions',
  summary: 'List substitutions',
  description:
    'Returns substitutions newest first, at most 10,000. Administrators see all substitutions, other users those ' +
    'in which they are the principal or the substitute.',
  right: 'user',
  params: NoParams,
  result: listResult(SubstitutionView),
  handle: async (_request, { caller, people }) => {
    const substitutions = await people.substitutions.list(caller)
    return listOf(substitutions, substitutions.length)
  },
})

const endSubstitution = operation({
  name: 'endSubstitution',
  area: 'Management',
  methods: ['DELETE'],
  path: '/api/v1/substitutions/{id}',
  summary: 'End a substitution',
  description:
    'Ends the substitution immediately. Allowed for the principal and for administrators. Ended substitutions stay ' +
    'in the list.',
  right: 'user',
  params: IdParams,
  result: Nothing,
  errors: [substitutionNotFound],
  handle: async ({ params }, { caller, people }) => {
    await people.substitutions.end(caller, params.id)
    return {}
  },
})

/** Operations of the management API on substitutions. */
export const substitutionOperations: readonly Operation<Context>[] = [
  createSubstitution,
  listSubstitutions,
  endSubstitution,
]
