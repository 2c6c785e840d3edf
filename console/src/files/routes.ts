import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { flag, oneOf, query, text, wholeNumber } from '../routing/address.ts'
import type { PageEntry } from '../routing/page-entry.ts'
import { shellRoute } from '../routing/root-route.tsx'
import { FolderIcon, TrashIcon } from '../ui/icons.tsx'

const start = createRoute({
  getParentRoute: () => shellRoute,
  path: '/files',
  component: lazyRouteComponent(() => import('./files-start.page.tsx'), 'FilesStartPage'),
})

const directory = createRoute({
  getParentRoute: () => shellRoute,
  path: '/files/$directoryId',
  validateSearch: query({
    q: text,
    sort: oneOf('__name', '__updatedAt', 'size'),
    order: oneOf('asc', 'desc'),
    page: wholeNumber,
    size: wholeNumber,
    file: text,
    version: wholeNumber,
    access: flag,
  }),
  component: lazyRouteComponent(() => import('./files.page.tsx'), 'FilesPage'),
})

const deleted = createRoute({
  getParentRoute: () => shellRoute,
  path: '/files/deleted',
  validateSearch: query({ page: wholeNumber, size: wholeNumber }),
  component: lazyRouteComponent(() => import('./deleted-files.page.tsx'), 'DeletedFilesPage'),
})

export const filesRoutes = [start, deleted, directory] as const
export const filesPages: readonly PageEntry[] = [
  { label: 'app.files', path: '/files', icon: FolderIcon, place: 'top', goKey: 'f' },
  { label: 'files.bin', path: '/files/deleted', icon: TrashIcon },
]
