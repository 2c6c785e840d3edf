import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../routing/root-route.tsx'

const job = createRoute({
  getParentRoute: () => shellRoute,
  path: '/jobs/$id',
  component: lazyRouteComponent(() => import('./job.page.tsx'), 'JobPage'),
})

/** Addresses in mails and notifications with only the id of an import or a sheet; they redirect to its page. */
const importAddress = createRoute({
  getParentRoute: () => shellRoute,
  path: '/imports/$id',
  component: lazyRouteComponent(() => import('./import-address.tsx'), 'ImportAddress'),
})
const sheetAddress = createRoute({
  getParentRoute: () => shellRoute,
  path: '/sheets/$id',
  component: lazyRouteComponent(() => import('./sheet-address.tsx'), 'SheetAddress'),
})

export const jobsRoutes = [job, importAddress, sheetAddress] as const
