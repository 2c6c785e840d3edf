import { useQueries, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { workspaceQuery } from '../../../api/workspace.ts'
import { openTasksQuery, taskQuery } from '../../../tasks/task-queries.ts'

/** Maximum number of tasks that are read to find the one that the user can complete. */
const maxRead = 5

/**
 * Returns the open tasks about an element that the user may see, and as `mine` the one that the user can complete: a
 * task of the user's own, otherwise one of a queue, each time the one that is due first.
 */
export function useElementTasks(id: string) {
  const { user } = useSuspenseQuery(workspaceQuery).data
  const list = useQuery(openTasksQuery(id))
  const tasks = list.data ?? []
  const of = (person: string | null) => tasks.filter(({ assignee }) => assignee === person)
  const candidates = [...of(user.id), ...of(null)].slice(0, maxRead)
  const read = useQueries({ queries: candidates.map(({ __id }) => taskQuery(__id)) })
  const isPending = list.isPending || read.some((each) => each.isPending)
  const mine = isPending ? undefined : read.find(({ data }) => data?.actions.includes('complete'))?.data
  return { tasks, mine, isPending }
}
