import { Type } from 'typebox'
import { Time, Uuid } from '../../v1/schemas.ts'

export const Text = Type.String({ minLength: 1, maxLength: 500 })

/** The filters of audit entries. */
export const auditFilter = {
  userId: Type.Optional(Uuid),
  operation: Type.Optional(Text),
  object: Type.Optional(Text),
  outcome: Type.Optional(Type.Enum(['done', 'refused'])),
  requestId: Type.Optional(Text),
  from: Type.Optional(Time),
  to: Type.Optional(Time),
}

// A misspelt filter must be refused, not return every entry.
export const AuditFilter = Type.Object(auditFilter, { additionalProperties: false })
