/** Maximum length of a mail address with its name. */
const maxAddressChars = 500

/** An address without a name. Characters that separate addresses or begin a comment are not allowed anywhere in it. */
const plain = String.raw`[^\s@<>,;:"()[\]\\\p{Cc}]+@[^\s@<>,;:"()[\]\\\p{Cc}]+`
const named = String.raw`(?:"[^"\\\p{Cc}]*"|[^<>@,;:"()\p{Cc}]*) *<${plain}>`
const address = new RegExp(`^(?:${plain}|${named})$`, 'u')
const addressOnly = new RegExp(`^${plain}$`, 'u')

/** Returns whether a text is one mail address, such as `anna@example.com` or `Anna <anna@example.com>`. */
export const isMailAddress = (text: string): boolean => text.length <= maxAddressChars && address.test(text)

/** Returns whether a text is one mail address without a name, such as `anna@example.com`. */
export const isPlainMailAddress = (text: string): boolean => text.length <= maxAddressChars && addressOnly.test(text)
