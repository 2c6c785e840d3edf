import { Button } from '@mantine/core'
import { addressOf } from '../api/call.ts'
import { useI18n } from '../i18n/index.tsx'
import { DownloadIcon } from '../ui/icons.tsx'
import { type Run, runBody } from './report-queries.ts'

const path = '/api/v1/reports/{namespace}/{code}/export'

/** Links that download all rows of a report. */
export function ReportExport({ of, run }: { of: { namespace: string; code: string }; run: Run }) {
  const { t } = useI18n()
  return (['csv', 'xlsx'] as const).map((format) => (
    <Button
      key={format}
      component="a"
      variant="default"
      leftSection={<DownloadIcon />}
      href={addressOf(path, of, { format, ...runBody(run) })}
      download={`${of.namespace}-${of.code}.${format}`}
    >
      {t(format === 'csv' ? 'reports.exportCsv' : 'reports.exportXlsx')}
    </Button>
  ))
}
