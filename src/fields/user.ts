import { idListType } from './id-list.ts'

/** Users, as a list of their ids; the only list of ids that may be written as one bare id. */
export const userType = idListType({
  code: 'SYS_USER',
  word: 'user',
  takesBareId: true,
  refersTo: () => ({ to: 'user' }),
})
