import { Button } from '@mantine/core'
import { useQueries } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { useI18n } from '../i18n/index.tsx'
import { useAction } from '../ui/use-action.ts'
import { type CommonExit, commonExits } from './common-exits.ts'
import { exitName } from './task-fields.ts'
import { taskQuery } from './task-queries.ts'

/** Completes the selected tasks with an exit that all have. The server refuses tasks that need a value. */
export function CompleteMany({ ids, onDone }: { ids: readonly string[]; onDone: () => void }) {
  const { t } = useI18n()
  const queries = useQueries({ queries: ids.map((id) => taskQuery(id)) })
  const tasks = queries.map(({ data }) => data).filter((task) => task !== undefined)
  const complete = useAction({
    run: (exit: string | undefined) => call('completeTasks', { body: exit === undefined ? { ids } : { ids, exit } }),
    invalidates: [['tasks'], ['workspace']],
    done: ({ items }) => t('tasks.completedMany', { count: items.length }),
    onDone,
  })
  if (tasks.length < ids.length) return <Button loading>{t('tasks.complete')}</Button>
  const exits = commonExits(tasks)
  if (exits === undefined) return <span>{t('tasks.noCommonExit')}</span>
  const nameOf = ({ code, name }: Pick<CommonExit, 'code' | 'name'>) =>
    code !== undefined && name !== undefined && tasks[0] ? exitName(tasks[0], { code, name }, t) : t('tasks.complete')
  return exits.map(({ code, name, kind }) => (
    <Button
      key={code ?? ''}
      variant={kind === 'negative' ? 'default' : 'filled'}
      disabled={complete.isPending}
      onClick={() => complete.mutate(code)}
    >
      {t('tasks.exitMany', { name: nameOf({ code, name }), count: ids.length })}
    </Button>
  ))
}
