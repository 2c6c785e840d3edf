import type { Authority } from '../../../access/index.ts'
import type { Application } from '../../applications/application.ts'

/** Returns whether a field holds the registration number of the elements, so that only registrations write it. */
export const isNumberField = ({ registration }: Pick<Application, 'registration'>, code: string): boolean =>
  registration?.number === code

/** Returns an authority without the right to write the registration number. Administrators lack this right, too. */
export function withoutNumberField(application: Application, authority: Authority): Authority {
  if (application.registration?.number === undefined) return authority
  return {
    ...authority,
    field: (code, right) =>
      right === 'write' && isNumberField(application, code) ? false : authority.field(code, right),
  }
}
