import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { oneOf, query, text, wholeNumber } from '../routing/address.ts'
import { shellRoute } from '../routing/root-route.tsx'

const design = createRoute({
  getParentRoute: () => shellRoute,
  path: '/apps/$namespace/$code/design',
  validateSearch: query({
    tab: oneOf('general', 'fields', 'forms', 'statuses', 'access', 'registration', 'yaml'),
    open: wholeNumber,
    form: oneOf('create', 'edit', 'view', 'tile'),
    create: text,
  }),
  component: lazyRouteComponent(() => import('./design.page.tsx'), 'DesignPage'),
})

export const designerRoutes = [design] as const
