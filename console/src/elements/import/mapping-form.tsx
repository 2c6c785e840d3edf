import { Button, MultiSelect, Select } from '@mantine/core'
import { useId, useState } from 'react'
import { call } from '../../api/call.ts'
import type { Operations } from '../../api/operations.ts'
import { staleAfter } from '../../api/query-keys.ts'
import { useI18n } from '../../i18n/index.tsx'
import { ButtonWithReason } from '../../ui/button-with-reason.tsx'
import { ErrorMessage } from '../../ui/states.tsx'
import { useAction } from '../../ui/use-action.ts'
import type { Application } from '../application.ts'
import { ColumnTable } from './column-table.tsx'
import css from './import.module.css'
import type { ImportPreview } from './import-queries.ts'
import { PreviewRows } from './preview-rows.tsx'
import { targetFields } from './target-fields.ts'

const modes = ['create', 'update', 'upsert'] as const
type Mode = (typeof modes)[number]

interface Props {
  readonly schema: Application
  readonly fileHash: string
  readonly preview: ImportPreview
  readonly saved: Operations['getImportMapping']['result']
  readonly sheet: string | undefined
  readonly onSheet: (sheet: string) => void
  readonly onStarted: (importId: string) => void
  readonly onBack: () => void
}

/** The columns with their fields, the actions for each row, and the buttons that start a trial run or the import. */
export function MappingForm(props: Props) {
  const { schema, fileHash, preview, saved, sheet, onSheet, onStarted, onBack } = props
  const { t } = useI18n()
  const { namespace, code } = schema
  const [mapping, setMapping] = useState<Readonly<Record<string, string | null>>>(() =>
    Object.fromEntries(preview.columns.map(({ name, field }) => [name, field])),
  )
  const [mode, setMode] = useState<Mode>(saved.mode ?? 'create')
  const [key, setKey] = useState<readonly string[]>(saved.key)
  const fields = targetFields(
    schema,
    preview.columns.map((column) => column.field),
    t,
  )
  const mapped = Object.entries(mapping).filter((entry): entry is [string, string] => entry[1] !== null)
  const isMapped = mapped.length > 0
  const reasonId = useId()
  const mappedFields = new Set(mapped.map(([, field]) => field))
  const keys = mode === 'create' ? [] : key.filter((each) => mappedFields.has(each))
  const start = useAction({
    run: async (dryRun: boolean) => {
      const options = { mapping: Object.fromEntries(mapped), mode, ...(keys.length > 0 && { key: keys }) }
      await call('putImportMapping', { params: { namespace, code }, body: options })
      const body = { ...options, fileHash, dryRun, ...(sheet && { sheet }) }
      return call('importElements', { params: { namespace, code }, body })
    },
    invalidates: staleAfter.importPlan(),
    showsError: true,
    onDone: ({ importId }) => onStarted(importId),
  })
  return (
    <div className={css.step}>
      {preview.sheets.length > 1 && (
        <Select
          label={t('imports.sheet')}
          data={[...preview.sheets]}
          value={sheet ?? preview.sheets[0] ?? null}
          onChange={(chosen) => chosen && onSheet(chosen)}
          allowDeselect={false}
          className={css.short}
        />
      )}
      <ColumnTable columns={preview.columns} fields={fields} mapping={mapping} onChange={setMapping} />
      <PreviewRows preview={preview} fields={fields} mapping={mapping} />
      <div className={css.options}>
        <Select
          label={t('imports.mode')}
          data={modes.map((each) => ({ value: each, label: t(`imports.mode_${each}`) }))}
          value={mode}
          onChange={(chosen) => chosen && setMode(chosen as Mode)}
          allowDeselect={false}
        />
        {mode !== 'create' && (
          <MultiSelect
            label={t('imports.key')}
            description={t('imports.keyHint')}
            data={fields.filter(({ value }) => mappedFields.has(value))}
            value={[...keys]}
            onChange={setKey}
          />
        )}
      </div>
      {start.error && <ErrorMessage error={start.error} />}
      <div className={css.buttons}>
        <Button variant="default" onClick={onBack}>
          {t('imports.otherFile')}
        </Button>
        <Button
          variant="default"
          disabled={!isMapped || start.isPending}
          aria-describedby={isMapped ? undefined : reasonId}
          onClick={() => start.mutate(false)}
        >
          {preview.total === null ? t('imports.run') : t('imports.runRows', { count: preview.total })}
        </Button>
        <ButtonWithReason
          reason={isMapped ? undefined : t('imports.columnFirst')}
          reasonId={reasonId}
          loading={start.isPending}
          onClick={() => start.mutate(true)}
        >
          {t('imports.try')}
        </ButtonWithReason>
      </div>
    </div>
  )
}
