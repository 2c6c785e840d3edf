import { MultiSelect } from '@mantine/core'
import { useI18n } from '../../i18n/index.tsx'
import { changed, type FieldRule, listed } from '../definition.ts'
import { useDesign } from '../design-context.ts'
import { useFieldChoices } from '../use-field-choices.ts'
import { useNameText } from '../use-name-text.ts'
import { RuleForm, useFirstProblem } from './rule-form.tsx'

const rights = ['read', 'write'] as const

/** The form of a rule for fields: subjects, rights, and the statuses in which the rule applies. */
export function FieldRuleForm(props: {
  rule: FieldRule
  index: number
  onChange: (rule: FieldRule) => void
  onRemove: () => void
}) {
  const { rule, index, onChange, onRemove } = props
  const { t } = useI18n()
  const textOf = useNameText()
  const { definition } = useDesign()
  const choices = useFieldChoices()
  const path = `access.fields[${index}]`
  const { statuses: chosen = [] } = rule
  const firstProblem = useFirstProblem(path)
  const statuses = (definition.statuses ?? []).filter(({ code }) => code !== '')
  return (
    <RuleForm
      rule={rule}
      index={index}
      path={path}
      rights={rights}
      onChange={(change) => onChange({ ...rule, ...change })}
      onRemove={onRemove}
      before={
        <MultiSelect
          searchable
          label={t('designers.fields')}
          data={choices(rule.fields)}
          value={[...rule.fields]}
          error={firstProblem('fields', rule.fields)}
          onChange={(fields) => onChange({ ...rule, fields })}
        />
      }
    >
      {statuses.length > 0 && (
        <MultiSelect
          label={t('designers.inStatuses')}
          placeholder={chosen.length === 0 ? t('designers.inAnyStatus') : undefined}
          data={[
            ...statuses.map(({ code, name }) => ({ value: code, label: textOf(name) || code })),
            ...chosen
              .filter((code) => statuses.every((each) => each.code !== code))
              .map((code) => ({ value: code, label: code })),
          ]}
          value={[...chosen]}
          error={firstProblem('statuses', chosen)}
          onChange={(next) => onChange(changed(rule, { statuses: listed(next) }))}
        />
      )}
    </RuleForm>
  )
}
