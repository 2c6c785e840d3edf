import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { ApiError } from '../../../api/api-error.ts'
import { call } from '../../../api/call.ts'
import { keys, staleAfter } from '../../../api/query-keys.ts'
import { useFormats } from '../../../i18n/format.ts'
import { type TextKey, useI18n } from '../../../i18n/index.tsx'
import { PlayIcon, ProcessIcon } from '../../../ui/icons.tsx'
import { EmptyState, QueryView } from '../../../ui/states.tsx'
import { StatusChip, type Tone } from '../../../ui/status-chip.tsx'
import { toast } from '../../../ui/toasts.tsx'
import { useAction } from '../../../ui/use-action.ts'
import type { Application, Element } from '../../application.ts'
import css from '../card.module.css'

const states: Readonly<Record<string, readonly [TextKey, Tone]>> = {
  exec: ['card.stateExec', 'info'],
  wait: ['card.stateWait', 'info'],
  error: ['card.stateError', 'danger'],
  done: ['card.stateDone', 'good'],
  cancel: ['card.stateCancel', 'neutral'],
}

/** The process instances of an element, and buttons that start the processes that can be started from it. */
export function ElementProcesses({ schema, element }: { schema: Application; element: Element }) {
  const { t } = useI18n()
  const { shortDateTime } = useFormats()
  const key = keys.elements(schema, 'instances', element.__id)
  const query = useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => {
      const body = { target: element.__id, size: 100, sortExpressions: [{ field: '__createdAt', ascending: false }] }
      return (await call('listInstancesByTarget', { body, signal })).result.result
    },
  })
  return (
    <div className={css.narrow}>
      <StartButtons schema={schema} id={element.__id} />
      <QueryView query={query}>
        {(instances) =>
          instances.length === 0 ? (
            <EmptyState
              icon={<ProcessIcon size={28} />}
              title={t('card.noProcesses')}
              text={t('card.noProcessesText')}
            />
          ) : (
            <ul className={css.list}>
              {instances.map(({ __id, __name, __state, __createdAt }) => {
                const [label, tone] = states[String(__state)] ?? states.exec!
                return (
                  <li key={__id}>
                    <div className={css.head}>
                      <Link to={`/instances/${__id}` as '/'}>
                        <b>{String(__name ?? '')}</b>
                      </Link>
                      <StatusChip tone={tone}>{t(label)}</StatusChip>
                    </div>
                    <div className={css.muted}>{t('card.startedAt', { at: shortDateTime(String(__createdAt)) })}</div>
                  </li>
                )
              })}
            </ul>
          )
        }
      </QueryView>
    </div>
  )
}

function StartButtons({ schema, id }: { schema: Application; id: string }) {
  const { t } = useI18n()
  const params = { namespace: schema.namespace, code: schema.code, id }
  const { data: offered = [] } = useQuery({
    queryKey: keys.elements(schema, 'offered', id),
    queryFn: async ({ signal }) => (await call('listElementProcesses', { params, signal })).processes,
  })
  const navigate = useNavigate()
  const start = useAction({
    run: async (process: string) => {
      try {
        await call('startElementProcess', { params, body: { process } })
        return true
      } catch (error) {
        // The process has further required variables, so the form of its start is opened.
        if (!(error instanceof ApiError && error.code === 'context.invalid')) throw error
        const [namespace = '', code = ''] = process.split(/\.(?=[^.]*$)/)
        await navigate({
          to: '/processes/$namespace/$code/start',
          params: { namespace, code },
          search: { element: `${schema.namespace}.${schema.code}.${id}` },
        })
        return false
      }
    },
    invalidates: staleAfter.processStart(schema),
    onDone: (isStarted) => isStarted && toast({ text: t('card.started'), tone: 'good' }),
  })
  if (offered.length === 0) return null
  return (
    <div className={css.buttons}>
      {offered.map(({ process, name }) => (
        <Button
          key={process}
          variant="default"
          leftSection={<PlayIcon />}
          disabled={start.isPending}
          onClick={() => start.mutate(process)}
        >
          {t('card.start', { name })}
        </Button>
      ))}
    </div>
  )
}
