import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { staleAfter } from '../../api/query-keys.ts'
import { useFormats } from '../../i18n/format.ts'
import { useI18n } from '../../i18n/index.tsx'
import { copyText } from '../../ui/copy-text.ts'
import { FieldList } from '../../ui/field-list.tsx'
import { CopyIcon } from '../../ui/icons.tsx'
import { Pane } from '../../ui/pane.tsx'
import { toast } from '../../ui/toasts.tsx'
import { useAction } from '../../ui/use-action.ts'
import css from '../panels.module.css'
import { CompleteForm } from './complete-form.tsx'
import { curlLine } from './curl-line.ts'
import type { RestorePoint } from './restore-point.ts'
import own from './restore-points.module.css'

/** One restore point: the sent request, the command that answers the restore point, and the actions by hand. */
export function RestorePointPane({ point, onClose }: { point: RestorePoint; onClose: () => void }) {
  const { t } = useI18n()
  const { dateTime } = useFormats()
  const [isCompleting, setCompleting] = useState(false)
  const { id, state, instanceId, elementId, url, createdAt, expiresAt, endedAt, input, instance } = point
  const again = useAction({
    run: () => call('retryRestorePoint', { params: { id } }),
    invalidates: staleAfter.restorePoint(),
    done: t('processes.sentAgain'),
  })
  const command = curlLine(location.origin, point)
  return (
    <Pane title={instance?.name ?? elementId} onClose={onClose}>
      <FieldList
        items={[
          {
            key: 'instance',
            name: t('processes.instance'),
            value: (
              <Link to="/instances/$id" params={{ id: instanceId }} search={{ element: elementId }}>
                {t('processes.openInstance')}
              </Link>
            ),
          },
          { key: 'element', name: t('processes.step'), value: elementId },
          { key: 'url', name: t('processes.address'), value: url },
          { key: 'since', name: t('processes.since'), value: dateTime(createdAt) },
          { key: 'until', name: t('processes.until'), value: expiresAt && dateTime(expiresAt) },
          ...(endedAt ? [{ key: 'ended', name: t('processes.endedAt'), value: dateTime(endedAt) }] : []),
        ]}
      />
      <h3 className={own.heading}>{t('processes.sentValues')}</h3>
      <pre className={`code-box ${own.code}`}>{JSON.stringify(input, null, 2)}</pre>
      {state === 'open' && (
        <>
          <h3 className={own.heading}>{t('processes.answerCommand')}</h3>
          <pre className={`code-box ${own.code}`}>{command}</pre>
          <div className={css.buttons}>
            <Button
              variant="default"
              size="compact-sm"
              leftSection={<CopyIcon size={14} />}
              onClick={() => copyText(command).then(() => toast({ text: t('ui.copied') }))}
            >
              {t('ui.copy')}
            </Button>
            <Button variant="default" size="compact-sm" loading={again.isPending} onClick={() => again.mutate()}>
              {t('processes.sendAgain')}
            </Button>
            <Button variant="default" size="compact-sm" onClick={() => setCompleting(!isCompleting)}>
              {t('processes.completeByHand')}
            </Button>
          </div>
          {isCompleting && <CompleteForm point={point} onDone={onClose} />}
        </>
      )}
    </Pane>
  )
}
