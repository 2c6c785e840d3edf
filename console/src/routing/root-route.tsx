import { createRootRouteWithContext, createRoute, Outlet, redirect } from '@tanstack/react-router'
import { ApiError } from '../api/api-error.ts'
import { checkpoint, queryClient } from '../api/query-client.ts'
import { readAgain } from '../api/read-again.ts'
import { workspaceQuery } from '../api/workspace.ts'
import { loadAllTexts, needsFirstTexts } from '../i18n/loaded-texts.ts'
import { ErrorState } from '../ui/states.tsx'
import type { PageEntry } from './page-entry.ts'
import { applyPreferences } from './preferences.ts'

/** A page that says that the page does not exist. */
export const MissingPage = () => <ErrorState error={new ApiError(404, {})} />

export const rootRoute = createRootRouteWithContext<{ readonly pages: readonly PageEntry[] }>()({
  component: Outlet,
  notFoundComponent: MissingPage,
  beforeLoad: async ({ location }) => {
    if (!needsFirstTexts(location.pathname)) await loadAllTexts()
  },
})

/**
 * The parent of every page that needs a signed-in user. Loads the workspace; redirects to the sign-in page when
 * nobody is signed in. The router supplies the component with the frame of the pages.
 */
export const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'shell',
  notFoundComponent: MissingPage,
  errorComponent: ({ error, reset }) => <ErrorState error={error} onRetry={reset} />,
  beforeLoad: async ({ location }) => {
    try {
      const workspace = await queryClient.ensureQueryData(workspaceQuery)
      // The data of the page is requested from here on.
      checkpoint.begin(workspace.checkpoint, queryClient.getQueryCache().find(workspaceQuery))
      // Names that were loaded before the user's language was known may be in another language.
      if (applyPreferences(workspace.settings)) readAgain(queryClient, [])
    } catch (error) {
      if (error instanceof ApiError && error.status === 401)
        throw redirect({ to: '/sign-in', search: { to: location.href } })
      throw error
    }
  },
})
