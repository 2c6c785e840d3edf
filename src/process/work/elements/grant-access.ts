import { elementRights } from '../../../data/index.ts'
import { splitApplicationPath } from '../../../foundation/kit/codes.ts'
import { isUuid } from '../../../foundation/kit/ids.ts'
import { groupIdOf } from '../../../people/index.ts'
import { ActionRefused, type ElementAction, shown } from './element-work.ts'

type GrantableRight = (typeof elementRights.grantable)[number]

/**
 * Grants the rights in `rights` to the users, groups or items of the organisation chart in `to`, in addition to their
 * present grants. Both settings are lists, or texts with spaces or commas between the entries.
 */
export const grantAccess: ElementAction = {
  action: 'element.grantAccess',
  async run({ apps, tx, caller, settings, element }) {
    const address = element()
    const rights = wordsOf(settings.rights, 'rights').map(readRight)
    const comment = typeof settings.comment === 'string' ? settings.comment : 'granted by a process'
    // Subjects are sorted, so that two transactions lock them in the same order.
    for (const subject of [...new Set(wordsOf(settings.to, 'to').map(readSubject))].sort()) {
      await apps.access.addGrant(tx, caller, { address, subject }, { rights, comment })
    }
    return { id: address.id }
  },
}

/** Reads a list of words: a list of texts, or a text with spaces or commas between the words. */
export function wordsOf(value: unknown, name: string): readonly string[] {
  const words = typeof value === 'string' ? value.split(/[\s,]+/).filter(Boolean) : value
  if (Array.isArray(words) && words.length > 0 && words.every((word) => typeof word === 'string')) return words
  throw new ActionRefused(`the setting "${name}" is ${shown(value)}; it must be a text or a list of texts`)
}

export function readRight(word: string): GrantableRight {
  const found = elementRights.grantable.find((right) => right === word)
  if (found !== undefined) return found
  throw new ActionRefused(`the right "${word}" is unknown; use ${elementRights.grantable.join(', ')}`)
}

/** Returns the id of a subject: an id, or the path of a group such as `legal.lawyers`. */
export function readSubject(word: string): string {
  if (isUuid(word)) return word
  const path = splitApplicationPath(word)
  if (path !== undefined) return groupIdOf(path.namespace, path.code)
  throw new ActionRefused(`"${word}" in the setting "to" is neither an id nor the path of a group`)
}
