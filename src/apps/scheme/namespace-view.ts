import { idOfPath, nilId } from '../../kit/ids.ts'
import type { CatalogNamespace } from '../definitions/catalog.ts'
import { hashOf } from './hash.ts'
import { stampsView } from './stamps-view.ts'

export interface NamespaceView {
  readonly __id: string
  readonly code: string
  readonly namespace: string
  readonly name: string
  readonly __name: string
  readonly title: string
  readonly icon: string | null
  /** Place in the menu. */
  readonly order: number
  readonly hidden: boolean
  /** Built in, and no part of a solution. */
  readonly system: boolean
  readonly solution: string | null
  /** Of the section itself, without what it holds. */
  readonly hash: string
  readonly __createdAt: string | null
  readonly __createdBy: string
  readonly __updatedAt: string | null
  readonly __updatedBy: string
  readonly __deletedAt: null
}

export function namespaceView(namespace: CatalogNamespace): NamespaceView {
  const { code, name, icon, order, solution } = namespace
  return { ...sectionOf(code, name, icon, order), hidden: false, system: false, solution, ...stampsView(namespace) }
}

/** Where the built-in kinds of records live, such as the users of EQL; it has no applications that can be listed. */
export const systemCatalogs: NamespaceView = Object.freeze({
  ...sectionOf('_system_catalogs', 'System catalogs', null, 0),
  hidden: true,
  system: true,
  solution: null,
  // Older than every installation.
  __createdAt: null,
  __createdBy: nilId,
  __updatedAt: null,
  __updatedBy: nilId,
  __deletedAt: null,
})

function sectionOf(code: string, name: string, icon: string | null, order: number) {
  const hash = hashOf({ code, name, icon, order })
  return { __id: idOfPath(code), code, namespace: code, name, __name: name, title: name, icon, order, hash }
}
