/** The address of a subscriber, which identifies the subscriber. */
export interface SubscriberAddress {
  readonly email: string | null
  readonly phone: string | null
  /** The e-mail address in lower case, or else the phone number without separators, with its plus. */
  readonly address: string
}

const emailForm = /^[^\s@"<>()[\],;:\\]{1,64}@[^\s@"<>()[\],;:\\]{1,255}$/

/**
 * Reads the e-mail address and the phone number of a subscriber. Returns the reason when both are missing or one is
 * malformed.
 */
export function readAddress(given: {
  readonly email?: string | undefined
  readonly phone?: string | undefined
}): SubscriberAddress | string {
  const email = given.email?.trim() ?? ''
  const phone = given.phone?.trim() ?? ''
  if (email === '' && phone === '') return 'an e-mail address or a phone number is needed'
  if (email !== '' && !emailForm.test(email)) return `"${email.slice(0, 100)}" is not an e-mail address`
  const digits = normalPhone(phone)
  if (phone !== '' && digits === undefined) return `"${phone.slice(0, 50)}" is not a phone number`
  return { email: email || null, phone: phone || null, address: email === '' ? digits! : email.toLowerCase() }
}

/** Returns a phone number without separators, with its plus; undefined for anything else. */
function normalPhone(text: string): string | undefined {
  const normal = text.replaceAll(/[\s().-]/g, '')
  return /^\+?\d{3,20}$/.test(normal) ? normal : undefined
}
