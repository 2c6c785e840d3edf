import { Type } from 'typebox'
import { Time, Uuid } from '../../v1/schemas.ts'

export const Text = Type.String({ minLength: 1, maxLength: 500 })

/** The filters of audit entries. */
export const auditFilter = {
  userId: Type.Optional(Uuid),
  operation: Type.Optional(Text),
  object: Type.Optional(Text),
  outcome: Type.Optional(Type.Enum(['done', 'refused'])),
  elements: Type.Optional(
    Type.Enum(['all', 'notImported'], {
      description:
        'Which changes of elements are listed: all, or only those that no import made. The end of each import is an ' +
        'entry of its own, with the numbers of elements.',
    }),
  ),
  requestId: Type.Optional(Text),
  from: Type.Optional(Time),
  to: Type.Optional(Time),
}

// A misspelt filter must be refused, not return every entry.
export const AuditFilter = Type.Object(auditFilter, { additionalProperties: false })
