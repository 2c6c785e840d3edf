import { TextInput } from '@mantine/core'
import { Suspense, useMemo } from 'react'
import { useUserNames } from '../../api/names.ts'
import { operations } from '../../api/operations.ts'
import { keys } from '../../api/query-keys.ts'
import { DateBox } from '../../fields/date-box.tsx'
import { SearchSelect } from '../../fields/search-select.tsx'
import { searchWithin } from '../../fields/searches.ts'
import { UserSelect } from '../../fields/user-select.tsx'
import { type Translate, useI18n, useSeparateTexts } from '../../i18n/index.tsx'
import { Segments } from '../../ui/segments.tsx'
import css from './audit.module.css'
import type { AuditFilters } from './audit-queries.ts'
import { operationTitle } from './audit-words.ts'

/** The filters of the audit log: user, action, object, period and outcome. */
export function AuditFilterBar(props: { filters: AuditFilters; onChange: (change: AuditFilters) => void }) {
  const { filters, onChange } = props
  const { t } = useI18n()
  const { userId, operation, object, outcome, from, to } = filters
  const name = useUserNames(userId ? [userId] : []).get(userId ?? '')
  const set = (change: { [Key in keyof AuditFilters]: AuditFilters[Key] | undefined }) =>
    onChange(change as AuditFilters)
  return (
    <div className={css.filters}>
      <UserSelect
        input={{ 'aria-label': t('admin.who'), size: 'sm', w: 190 }}
        selected={userId ? [{ id: userId, name: name ?? '…' }] : []}
        onSelect={([chosen]) => set({ userId: chosen?.id })}
        placeholder={t('admin.who')}
      />
      <Suspense fallback={<TextInput {...operationInput(t)} placeholder={t('admin.operation')} disabled aria-busy />}>
        <OperationFilter operation={operation} onSelect={(chosen) => set({ operation: chosen })} />
      </Suspense>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          set({ object: String(new FormData(event.currentTarget).get('object')).trim() || undefined })
        }}
      >
        <TextInput
          key={object}
          name="object"
          w={190}
          aria-label={t('admin.object')}
          placeholder={t('admin.objectHint')}
          defaultValue={object}
          onBlur={(event) => event.currentTarget.value !== (object ?? '') && event.currentTarget.form?.requestSubmit()}
        />
      </form>
      <div className={css.day}>
        <label htmlFor="audit-from">{t('admin.from')}</label>
        <DateBox id="audit-from" w={150} value={from ?? ''} onChange={(day) => set({ from: day || undefined })} />
      </div>
      <div className={css.day}>
        <label htmlFor="audit-to">{t('admin.to')}</label>
        <DateBox id="audit-to" w={150} value={to ?? ''} onChange={(day) => set({ to: day || undefined })} />
      </div>
      <Segments
        label={t('admin.outcome')}
        segments={(['all', 'done', 'refused'] as const).map((key) => ({ key, label: t(`admin.outcome_${key}`) }))}
        selected={outcome ?? 'all'}
        onSelect={(key) => set({ outcome: key === 'done' || key === 'refused' ? key : undefined })}
      />
    </div>
  )
}

const operationInput = (t: Translate) => ({ 'aria-label': t('admin.operation'), size: 'sm', w: 190 })

/** A choice of an operation. Waits until the titles of the operations are loaded. */
function OperationFilter(props: { operation: string | undefined; onSelect: (operation: string | undefined) => void }) {
  const { operation, onSelect } = props
  const { t, language } = useI18n()
  const titles = useSeparateTexts('operations')
  const operationNames = useMemo(
    () =>
      Object.keys(operations)
        .map((id) => ({ id, name: operationTitle(id, titles, t) }))
        .sort((one, other) => one.name.localeCompare(other.name, language)),
    [language, titles, t],
  )
  return (
    <SearchSelect
      input={operationInput(t)}
      queryKey={keys.choices('operations', language)}
      search={searchWithin(operationNames)}
      selected={operation ? [{ id: operation, name: operationTitle(operation, titles, t) }] : []}
      onSelect={([chosen]) => onSelect(chosen?.id)}
      isMultiple={false}
      placeholder={t('admin.operation')}
    />
  )
}
