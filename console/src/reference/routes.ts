import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { query, text } from '../routing/address.ts'
import type { PageEntry } from '../routing/page-entry.ts'
import { rootRoute } from '../routing/root-route.tsx'
import { BookIcon } from '../ui/icons.tsx'

const reference = createRoute({
  getParentRoute: () => rootRoute,
  path: '/api',
  validateSearch: query({ q: text, op: text }),
  component: lazyRouteComponent(() => import('./reference.page.tsx'), 'ReferencePage'),
})

/** The routes of the reference. No sign-in is needed, so they are outside of the shell. */
export const referenceRoutes = [reference] as const
export const referencePages: readonly PageEntry[] = [{ label: 'app.reference', path: '/api', icon: BookIcon }]
