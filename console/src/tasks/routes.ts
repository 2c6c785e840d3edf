import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { oneOf, query, text, wholeNumber } from '../routing/address.ts'
import type { PageEntry } from '../routing/page-entry.ts'
import { shellRoute } from '../routing/root-route.tsx'
import { TasksIcon } from '../ui/icons.tsx'

const tasks = createRoute({
  getParentRoute: () => shellRoute,
  path: '/tasks',
  validateSearch: query({
    tab: oneOf('mine', 'queue', 'overdue', 'waiting', 'done'),
    q: text,
    page: wholeNumber,
    size: wholeNumber,
    open: text,
  }),
  component: lazyRouteComponent(() => import('./tasks.page.tsx'), 'TasksPage'),
})

const task = createRoute({
  getParentRoute: () => shellRoute,
  path: '/tasks/$id',
  validateSearch: query({ file: text }),
  component: lazyRouteComponent(() => import('./task.page.tsx'), 'TaskPage'),
})

export const tasksRoutes = [tasks, task] as const
export const tasksPages: readonly PageEntry[] = [
  {
    label: 'app.tasks',
    path: '/tasks',
    icon: TasksIcon,
    place: 'top',
    goKey: 't',
    count: ({ counts }) => counts.tasks,
  },
]
