import { Type } from 'typebox'
import { contactListType } from './contact-list.ts'

/** `[{type, tel, ext, isValid}]`; a number that does not look like one is kept, and marked so. */
export const phoneType = contactListType({
  code: 'PHONE',
  word: 'phone',
  key: 'tel',
  more: (tel, { ext }) => ({
    ext: typeof ext === 'string' && ext !== '' ? ext.slice(0, 50).toWellFormed() : null,
    isValid: isPhone(tel),
  }),
  wireOfMore: { ext: Type.Union([Type.String(), Type.Null()]), isValid: Type.Boolean() },
})

/** Seven digits are a number inside a town; fifteen are the most that a number of any country has (E.164). */
function isPhone(tel: string): boolean {
  const digits = tel.replace(/[ ().\-\u00a0]/g, '')
  return /^\+?\d{7,15}$/.test(digits)
}
