import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { keys, staleAfter } from '../../api/query-keys.ts'
import { useI18n } from '../../i18n/index.tsx'
import { EmptyState, QueryView } from '../../ui/states.tsx'
import { useAction } from '../../ui/use-action.ts'
import { isOpen } from './backup-list.ts'
import { BackupRows } from './backup-rows.tsx'
import { ScrolledSection } from './scrolled-section.tsx'
import css from './system.module.css'

/** Milliseconds between two reads; shorter while an archive is being made. */
const [busyRefreshMs, refreshMs] = [1_000, 30_000]

/** The list of archives of the installation, and a button that makes another one. */
export function Backups() {
  const { t } = useI18n()
  const query = useQuery({
    queryKey: keys.backups(),
    queryFn: ({ signal }) => call('listBackups', { signal }),
    refetchInterval: ({ state }) => (state.data?.backups.some(isOpen) ? busyRefreshMs : refreshMs),
  })
  const create = useAction({ run: () => call('createBackup'), invalidates: staleAfter.backup() })
  const isBusy = create.isPending || query.data?.backups.some(isOpen) === true
  const button = (
    <Button size="xs" disabled={isBusy} onClick={() => create.mutate()}>
      {t('admin.makeBackup')}
    </Button>
  )
  return (
    <ScrolledSection title={t('admin.backups')}>
      <QueryView query={query}>
        {({ backups, schedule }) => (
          <>
            <p className={css.hint}>
              {schedule === null ? t('admin.noSchedule') : t('admin.schedule', { ...schedule, count: schedule.keep })}
            </p>
            {backups.length === 0 ? (
              <EmptyState title={t('admin.noBackups')} text={t('admin.noBackupsText')}>
                {button}
              </EmptyState>
            ) : (
              <>
                <div>{button}</div>
                <BackupRows backups={backups} />
              </>
            )}
          </>
        )}
      </QueryView>
    </ScrolledSection>
  )
}
