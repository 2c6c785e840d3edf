import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { query, type Reader, text, wholeNumber } from '../routing/address.ts'
import type { PageEntry } from '../routing/page-entry.ts'
import { shellRoute } from '../routing/root-route.tsx'
import { ReportsIcon } from '../ui/icons.tsx'

/** The values of the parameters of a report, by code. */
const values: Reader<Readonly<Record<string, unknown>>> = (given) =>
  typeof given === 'object' && given !== null && !Array.isArray(given) ? { ...given } : undefined

const reports = createRoute({
  getParentRoute: () => shellRoute,
  path: '/reports',
  validateSearch: query({ q: text }),
  component: lazyRouteComponent(() => import('./reports.page.tsx'), 'ReportsPage'),
})

const report = createRoute({
  getParentRoute: () => shellRoute,
  path: '/reports/$namespace/$code',
  validateSearch: query({ values, sort: text, page: wholeNumber, size: wholeNumber, chart: text }),
  component: lazyRouteComponent(() => import('./report.page.tsx'), 'ReportPage'),
})

export const reportsRoutes = [reports, report] as const
export const reportsPages: readonly PageEntry[] = [
  { label: 'app.reports', path: '/reports', icon: ReportsIcon, place: 'middle' },
]
