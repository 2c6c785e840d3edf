import { Checkbox, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { rights } from '../../access/rights.ts'
import { groupsQuery } from '../../api/names.ts'
import type { Operations } from '../../api/operations.ts'
import { keys } from '../../api/query-keys.ts'
import { type Choice, SearchSelect } from '../../fields/search-select.tsx'
import { searchWithin } from '../../fields/searches.ts'
import { useI18n } from '../../i18n/index.tsx'
import hints from '../area/form.module.css'
import { FormDialog } from '../area/form-dialog.tsx'

/** A rule for the elements of an application: subjects, rights and a condition. */
export type Rule = NonNullable<Operations['getApplicationAccess']['result']['setting']['elements']>[number]

/** Adds a rule: which groups receive which rights, and for which elements. */
export function RuleDialog(props: {
  onAdd: (rule: Rule) => void
  onClose: () => void
  error: unknown
  isBusy: boolean
}) {
  const { onAdd, onClose, error, isBusy } = props
  const { t } = useI18n()
  const groups = useQuery(groupsQuery).data ?? []
  const choices = [{ id: 'everyone', name: t('admin.everyone') }, { id: 'author', name: t('admin.author') }, ...groups]
  const [to, setTo] = useState<readonly Choice[]>([])
  const [isIncomplete, setIncomplete] = useState(false)
  const submit = (values: Readonly<Record<string, string>>) => {
    const may = rights.filter((right) => values[right])
    setIncomplete(to.length === 0 || may.length === 0)
    if (to.length > 0 && may.length > 0)
      onAdd({ to: to.map(({ id }) => id), may, ...(values.where && { where: values.where }) })
  }
  return (
    <FormDialog
      title={t('admin.addRule')}
      action={t('ui.add')}
      onSubmit={submit}
      onClose={onClose}
      error={error}
      isBusy={isBusy}
    >
      <SearchSelect
        input={{ label: t('admin.subjects'), 'data-autofocus': true }}
        queryKey={keys.choices('subjects', choices.length)}
        search={searchWithin(choices)}
        selected={to}
        onSelect={setTo}
        isMultiple
        placeholder={t('admin.chooseGroup')}
      />
      <Checkbox.Group label={t('admin.mayDo')}>
        {rights.map((right) => (
          <Checkbox key={right} mt={6} name={right} value={right} label={t(`admin.right_${right}`)} />
        ))}
      </Checkbox.Group>
      <TextInput name="where" label={t('admin.condition')} description={t('admin.conditionHint')} />
      {isIncomplete && (
        <p className={hints.hint} role="alert">
          {t('admin.ruleIncomplete')}
        </p>
      )}
    </FormDialog>
  )
}
