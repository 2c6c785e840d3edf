import { useQuery } from '@tanstack/react-query'
import { useI18n } from '../../i18n/index.tsx'
import type { Application } from '../application.ts'
import { previewQuery } from './import-queries.ts'
import type { Import } from './import-state.tsx'
import { PreviewRows } from './preview-rows.tsx'
import { targetFields } from './target-fields.ts'

/** The first rows of the file of a trial run, with their problems. */
export function TrialRows(props: { schema: Application; trial: Import; fileHash: string }) {
  const { schema, trial, fileHash } = props
  const { t } = useI18n()
  const { sheet, mapping } = (trial.options ?? {}) as { sheet?: string; mapping?: Record<string, string> }
  const { data } = useQuery(previewQuery(schema, fileHash, sheet))
  if (!data || !mapping || trial.failed === 0) return null
  const fields = targetFields(schema, Object.values(mapping), t)
  return <PreviewRows preview={data.preview} fields={fields} mapping={mapping} problems={trial.errors} />
}
