import { useQuery } from '@tanstack/react-query'
import { useFormats } from '../../i18n/format.ts'
import { useI18n } from '../../i18n/index.tsx'
import { FieldList } from '../../ui/field-list.tsx'
import { QueryView } from '../../ui/states.tsx'
import { StatusChip } from '../../ui/status-chip.tsx'
import css from '../area/form.module.css'
import own from './audit.module.css'
import { type Verification, verificationQuery } from './audit-queries.ts'

/** The verification of the sealed log from a day on: what was checked, the problems, and the hash to keep. */
export function AuditVerification({ from }: { from: string | undefined }) {
  return <QueryView query={useQuery(verificationQuery(from))}>{(found) => <Result found={found} />}</QueryView>
}

function Result({ found }: { found: Verification }) {
  const { t } = useI18n()
  const { number, date, dateTime } = useFormats()
  const { days, problems, rows, sealedUntil, unsealedRows } = found
  const last = days.at(-1)
  const items = [
    {
      key: 'days',
      name: t('admin.period'),
      value: last && t('admin.daysUntil', { from: date(days[0]!.day), to: date(last.day) }),
    },
    { key: 'rows', name: t('admin.checkedEntries'), value: number(rows) },
    { key: 'unsealed', name: t('admin.unsealedEntries'), value: number(unsealedRows) },
    { key: 'until', name: t('admin.sealedUntil'), value: sealedUntil && dateTime(sealedUntil) },
    { key: 'hash', name: t('admin.hash'), value: last && <code className={own.hash}>{last.hash}</code> },
  ]
  return (
    <div className={css.card}>
      <p role="status">
        <StatusChip tone={problems.length === 0 ? 'good' : 'danger'}>
          {problems.length === 0 ? t('admin.logUnchanged') : t('admin.logProblems', { count: problems.length })}
        </StatusChip>
      </p>
      {problems.length > 0 && (
        <ul className={own.problems}>
          {problems.map(({ day, seal, object, sentence }) => (
            <li key={`${day} ${seal} ${object} ${sentence}`}>{sentence}</li>
          ))}
        </ul>
      )}
      <FieldList items={items} />
      <p className={css.hint}>{t('admin.hashHint')}</p>
    </div>
  )
}
