import { Button } from '@mantine/core'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { staleAfter } from '../../api/query-keys.ts'
import { useI18n } from '../../i18n/index.tsx'
import { AskingButton } from '../../ui/asking-button.tsx'
import { FieldList } from '../../ui/field-list.tsx'
import { useAction } from '../../ui/use-action.ts'
import css from '../area/form.module.css'
import { OrgHolders } from './org-holders.tsx'
import { OrgItemDialog } from './org-item-dialog.tsx'
import type { OrgItem } from './org-tree.ts'

const kinds = ['department', 'position', 'position_type'] as const

/** An item of the chart: its holders, and what can be added below it. */
export function OrgItemCard(props: { item: OrgItem; onCreated: (id: string) => void; onDeleted: () => void }) {
  const { item, onCreated, onDeleted } = props
  const { t } = useI18n()
  const [dialog, setDialog] = useState<OrgItem['kind'] | 'edit'>()
  const remove = useAction({
    run: () => call('deleteOrgItem', { params: { id: item.id } }),
    invalidates: staleAfter.orgItem(),
    done: t('admin.deleted'),
    onDone: onDeleted,
  })
  const close = () => setDialog(undefined)
  return (
    <div className={css.card}>
      <FieldList
        items={[
          { key: 'kind', name: t('admin.kind'), value: t(`admin.kind_${item.kind}`) },
          { key: 'code', name: t('admin.code'), value: item.code },
        ]}
      />
      <div className={css.buttons}>
        {item.kind === 'department' &&
          kinds.map((kind) => (
            <Button key={kind} variant="default" onClick={() => setDialog(kind)}>
              {t(`admin.new_${kind}`)}
            </Button>
          ))}
        <Button variant="default" onClick={() => setDialog('edit')}>
          {t('ui.edit')}
        </Button>
        <AskingButton
          label={t('ui.delete')}
          question={{ title: t('admin.deleteItemTitle', { name: item.name }) }}
          action={remove}
        />
      </div>
      {item.kind !== 'department' && <OrgHolders item={item} />}
      {dialog === 'edit' && <OrgItemDialog kind={item.kind} item={item} onClose={close} />}
      {dialog && dialog !== 'edit' && (
        <OrgItemDialog kind={dialog} parent={item.id} onClose={close} onSaved={onCreated} />
      )}
    </div>
  )
}
