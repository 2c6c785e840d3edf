import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { toneOf } from '../../fields/types/status.tsx'
import { useI18n } from '../../i18n/index.tsx'
import { StatusSteps } from '../../ui/status-chip.tsx'
import { type Application, type Element, elementsKey } from '../application.ts'
import css from './element-status.module.css'
import { useAskStatus, useSetStatus } from './use-set-status.ts'

/** The statuses of an element; the ones that the user may set are buttons, which ask before they act. */
export function ElementStatus({ schema, element }: { schema: Application; element: Element }) {
  const { t } = useI18n()
  const { data: capabilities } = useCapabilities(schema, element.__id)
  const setStatus = useSetStatus(schema)
  const isSure = useAskStatus(schema)
  const steps = schema.statuses.map((status) => {
    const { code, name } = status
    const { isAllowed = false, reason = null } = capabilities?.statuses.find((each) => each.code === code) ?? {}
    return { code, name, tone: toneOf(status), isAllowed, reason: reason ?? undefined }
  })
  const ask = async (to: string) => {
    const isReversible = capabilities?.statuses.some(({ code, isReversible }) => code === to && isReversible) === true
    const from = String(element.__statusCode ?? '')
    if (await isSure(element, to)) setStatus.mutate({ id: element.__id, from, to, isReversible })
  }
  return (
    <div className={css.steps}>
      <StatusSteps
        label={t('elements.status')}
        steps={steps}
        current={String(element.__statusCode ?? '')}
        onSelect={(code) => void ask(code)}
      />
    </div>
  )
}

/** What the user may do with an element: rights, statuses that can be set, and fields that cannot be written. */
export function useCapabilities(schema: Application, id: string, isEnabled = true) {
  const { namespace, code } = schema
  return useQuery({
    queryKey: [...elementsKey(schema), 'capabilities', id],
    queryFn: ({ signal }) => call('getElementCapabilities', { params: { namespace, code, id }, signal }),
    enabled: isEnabled,
  })
}
