import { Button } from '@mantine/core'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { staleAfter } from '../api/query-keys.ts'
import { useI18n } from '../i18n/index.tsx'
import { useAction } from '../ui/use-action.ts'
import { AskDialog, type Asking } from './ask-dialog.tsx'
import css from './task-card.module.css'
import type { Task, TaskAction } from './task-queries.ts'

/** Actions that need no input, with their operations. Those in `asking` open a dialog. */
const direct = { claim: 'claimTask', release: 'releaseTask' } as const
const asking: readonly Asking[] = ['reassign', 'delegate', 'ask', 'answer']

/** Buttons for what the user can do with a task besides completing it. */
export function TaskActions({ task }: { task: Task }) {
  const { t } = useI18n()
  const [dialog, setDialog] = useState<Asking>()
  const act = useAction({
    run: (action: keyof typeof direct) => call(direct[action], { params: { id: task.id } }),
    invalidates: staleAfter.task(),
  })
  const giveBack = useAction({
    run: () => call('returnTask', { params: { id: task.id }, body: {} }),
    invalidates: staleAfter.task(),
    done: t('tasks.returned'),
  })
  const can = (action: TaskAction) => task.actions.includes(action)
  const dialogs = asking.filter(can)
  if (task.actions.every((action) => action === 'complete')) return null
  return (
    <div className={css.actions} data-count={task.actions.filter((action) => action !== 'complete').length}>
      {can('release') && (
        <Button variant="default" loading={act.isPending} onClick={() => act.mutate('release')}>
          {t('tasks.release')}
        </Button>
      )}
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
      {can('claim') && (
        <Button
          variant={can('complete') ? 'default' : 'filled'}
          loading={act.isPending}
          onClick={() => act.mutate('claim')}
        >
          {t('tasks.claim')}
        </Button>
      )}
      {dialog && <AskDialog task={task} action={dialog} onClose={() => setDialog(undefined)} />}
    </div>
  )
}
