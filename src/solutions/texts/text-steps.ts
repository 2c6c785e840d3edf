import { isDeepStrictEqual } from 'node:util'
import { listed, type Phrase, phrase } from '../../foundation/kit/phrase.ts'
import type { Step } from '../change.ts'
import type { Text, Texts } from './texts.ts'

/** Returns the step of a plan that changes the languages of a definition's texts; undefined when nothing changes. */
export function textStep({ what, path }: Pick<Step, 'what' | 'path'>, before: Texts, after: Texts): Step | undefined {
  if (isDeepStrictEqual(before, after)) return undefined
  const counts = new Map<string, Record<'added' | 'changed' | 'removed', number>>()
  const count = (language: string, how: 'added' | 'changed' | 'removed'): void => {
    const known = counts.get(language) ?? { added: 0, changed: 0, removed: 0 }
    counts.set(language, { ...known, [how]: known[how] + 1 })
  }
  for (const place of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const [old, now] = [languagesOf(before[place]), languagesOf(after[place])]
    for (const language of new Set([...old.keys(), ...now.keys()])) {
      if (!old.has(language)) count(language, 'added')
      else if (!now.has(language)) count(language, 'removed')
      else if (old.get(language) !== now.get(language)) count(language, 'changed')
    }
  }
  const parts = [...counts]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([language, how]) => phrase('languageChange', language, listed(words(how))))
  const sentence = parts.length > 0 ? phrase('textsIn', listed(parts, '; ')) : phrase('textsInAnotherOrder')
  return { kind: 'change', what, path, sentence }
}

const languagesOf = (text: Text | undefined): ReadonlyMap<string, string> => new Map(text ?? [])

function words({ added, changed, removed }: Readonly<Record<'added' | 'changed' | 'removed', number>>): Phrase[] {
  return [
    ...(added === 0 ? [] : [phrase('textsAdded', added)]),
    ...(changed === 0 ? [] : [phrase('textsChanged', changed)]),
    ...(removed === 0 ? [] : [phrase('textsRemoved', removed)]),
  ]
}
