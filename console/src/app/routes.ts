import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { queryClient } from '../api/query-client.ts'
import { workspaceQuery } from '../api/workspace.ts'
import { query, text } from '../routing/address.ts'
import { MissingPage, rootRoute, shellRoute } from '../routing/root-route.tsx'

const signIn = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-in',
  validateSearch: query({ to: text }),
  component: lazyRouteComponent(() => import('./sign-in/sign-in.page.tsx'), 'SignInPage'),
})

const setup = createRoute({
  getParentRoute: () => rootRoute,
  path: '/setup',
  component: lazyRouteComponent(() => import('./sign-in/setup.page.tsx'), 'SetupPage'),
})

/** Routes of the pages that need no user and have no navigation. */
export const bareRoutes = [signIn, setup] as const

/**
 * The route of `/console/`, which leads to the start page that the user has chosen, or by default to the task list.
 * Administrators without tasks start at Home, or at the state of the system while there is no application.
 */
export const startRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/',
  beforeLoad: async () => {
    const { settings, isAdministrator, counts, namespaces } = await queryClient.ensureQueryData(workspaceQuery)
    if (settings.startPage && settings.startPage !== '/') throw redirect({ href: `/console${settings.startPage}` })
    if (!isAdministrator || counts.tasks > 0) throw redirect({ href: '/console/tasks' })
    const hasApplications = namespaces.some(({ applications }) => applications.length > 0)
    throw redirect({ href: hasApplications ? '/console/home' : '/console/admin/system' })
  },
})

/** The route of every unknown address; shows inside the shell that the page does not exist. */
export const missingRoute = createRoute({ getParentRoute: () => shellRoute, path: '$', component: MissingPage })
