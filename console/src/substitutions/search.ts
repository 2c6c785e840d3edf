import { flag, oneOf, query, wholeNumber } from '../routing/address.ts'

/** The states of substitutions, in the order of their segments. */
export const states = ['active', 'planned', 'ended'] as const

/** Reads the address of a list of substitutions: state, page, and whether the form of a new substitution is open. */
export const substitutionSearch = query({ state: oneOf(...states), page: wholeNumber, new: flag })
export type SubstitutionSearch = {
  [Key in keyof ReturnType<typeof substitutionSearch>]: ReturnType<typeof substitutionSearch>[Key] | undefined
}
