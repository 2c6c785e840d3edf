import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { MissingRight } from '../../access/missing-right.tsx'
import { call } from '../../api/call.ts'
import { keys } from '../../api/query-keys.ts'
import { useI18n } from '../../i18n/index.tsx'
import { LockIcon } from '../../ui/icons.tsx'
import { Page } from '../../ui/page.tsx'
import { EmptyState, QueryView } from '../../ui/states.tsx'
import { type Application, applicationQuery } from '../application.ts'
import { ApplicationLink } from '../application-link.tsx'
import { newTitle } from '../element-words.ts'
import { formFields } from '../form-fields.ts'
import { CreateForm } from './create-form.tsx'

const route = getRouteApi('/shell/apps/$namespace/$code/new')

/** The form of a new element. */
export function NewElementPage() {
  const { namespace, code } = route.useParams()
  const application = useQuery(applicationQuery(namespace, code))
  return <QueryView query={application}>{(schema) => <NewElement key={schema.__id} schema={schema} />}</QueryView>
}

function NewElement({ schema }: { schema: Application }) {
  const { t } = useI18n()
  const { namespace, code } = schema
  const { for: asker, name } = route.useSearch()
  const query = useQuery({
    queryKey: keys.elements(schema, 'capabilities'),
    queryFn: ({ signal }) => call('getApplicationCapabilities', { params: { namespace, code }, signal }),
    staleTime: 60_000,
  })
  return (
    <Page title={newTitle(schema, t)} above={<ApplicationLink schema={schema} />}>
      <QueryView query={query}>
        {({ rights, readOnlyFields }) =>
          rights.includes('create') ? (
            <CreateForm
              schema={schema}
              fields={formFields(schema, 'create', readOnlyFields, t)}
              asker={asker}
              name={name}
            />
          ) : (
            <EmptyState icon={<LockIcon size={28} />} title={t('card.noCreate')} text={t('card.noCreateText')}>
              <MissingRight right="create" />
            </EmptyState>
          )
        }
      </QueryView>
    </Page>
  )
}
