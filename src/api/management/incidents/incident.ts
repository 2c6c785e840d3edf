import { Type } from 'typebox'

export const Reason = Type.String({ minLength: 1, maxLength: 2000, description: 'Why; kept in the history and audit.' })

export const ChangedContext = Type.Record(Type.String(), Type.Unknown(), {
  description: 'Variables with their new values; null clears a variable.',
})
