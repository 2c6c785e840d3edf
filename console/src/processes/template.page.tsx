import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { workspaceQuery } from '../api/workspace.ts'
import { processGrants } from '../grants/grant-target.ts'
import { Grants } from '../grants/grants.tsx'
import { useFormats } from '../i18n/format.ts'
import { useI18n } from '../i18n/index.tsx'
import { ButtonLink } from '../ui/button-link.tsx'
import { Page } from '../ui/page.tsx'
import { QueryView } from '../ui/states.tsx'
import { StatusChip } from '../ui/status-chip.tsx'
import { Tabs } from '../ui/tabs.tsx'
import { Facts } from './facts.tsx'
import { InstanceList } from './instance-list.tsx'
import { ProcessPath } from './process-path.tsx'
import { type Template, templateQuery } from './queries.ts'
import css from './split.module.css'
import { StartButton } from './start-button.tsx'
import { TemplateDiagram } from './template-diagram.tsx'
import { VersionList } from './version-list.tsx'

const route = getRouteApi('/shell/processes/$namespace/$code')

/** One process template: its diagram with heat map, its instances and versions. */
export function TemplatePage() {
  const { namespace, code } = route.useParams()
  const query = useQuery(templateQuery(namespace, code))
  return <QueryView query={query}>{(template) => <TemplateView key={template.id} template={template} />}</QueryView>
}

function TemplateView({ template }: { template: Template }) {
  const { t } = useI18n()
  const { number } = useFormats()
  const { tab = 'instances' } = route.useSearch()
  const navigate = route.useNavigate()
  const { namespace, code, name, description, version, counts, rights } = template
  const { isAdministrator } = useSuspenseQuery(workspaceQuery).data
  return (
    <Page
      title={name}
      above={<ProcessPath namespace={namespace} code={code} name={`${namespace}.${code}`} />}
      beside={
        counts && counts.incidents > 0 ? (
          <StatusChip tone="danger">{t('processes.incidentCount', { count: counts.incidents })}</StatusChip>
        ) : undefined
      }
      isFlush
      actions={
        <>
          {rights.includes('administer') && (
            <ButtonLink to="/processes/$namespace/$code/move" params={{ namespace, code }} variant="default">
              {t('processes.moveInstances')}
            </ButtonLink>
          )}
          {isAdministrator && (
            <ButtonLink to="/processes/$namespace/$code/edit" params={{ namespace, code }} variant="default">
              {t('ui.edit')}
            </ButtonLink>
          )}
          <StartButton template={template} />
        </>
      }
      toolbar={
        <Facts
          items={[
            { name: t('processes.version'), value: version },
            { name: t('processes.running'), value: counts && number(counts.running) },
            { name: t('processes.finished'), value: counts && number(counts.finished) },
            { name: t('processes.purpose'), value: description },
          ]}
        />
      }
    >
      {rights.includes('view') ? (
        <div className={`${css.split} ${css.stacked}`}>
          <TemplateDiagram template={template} />
          <div className={css.below}>
            <Tabs
              label={name}
              selected={tab}
              onSelect={(key) =>
                navigate({ search: (now) => ({ ...now, tab: key === 'instances' ? undefined : key }) })
              }
              tabs={[
                { key: 'instances', label: t('processes.instances'), content: <InstanceList template={template} /> },
                { key: 'versions', label: t('processes.versions'), content: <VersionList template={template} /> },
                ...(rights.includes('administer')
                  ? [{ key: 'access' as const, label: t('grants.tab'), content: <Access template={template} /> }]
                  : []),
              ]}
            />
          </div>
        </div>
      ) : (
        <p className={css.bar}>{t('processes.onlyStart')}</p>
      )}
    </Page>
  )
}

function Access({ template: { namespace, code } }: { template: Template }) {
  const { t } = useI18n()
  return (
    <div className={css.access}>
      <p>{t('grants.processText')}</p>
      <Grants target={processGrants(namespace, code)} />
    </div>
  )
}
