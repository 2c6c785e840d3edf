import { Button, Menu } from '@mantine/core'
import { useQueries, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call, type Input } from '../../api/call.ts'
import { keys, staleAfter } from '../../api/query-keys.ts'
import type { Status } from '../../fields/field-type.ts'
import { useI18n } from '../../i18n/index.tsx'
import { watchJob } from '../../jobs/watch-job.ts'
import { confirm } from '../../ui/confirm.ts'
import { useShortcuts } from '../../ui/keys/shortcuts.ts'
import { toast } from '../../ui/toasts.tsx'
import { useAction } from '../../ui/use-action.ts'
import type { Application, Element } from '../application.ts'
import { capabilitiesQuery } from '../status/element-status.tsx'
import css from './bulk-bar.module.css'

type Change = Input<'changeElements'>['body']['action']

/** The actions for the selected elements. The bar replaces the filters while rows are selected. */
export function BulkBar(props: {
  schema: Application
  selected: ReadonlySet<string>
  rows: readonly Element[]
  onDone: () => void
}) {
  const { schema, selected, rows, onDone } = props
  const { t } = useI18n()
  const client = useQueryClient()
  const { namespace, code, statuses, rights } = schema
  const change = useAction({
    run: (action: Change) =>
      call('changeElements', { params: { namespace, code }, body: { ids: [...selected], action } }),
    invalidates: staleAfter.element(schema),
    onDone: ({ jobId, result }) => {
      onDone()
      if (jobId !== null)
        watchJob(jobId, {
          title: schema.name,
          onEnd: () => client.invalidateQueries({ queryKey: keys.elements(schema) }),
        })
      else if (result) report(result)
    },
  })
  const report = ({ changed, failures }: { changed: number; failures: readonly { message: string }[] }) => {
    if (changed > 0) toast({ text: t('elements.changed', { count: changed }), tone: 'good' })
    if (failures.length > 0)
      toast({
        text: `${t('elements.notChanged', { count: failures.length })}: ${failures[0]!.message}`,
        tone: 'danger',
        durationMs: 15_000,
      })
  }
  const remove = async () => {
    const only = selected.size === 1 ? rows.find(({ __id }) => selected.has(__id))?.__name : undefined
    const title = only
      ? t('elements.deleteNamed', { name: String(only) })
      : t('elements.deleteTitle', { count: selected.size })
    if (await confirm({ title, text: t('elements.deleteText'), action: t('ui.delete'), isDanger: true }))
      change.mutate({ delete: true })
  }
  const setStatus = async ({ code: to, name }: Status) => {
    const text = t('ui.selected', { count: selected.size })
    const title = t('elements.statusQuestion', { status: name })
    if (await confirm({ title, text, action: t('elements.setStatus') })) change.mutate({ setStatus: { code: to } })
  }
  const [isOpen, setIsOpen] = useState(false)
  const { offered, isKnown } = useOfferedStatuses(schema, selected, rows, isOpen)
  useShortcuts([{ keys: 'escape', label: 'elements.clearSelection', run: onDone }])
  return (
    <div className={css.bar}>
      <b>{t('ui.selected', { count: selected.size })}</b>
      {rights.includes('edit') && statuses.length > 0 && (
        <Menu position="bottom-start" opened={isOpen} onChange={setIsOpen}>
          <Menu.Target>
            <Button variant="default" size="compact-md" loading={change.isPending}>
              {t('elements.setStatus')}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {offered.map((status) => (
              <Menu.Item key={status.code} onClick={() => void setStatus(status)}>
                {status.name}
              </Menu.Item>
            ))}
            {offered.length === 0 && (
              <Menu.Item disabled>{t(isKnown ? 'elements.noStatusFits' : 'ui.loading')}</Menu.Item>
            )}
          </Menu.Dropdown>
        </Menu>
      )}
      {rights.includes('delete') && (
        <Button data-danger variant="default" size="compact-md" onClick={() => void remove()}>
          {t('ui.delete')}
        </Button>
      )}
      <Button variant="subtle" size="compact-md" onClick={onDone}>
        {t('elements.clearSelection')}
      </Button>
    </div>
  )
}

/**
 * Maximum number of selected elements whose possible statuses are requested; for more elements, every status is
 * offered.
 */
const maxAsked = 20

/** Returns the statuses that a selected element can get; every status when more than `maxAsked` are selected. */
function useOfferedStatuses(
  schema: Application,
  selected: ReadonlySet<string>,
  rows: readonly Element[],
  isOpen: boolean,
): { offered: readonly Status[]; isKnown: boolean } {
  const isAsked = selected.size <= maxAsked
  const answers = useQueries({
    queries: isAsked ? [...selected].map((id) => ({ ...capabilitiesQuery(schema, id), enabled: isOpen })) : [],
  })
  if (!isAsked) return { offered: schema.statuses, isKnown: true }
  if (!answers.every(({ isFetched }) => isFetched)) return { offered: [], isKnown: false }
  const present = new Map(rows.map(({ __id, __statusCode }) => [__id, __statusCode]))
  const canGet = (id: string, index: number, code: string): boolean =>
    present.get(id) !== code &&
    answers[index]!.data?.statuses.some((status) => status.code === code && status.isAllowed) === true
  const ids = [...selected]
  return {
    offered: schema.statuses.filter(({ code }) => ids.some((id, index) => canGet(id, index, code))),
    isKnown: true,
  }
}
