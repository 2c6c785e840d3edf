import { Type } from 'typebox'

export const Reason = Type.String({
  minLength: 1,
  maxLength: 2000,
  description: 'Reason; stored in the history of the instance and in the audit log.',
})

export const ChangedContext = Type.Record(Type.String(), Type.Unknown(), {
  description: 'Variables with their new values; null clears a variable.',
})
