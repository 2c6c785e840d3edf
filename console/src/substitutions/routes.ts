import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../routing/root-route.tsx'
import { substitutionSearch } from './search.ts'

const absence = createRoute({
  getParentRoute: () => shellRoute,
  path: '/absence',
  validateSearch: substitutionSearch,
  component: lazyRouteComponent(() => import('./absence.page.tsx'), 'AbsencePage'),
})

export const substitutionsRoutes = [absence] as const
