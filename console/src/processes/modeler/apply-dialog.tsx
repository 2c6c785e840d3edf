import { Button, Checkbox, Modal, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { call } from '../../api/call.ts'
import type { Operations } from '../../api/operations.ts'
import { keys } from '../../api/query-keys.ts'
import { useI18n } from '../../i18n/index.tsx'
import { PlanChanges, PlanWarnings } from '../../solutions/plan-changes.tsx'
import { whyNotApplied } from '../../solutions/why-not-applied.ts'
import { ButtonWithReason } from '../../ui/button-with-reason.tsx'
import { FormInputs } from '../../ui/form-inputs.tsx'
import { DownloadIcon } from '../../ui/icons.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { ErrorMessage, QueryView } from '../../ui/states.tsx'
import { useAction } from '../../ui/use-action.ts'
import { ChangeList } from '../change-list.tsx'
import { difference } from '../diagram/difference.ts'
import { type Model, readModel } from '../diagram/model.ts'
import css from '../panels.module.css'
import type { Template } from '../queries.ts'
import { usePublished } from './use-published.ts'

type Plan = Operations['planSolutionFiles']['result']

/** Shows the plan of a drawn process, and applies it to the solution or downloads the changed solution. */
export function ApplyDialog(props: {
  template: Template & { readonly solution: string }
  published: Model | undefined
  xml: string
  hasDraft: boolean
  onClose: () => void
}) {
  const { template, published, xml, hasDraft, onClose } = props
  const { t } = useI18n()
  const [isAllowed, setAllowed] = useState(false)
  const [comment, setComment] = useState('')
  const params = { code: template.solution }
  const body = { files: [{ path: solutionFileOf(template), text: xml, hash: template.hash }] }
  const plan = useQuery({
    queryKey: keys.processPlan(template.id, template.hash, xml),
    queryFn: ({ signal }) => call('planSolutionFiles', { params, body, signal }),
    retry: false,
    gcTime: 0,
  })
  const changes = useMemo(() => (published ? difference(published, readModel(xml)) : []), [published, xml])
  const afterwards = usePublished({ ...template, code: template.file, hasDraft })
  const apply = useAction({
    run: () =>
      call('applySolutionFiles', { params, query: { allowDestructive: isAllowed, ...(comment && { comment }) }, body }),
    showsError: true,
    onDone: () => afterwards(template.version + 1),
  })
  const pack = useAction({
    run: () => call('exportSolutionFiles', { params, body }),
    showsError: true,
    onDone: (zip) => saveFile(`${template.solution}.zip`, zip),
  })
  const isDestructive = (plan.data?.changes ?? []).some(({ destructive }: Plan['changes'][number]) => destructive)
  const reason = plan.data && whyNotApplied(plan.data.changes, isAllowed)
  return (
    <Modal
      opened
      size="lg"
      onClose={onClose}
      title={t('processes.mPublishTitle', { version: String(template.version + 1) })}
      closeButtonProps={{ 'aria-label': t('ui.close') }}
    >
      <div style={{ display: 'grid', gap: 12 }}>
        <ChangeList changes={changes} selected={undefined} onSelect={() => undefined} />
        <QueryView query={plan}>
          {({ changes, warnings }) => (
            <section aria-label={t('processes.mPlan', { solution: template.solution })}>
              <PlanChanges changes={changes} />
              <PlanWarnings warnings={warnings} />
            </section>
          )}
        </QueryView>
        <FormInputs isBusy={apply.isPending}>
          <TextInput
            label={t('processes.comment')}
            description={t('processes.commentHint')}
            value={comment}
            maxLength={1000}
            onChange={(event) => setComment(event.currentTarget.value)}
          />
          <p>{t('processes.mDriftLater', { solution: template.solution })}</p>
          {isDestructive && (
            <Checkbox
              label={t('admin.allowDestructive')}
              checked={isAllowed}
              onChange={({ currentTarget }) => setAllowed(currentTarget.checked)}
            />
          )}
        </FormInputs>
        {apply.error && <ErrorMessage error={apply.error} />}
        {pack.error && <ErrorMessage error={pack.error} />}
        <div className={css.buttons} style={{ justifyContent: 'flex-end', flexWrap: 'wrap' }}>
          <Button variant="default" onClick={onClose}>
            {t('ui.cancel')}
          </Button>
          <Button
            variant="default"
            leftSection={<DownloadIcon />}
            loading={pack.isPending}
            disabled={plan.data === undefined}
            onClick={() => pack.mutate()}
          >
            {t('processes.mDownloadFolder')}
          </Button>
          <ButtonWithReason
            data-autofocus
            reason={reason && t(reason)}
            disabled={plan.data === undefined}
            loading={apply.isPending}
            onClick={() => apply.mutate()}
          >
            {t('processes.mApply')}
          </ButtonWithReason>
        </div>
      </div>
    </Modal>
  )
}

/** Returns the path of a process inside the folder of its solution. */
function solutionFileOf({ namespace, file }: { readonly namespace: string; readonly file: string }): string {
  const [section, application] = namespace.split('.')
  const folder = application === undefined ? '' : `apps/${application}/`
  return `namespaces/${section}/${folder}processes/${file}.bpmn`
}
