import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { workspaceQuery } from '../../../api/workspace.ts'
import { elementGrants } from '../../../grants/grant-target.ts'
import { Grants } from '../../../grants/grants.tsx'
import { useI18n } from '../../../i18n/index.tsx'
import type { Application, Element } from '../../application.ts'
import css from '../card.module.css'

/** The rights to the element that were given by hand; for administrators, a link to the rules of the application. */
export function ElementAccess({ schema, element }: { schema: Application; element: Element }) {
  const { t } = useI18n()
  const { isAdministrator } = useSuspenseQuery(workspaceQuery).data
  const { namespace, code } = schema
  return (
    <div className={css.narrow}>
      <p className={css.muted}>{t('grants.elementText')}</p>
      <Grants target={elementGrants(namespace, code, element.__id)} />
      {isAdministrator && (
        <p>
          <Link to="/admin/access" search={{ app: `${namespace}.${code}`, id: element.__id }}>
            {t('grants.explain')}
          </Link>
        </p>
      )}
    </div>
  )
}
