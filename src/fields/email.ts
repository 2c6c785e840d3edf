import { Type } from 'typebox'
import { contactListType } from './contact-list.ts'

/** `[{type, email, isValid}]`; an address that does not look like one is kept, and marked so. */
export const emailType = contactListType({
  code: 'EMAIL',
  word: 'email',
  key: 'email',
  more: (email) => ({ isValid: /^[^\s@]+@[^\s@]+$/.test(email) }),
  wireOfMore: { isValid: Type.Boolean() },
})
