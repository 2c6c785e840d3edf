import { contactListType } from './contact-list.ts'

/** Accounts in messengers and social networks: `[{login, type}]`, where `type` is a word such as `telegram`. */
export const accountType = contactListType({
  code: 'ACCOUNT',
  word: 'account',
  key: 'login',
  more: () => ({}),
  wireOfMore: {},
})
