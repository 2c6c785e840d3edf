import { Checkbox } from '@mantine/core'
import { useI18n } from '../../i18n/index.tsx'
import type { StatusEntry } from '../definition.ts'
import { useDesign } from '../design-context.ts'
import css from '../designer.module.css'
import { useNameText } from '../use-name-text.ts'

/** The input for the statuses that may follow a status: any status of the group, or chosen ones. */
export function NextStatuses(props: {
  entry: StatusEntry
  path: string
  onChange: (next: readonly string[] | undefined) => void
}) {
  const { entry, path, onChange } = props
  const { t } = useI18n()
  const textOf = useNameText()
  const { definition, problemAt, hasProblem } = useDesign()
  const { statuses = [], statusGroups = [] } = definition
  const groupOf = ({ group }: StatusEntry): string => group ?? statusGroups[0]?.code ?? ''
  const others = statuses.filter((each) => each !== entry && each.code !== '' && groupOf(each) === groupOf(entry))
  const { next } = entry
  const toggle = (code: string, isChosen: boolean) => {
    const codes = new Set(next)
    if (isChosen) codes.add(code)
    else codes.delete(code)
    onChange(statuses.map((each) => each.code).filter((each) => codes.has(each)))
  }
  return (
    <fieldset className={css.rows}>
      <legend>{t('designers.next')}</legend>
      <Checkbox
        label={t('designers.nextAny')}
        checked={next === undefined}
        onChange={({ currentTarget }) => onChange(currentTarget.checked ? undefined : others.map(({ code }) => code))}
      />
      {next !== undefined &&
        others.map(({ code, name }) => (
          <Checkbox
            key={code}
            label={textOf(name) || code}
            checked={next.includes(code)}
            onChange={({ currentTarget }) => toggle(code, currentTarget.checked)}
          />
        ))}
      {hasProblem(`${path}.next`) && <p role="alert">{problemAt(`${path}.next`) ?? t('designers.nextWrong')}</p>}
    </fieldset>
  )
}
