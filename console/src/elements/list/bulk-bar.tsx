import { Button, Menu } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { call, type Input } from '../../api/call.ts'
import type { Status } from '../../fields/field-type.ts'
import { useI18n } from '../../i18n/index.tsx'
import { watchJob } from '../../jobs/watch-job.ts'
import { confirm } from '../../ui/confirm.ts'
import { useShortcuts } from '../../ui/keys/shortcuts.ts'
import { toast } from '../../ui/toasts.tsx'
import { useAction } from '../../ui/use-action.ts'
import { type Application, type Element, elementsKey } from '../application.ts'
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
    invalidates: [elementsKey(schema)],
    onDone: ({ jobId, result }) => {
      onDone()
      if (jobId !== null)
        watchJob(jobId, {
          title: schema.name,
          onEnd: () => client.invalidateQueries({ queryKey: elementsKey(schema) }),
        })
      else if (result) report(result)
    },
  })
  const report = ({ changed, failures }: { changed: number; failures: readonly { message: string }[] }) => {
    toast({ text: t('elements.changed', { count: changed }), tone: 'good' })
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
  useShortcuts([{ keys: 'escape', label: 'elements.clearSelection', run: onDone }])
  return (
    <div className={css.bar}>
      <b>{t('ui.selected', { count: selected.size })}</b>
      {rights.includes('edit') && statuses.length > 0 && (
        <Menu position="bottom-start">
          <Menu.Target>
            <Button variant="default" size="compact-md" loading={change.isPending}>
              {t('elements.setStatus')}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {statuses.map((status) => (
              <Menu.Item key={status.code} onClick={() => void setStatus(status)}>
                {status.name}
              </Menu.Item>
            ))}
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
