import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { call } from '../../api/call.ts'
import { queryClient } from '../../api/query-client.ts'
import { keys } from '../../api/query-keys.ts'
import { workspaceQuery } from '../../api/workspace.ts'
import { useFormats } from '../../i18n/format.ts'
import { useI18n } from '../../i18n/index.tsx'
import { QueryView } from '../../ui/states.tsx'
import css from '../notifications.module.css'

const shownCount = 30

/** The latest notifications: a click opens what a notification is about and marks it as read. */
export function LatestNotifications({ unread, onClose }: { unread: number; onClose: () => void }) {
  const { t } = useI18n()
  const { relative, dateTime } = useFormats()
  const { history } = useRouter()
  const query = useQuery({
    queryKey: keys.notifications(),
    queryFn: ({ signal }) => call('listNotifications', { query: { size: shownCount }, signal }),
  })
  const open = (ids: readonly string[] | undefined, address?: string) => {
    if (unread > 0) void markRead(ids)
    if (address === undefined) return
    onClose()
    history.push(`/console${address}`)
  }
  return (
    <>
      <header className={css.header}>
        <h2>{t('app.notifications')}</h2>
        {unread > 0 && (
          <button type="button" onClick={() => open(undefined)}>
            {t('account.markAllRead')}
          </button>
        )}
      </header>
      <QueryView query={query}>
        {({ result: { result } }) =>
          result.length === 0 ? (
            <p className={css.empty}>{t('account.noNotifications')}</p>
          ) : (
            <ul>
              {result.map((each) => {
                const { __id: id, title, about, readAt, createdAt: at } = each as unknown as Notification
                return (
                  <li key={id} data-unread={readAt === null || undefined}>
                    <button type="button" onClick={() => open([id], addressOf(about))}>
                      <span>{title}</span>
                      <time dateTime={at} title={dateTime(at)}>
                        {relative(at)}
                      </time>
                    </button>
                  </li>
                )
              })}
            </ul>
          )
        }
      </QueryView>
    </>
  )
}

/** A notification as the list returns it. */
interface Notification {
  readonly __id: string
  readonly title: string
  readonly about: { readonly type: string; readonly id: string; readonly namespace?: string; readonly code?: string }
  readonly createdAt: string
  readonly readAt: string | null
}

/** Returns the page of the object that a notification is about, as the links in mails do. */
function addressOf({ type, id, namespace, code }: Notification['about']): string {
  if (type === 'element') return `/apps/${namespace}/${code}/${id}`
  if (type === 'webhook') return `/admin/webhooks/${id}`
  return type === 'backup' ? '/admin/system' : `/${type}s/${id}`
}

async function markRead(ids: readonly string[] | undefined): Promise<void> {
  await call('markNotificationsRead', { body: ids ? { ids } : {} })
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: keys.notifications() }),
    queryClient.invalidateQueries(workspaceQuery),
  ])
}
