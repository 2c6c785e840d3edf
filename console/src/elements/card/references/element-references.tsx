import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { call } from '../../../api/call.ts'
import { keys } from '../../../api/query-keys.ts'
import { workspaceQuery } from '../../../api/workspace.ts'
import { useI18n } from '../../../i18n/index.tsx'
import { LinkIcon } from '../../../ui/icons.tsx'
import { EmptyState, QueryView } from '../../../ui/states.tsx'
import type { Application, Element } from '../../application.ts'
import css from '../card.module.css'

/** The elements that refer to an element, by application. */
export function ElementReferences({ schema, element }: { schema: Application; element: Element }) {
  const { t } = useI18n()
  const params = { namespace: schema.namespace, code: schema.code, id: element.__id }
  const query = useQuery({
    queryKey: keys.elements(schema, 'references', element.__id),
    queryFn: async ({ signal }) =>
      (await call('listElementReferences', { params, query: { size: 50 }, signal })).references,
  })
  const { data: workspace } = useQuery(workspaceQuery)
  const nameOf = (path: string) =>
    workspace?.namespaces
      .flatMap(({ code, applications }) =>
        applications.map((each) => ({ path: `${code}.${each.code}`, name: each.name })),
      )
      .find((each) => each.path === path)?.name ?? path
  return (
    <QueryView query={query}>
      {(references) =>
        references.length === 0 ? (
          <EmptyState icon={<LinkIcon size={28} />} title={t('card.noLinks')} text={t('card.noLinksText')} />
        ) : (
          <ul className={`${css.list} ${css.narrow}`}>
            {references.map(({ application, field, total, elements }) => (
              <li key={`${application} ${field}`}>
                <div className={css.head}>
                  <b>{nameOf(application)}</b>
                  <span className={css.muted}>{t('elements.count', { count: total })}</span>
                </div>
                <div className={css.names}>
                  {elements.map(({ id, name }) => (
                    <Link key={id} to={`/apps/${application.replace('.', '/')}/${id}` as '/'}>
                      {name ?? '…'}
                    </Link>
                  ))}
                </div>
              </li>
            ))}
          </ul>
        )
      }
    </QueryView>
  )
}
