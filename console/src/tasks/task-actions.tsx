import { Button } from '@mantine/core'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { useI18n } from '../i18n/index.tsx'
import { useAction } from '../ui/use-action.ts'
import { AskDialog, type Asking } from './ask-dialog.tsx'
import css from './task-card.module.css'
import type { Task, TaskAction } from './task-queries.ts'

/** Actions that need no input; the others open a dialog. */
const direct = { claim: 'claimTask', release: 'releaseTask' } as const
const asking: readonly Asking[] = ['reassign', 'delegate', 'ask', 'answer']

/** Buttons for what the user can do with a task besides completing it. */
export function TaskActions({ task }: { task: Task }) {
  const { t } = useI18n()
  const [dialog, setDialog] = useState<Asking>()
  const act = useAction({
    run: (action: keyof typeof direct) => call(direct[action], { params: { id: task.id } }),
    invalidates: [['tasks'], ['workspace']],
  })
  const giveBack = useAction({
    run: () => call('returnTask', { params: { id: task.id }, body: {} }),
    invalidates: [['tasks'], ['workspace']],
    done: t('tasks.returned'),
  })
  const can = (action: TaskAction) => task.actions.includes(action)
  const shown = (['claim', 'release'] as const).filter(can)
  const dialogs = asking.filter(can)
  if (shown.length + dialogs.length === 0 && !can('return')) return null
  return (
    <div className={css.actions}>
      {shown.map((action) => (
        <Button
          key={action}
          variant={action === 'claim' && !can('complete') ? 'filled' : 'default'}
          loading={act.isPending}
          onClick={() => act.mutate(action)}
        >
          {t(`tasks.${action}`)}
        </Button>
      ))}
      {can('return') && (
        <Button variant="default" loading={giveBack.isPending} onClick={() => giveBack.mutate()}>
          {t('tasks.return')}
        </Button>
      )}
      {dialogs.map((action) => (
        <Button key={action} variant="default" onClick={() => setDialog(action)}>
          {t(`tasks.${action}`)}
        </Button>
      ))}
      {dialog && <AskDialog task={task} action={dialog} onClose={() => setDialog(undefined)} />}
    </div>
  )
}
