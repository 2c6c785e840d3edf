import { Type } from 'typebox'

export const Reason = Type.String({
  minLength: 1,
  maxLength: 2000,
  description: 'Reason; stored in the history of the instance and in the audit log.',
})

export const ChangedContext = Type.Record(Type.String(), Type.Unknown(), {
  description: 'Variables with their new values; null clears a variable.',
})

export const TakenFlow = Type.String({
  minLength: 1,
  maxLength: 255,
  description: 'Id of the flow by which the token leaves the element. By default, the conditions of the flows decide.',
})
