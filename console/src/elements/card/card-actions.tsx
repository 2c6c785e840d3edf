import { Button, Menu } from '@mantine/core'
import { call } from '../../api/call.ts'
import { staleAfter } from '../../api/query-keys.ts'
import { useI18n } from '../../i18n/index.tsx'
import { confirm } from '../../ui/confirm.ts'
import { EditIcon, TrashIcon } from '../../ui/icons.tsx'
import { useShortcuts } from '../../ui/keys/shortcuts.ts'
import { MoreMenu } from '../../ui/more-menu.tsx'
import { useAction } from '../../ui/use-action.ts'
import type { Application, Element } from '../application.ts'
import { useCapabilities } from '../status/element-status.tsx'
import { useCardState } from './card-state.ts'
import { useElementTasks } from './rail/use-element-tasks.ts'

/** Buttons that edit and restore the element and the menu with Delete, as far as the user has the rights. */
export function CardActions({ schema, element }: { schema: Application; element: Element }) {
  const { t } = useI18n()
  const { edit, tab, change } = useCardState()
  const { data: capabilities } = useCapabilities(schema, element.__id)
  const can = (right: 'edit' | 'delete') => capabilities?.rights.includes(right) ?? false
  const { mine } = useElementTasks(element.__id)
  const isDeleted = element.__deletedAt !== null
  const canEdit = can('edit') && !isDeleted
  const begin = () => change({ tab: undefined, edit: true })
  const changeDeletion = useAction({
    run: () =>
      call('changeElements', {
        params: { namespace: schema.namespace, code: schema.code },
        body: { ids: [element.__id], action: isDeleted ? { restore: true } : { delete: true } },
      }),
    invalidates: staleAfter.element(schema),
  })
  const askToDelete = async () => {
    const title = t('elements.deleteNamed', { name: String(element.__name ?? '') || t('card.unnamed') })
    if (await confirm({ title, text: t('elements.deleteText'), action: t('ui.delete'), isDanger: true }))
      changeDeletion.mutate()
  }
  useShortcuts([{ keys: 'e', label: 'ui.edit', run: () => canEdit && begin() }])
  return (
    <>
      <MoreMenu>
        {can('delete') && !isDeleted && (
          <Menu.Item data-danger leftSection={<TrashIcon />} onClick={askToDelete}>
            {t('ui.delete')}
          </Menu.Item>
        )}
      </MoreMenu>
      {can('delete') && isDeleted && <Button onClick={() => changeDeletion.mutate()}>{t('card.restore')}</Button>}
      {canEdit && !edit && (
        // The main act of a page with a task of the user is to complete the task.
        <Button variant={mine && tab === undefined ? 'default' : 'filled'} leftSection={<EditIcon />} onClick={begin}>
          {t('ui.edit')}
        </Button>
      )}
    </>
  )
}
