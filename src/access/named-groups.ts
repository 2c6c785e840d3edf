import type { AccessSetting } from './schemas.ts'
import { readSubject } from './subject.ts'

export interface NamedGroup {
  /** The path of the group in lower case, such as `docs.registrars`. */
  readonly path: string
  /** The place in the setting where the group is named. */
  readonly at: readonly (string | number)[]
}

/** Returns the groups that a setting names by path, in rules and in `visibleTo`, once for each mention. */
export function namedGroups(setting: AccessSetting): NamedGroup[] {
  return subjectTexts(setting).flatMap(({ text, at }) => {
    const subject = readSubject(text)
    return subject?.is === 'group' ? [{ path: subject.path, at }] : []
  })
}

/** Returns the ids of users, groups and items of the chart that a setting names, in rules and in `visibleTo`. */
export function namedIds(setting: AccessSetting): string[] {
  return subjectTexts(setting).flatMap(({ text }) => {
    const subject = readSubject(text)
    return subject?.is === 'id' ? [subject.id] : []
  })
}

function subjectTexts(setting: AccessSetting): { text: string; at: (string | number)[] }[] {
  const { visibleTo = [], elements = [], fields = [], folders = [] } = setting
  const lists = [
    { at: ['visibleTo'], texts: visibleTo },
    ...elements.map(({ to }, index) => ({ at: ['elements', index, 'to'], texts: to })),
    ...fields.map(({ to }, index) => ({ at: ['fields', index, 'to'], texts: to })),
    ...folders.flatMap(({ elements: rules = [] }, index) =>
      rules.map(({ to }, rule) => ({ at: ['folders', index, 'elements', rule, 'to'], texts: to })),
    ),
  ]
  return lists.flatMap(({ at, texts }) => texts.map((text, index) => ({ text, at: [...at, index] })))
}
