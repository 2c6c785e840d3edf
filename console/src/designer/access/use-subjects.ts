import { useQuery } from '@tanstack/react-query'
import { useI18n } from '../../i18n/index.tsx'
import { useDesign } from '../design-context.ts'
import { groupPathsQuery } from '../design-queries.ts'

import { useNameText } from '../use-name-text.ts'

interface Choice {
  readonly value: string
  readonly label: string
}

/** Types of fields that hold people. A rule can name a field of such a type as a subject. */
const holders = ['user', 'role', 'org_item']

/**
 * Returns the subjects that rules can name. Subjects that are already chosen are included even if they no longer exist.
 */
export function useSubjects() {
  const { t } = useI18n()
  const textOf = useNameText()
  const { fields = [] } = useDesign().definition
  const groups = (useQuery(groupPathsQuery).data ?? []).map(({ path, name }) => ({ value: path, label: name }))
  const withChosen = (known: readonly Choice[], chosen: readonly string[]): Choice[] => {
    const missing = chosen.filter((value) => known.every((each) => each.value !== value))
    return [...known, ...missing.map((value) => ({ value, label: value }))]
  }
  const people = fields
    .filter(({ code, type }) => code !== '' && holders.includes(type))
    .map(({ code, name }) => ({
      value: `$${code}`,
      label: t('designers.personOfField', { field: textOf(name) || code }),
    }))
  const all = [
    { value: 'everyone', label: t('designers.everyone') },
    { value: 'author', label: t('designers.author') },
    ...people,
    ...groups,
  ]
  return {
    all: (chosen: readonly string[]) => withChosen(all, chosen),
    groups: (chosen: readonly string[]) => withChosen(groups, chosen),
  }
}
