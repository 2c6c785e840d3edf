import { Outlet, useLocation, useNavigate, useRouteContext } from '@tanstack/react-router'
import { Suspense, useEffect } from 'react'
import { useEventStream, useTopic } from '../api/live-updates.ts'
import { keys } from '../api/query-keys.ts'
import { isSignInNeeded, watchSessionEnd } from '../api/session-end.ts'
import { useStore } from '../api/store.ts'
import { holdUnreadyForm } from '../fields/unready-input.ts'
import { useI18n } from '../i18n/index.tsx'
import { watchedJobs } from '../jobs/watch-job.ts'
import { Announcements } from '../ui/announcements.tsx'
import { IconButton } from '../ui/buttons.tsx'
import { asked } from '../ui/confirm.ts'
import { MenuIcon } from '../ui/icons.tsx'
import { handleKey, useShortcuts } from '../ui/keys/shortcuts.ts'
import { lazily } from '../ui/lazily.ts'
import { Mark } from '../ui/mark.tsx'
import { ErrorBoundary, Loading } from '../ui/states.tsx'
import { Toasts } from '../ui/toasts.tsx'
import { ConnectionBanner } from './connection-banner.tsx'
import { keepFocus } from './keep-focus.ts'
import { Navigation } from './navigation.tsx'
import { closeOverlay, openPalette, overlay } from './overlay.ts'
import { Palette } from './palette.tsx'
import css from './shell.module.css'

const ConfirmDialog = lazily(async () => (await import('./overlays/confirm-dialog.tsx')).ConfirmDialog)
const SignInDialog = lazily(async () => (await import('./overlays/sign-in-dialog.tsx')).SignInDialog)
const KeyboardHelp = lazily(async () => (await import('./overlays/keyboard-help.tsx')).KeyboardHelp)
const NavigationDrawer = lazily(async () => (await import('./drawer/navigation-drawer.tsx')).NavigationDrawer)
const JobCards = lazily(async () => (await import('../jobs/job-cards.tsx')).JobCards)

/** The frame of all pages of a signed-in user: navigation, the page, and the overlays. */
export function Shell() {
  const { t } = useI18n()
  const open = useStore(overlay)
  const isSignedOut = useStore(isSignInNeeded)
  const question = useStore(asked)
  const hasJobs = useStore(watchedJobs).length > 0
  const { pathname } = useLocation()
  useGeneralShortcuts()
  useEventStream()
  useTopic('tasks', [keys.workspace(), keys.tasks()])
  useTopic('notifications', [keys.workspace(), keys.notifications()])
  useEffect(watchSessionEnd, [])
  useEffect(keepFocus, [])
  useEffect(() => {
    document.addEventListener('submit', holdUnreadyForm, true)
    return () => document.removeEventListener('submit', holdUnreadyForm, true)
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new page closes the drawer
  useEffect(closeOverlay, [pathname])
  return (
    <div className={css.shell}>
      <a href="#content" className={css.skip}>
        {t('app.skip')}
      </a>
      <div className={`${css.side} not-printed`}>
        <Navigation />
      </div>
      <header className={`${css.bar} not-printed`}>
        <IconButton label={t('app.openNavigation')} isPlain onClick={() => overlay.set('navigation')}>
          <MenuIcon />
        </IconButton>
        <Mark /> <b>{t('app.name')}</b>
      </header>
      <main id="content" className={css.content} tabIndex={-1}>
        <ConnectionBanner />
        <div className={css.page}>
          <ErrorBoundary key={pathname}>
            <Outlet />
          </ErrorBoundary>
        </div>
      </main>
      {open === 'palette' && <Palette />}
      <Suspense fallback={<Loading />}>
        {open === 'navigation' && <NavigationDrawer />}
        {open === 'help' && <KeyboardHelp />}
        {isSignedOut && <SignInDialog />}
        {question && <ConfirmDialog />}
        {hasJobs && <JobCards />}
      </Suspense>
      <Toasts />
      <Announcements />
    </div>
  )
}

function useGeneralShortcuts(): void {
  const { pages } = useRouteContext({ from: '__root__' })
  const navigate = useNavigate()
  useEffect(() => {
    document.addEventListener('keydown', handleKey)
    return () => document.removeEventListener('keydown', handleKey)
  }, [])
  useShortcuts([
    { keys: 'mod+k', label: 'app.palette', isGeneral: true, run: openPalette },
    { keys: '?', label: 'app.shortcuts', isGeneral: true, run: () => overlay.set('help') },
    ...pages.flatMap(({ goKey, label, path }) =>
      goKey ? [{ keys: `g ${goKey}`, label, isGeneral: true, run: () => navigate({ to: path as '/' }) }] : [],
    ),
  ])
}
