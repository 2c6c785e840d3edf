/** Maximum length of a mail address with its name. */
const maxAddressChars = 500

/** Returns whether a text is one mail address, such as `anna@example.com` or `Anna <anna@example.com>`. */
export const isMailAddress = (text: string): boolean =>
  text.length <= maxAddressChars && /^([^<>\r\n@]*<)?[^\s@<>]+@[^\s@<>]+>?$/.test(text.trim())
