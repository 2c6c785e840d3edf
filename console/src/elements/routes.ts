import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { flag, oneOf, query, text, texts, wholeNumber } from '../routing/address.ts'
import type { PageEntry } from '../routing/page-entry.ts'
import { shellRoute } from '../routing/root-route.tsx'

const list = createRoute({
  getParentRoute: () => shellRoute,
  path: '/apps/$namespace/$code',
  validateSearch: query({
    view: oneOf('board'),
    q: text,
    status: text,
    f: texts,
    eql: text,
    sort: text,
    page: wholeNumber,
    size: wholeNumber,
    columns: texts,
    open: text,
    tab: text,
  }),
  component: lazyRouteComponent(() => import('./list.page.tsx'), 'ElementListPage'),
})

const newElement = createRoute({
  getParentRoute: () => shellRoute,
  path: '/apps/$namespace/$code/new',
  // `for` is the id of the field in another tab that takes the created element; `name` is the name that was typed
  // there.
  validateSearch: query({ for: text, name: text }),
  component: lazyRouteComponent(() => import('./create/new-element.page.tsx'), 'NewElementPage'),
})

const importElements = createRoute({
  getParentRoute: () => shellRoute,
  path: '/apps/$namespace/$code/import',
  validateSearch: query({ id: text }),
  component: lazyRouteComponent(() => import('./import/import.page.tsx'), 'ImportPage'),
})

const element = createRoute({
  getParentRoute: () => shellRoute,
  path: '/apps/$namespace/$code/$id',
  validateSearch: query({ tab: text, edit: flag, file: text }),
  component: lazyRouteComponent(() => import('./card/element.page.tsx'), 'ElementPage'),
})

export const elementsRoutes = [list, newElement, importElements, element] as const
export const elementsPages: readonly PageEntry[] = []
