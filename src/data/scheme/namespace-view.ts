import { idOfPath } from '../../foundation/kit/ids.ts'
import { systemNamespace } from '../../solutions/index.ts'
import { systemNamespaceName } from '../applications/built-in.ts'
import type { Namespace } from '../namespaces/namespace.ts'
import { hashOf } from './hash.ts'
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
  /** The hash of the code, the title, the icon and the position of the namespace. */
  readonly hash: string
  readonly __createdAt: string | null
  readonly __createdBy: string
  readonly __updatedAt: string | null
  readonly __updatedBy: string
  readonly __deletedAt: null
}

export function namespaceView(namespace: Namespace): NamespaceView {
  const { solution } = namespace
  return { ...fieldsOf(namespace), hidden: false, system: false, solution, ...stampsView(namespace) }
}

/** The namespace of the built-in applications and of the applications that solutions add to that namespace. */
export const systemCatalogs: NamespaceView = Object.freeze({
  ...fieldsOf({ code: systemNamespace, name: systemNamespaceName, icon: null, order: 0 }),
  hidden: true,
  system: true,
  solution: null,
  ...builtInStamps,
})

function fieldsOf({ code, name, icon, order }: Pick<Namespace, 'code' | 'name' | 'icon' | 'order'>) {
  const hash = hashOf({ code, name, icon, order })
  return { __id: idOfPath(code), code, namespace: code, name, __name: name, title: name, icon, order, hash }
}
