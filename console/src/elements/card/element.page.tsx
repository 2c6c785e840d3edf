import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useI18n } from '../../i18n/index.tsx'
import { SearchIcon } from '../../ui/icons.tsx'
import { Page } from '../../ui/page.tsx'
import { EmptyState, QueryView, Skeleton } from '../../ui/states.tsx'
import { type Application, applicationQuery } from '../application.ts'
import { ApplicationLink } from '../application-link.tsx'
import { useCapabilities } from '../status/element-status.tsx'
import { useElement } from '../use-element.ts'
import { ElementCard } from './element-card.tsx'

const route = getRouteApi('/shell/apps/$namespace/$code/$id')

/** The page of one element with all its parts. */
export function ElementPage() {
  const { namespace, code, id } = route.useParams()
  const application = useQuery(applicationQuery(namespace, code))
  return <QueryView query={application}>{(schema) => <Loaded key={id} schema={schema} id={id} />}</QueryView>
}

function Loaded({ schema, id }: { schema: Application; id: string }) {
  const { t } = useI18n()
  const query = useElement(schema, id)
  // Buttons that came after the card would move everything below them.
  const isKnown = !useCapabilities(schema, id, query.data !== null).isPending
  if (query.data === null)
    return (
      <Page title={schema.elementName} above={<ApplicationLink schema={schema} />}>
        <EmptyState icon={<SearchIcon size={28} />} title={t('ui.missing')} text={t('ui.missingText')} />
      </Page>
    )
  return (
    <QueryView query={query}>
      {(element) => (isKnown ? <ElementCard schema={schema} element={element} /> : <Skeleton />)}
    </QueryView>
  )
}
