import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { keys } from '../../api/query-keys.ts'
import { toneOf } from '../../fields/types/status/type.ts'
import { useI18n } from '../../i18n/index.tsx'
import { StatusSteps } from '../../ui/status-chip.tsx'
import type { Application, Element } from '../application.ts'
import css from './element-status.module.css'
import { obstacleText } from './obstacle.ts'
import { useAskStatus, useSetStatus } from './use-set-status.ts'

/** The statuses of an element; the ones that the user may set are buttons, which ask before they act. */
export function ElementStatus({ schema, element }: { schema: Application; element: Element }) {
  const { t } = useI18n()
  const { data: capabilities } = useCapabilities(schema, element.__id)
  const setStatus = useSetStatus(schema)
  const isSure = useAskStatus(schema)
  const present = String(element.__statusCode ?? '')
  const reasonOf = (found: Parameters<typeof obstacleText>[2]) => obstacleText(t, schema, found, present)
  const steps = schema.statuses.map((status) => {
    const { code, name } = status
    const found = capabilities?.statuses.find((each) => each.code === code)
    return { code, name, tone: toneOf(status), isAllowed: found?.isAllowed ?? false, reason: reasonOf(found) }
  })
  const ask = async (to: string) => {
    const isReversible = capabilities?.statuses.some(({ code, isReversible }) => code === to && isReversible) === true
    if (await isSure(element, to)) setStatus.mutate({ id: element.__id, from: present, to, isReversible })
  }
  return (
    <div className={css.steps}>
      <StatusSteps label={t('elements.status')} steps={steps} current={present} onSelect={(code) => void ask(code)} />
    </div>
  )
}

/** What the user may do with an element: rights, statuses that can be set, and fields that cannot be written. */
export function capabilitiesQuery(schema: Application, id: string) {
  const { namespace, code } = schema
  return queryOptions({
    queryKey: keys.elements(schema, 'capabilities', id),
    queryFn: ({ signal }) => call('getElementCapabilities', { params: { namespace, code, id }, signal }),
  })
}

/** Queries the capabilities of an element. */
export const useCapabilities = (schema: Application, id: string, isEnabled = true) =>
  useQuery({ ...capabilitiesQuery(schema, id), enabled: isEnabled })
