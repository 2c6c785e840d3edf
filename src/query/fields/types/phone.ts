import { Type } from 'typebox'
import { contactListType } from './contact-list.ts'

/** Phone numbers: `[{type, tel, ext, isValid}]`. A malformed number is stored with `isValid: false`. */
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

/** Returns whether a text looks like a phone number. A local number has seven digits; E.164 allows at most fifteen. */
function isPhone(tel: string): boolean {
  const digits = tel.replace(/[ ().\-\u00a0]/g, '')
  return /^\+?\d{7,15}$/.test(digits)
}
