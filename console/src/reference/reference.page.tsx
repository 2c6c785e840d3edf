import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useEffect, useMemo } from 'react'
import { workspaceQuery } from '../api/workspace.ts'
import { useI18n } from '../i18n/index.tsx'
import { Mark } from '../ui/mark.tsx'
import { SearchBox } from '../ui/search-box.tsx'
import { EmptyState, QueryView } from '../ui/states.tsx'
import { type ApiDocument, documentQuery, operationsOf, searchOperations } from './document.ts'
import { OperationList } from './operation-list.tsx'
import { OperationView } from './operation-view.tsx'
import css from './reference.module.css'

const route = getRouteApi('/api')

/** The reference of the HTTP API, made from the OpenAPI document of this server. Open to everyone. */
export function ReferencePage() {
  const { t } = useI18n()
  const workspace = useQuery({ ...workspaceQuery, retry: false })
  const query = useQuery(documentQuery)
  useEffect(() => {
    document.title = `${t('app.reference')} · ${t('app.name')}`
  }, [t])
  const isSignedIn = workspace.data !== undefined
  return (
    <div className={css.page}>
      <header className={css.header}>
        <Mark /> <h1>{t('app.reference')}</h1>
        <a href="/openapi.json">openapi.json</a>
        {isSignedIn ? <Link to="/">{t('reference.toConsole')}</Link> : <SignInLink />}
      </header>
      <QueryView query={query}>{(api) => <Reference document={api} isSignedIn={isSignedIn} />}</QueryView>
    </div>
  )
}

function SignInLink() {
  const { t } = useI18n()
  return (
    <Link to="/sign-in" search={{ to: '/console/api' }}>
      {t('reference.signInToTry')}
    </Link>
  )
}

function Reference({ document, isSignedIn }: { document: ApiDocument; isSignedIn: boolean }) {
  const { t } = useI18n()
  const { q = '', op } = route.useSearch()
  const navigate = route.useNavigate()
  const operations = useMemo(() => operationsOf(document), [document])
  const found = useMemo(() => searchOperations(operations, q), [operations, q])
  const selected = operations.find(({ operationId }) => operationId === op)
  return (
    <div className={css.columns} data-selected={selected !== undefined || undefined}>
      <nav className={css.list} aria-label={t('reference.operations')}>
        <div className={css.search}>
          <SearchBox
            value={q}
            onChange={(text) => navigate({ search: (now) => ({ ...now, q: text || undefined }), replace: true })}
          />
          <span role="status">{t('reference.count', { count: found.length })}</span>
        </div>
        <OperationList operations={found} selected={op} />
      </nav>
      <main id="content" className={css.content}>
        {selected ? (
          <>
            <Link to="/api" search={{ q: q || undefined }} className={css.back}>
              {t('reference.all')}
            </Link>
            <OperationView operation={selected} isSignedIn={isSignedIn} />
          </>
        ) : (
          <EmptyState title={t('reference.choose')} text={t('reference.introduction')} />
        )}
      </main>
    </div>
  )
}
