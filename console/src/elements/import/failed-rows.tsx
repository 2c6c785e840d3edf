import { useI18n } from '../../i18n/index.tsx'
import { DownloadIcon } from '../../ui/icons.tsx'
import css from './import.module.css'
import type { Import } from './import-state.tsx'

/** The rows that failed with their messages, and links to the report and to a file of these rows for correction. */
export function FailedRows({ id, status: { errors, failed, dryRun, reportUrl } }: { id: string; status: Import }) {
  const { t } = useI18n()
  const report = `/api/v1/imports/${id}/report`
  return (
    <>
      {errors.length > 0 && (
        <table
          className={css.columns}
          aria-label={t(dryRun ? 'imports.wrongRows' : 'imports.failedRows', { count: failed })}
        >
          <thead>
            <tr>
              <th scope="col">{t('imports.row')}</th>
              <th scope="col">{t('imports.column')}</th>
              <th scope="col">{t('imports.value')}</th>
              <th scope="col">{t('imports.message')}</th>
            </tr>
          </thead>
          <tbody>
            {errors.map(({ row, column, value, message, code }) => (
              <tr key={`${row} ${column} ${code} ${message}`}>
                <th scope="row">{row}</th>
                <td>{column}</td>
                <td>{value === undefined || value === null ? '' : String(value)}</td>
                <td>{message}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {reportUrl !== null && (
        <p className={css.downloads}>
          {failed > 0 && (
            <a href={`${report}?result=failed`} download>
              <DownloadIcon /> {t('imports.downloadFailed')}
            </a>
          )}
          <a href={report} download>
            <DownloadIcon /> {t('imports.downloadReport')}
          </a>
        </p>
      )}
      {failed > 0 && <p className={css.muted}>{t(dryRun ? 'imports.correctTrial' : 'imports.correct')}</p>}
    </>
  )
}
