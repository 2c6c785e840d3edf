import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, useLocation, useRouteContext } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { workspaceQuery } from '../api/workspace.ts'
import { useI18n } from '../i18n/index.tsx'
import type { PageEntry } from '../routing/page-entry.ts'
import { useAnnouncedCount } from '../ui/announcements.tsx'
import { ApplicationIcon, SearchIcon } from '../ui/icons.tsx'
import { Mark } from '../ui/mark.tsx'
import { Counter } from '../ui/status-chip.tsx'
import { Account } from './account.tsx'
import { KeyCaps } from './key-caps.tsx'
import css from './navigation.module.css'
import { openPalette } from './overlay.ts'

/** The navigation at the left: search, pages, the applications of each namespace, and the account. */
export function Navigation() {
  const { t } = useI18n()
  const { data: workspace } = useSuspenseQuery(workspaceQuery)
  const { pages } = useRouteContext({ from: '__root__' })
  const at = (place: PageEntry['place']) =>
    pages
      .filter((page) => page.place === place && page.isVisible?.(workspace) !== false)
      .map(({ path, label, icon: Icon, count }) => (
        <Item key={path} path={path} icon={<Icon />} count={count?.(workspace)}>
          {t(label)}
        </Item>
      ))
  return (
    <nav className={css.navigation} aria-label={t('app.navigation')}>
      <Link to="/" className={css.brand}>
        <Mark /> {t('app.name')}
      </Link>
      <button type="button" className={css.search} onClick={openPalette}>
        <SearchIcon />
        <span>{t('app.search')}</span>
        <KeyCaps keys="mod+k" />
      </button>
      <div className={css.scroll}>
        <ul>{at('top')}</ul>
        {workspace.namespaces
          .filter(({ applications }) => applications.length > 0)
          .map(({ code, name, applications }) => (
            <section key={code}>
              <h2>{name}</h2>
              <ul>
                {applications.map((application) => (
                  <Item key={application.code} path={`/apps/${code}/${application.code}`} icon={<ApplicationIcon />}>
                    {application.name}
                  </Item>
                ))}
              </ul>
            </section>
          ))}
        <ul className={css.middle}>{at('middle')}</ul>
      </div>
      <ul className={css.bottom}>{at('bottom')}</ul>
      <Account />
    </nav>
  )
}

function Item(props: { path: string; icon: ReactNode; count?: number; children: string }) {
  const { path, icon, count = 0, children } = props
  const { pathname } = useLocation()
  useAnnouncedCount(count, `${children}: ${count}`)
  const isCurrent = pathname === path || pathname.startsWith(`${path}/`)
  return (
    <li>
      <Link to={path as '/'} className={css.item} aria-current={isCurrent ? 'page' : undefined}>
        {icon}
        <span>{children}</span>
        {count > 0 && <Counter>{count}</Counter>}
      </Link>
    </li>
  )
}
