import { Button } from '@mantine/core'
import { useFormats } from '../../i18n/format.ts'
import { useI18n } from '../../i18n/index.tsx'
import { FieldList } from '../../ui/field-list.tsx'
import { StatusChip } from '../../ui/status-chip.tsx'
import css from '../area/form.module.css'
import own from './audit.module.css'
import type { AuditEntry } from './audit-queries.ts'
import { importCounts } from './audit-words.ts'

/** One entry of the audit log, with the values before and after. */
export function AuditEntryCard(props: {
  entry: AuditEntry
  /** The kind and the name of the object in words. */
  title: string
  /** Shows all entries of an object. */
  onObject: (object: string) => void
  /** Shows the changes of elements that an import made. */
  onImported: (importId: string) => void
}) {
  const { entry, title, onObject, onImported } = props
  const { t } = useI18n()
  const { dateTime } = useFormats()
  const { at, who, object, outcome, code, requestId } = entry
  const items = [
    { key: 'at', name: t('admin.at'), value: <time dateTime={at}>{dateTime(at)}</time> },
    { key: 'who', name: t('admin.who'), value: who && (who.name ? `${who.name} (${who.login})` : who.login) },
    { key: 'object', name: t('admin.object'), value: title },
    { key: 'id', name: t('admin.objectId'), value: <code className={own.hash}>{object}</code> },
    {
      key: 'outcome',
      name: t('admin.outcome'),
      value: <StatusChip tone={outcome === 'done' ? 'good' : 'danger'}>{t(`admin.outcome_${outcome}`)}</StatusChip>,
    },
    code && { key: 'code', name: t('admin.code'), value: <code>{code}</code> },
    requestId && { key: 'request', name: t('admin.request'), value: <code className={own.hash}>{requestId}</code> },
  ]
  return (
    <div className={css.card}>
      <FieldList items={items.filter((item) => typeof item === 'object' && item !== null)} />
      <Difference entry={entry} />
      <div className={css.buttons}>
        <Button variant="default" onClick={() => onObject(object)}>
          {t('admin.allOfObject')}
        </Button>
        {requestId && importCounts(entry) && (
          <Button variant="default" onClick={() => onImported(requestId)}>
            {t('admin.rowsOfImport')}
          </Button>
        )}
      </div>
    </div>
  )
}

function Difference({ entry }: { entry: AuditEntry }) {
  const { t } = useI18n()
  const { before, after } = entry
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  if (names.length === 0) return null
  return (
    <section>
      <h2>{t('admin.difference')}</h2>
      <table className={own.difference}>
        <thead>
          <tr>
            <th scope="col">{t('admin.value')}</th>
            <th scope="col">{t('admin.before')}</th>
            <th scope="col">{t('admin.after')}</th>
          </tr>
        </thead>
        <tbody>
          {names.map((name) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{shown(before?.[name])}</td>
              <td>{shown(after?.[name])}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

const shown = (value: unknown): string => {
  if (value === undefined || value === null) return '—'
  return typeof value === 'string' ? value : JSON.stringify(value)
}
