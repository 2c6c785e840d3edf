import { Button } from '@mantine/core'
import { addressOf, call } from '../../api/call.ts'
import { staleAfter } from '../../api/query-keys.ts'
import { useFormats } from '../../i18n/format.ts'
import { useI18n } from '../../i18n/index.tsx'
import { confirm } from '../../ui/confirm.ts'
import { DownloadIcon } from '../../ui/icons.tsx'
import { StatusChip } from '../../ui/status-chip.tsx'
import { useAction } from '../../ui/use-action.ts'
import { type Backup, isOpen } from './backup-list.ts'
import css from './system.module.css'

const tones = { queued: 'neutral', running: 'info', done: 'good', failed: 'danger' } as const

/** The backups with their progress, and buttons that download and delete them. */
export function BackupRows({ backups }: { backups: readonly Backup[] }) {
  const { t } = useI18n()
  return (
    <table className={`${css.table} ${css.backups}`}>
      <thead>
        <tr>
          <th scope="col">{t('admin.backupCreated')}</th>
          <th scope="col">{t('admin.backupState')}</th>
          <th scope="col">{t('admin.backupContent')}</th>
          <th scope="col" data-align="end">
            {t('admin.backupSize')}
          </th>
          <th scope="col">
            <span className="visually-hidden">{t('admin.backupActions')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {backups.map((backup) => (
          <BackupRow key={backup.id} backup={backup} />
        ))}
      </tbody>
    </table>
  )
}

function BackupRow({ backup }: { backup: Backup }) {
  const { t } = useI18n()
  const { shortDateTime, bytes, percent } = useFormats()
  const { state, createdAt, origin, processed, total, problem } = backup
  const created = shortDateTime(createdAt)
  return (
    <tr>
      <th scope="row" title={backup.name}>
        {created} {origin === 'schedule' && <span className={css.muted}>{t('admin.backupNightly')}</span>}
      </th>
      <td>
        <StatusChip tone={tones[state]}>{t(`admin.backup_${state}`)}</StatusChip>
        {state === 'running' && (
          <div className={css.progress}>
            <progress value={processed} max={total || 1} aria-label={t('admin.backupProgress', { created })} />
            <span>{percent(total > 0 ? processed / total : 0)}</span>
          </div>
        )}
        {problem !== null && <p className={css.problem}>{problem}</p>}
      </td>
      <td>
        <Content backup={backup} />
      </td>
      <td data-align="end">{backup.bytes === null ? '—' : bytes(backup.bytes)}</td>
      <td data-align="end" className={css.actions}>
        <Actions backup={backup} created={created} />
      </td>
    </tr>
  )
}

function Content({ backup: { rows, files, missingFiles } }: { backup: Backup }) {
  const { t } = useI18n()
  if (rows === null || files === null) return <>—</>
  return (
    <>
      {t('admin.backupRows', { count: rows })}, {t('admin.backupFiles', { count: files })}
      {missingFiles !== null && missingFiles > 0 && (
        <p className={css.problem}>{t('admin.backupMissing', { count: missingFiles })}</p>
      )}
    </>
  )
}

function Actions({ backup, created }: { backup: Backup; created: string }) {
  const { t } = useI18n()
  const { id, state, name } = backup
  const remove = useAction({
    run: () => call('deleteBackup', { params: { id } }),
    invalidates: staleAfter.backup(),
    done: t('admin.backupDeleted'),
  })
  const ask = async (): Promise<void> => {
    const title = t(isOpen(backup) ? 'admin.cancelBackupTitle' : 'admin.deleteBackupTitle', { created })
    const text = t(isOpen(backup) ? 'admin.cancelBackupText' : 'admin.deleteBackupText')
    const action = t(isOpen(backup) ? 'admin.cancelBackup' : 'ui.delete')
    if (await confirm({ title, text, action, isDanger: true })) remove.mutate()
  }
  return (
    <>
      {state === 'done' && (
        <Button
          component="a"
          variant="default"
          size="compact-sm"
          leftSection={<DownloadIcon />}
          href={addressOf('/api/v1/backups/{id}/download', { id }, {})}
          download={name}
          aria-label={t('admin.downloadBackup', { created })}
        >
          {t('admin.download')}
        </Button>
      )}
      <Button
        data-danger
        variant="subtle"
        color="gray"
        size="compact-sm"
        loading={remove.isPending}
        aria-label={t(isOpen(backup) ? 'admin.cancelBackupOf' : 'admin.deleteBackup', { created })}
        onClick={() => void ask()}
      >
        {t(isOpen(backup) ? 'admin.cancelBackup' : 'ui.delete')}
      </Button>
    </>
  )
}
