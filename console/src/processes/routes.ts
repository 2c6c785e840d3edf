import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { oneOf, query, text, texts, wholeNumber } from '../routing/address.ts'
import type { PageEntry } from '../routing/page-entry.ts'
import { shellRoute } from '../routing/root-route.tsx'
import { ClockIcon, ProcessIcon, WarningIcon } from '../ui/icons.tsx'
import { instanceStates } from './instance-state.ts'

const templates = createRoute({
  getParentRoute: () => shellRoute,
  path: '/processes',
  validateSearch: query({ q: text, show: oneOf('running', 'incidents') }),
  component: lazyRouteComponent(() => import('./templates.page.tsx'), 'TemplatesPage'),
})

const template = createRoute({
  getParentRoute: () => shellRoute,
  path: '/processes/$namespace/$code',
  validateSearch: query({
    tab: oneOf('instances', 'versions', 'access'),
    view: oneOf('count', 'duration', 'list'),
    state: oneOf(...instanceStates, 'running'),
    version: wholeNumber,
    element: text,
    q: text,
    sort: text,
    page: wholeNumber,
  }),
  component: lazyRouteComponent(() => import('./template.page.tsx'), 'TemplatePage'),
})

const version = createRoute({
  getParentRoute: () => shellRoute,
  path: '/processes/$namespace/$code/versions/$version',
  validateSearch: query({ compare: wholeNumber, view: oneOf('list'), element: text }),
  component: lazyRouteComponent(() => import('./version.page.tsx'), 'VersionPage'),
})

const move = createRoute({
  getParentRoute: () => shellRoute,
  path: '/processes/$namespace/$code/move',
  validateSearch: query({
    version: wholeNumber,
    instances: texts,
    map: texts,
    show: oneOf('moves', 'blocked'),
    batch: text,
  }),
  component: lazyRouteComponent(() => import('./move.page.tsx'), 'MovePage'),
})

const start = createRoute({
  getParentRoute: () => shellRoute,
  path: '/processes/$namespace/$code/start',
  validateSearch: query({ element: text }),
  component: lazyRouteComponent(() => import('./start.page.tsx'), 'StartPage'),
})

const edit = createRoute({
  getParentRoute: () => shellRoute,
  path: '/processes/$namespace/$code/edit',
  // The name of a process that does not exist yet.
  validateSearch: query({ create: text }),
  component: lazyRouteComponent(() => import('./edit.page.tsx'), 'EditPage'),
})

const newProcess = createRoute({
  getParentRoute: () => shellRoute,
  path: '/processes/new',
  component: lazyRouteComponent(() => import('./new.page.tsx'), 'NewProcessPage'),
})

const instance = createRoute({
  getParentRoute: () => shellRoute,
  path: '/instances/$id',
  validateSearch: query({
    tab: oneOf('timeline', 'context', 'incidents', 'tasks', 'children'),
    view: oneOf('heat', 'list'),
    element: text,
  }),
  component: lazyRouteComponent(() => import('./instance.page.tsx'), 'InstancePage'),
})

const incidents = createRoute({
  getParentRoute: () => shellRoute,
  path: '/incidents',
  validateSearch: query({ q: text, group: text, batch: text }),
  component: lazyRouteComponent(() => import('./incidents.page.tsx'), 'IncidentsPage'),
})

const restorePoints = createRoute({
  getParentRoute: () => shellRoute,
  path: '/restore-points',
  validateSearch: query({ state: oneOf('used', 'expired', 'revoked', 'all'), page: wholeNumber, open: text }),
  component: lazyRouteComponent(() => import('./restore-points.page.tsx'), 'RestorePointsPage'),
})

export const processesRoutes = [
  templates,
  template,
  version,
  move,
  start,
  edit,
  newProcess,
  instance,
  incidents,
  restorePoints,
] as const

export const processesPages: readonly PageEntry[] = [
  { label: 'app.processes', path: '/processes', place: 'top', icon: ProcessIcon, goKey: 'p' },
  { label: 'app.incidents', path: '/incidents', icon: WarningIcon },
  { label: 'processes.restorePoints', path: '/restore-points', icon: ClockIcon },
]
