import type { Operations } from '../../api/operations.ts'
import { useFormats } from '../../i18n/format.ts'
import { useI18n } from '../../i18n/index.tsx'
import { FieldList } from '../../ui/field-list.tsx'
import css from './system.module.css'

/** Versions, uptime and sizes. */
export function ServerFacts({ state }: { state: Operations['getSystem']['result'] }) {
  const { t } = useI18n()
  const { bytes, duration, dateTime } = useFormats()
  const { version, nodeVersion, startedAt, uptimeMs, memoryBytes, database, files } = state
  const stored = files.quota === null ? bytes(files.bytes) : t('admin.ofQuota', sizes(files.bytes, files.quota, bytes))
  const server = [
    { key: 'version', name: t('admin.version'), value: version },
    { key: 'node', name: 'Node.js', value: nodeVersion },
    { key: 'started', name: t('admin.startedAt'), value: dateTime(startedAt) },
    { key: 'uptime', name: t('admin.uptime'), value: duration(uptimeMs) },
    { key: 'memory', name: t('admin.memory'), value: bytes(memoryBytes) },
  ]
  const storage = [
    { key: 'database', name: t('admin.database'), value: t(`admin.database_${database.kind}`) },
    { key: 'databaseVersion', name: t('admin.databaseVersion'), value: database.version },
    { key: 'databaseSize', name: t('admin.databaseSize'), value: bytes(database.bytes) },
    { key: 'store', name: t('admin.fileStore'), value: t(`admin.store_${files.store}`) },
    { key: 'files', name: t('admin.fileSize'), value: stored },
  ]
  return (
    <div className={css.facts}>
      <section className={css.section}>
        <h2 className="caption">{t('admin.server')}</h2>
        <FieldList items={server} />
      </section>
      <section className={css.section}>
        <h2 className="caption">{t('admin.storage')}</h2>
        <FieldList items={storage} />
      </section>
    </div>
  )
}

const sizes = (used: number, quota: number, bytes: (size: number) => string) => ({
  used: bytes(used),
  quota: bytes(quota),
})
