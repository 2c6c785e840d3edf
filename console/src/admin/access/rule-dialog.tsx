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
import { FormDialog } from '../../ui/form-dialog.tsx'
import hints from '../area/form.module.css'

/** A rule for the elements of an application: subjects, rights and a condition. */
export type Rule = NonNullable<Operations['getApplicationAccess']['result']['setting']['elements']>[number]

/** Adds a rule: which subjects receive which rights, and for which elements. */
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
  const [given, setGiven] = useState<readonly string[]>([])
  const [where, setWhere] = useState('')
  const [isIncomplete, setIncomplete] = useState(false)
  const submit = () => {
    const may = rights.filter((right) => given.includes(right))
    setIncomplete(to.length === 0 || may.length === 0)
    if (to.length > 0 && may.length > 0)
      onAdd({ to: to.map(({ id }) => id), may, ...(where.trim() && { where: where.trim() }) })
  }
  return (
    <FormDialog
      title={t('admin.addRule')}
      action={t('ui.add')}
      send={{ mutate: submit, error, isPending: isBusy }}
      onClose={onClose}
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
      <Checkbox.Group label={t('admin.mayDo')} value={[...given]} onChange={setGiven}>
        {rights.map((right) => (
          <Checkbox key={right} mt={6} value={right} label={t(`admin.right_${right}`)} />
        ))}
      </Checkbox.Group>
      <TextInput
        label={t('admin.condition')}
        description={t('admin.conditionHint')}
        value={where}
        onChange={(event) => setWhere(event.currentTarget.value)}
      />
      {isIncomplete && (
        <p className={hints.hint} role="alert">
          {t('admin.ruleIncomplete')}
        </p>
      )}
    </FormDialog>
  )
}
