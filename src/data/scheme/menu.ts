import { type Right, rights } from '../../access/index.ts'
import type { Caller } from '../../people/index.ts'
import type { KnownApplications, OpenApplication } from '../elements/source/opened-application.ts'
import type { Namespace } from '../namespaces/namespace.ts'

/** A namespace in the menu of a caller, with the applications that are visible to the caller. */
export interface MenuEntry extends Pick<Namespace, 'code' | 'name' | 'icon'> {
  readonly applications: readonly {
    readonly code: string
    readonly name: string
    readonly elementName: string
    /** The rights that the caller has for all elements or for some of them. */
    readonly rights: readonly Right[]
  }[]
}

export interface MenuDeps {
  readonly open: OpenApplication
  readonly known: KnownApplications
  /** Returns the namespaces that exist for the caller, in the order of the menu. */
  readonly namespaces: (caller: Caller) => readonly Namespace[]
}

/** Returns the menu of a caller: namespaces in their order, and in each the applications by name. */
export function menuOf({ open, known, namespaces }: MenuDeps, caller: Caller): MenuEntry[] {
  const byNamespace = Map.groupBy(known(caller), ({ namespace }) => namespace)
  return namespaces(caller).map(({ code, name, icon }) => ({
    code,
    name,
    icon,
    applications: (byNamespace.get(code) ?? [])
      .toSorted((a, b) => a.name.localeCompare(b.name))
      .map((application) => {
        const { authority } = open(caller, application)
        const { code, name, elementName } = application
        return { code, name, elementName, rights: rights.filter((right) => authority.rows(right) !== false) }
      }),
  }))
}
