import { Type } from 'typebox'
import { contactListType } from './contact-list.ts'

/** E-mail addresses: `[{type, email, isValid}]`. A malformed address is stored with `isValid: false`. */
export const emailType = contactListType({
  code: 'EMAIL',
  word: 'email',
  key: 'email',
  more: (email) => ({ isValid: /^[^\s@]+@[^\s@]+$/.test(email) }),
  wireOfMore: { isValid: Type.Boolean() },
})
