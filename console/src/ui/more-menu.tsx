import { Menu } from '@mantine/core'
import { Children, type ReactNode } from 'react'
import { useI18n } from '../i18n/index.tsx'
import { IconButton } from './buttons.tsx'
import { MoreIcon } from './icons.tsx'

/** The menu of further actions; `children` are its items. Without items there is no menu. */
export function MoreMenu({ children }: { children: ReactNode }) {
  const { t } = useI18n()
  if (Children.toArray(children).length === 0) return null
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <IconButton label={t('ui.more')}>
          <MoreIcon />
        </IconButton>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  )
}
