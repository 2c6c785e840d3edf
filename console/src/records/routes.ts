import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { oneOf, query, type Reader, text, wholeNumber } from '../routing/address.ts'
import type { PageEntry } from '../routing/page-entry.ts'
import { shellRoute } from '../routing/root-route.tsx'
import { BookIcon, RecordsIcon } from '../ui/icons.tsx'

/** A day such as 2026-05-31. */
const day: Reader<string> = (given) => (/^\d{4}-\d\d-\d\d$/.test(String(given)) ? String(given) : undefined)

const list = {
  from: day,
  to: day,
  status: oneOf('registered', 'reserved', 'cancelled'),
  q: text,
  page: wholeNumber,
  size: wholeNumber,
  open: text,
}

const nomenclature = createRoute({
  getParentRoute: () => shellRoute,
  path: '/records/nomenclature',
  validateSearch: query({ year: wholeNumber, q: text, open: text, add: oneOf('case'), access: text }),
  component: lazyRouteComponent(() => import('./nomenclature.page.tsx'), 'NomenclaturePage'),
})

const oneCase = createRoute({
  getParentRoute: () => shellRoute,
  path: '/records/cases/$id',
  validateSearch: query(list),
  component: lazyRouteComponent(() => import('./case.page.tsx'), 'CasePage'),
})

const journal = createRoute({
  getParentRoute: () => shellRoute,
  path: '/records/journal',
  validateSearch: query({ ...list, caseId: text }),
  component: lazyRouteComponent(() => import('./journal.page.tsx'), 'JournalPage'),
})

export const recordsRoutes = [nomenclature, oneCase, journal] as const
export const recordsPages: readonly PageEntry[] = [
  { label: 'app.nomenclature', path: '/records/nomenclature', icon: RecordsIcon, place: 'middle' },
  { label: 'app.journal', path: '/records/journal', icon: BookIcon, place: 'middle' },
]
