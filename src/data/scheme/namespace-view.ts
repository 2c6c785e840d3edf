import { idOfPath } from '../../foundation/kit/ids.ts'
import type { CatalogNamespace } from '../../solutions/catalog.ts'
import type { NamespaceDefinition } from '../applications/definition.ts'
import { systemNamespace, systemNamespaceName } from '../applications/built-in.ts'
import { namespaceHash } from './hash.ts'
import { builtInStamps, stampsView } from './stamps-view.ts'

export interface NamespaceView {
  readonly __id: string
  readonly code: string
  readonly namespace: string
  readonly name: string
  readonly __name: string
  readonly title: string
  readonly icon: string | null
  /** The position in the menu. */
  readonly order: number
  readonly hidden: boolean
  /** Whether the namespace is built in and belongs to no solution. */
  readonly system: boolean
  readonly solution: string | null
  /** The hash of the namespace's own definition, without its content. */
  readonly hash: string
  readonly __createdAt: string | null
  readonly __createdBy: string
  readonly __updatedAt: string | null
  readonly __updatedBy: string
  readonly __deletedAt: null
}

export function namespaceView(namespace: CatalogNamespace): NamespaceView {
  const { solution } = namespace
  return { ...sectionOf(namespace), hidden: false, system: false, solution, ...stampsView(namespace) }
}

/** The namespace of the built-in applications and of the applications that solutions add to that namespace. */
export const systemCatalogs: NamespaceView = Object.freeze({
  ...sectionOf({ code: systemNamespace, name: systemNamespaceName, icon: null, order: 0 }),
  hidden: true,
  system: true,
  solution: null,
  ...builtInStamps,
})

function sectionOf(section: Omit<NamespaceDefinition, 'visibleTo'>) {
  const { code, name, icon, order } = section
  const hash = namespaceHash(section)
  return { __id: idOfPath(code), code, namespace: code, name, __name: name, title: name, icon, order, hash }
}
