import { queryClient } from '../api/query-client.ts'
import { workspaceQuery } from '../api/workspace.ts'
import { loadAllTexts, needsFirstTexts } from '../i18n/loaded-texts.ts'
import { shellRoute } from '../routing/root-route.tsx'
import { router } from './router.tsx'

/**
 * Begins to load the scripts and texts of the page at the current address, and the workspace for a page in the shell.
 * The router needs the same data one after the other, and then finds these requests under way. The router also
 * reports errors and repeats failed requests.
 */
export function loadAhead(): void {
  const { pathname } = router.latestLocation
  const [routes] = router.getMatchedRoutes(pathname)
  if (routes.some(({ id }) => id === shellRoute.id)) void queryClient.prefetchQuery(workspaceQuery)
  // Browsers send six requests at a time over HTTP/1.1. The workspace takes longest, so its request is sent first.
  setTimeout(() => {
    const loading = routes.map((route) => router.loadRouteChunk(route))
    if (!needsFirstTexts(pathname)) loading.push(loadAllTexts())
    void Promise.allSettled(loading)
  })
}
