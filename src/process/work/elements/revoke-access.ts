import type { ElementAction } from './element-work.ts'
import { readRight, readSubject, wordsOf } from './grant-access.ts'

/**
 * Takes the rights in `rights`, or without this setting all rights, from the grants of the users, groups or items of
 * the organisation chart in `to`. Nothing happens for a subject without a grant.
 */
export const revokeAccess: ElementAction = {
  action: 'element.revokeAccess',
  async run({ apps, tx, caller, settings, element }) {
    const address = element()
    const rights = settings.rights === undefined ? undefined : wordsOf(settings.rights, 'rights').map(readRight)
    // Subjects are sorted, so that two transactions lock them in the same order.
    for (const subject of [...new Set(wordsOf(settings.to, 'to').map(readSubject))].sort())
      await apps.access.removeGrant(tx, caller, { address, subject }, rights)
    return { id: address.id }
  },
}
