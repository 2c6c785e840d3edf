import { TextInput } from '@mantine/core'
import { useI18n } from '../../i18n/index.tsx'
import { changed, type ElementRule } from '../definition.ts'
import { useDesign } from '../design-context.ts'
import { RuleForm } from './rule-form.tsx'

const rights = ['view', 'create', 'edit', 'delete', 'import', 'export', 'access'] as const

/** The form of a rule for elements: subjects, rights, and the elements to which the rule applies. */
export function ElementRuleForm(props: {
  rule: ElementRule
  index: number
  onChange: (rule: ElementRule) => void
  onRemove: () => void
}) {
  const { rule, index, onChange, onRemove } = props
  const { t } = useI18n()
  const { problemAt } = useDesign()
  const path = `access.elements[${index}]`
  return (
    <RuleForm
      rule={rule}
      index={index}
      path={path}
      rights={rights}
      onChange={(change) => onChange({ ...rule, ...change })}
      onRemove={onRemove}
    >
      <TextInput
        label={t('designers.where')}
        description={t('designers.whereHint')}
        value={rule.where ?? ''}
        error={problemAt(`${path}.where`)}
        onChange={({ currentTarget }) => onChange(changed(rule, { where: currentTarget.value || undefined }))}
      />
    </RuleForm>
  )
}
