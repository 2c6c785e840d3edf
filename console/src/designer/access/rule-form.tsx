import { MultiSelect } from '@mantine/core'
import type { ReactNode } from 'react'
import { useI18n } from '../../i18n/index.tsx'
import { IconButton } from '../../ui/buttons.tsx'
import { CloseIcon } from '../../ui/icons.tsx'
import { useDesign } from '../design-context.ts'
import css from '../designer.module.css'
import { useSubjects } from './use-subjects.ts'

/** The keys that rules for elements and rules for fields have in common. */
interface Rule {
  readonly to: readonly string[]
  readonly may: readonly string[]
}

type Right = 'view' | 'create' | 'edit' | 'delete' | 'import' | 'export' | 'access' | 'read' | 'write'

/**
 * The inputs of every access rule: its subjects and rights. Further inputs stand above (`before`) and below
 * (`children`).
 */
export function RuleForm(props: {
  rule: Rule
  index: number
  /** Path of the rule in the definition, such as `access.elements[0]`. */
  path: string
  /** The rights that the rule can give, in their order. */
  rights: readonly Right[]
  onChange: (change: Partial<Rule>) => void
  onRemove: () => void
  before?: ReactNode
  children?: ReactNode
}) {
  const { rule, index, path, rights, onChange, onRemove, before, children } = props
  const { t } = useI18n()
  const subjects = useSubjects()
  const firstProblem = useFirstProblem(path)
  return (
    <fieldset className={css.card} aria-label={t('designers.rule', { position: String(index + 1) })}>
      {before}
      <MultiSelect
        searchable
        label={t('designers.who')}
        data={subjects.all(rule.to)}
        value={[...rule.to]}
        error={firstProblem('to', rule.to)}
        onChange={(to) => onChange({ to })}
      />
      <MultiSelect
        label={t('designers.may')}
        data={rights.map((right) => ({ value: right, label: t(`designers.right_${right}`) }))}
        value={[...rule.may]}
        error={firstProblem('may', rule.may)}
        onChange={(may) => onChange({ may: rights.filter((right) => may.includes(right)) })}
      />
      {children}
      <IconButton isPlain label={t('designers.removeRule')} onClick={onRemove}>
        <CloseIcon />
      </IconButton>
    </fieldset>
  )
}

/**
 * Returns a function that returns the problem of a list of a rule, such as `to`, or else the first problem of the
 * entries of the list.
 */
export function useFirstProblem(path: string): (list: string, entries: readonly string[]) => string | undefined {
  const { problemAt } = useDesign()
  return (list, entries) =>
    problemAt(`${path}.${list}`) ?? entries.map((_, at) => problemAt(`${path}.${list}[${at}]`)).find(Boolean)
}
