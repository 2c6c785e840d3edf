import { idListType } from './id-list.ts'

/** Users, stored as a list of their ids. The only list of ids that accepts a single id outside a list. */
export const userType = idListType({
  code: 'SYS_USER',
  word: 'user',
  takesBareId: true,
  refersTo: () => ({ to: 'user' }),
})
