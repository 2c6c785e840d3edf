import { wrongInput } from '../../foundation/http/errors.ts'
import { isPlainMailAddress } from '../../foundation/mail/index.ts'

/** Throws when the address of a user is not one mail address. An empty text means that the user has none. */
export function checkMailAddress(email: string | null | undefined): void {
  if (email === undefined || email === null || email === '' || isPlainMailAddress(email)) return
  throw wrongInput('"email" must be one mail address, such as anna@example.com', { field: 'email' })
}
