import { Button, Textarea } from '@mantine/core'
import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { staleAfter } from '../api/query-keys.ts'
import { useI18n } from '../i18n/index.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import { useAction } from '../ui/use-action.ts'
import { type CommonExit, commonExits } from './common-exits.ts'
import { exitOrder } from './exit-order.ts'
import { exitName } from './task-fields.ts'
import { taskQuery } from './task-queries.ts'

/**
 * Completes the selected tasks with an exit that all have, after a dialog that asks for a comment; a rejection needs
 * one. The server refuses tasks that need a value.
 */
export function CompleteMany({ ids, onDone }: { ids: readonly string[]; onDone: () => void }) {
  const { t } = useI18n()
  const queries = useQueries({ queries: ids.map((id) => taskQuery(id)) })
  const tasks = queries.map(({ data }) => data).filter((task) => task !== undefined)
  const [chosen, setChosen] = useState<CommonExit>()
  if (tasks.length < ids.length) return <Button loading>{t('tasks.complete')}</Button>
  const common = commonExits(tasks)
  if (common === undefined) return <span>{t('tasks.noCommonExit')}</span>
  const { exits, main } = exitOrder(common)
  const nameOf = ({ code, name }: CommonExit) =>
    code !== undefined && name !== undefined && tasks[0] ? exitName(tasks[0], { code, name }, t) : t('tasks.complete')
  const label = (exit: CommonExit) => t('tasks.exitMany', { name: nameOf(exit), count: ids.length })
  return (
    <>
      {exits.map((exit) => (
        <Button key={exit.code ?? ''} variant={exit === main ? 'filled' : 'default'} onClick={() => setChosen(exit)}>
          {label(exit)}
        </Button>
      ))}
      {chosen && (
        <DecideMany
          ids={ids}
          exit={chosen}
          title={label(chosen)}
          onDone={onDone}
          onClose={() => setChosen(undefined)}
        />
      )}
    </>
  )
}

function DecideMany(props: {
  ids: readonly string[]
  exit: CommonExit
  title: string
  onDone: () => void
  onClose: () => void
}) {
  const { ids, exit, title, onDone, onClose } = props
  const { t } = useI18n()
  const [comment, setComment] = useState('')
  const needsComment = exit.kind === 'negative'
  const isSilent = comment.trim() === ''
  const complete = useAction({
    run: () => {
      const chosen = exit.code === undefined ? {} : { exit: exit.code }
      return call('completeTasks', { body: { ids, ...chosen, ...(isSilent ? {} : { comment }) } })
    },
    invalidates: staleAfter.task(),
    done: ({ items }) => t('tasks.completedMany', { count: items.length }),
    showsError: true,
    onDone,
  })
  return (
    <FormDialog title={title} action={title} send={complete} isComplete={!needsComment || !isSilent} onClose={onClose}>
      <Textarea
        label={t('tasks.comment')}
        rows={3}
        data-autofocus
        required={needsComment}
        value={comment}
        onChange={(event) => setComment(event.currentTarget.value)}
      />
    </FormDialog>
  )
}
