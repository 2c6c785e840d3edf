import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { MissingRight } from '../../access/missing-right.tsx'
import { useI18n } from '../../i18n/index.tsx'
import { LockIcon } from '../../ui/icons.tsx'
import { Page } from '../../ui/page.tsx'
import { EmptyState, QueryView } from '../../ui/states.tsx'
import { type Application, applicationQuery } from '../application.ts'
import { ApplicationLink } from '../application-link.tsx'
import { ImportFile } from './import-file.tsx'
import { ImportStatus } from './import-status.tsx'
import { type ChosenFile, MapColumns } from './map-columns.tsx'

const route = getRouteApi('/shell/apps/$namespace/$code/import')

/** Imports a file into an application: upload, mapping, trial run, run, report. */
export function ImportPage() {
  const { namespace, code } = route.useParams()
  const application = useQuery(applicationQuery(namespace, code))
  return <QueryView query={application}>{(schema) => <Wizard key={schema.__id} schema={schema} />}</QueryView>
}

function Wizard({ schema }: { schema: Application }) {
  const { t } = useI18n()
  const { id } = route.useSearch()
  const navigate = route.useNavigate()
  const [file, setFile] = useState<ChosenFile>()
  const show = (importId: string | undefined) => navigate({ search: importId === undefined ? {} : { id: importId } })
  const restart = () => {
    setFile(undefined)
    show(undefined)
  }
  return (
    <Page title={t('imports.title')} above={<ApplicationLink schema={schema} />} beside={file?.name}>
      {!schema.rights.includes('import') ? (
        <EmptyState icon={<LockIcon size={28} />} title={t('imports.forbidden')} text={t('imports.forbiddenText')}>
          <MissingRight right="import" />
        </EmptyState>
      ) : (
        <>
          {file ? (
            <div hidden={id !== undefined}>
              <MapColumns schema={schema} file={file} onStarted={show} onBack={() => setFile(undefined)} />
            </div>
          ) : (
            id === undefined && <ImportFile schema={schema} onUploaded={setFile} onShow={show} />
          )}
          {id !== undefined && (
            <ImportStatus
              key={id}
              schema={schema}
              id={id}
              onBack={file && (() => show(undefined))}
              fileHash={file?.hash}
              onStarted={show}
              onRestart={restart}
            />
          )}
        </>
      )}
    </Page>
  )
}
