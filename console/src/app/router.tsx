import { createRouter } from '@tanstack/react-router'
import { adminPages, adminRoutes } from '../admin/routes.ts'
import { designerRoutes } from '../designer/routes.ts'
import { elementsPages, elementsRoutes } from '../elements/routes.ts'
import { filesPages, filesRoutes } from '../files/routes.ts'
import { homePages, homeRoutes } from '../home/routes.ts'
import { jobsRoutes } from '../jobs/routes.ts'
import { processesPages, processesRoutes } from '../processes/routes.ts'
import { recordsPages, recordsRoutes } from '../records/routes.ts'
import { referencePages, referenceRoutes } from '../reference/routes.ts'
import { reportsPages, reportsRoutes } from '../reports/routes.ts'
import { rootRoute, shellRoute } from '../routing/root-route.tsx'
import { substitutionsRoutes } from '../substitutions/routes.ts'
import { tasksPages, tasksRoutes } from '../tasks/routes.ts'
import { bareRoutes, missingRoute, startRoute } from './routes.ts'
import { Shell } from './shell.tsx'

/** Every page of the navigation and the palette, in the order of the navigation. */
const pages = [
  ...homePages,
  ...tasksPages,
  ...processesPages,
  ...filesPages,
  ...elementsPages,
  ...recordsPages,
  ...reportsPages,
  ...adminPages,
  ...referencePages,
]

const routeTree = rootRoute.addChildren([
  ...bareRoutes,
  ...referenceRoutes,
  shellRoute
    .update({ component: Shell })
    .addChildren([
      startRoute,
      ...homeRoutes,
      ...tasksRoutes,
      ...processesRoutes,
      ...filesRoutes,
      ...elementsRoutes,
      ...designerRoutes,
      ...recordsRoutes,
      ...reportsRoutes,
      ...substitutionsRoutes,
      ...jobsRoutes,
      ...adminRoutes,
      missingRoute,
    ]),
])

export const router = createRouter({
  routeTree,
  basepath: '/console',
  context: { pages },
  defaultPreload: 'intent',
  defaultPreloadStaleTime: 0,
  scrollRestoration: false,
  defaultPendingMs: 150,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
