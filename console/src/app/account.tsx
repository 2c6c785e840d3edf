import { Menu, UnstyledButton } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { workspaceQuery } from '../api/workspace.ts'
import { lazily } from '../ui/lazily.ts'
import { Loading } from '../ui/states.tsx'
import css from './account.module.css'
import { Notifications } from './notifications.tsx'

const AccountMenu = lazily(async () => (await import('./overlays/account-menu.tsx')).AccountMenu)

/** The name of the user with the menu of the account, and the notifications. */
export function Account() {
  const { user } = useSuspenseQuery(workspaceQuery).data
  const name = [user.lastname, user.firstname, user.middlename].filter(Boolean).join(' ') || user.login
  return (
    <div className={css.account}>
      <Menu position="top-start" width={216} offset={6}>
        <Menu.Target>
          <UnstyledButton className={css.name}>
            <span className={css.initial} aria-hidden="true">
              {name.slice(0, 1)}
            </span>
            <span className={css.text}>{name}</span>
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown>
          <Suspense fallback={<Loading />}>
            <AccountMenu />
          </Suspense>
        </Menu.Dropdown>
      </Menu>
      <Notifications />
    </div>
  )
}
