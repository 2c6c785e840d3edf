import { Drawer } from '@mantine/core'
import '@mantine/core/styles/Drawer.layer.css'
import { useI18n } from '../../i18n/index.tsx'
import { Navigation } from '../navigation.tsx'
import { closeOverlay } from '../overlay.ts'
import css from './navigation-drawer.module.css'

/** The navigation over the page, in a narrow window. */
export function NavigationDrawer() {
  const { t } = useI18n()
  return (
    <Drawer.Root opened onClose={closeOverlay} size={264}>
      <Drawer.Overlay />
      <Drawer.Content aria-label={t('app.navigation')} className={css.drawer}>
        <Navigation />
      </Drawer.Content>
    </Drawer.Root>
  )
}
