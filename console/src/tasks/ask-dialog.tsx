import { Textarea } from '@mantine/core'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { staleAfter } from '../api/query-keys.ts'
import type { Choice } from '../fields/search-select.tsx'
import { UserSelect } from '../fields/user-select.tsx'
import { type Translate, useI18n } from '../i18n/index.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import { useAction } from '../ui/use-action.ts'
import type { Task } from './task-queries.ts'

/** Actions that need a person, a text, or both. */
export type Asking = 'reassign' | 'delegate' | 'ask' | 'answer'

/** The dialog of an action: to whom, and the reason, comment, question or answer. */
export function AskDialog({ task, action, onClose }: { task: Task; action: Asking; onClose: () => void }) {
  const { t } = useI18n()
  const [user, setUser] = useState<Choice>()
  const [text, setText] = useState('')
  const send = useAction({
    run: () => perform(action, task.id, user?.id ?? '', text),
    invalidates: staleAfter.task(),
    done: doneText(action, user?.name ?? '', t),
    showsError: true,
    onDone: onClose,
  })
  const needsUser = action !== 'answer'
  const isComplete = (!needsUser || user !== undefined) && (action === 'delegate' || text.trim() !== '')
  return (
    <FormDialog
      title={t(`tasks.${action}`)}
      action={t(`tasks.${action}`)}
      send={send}
      isComplete={isComplete}
      onClose={onClose}
    >
      {needsUser && (
        <UserSelect
          input={{ label: t('fields.user'), required: true, 'data-autofocus': true }}
          selected={user ? [user] : []}
          onSelect={([chosen]) => setUser(chosen)}
        />
      )}
      <Textarea
        label={t(`tasks.${action}Text`)}
        rows={3}
        required={action !== 'delegate'}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
    </FormDialog>
  )
}

function doneText(action: Asking, name: string, t: Translate): string {
  if (action === 'reassign') return t('tasks.reassignedTo', { name })
  if (action === 'delegate') return t('tasks.delegatedTo', { name })
  return action === 'ask' ? t('tasks.askedTo', { name }) : t('tasks.answerDone')
}

function perform(action: Asking, id: string, userId: string, text: string): Promise<unknown> {
  const params = { id }
  if (action === 'reassign') return call('reassignTask', { params, body: { userId, reason: text } })
  if (action === 'delegate') return call('delegateTask', { params, body: { userId, comment: text } })
  if (action === 'ask') return call('askAboutTask', { params, body: { userId, question: text } })
  return call('answerAboutTask', { params, body: { answer: text } })
}
