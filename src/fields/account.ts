import { contactListType } from './contact-list.ts'

/** Accounts in messengers and networks: `[{login, type}]`, the type being `telegram` or the like. */
export const accountType = contactListType({
  code: 'ACCOUNT',
  word: 'account',
  key: 'login',
  more: () => ({}),
  wireOfMore: {},
})
