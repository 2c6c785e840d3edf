import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { keys } from '../../api/query-keys.ts'
import { useI18n } from '../../i18n/index.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { RetryIcon } from '../../ui/icons.tsx'
import { toast } from '../../ui/toasts.tsx'
import { hasEnded, type Instance } from '../queries.ts'
import { type ReasonAnswer, ReasonDialog } from '../reason-dialog.tsx'
import { useAdministers } from './use-rights.ts'

/** Buttons of an instance that runs: retry its incidents, move it to the newest version, interrupt it. */
export function InstanceActions({ instance }: { instance: Instance }) {
  const { t } = useI18n()
  const client = useQueryClient()
  const administers = useAdministers(instance)
  const [asked, setAsked] = useState<'retry' | 'interrupt'>()
  const { id, name, template } = instance
  const open = instance.incidents.filter(({ state }) => state === 'open')
  if (hasEnded(instance)) return null
  const isOld = template.version < template.newestVersion
  const read = () => client.invalidateQueries({ queryKey: keys.instance(id) })
  const retry = async ({ reason }: ReasonAnswer) => {
    for (const incident of open)
      await call('retryIncident', { params: { id: incident.id }, body: reason ? { reason } : {} })
    await read()
    toast({ text: t('processes.retried', { count: open.length }), tone: 'good' })
  }
  const interrupt = async ({ reason }: ReasonAnswer) => {
    await call('interruptInstance', { params: { id }, body: reason ? { comment: reason } : {} })
    await read()
    toast({ text: t('processes.interrupted'), tone: 'good' })
  }
  return (
    <>
      {administers && isOld && (
        <ButtonLink
          to="/processes/$namespace/$code/move"
          params={{ namespace: template.namespace, code: template.code }}
          search={{ instances: [id] }}
          variant="default"
        >
          {t('processes.moveToNewest')}
        </ButtonLink>
      )}
      {administers && open.length > 0 && (
        <Button variant="default" leftSection={<RetryIcon />} onClick={() => setAsked('retry')}>
          {t('processes.retry')}
        </Button>
      )}
      <Button data-danger variant="default" onClick={() => setAsked('interrupt')}>
        {t('processes.interrupt')}
      </Button>
      {asked === 'retry' && (
        <ReasonDialog
          question={{
            title: t('processes.retryTitle', { count: open.length }),
            text: t('processes.retryText'),
            action: t('processes.retry'),
          }}
          onConfirm={retry}
          onClose={() => setAsked(undefined)}
        />
      )}
      {asked === 'interrupt' && (
        <ReasonDialog
          question={{
            title: t('processes.interruptTitle', { name }),
            text: t('processes.interruptText'),
            action: t('processes.interrupt'),
            isDanger: true,
          }}
          onConfirm={interrupt}
          onClose={() => setAsked(undefined)}
        />
      )}
    </>
  )
}
