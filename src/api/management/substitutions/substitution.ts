import { Type } from 'typebox'
import { codePattern } from '../../../foundation/kit/codes.ts'
import { orNull, Time, Uuid } from '../../v1/schemas.ts'

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

export const SubstitutionInput = Type.Object({
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

export const SubstitutionView = Type.Object({
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
})
