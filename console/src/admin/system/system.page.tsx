import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { keys } from '../../api/query-keys.ts'
import { useI18n } from '../../i18n/index.tsx'
import { QueryView } from '../../ui/states.tsx'
import { AdminPage } from '../area/admin-page.tsx'
import { Backups } from './backups.tsx'
import { Queues } from './queues.tsx'
import { ScrolledSection } from './scrolled-section.tsx'
import { ServerFacts } from './server-facts.tsx'
import css from './system.module.css'

const refreshMs = 15_000

/** The state of the server: versions, sizes, backups, queues of jobs with their failures, and the current settings. */
export function SystemPage() {
  const { t } = useI18n()
  const system = useQuery({
    queryKey: keys.system(),
    queryFn: ({ signal }) => call('getSystem', { signal }),
    refetchInterval: refreshMs,
  })
  const queues = useQuery({
    queryKey: keys.queues(),
    queryFn: ({ signal }) => call('listQueues', { signal }),
    refetchInterval: refreshMs,
  })
  return (
    <AdminPage title={t('admin.system')} isBusy={system.isPending || queues.isPending}>
      <div className={css.sections}>
        <QueryView query={system}>
          {(state) => (
            <>
              <ServerFacts state={state} />
              <Backups />
              <QueryView query={queues}>{(jobs) => <Queues state={jobs} />}</QueryView>
              <Settings settings={state.settings} />
            </>
          )}
        </QueryView>
      </div>
    </AdminPage>
  )
}

function Settings({ settings }: { settings: readonly { name: string; value: string | null }[] }) {
  const { t } = useI18n()
  return (
    <ScrolledSection title={t('admin.settings')}>
      <table className={css.table}>
        <tbody>
          {settings.map(({ name, value }) => (
            <tr key={name}>
              <th scope="row">
                <code>{name}</code>
              </th>
              <td>{value ?? '—'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrolledSection>
  )
}
