import { Popover } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { workspaceQuery } from '../api/workspace.ts'
import { useI18n } from '../i18n/index.tsx'
import { useAnnouncedCount } from '../ui/announcements.tsx'
import { IconButton } from '../ui/buttons.tsx'
import { BellIcon } from '../ui/icons.tsx'
import { lazily } from '../ui/lazily.ts'
import { Skeleton } from '../ui/states.tsx'
import css from './notifications.module.css'

const LatestNotifications = lazily(
  async () => (await import('./overlays/latest-notifications.tsx')).LatestNotifications,
)

/** The bell, whose label has the number of unread notifications, and the latest notifications. */
export function Notifications() {
  const { t } = useI18n()
  const [isOpen, setOpen] = useState(false)
  const unread = useSuspenseQuery(workspaceQuery).data.counts.notifications
  const label = unread > 0 ? t('app.unread', { count: unread }) : t('app.notifications')
  useAnnouncedCount(unread, label)
  return (
    <Popover opened={isOpen} onChange={setOpen} position="top-start" width={360} trapFocus>
      <Popover.Target>
        <IconButton isPlain label={label} onClick={() => setOpen(!isOpen)}>
          <span className={css.bell} data-unread={unread > 0 || undefined}>
            <BellIcon />
          </span>
        </IconButton>
      </Popover.Target>
      <Popover.Dropdown className={css.list} aria-label={t('app.notifications')}>
        <Suspense fallback={<Skeleton lines={3} />}>
          {isOpen && <LatestNotifications unread={unread} onClose={() => setOpen(false)} />}
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  )
}
