import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useI18n } from '../i18n/index.tsx'
import { Page } from '../ui/page.tsx'
import { QueryView } from '../ui/states.tsx'
import { BatchProgress } from './batch-progress.tsx'
import { MovePreview } from './move/move-preview.tsx'
import { ProcessPath } from './process-path.tsx'
import { type Template, templateQuery, versionsQuery } from './queries.ts'

const route = getRouteApi('/shell/processes/$namespace/$code/move')

/** Moves instances to a version. Shows first which instances can move and which are blocked, then the progress. */
export function MovePage() {
  const { namespace, code } = route.useParams()
  const template = useQuery(templateQuery(namespace, code))
  return <QueryView query={template}>{(loaded) => <Move template={loaded} />}</QueryView>
}

function Move({ template }: { template: Template }) {
  const { t } = useI18n()
  const { namespace, code, name } = template
  const { version = template.version, instances, batch } = route.useSearch()
  const navigate = route.useNavigate()
  const versions = useQuery(versionsQuery(namespace, code))
  return (
    <Page
      title={t('processes.moveTitle', { version: String(version) })}
      above={<ProcessPath namespace={namespace} code={code} name={name} />}
      beside={instances ? t('processes.chosenInstances', { count: instances.length }) : t('processes.allRunning')}
      isFlush
      toolbar={
        batch === undefined && (
          <NativeSelect
            label={t('processes.targetVersion')}
            value={version}
            onChange={(event) => {
              const chosen = Number(event.currentTarget.value)
              void navigate({ search: (now) => ({ ...now, version: chosen, map: undefined }) })
            }}
            data={(versions.data ?? [{ version, comment: null }]).map((each) => ({
              value: String(each.version),
              label: [t('processes.versionNumber', { version: String(each.version) }), each.comment]
                .filter(Boolean)
                .join(' — '),
            }))}
          />
        )
      }
    >
      {batch === undefined ? (
        <MovePreview template={template} version={version} />
      ) : (
        <BatchProgress
          id={batch}
          title={t('processes.movingTitle', { version: String(version) })}
          back={{ to: `/processes/${namespace}/${code}`, label: name }}
        />
      )}
    </Page>
  )
}
