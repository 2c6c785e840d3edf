import { Link } from '@tanstack/react-router'
import { useI18n } from '../../i18n/index.tsx'
import { Page, type PageProps } from '../../ui/page.tsx'
import css from './admin-page.module.css'

const pages = [
  'users',
  'groups',
  'org',
  'substitutions',
  'access',
  'solutions',
  'tokens',
  'webhooks',
  'audit',
  'jobs',
  'system',
] as const

/** A page of the administration, with links to the other pages of the administration above its title. */
export const AdminPage = (props: Omit<PageProps, 'navigation'>) => <Page {...props} navigation={<AdminLinks />} />

/** The links to the pages of the administration. */
export function AdminLinks() {
  const { t } = useI18n()
  return (
    <nav className={css.links} aria-label={t('app.administration')}>
      {pages.map((page) => (
        <Link key={page} to={`/admin/${page}`} search={{}} activeOptions={{ includeSearch: false }}>
          {t(`admin.${page}`)}
        </Link>
      ))}
    </nav>
  )
}
