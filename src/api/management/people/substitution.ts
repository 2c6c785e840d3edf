import { Type } from 'typebox'
import { codePattern } from '../../../kit/codes.ts'
import { orNull, Time, Uuid } from '../../v1/schemas.ts'

const Kind = Type.Enum(['instead', 'together'], {
  description: 'Who gets what is to be done meanwhile: the substitute alone, or both. Rights are the same.',
})
const Applications = Type.Array(Type.String({ pattern: `^${codePattern}\\.${codePattern}$`, maxLength: 127 }), {
  minItems: 1,
  maxItems: 100,
  description: '`namespace.code` of the applications in which it counts; absent: all.',
})

export const SubstitutionInput = Type.Object({
  principal: Type.Optional(Type.String({ format: 'uuid', description: 'Who is stood in for; absent: the caller.' })),
  substitute: Uuid,
  from: Type.Optional(Type.String({ format: 'date-time', description: 'Absent: now.' })),
  until: Type.Optional(Type.String({ format: 'date-time', description: 'Absent: until somebody ends it.' })),
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
