import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from '../../api/call.ts'
import { keys, staleAfter } from '../../api/query-keys.ts'
import { useFormats } from '../../i18n/format.ts'
import { useI18n } from '../../i18n/index.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { QueryView } from '../../ui/states.tsx'
import { useAction } from '../../ui/use-action.ts'
import type { Application } from '../application.ts'
import { FailedRows } from './failed-rows.tsx'
import css from './import.module.css'
import { previewQuery } from './import-queries.ts'
import { type Import, ImportStateChip } from './import-state.tsx'
import { PreviewRows } from './preview-rows.tsx'
import { RunImport } from './run-import.tsx'
import { targetFields } from './target-fields.ts'
import { UndoImport } from './undo-import.tsx'

const pollMs = 700

interface Props {
  readonly schema: Application
  readonly id: string
  /** Returns to the mapping; missing when the file is no longer available. */
  readonly onBack: (() => void) | undefined
  /** Hash of the uploaded file; missing when the file is no longer available. */
  readonly fileHash: string | undefined
  /** Called with the id of the import that follows a trial run. */
  readonly onStarted: (importId: string) => void
  readonly onRestart: () => void
}

/** The last step of an import: the progress, then the result with the failed rows. */
export function ImportStatus({ schema, id, onBack, fileHash, onStarted, onRestart }: Props) {
  const { t } = useI18n()
  const client = useQueryClient()
  const query = useQuery({
    queryKey: keys.import(id),
    queryFn: async ({ signal }) => (await call('getImport', { params: { id }, signal })).status,
    refetchInterval: ({ state }) => (state.data?.state === 'running' ? pollMs : false),
  })
  const state = query.data?.state
  useEffect(() => {
    if (state === undefined || state === 'running') return
    void client.invalidateQueries({ queryKey: keys.elements(schema) })
    void client.invalidateQueries({ queryKey: keys.imports() })
  }, [client, schema, state])
  return (
    <QueryView query={query}>
      {(status) => (
        <div className={css.step}>
          <Counts status={status} />
          {status.state === 'running' ? (
            <Progress id={id} status={status} />
          ) : (
            <>
              {status.dryRun && fileHash && <TrialRows schema={schema} trial={status} fileHash={fileHash} />}
              <FailedRows id={id} status={status} />
              <div className={css.buttons}>
                {!status.dryRun && status.state !== 'undone' && status.created + status.updated > 0 && (
                  <UndoImport schema={schema} id={id} />
                )}
                <Button variant="default" onClick={onRestart}>
                  {t('imports.otherFile')}
                </Button>
                {onBack && (
                  <Button variant="default" onClick={onBack}>
                    {t('imports.back')}
                  </Button>
                )}
                {!status.dryRun && (
                  <ButtonLink to="/apps/$namespace/$code" params={schema} search={{}}>
                    {t('imports.toList')}
                  </ButtonLink>
                )}
                {status.dryRun && fileHash && (
                  <RunImport schema={schema} trial={status} fileHash={fileHash} onStarted={onStarted} />
                )}
              </div>
            </>
          )}
        </div>
      )}
    </QueryView>
  )
}

function Counts({ status }: { status: Import }) {
  const { t } = useI18n()
  const { number } = useFormats()
  const { created, updated, unchanged, failed, dryRun } = status
  const counts = { created, updated, unchanged, failed }
  return (
    <>
      <p className={css.result} role="status">
        <ImportStateChip status={status} /> {dryRun && t('imports.dryRun')}
      </p>
      <dl className={css.counts}>
        {(['created', 'updated', 'unchanged', 'failed'] as const).map((name) => (
          <div key={name}>
            <dt>{t(`imports.${dryRun ? 'trial' : 'count'}_${name}`)}</dt>
            <dd>{number(counts[name])}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}

function Progress({ id, status: { processed, total } }: { id: string; status: Import }) {
  const { t } = useI18n()
  const cancel = useAction({
    run: () => call('cancelImport', { params: { id } }),
    invalidates: staleAfter.importState(id),
  })
  return (
    <>
      <progress className={css.progress} value={processed} max={Math.max(1, total)} aria-label={t('imports.running')} />
      <p className={css.muted}>{t('imports.progress', { processed, total })}</p>
      <div className={css.buttons}>
        <Button variant="default" loading={cancel.isPending} onClick={() => cancel.mutate()}>
          {t('imports.cancel')}
        </Button>
      </div>
    </>
  )
}

/** The first rows of the file of a trial run, with their problems. */
function TrialRows(props: { schema: Application; trial: Import; fileHash: string }) {
  const { schema, trial, fileHash } = props
  const { t } = useI18n()
  const { sheet, mapping } = (trial.options ?? {}) as { sheet?: string; mapping?: Record<string, string> }
  const { data } = useQuery(previewQuery(schema, fileHash, sheet))
  if (!data || !mapping || trial.failed === 0) return null
  const fields = targetFields(schema, Object.values(mapping), t)
  return <PreviewRows preview={data.preview} fields={fields} mapping={mapping} problems={trial.errors} />
}
