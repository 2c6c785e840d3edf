import { pageNotFound } from './errors.ts'
import { notFound } from './not-found.ts'

/** Lookups of the kinds of definitions that solutions cannot contain yet. Every lookup throws a 404. */
export const unavailableKinds = {
  page(id: string): never {
    throw notFound(pageNotFound, 'page', id)
  },
}
