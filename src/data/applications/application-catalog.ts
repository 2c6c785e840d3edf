import { type Access, type AccessParts, compileAccess } from '../../access/index.ts'
import type { Catalog, Definitions } from '../../solutions/index.ts'
import { type Namespace, storedNamespaces, visibilityOf } from '../namespaces/namespace.ts'
import type { Application } from './application.ts'
import { type DeployedApplication, storedApplications } from './stored-applications.ts'

/** The catalog with lookups of applications, for the rooms that work with elements. */
export interface ApplicationCatalog extends Catalog {
  /** Returns the application, or undefined when no deployed application has this address. */
  application(namespace: string, code: string): Application | undefined
  applicationById(id: string): Application | undefined
  /** Returns the applications, ordered by namespace and code. */
  applications(): readonly Application[]
  /** Returns the namespaces in the order of the menu. */
  namespaces(): readonly Namespace[]
  /** Returns the access rules of a deployed application; the same object until the rules change. */
  access(application: Application): Access
  /** Returns the solution of a deployed application, and who created and changed the application. */
  origin(application: Application): DeployedApplication
}

/** The applications of one snapshot, indexed. */
interface Index {
  readonly of: Definitions
  readonly applications: readonly Application[]
  readonly byPath: ReadonlyMap<string, Application>
  readonly byId: ReadonlyMap<string, DeployedApplication>
  readonly accesses: ReadonlyMap<string, KeyedAccess>
}

/** Compiled access rules. `key` is the text of their sources; the rules are compiled again when the text changes. */
interface KeyedAccess {
  readonly key: string
  readonly access: Access
}

/** Adds lookups of applications to a catalog. */
export function applicationCatalog(catalog: Catalog): ApplicationCatalog {
  let last = indexOf(catalog.snapshot())
  // Requests in different languages use different snapshots of the same definitions.
  const indexes = new WeakMap<Definitions, Index>([[last.of, last]])
  const current = (): Index => {
    const snapshot = catalog.snapshot()
    const known = indexes.get(snapshot)
    if (known !== undefined) return known
    last = indexOf(snapshot, last)
    indexes.set(snapshot, last)
    return last
  }
  return {
    ...catalog,
    application: (namespace, code) => current().byPath.get(`${namespace}/${code}`),
    applicationById: (id) => current().byId.get(id)?.application,
    applications: () => current().applications,
    namespaces: () => current().of.of(storedNamespaces),
    access: ({ id }) => current().accesses.get(id)!.access,
    origin: ({ id }) => current().byId.get(id)!,
  }
}

function indexOf(snapshot: Definitions, before?: Index): Index {
  const deployed = snapshot.of(storedApplications)
  const gates = new Map(snapshot.of(storedNamespaces).map((one) => [one.code, visibilityOf(one)]))
  return {
    of: snapshot,
    applications: Object.freeze(deployed.map(({ application }) => application)),
    byPath: new Map(deployed.map(({ namespace, code, application }) => [`${namespace}/${code}`, application])),
    byId: new Map(deployed.map((one) => [one.application.id, one])),
    accesses: new Map(
      deployed.map(({ namespace, application, accessSetting: setting }) => {
        const parts = { namespace: gates.get(namespace), definition: application.accessSection, setting }
        return [application.id, accessOf(parts, before?.accesses.get(application.id))]
      }),
    ),
  }
}

function accessOf(parts: AccessParts, before: KeyedAccess | undefined): KeyedAccess {
  const key = JSON.stringify(parts)
  return before?.key === key ? before : { key, access: compileAccess(parts) }
}
