import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import type { PageEntry } from '../routing/page-entry.ts'
import { shellRoute } from '../routing/root-route.tsx'
import { HomeIcon } from '../ui/icons.tsx'

const home = createRoute({
  getParentRoute: () => shellRoute,
  path: '/home',
  component: lazyRouteComponent(() => import('./home.page.tsx'), 'HomePage'),
})

export const homeRoutes = [home] as const
export const homePages: readonly PageEntry[] = [
  { label: 'app.home', path: '/home', icon: HomeIcon, place: 'top', goKey: 'h' },
]
