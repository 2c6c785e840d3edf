import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { call } from '../../api/call.ts'
import { keys } from '../../api/query-keys.ts'
import { useI18n } from '../../i18n/index.tsx'
import { toast } from '../../ui/toasts.tsx'

/** Returns a function that removes the draft after a publication and opens the page of the process. */
export function usePublished(place: { readonly namespace: string; readonly code: string; readonly hasDraft: boolean }) {
  const { t } = useI18n()
  const client = useQueryClient()
  const navigate = useNavigate()
  const { namespace, code, hasDraft } = place
  const params = { namespace, code }
  return async (version: number): Promise<void> => {
    if (hasDraft) await call('deleteProcessDraft', { params })
    client.removeQueries({ queryKey: keys.processDraft(namespace, code) })
    await client.invalidateQueries({ queryKey: keys.processes() })
    toast({ text: t('processes.mPublished', { version: String(version) }), tone: 'good' })
    await navigate({ to: '/processes/$namespace/$code', params })
  }
}
