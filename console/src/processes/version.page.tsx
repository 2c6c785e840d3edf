import { Button, NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useFormats } from '../i18n/format.ts'
import { useI18n } from '../i18n/index.tsx'
import { ButtonLink } from '../ui/button-link.tsx'
import { DownloadIcon } from '../ui/icons.tsx'
import { Page } from '../ui/page.tsx'
import { saveFile } from '../ui/save-file.ts'
import { QueryView } from '../ui/states.tsx'
import { Facts } from './facts.tsx'
import { ProcessPath } from './process-path.tsx'
import { modelQuery, type Template, templateQuery, versionsQuery } from './queries.ts'
import { VersionDiagrams } from './version-diagrams.tsx'

const route = getRouteApi('/shell/processes/$namespace/$code/versions/$version')

/** One version of a template: its diagram, or the difference from another version, drawn on both diagrams. */
export function VersionPage() {
  const { namespace, code } = route.useParams()
  const template = useQuery(templateQuery(namespace, code))
  return <QueryView query={template}>{(loaded) => <VersionView template={loaded} />}</QueryView>
}

function VersionView({ template }: { template: Template }) {
  const { t } = useI18n()
  const { dateTime, number } = useFormats()
  const { namespace, code, version: text } = route.useParams()
  const { compare } = route.useSearch()
  const navigate = route.useNavigate()
  const version = Number(text)
  const versions = useQuery(versionsQuery(namespace, code))
  const model = useQuery(modelQuery(namespace, code, version))
  const found = versions.data?.find((each) => each.version === version)
  const others = versions.data?.filter((each) => each.version !== version) ?? []
  return (
    <Page
      title={t('processes.versionNumber', { version: text })}
      above={<ProcessPath namespace={namespace} code={code} name={template.name} />}
      beside={version === template.version ? t('processes.newest') : undefined}
      isFlush
      actions={
        <>
          {model.data && (
            <Button
              variant="default"
              leftSection={<DownloadIcon />}
              onClick={() => saveFile(`${code}-${version}.bpmn`, model.data.xml)}
            >
              {t('processes.download')}
            </Button>
          )}
          {template.rights.includes('administer') && (
            <ButtonLink
              to="/processes/$namespace/$code/move"
              params={{ namespace, code }}
              search={{ version }}
              variant="default"
            >
              {t('processes.moveInstances')}
            </ButtonLink>
          )}
        </>
      }
      toolbar={
        <>
          <Facts
            items={[
              { name: t('processes.comment'), value: found?.comment },
              { name: t('processes.publishedAt'), value: found && dateTime(found.createdAt) },
              {
                name: t('processes.running'),
                value: typeof found?.active === 'number' ? number(found.active) : undefined,
              },
            ]}
          />
          {others.length > 0 && (
            <NativeSelect
              aria-label={t('processes.compareWith')}
              value={compare ?? ''}
              onChange={(event) => {
                const chosen = Number(event.currentTarget.value) || undefined
                void navigate({ search: (now) => ({ ...now, compare: chosen }) })
              }}
              data={[
                { value: '', label: t('processes.compareNone') },
                ...others.map((each) => ({
                  value: String(each.version),
                  label: t('processes.compareTo', { version: String(each.version) }),
                })),
              ]}
            />
          )}
        </>
      }
    >
      <QueryView query={model}>
        {(loaded) => <VersionDiagrams template={template} version={version} loaded={loaded} compare={compare} />}
      </QueryView>
    </Page>
  )
}
