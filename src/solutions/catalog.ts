import { type Access, type AccessParts, compileAccess } from '../access/access.ts'
import type { AccessSetting } from '../access/schemas.ts'
import type { Application } from '../data/applications/application.ts'
import { compileApplication } from '../data/applications/compile.ts'
import type { Database } from '../foundation/db/database.ts'
import type { PeriodicJob } from '../foundation/jobs/index.ts'
import { applicationPath, type GroupDefinition, type NamespaceDefinition } from './definition.ts'
import {
  type ApplicationRow,
  catalogVersion,
  type DefinitionRows,
  definitionRows,
  type Stamps,
} from './definitions.store.ts'

/** A consistent, frozen view of all definitions. A request uses one snapshot from its beginning to its end. */
export interface CatalogSnapshot {
  /** Returns the application, or undefined when none has this address or it was removed. */
  application(namespace: string, code: string): Application | undefined
  applicationById(id: string): Application | undefined
  /** Returns the applications, ordered by namespace and code. */
  applications(): readonly Application[]
  /** Returns the namespaces in the order of the menu. */
  namespaces(): readonly CatalogNamespace[]
  solutions(): readonly CatalogSolution[]
  /** Returns the access rules of an application of this snapshot; the same object until the rules change. */
  access(application: Application): Access
  /** Returns the administrators' access setting of a namespace (`ref`) or an application (`ref.products`). */
  accessSetting(path: string): AccessSetting | undefined
  /** Returns the groups of all solutions, as they were last applied, ordered by namespace and code. */
  groups(): readonly CatalogGroup[]
  /** Returns the solution of an application of this snapshot, and who created and changed the application. */
  origin(application: Application): ApplicationOrigin
}

export interface Catalog extends CatalogSnapshot {
  /** Returns the current snapshot, for code that needs several consistent answers. */
  snapshot(): CatalogSnapshot
  /** Reads the definitions again when they have changed. */
  refresh(): Promise<void>
  /** Looks for changes by other nodes; empty with the embedded database, where there are none. */
  readonly periodic: readonly PeriodicJob[]
}

export type CatalogNamespace = DefinitionRows['namespaces'][number]
export type CatalogSolution = DefinitionRows['solutions'][number]
export type CatalogGroup = GroupDefinition & { readonly solution: string }
export type ApplicationOrigin = Stamps & { readonly solution: string }

/** Creates the catalog: reads all definitions and keeps them compiled in memory. */
export async function createCatalog(database: Database): Promise<Catalog> {
  let version = -1
  const nothing = { solutions: [], namespaces: [], applications: [], groups: [], accessSettings: [] }
  let current = snapshotOf({ version, ...nothing }, new Map())
  const accesses = new Map<string, { key: string; access: Access }>()
  let compiled: ReadonlyMap<string, Application> = new Map()
  let last: Promise<void> = Promise.resolve()

  async function load(): Promise<void> {
    if ((await catalogVersion(database.reader)) === version) return
    const rows = await definitionRows(database.reader)
    // Two reads on two connections may finish in the wrong order.
    if (rows.version < version) return
    compiled = compileRows(rows, compiled)
    current = snapshotOf(rows, compiled, accesses)
    version = rows.version
  }

  // Refreshes run one after the other, so that a caller who has committed a change gets a read that started after the
  // commit.
  function refresh(): Promise<void> {
    last = last.catch(() => {}).then(load)
    return last
  }

  await refresh()
  const poll: PeriodicJob = { name: 'read changed definitions', everyMs: 1_000, on: 'every node', run: refresh }
  return {
    application: (namespace, code) => current.application(namespace, code),
    applicationById: (id) => current.applicationById(id),
    applications: () => current.applications(),
    namespaces: () => current.namespaces(),
    solutions: () => current.solutions(),
    groups: () => current.groups(),
    origin: (application) => current.origin(application),
    access: (application) => current.access(application),
    accessSetting: (path) => current.accessSetting(path),
    snapshot: () => current,
    refresh,
    periodic: database.kind === 'postgres' ? [poll] : [],
  }
}

/**
 * Compiles the applications. An unchanged application stays the same object, so that values derived from it can be
 * cached by the object.
 */
function compileRows(rows: DefinitionRows, before: ReadonlyMap<string, Application>): Map<string, Application> {
  const live = rows.applications.filter(({ deleted }) => !deleted)
  return new Map(live.map((row) => [row.id, same(before.get(row.id), row) ?? compileRow(row)]))
}

function same(before: Application | undefined, { version, kept }: ApplicationRow): Application | undefined {
  if (before === undefined || before.version !== version) return undefined
  const keys = kept.map(({ keptAs }) => keptAs)
  return before.droppedFields.join() === keys.join() ? before : undefined
}

function compileRow({ definition, version, kept }: ApplicationRow): Application {
  return compileApplication(definition, { version, droppedFields: kept.map(({ keptAs }) => keptAs) })
}

type KeptAccesses = Map<string, { key: string; access: Access }>

/** Returns the access rules of an application; compiled again only when one of their sources has changed. */
function accessOf(rows: DefinitionRows, application: Application, kept: KeptAccesses): Access {
  const settingOf = (path: string) => rows.accessSettings.find((row) => row.path === path)?.setting
  const namespace = rows.namespaces.find(({ code }) => code === application.namespace)
  const parts: AccessParts = {
    namespace: settingOf(application.namespace)?.visibleTo ?? namespace?.visibleTo ?? undefined,
    definition: application.accessSection,
    setting: settingOf(applicationPath(application)),
  }
  const key = JSON.stringify(parts)
  const before = kept.get(application.id)
  if (before?.key === key) return before.access
  const access = compileAccess(parts)
  kept.set(application.id, { key, access })
  return access
}

function snapshotOf(
  rows: DefinitionRows,
  compiled: ReadonlyMap<string, Application>,
  kept: KeptAccesses = new Map(),
): CatalogSnapshot {
  const applications = Object.freeze([...compiled.values()])
  const byPath = new Map(
    applications.map((application) => [`${application.namespace}/${application.code}`, application]),
  )
  const namespaces = Object.freeze(
    rows.namespaces.map((namespace: NamespaceDefinition) => Object.freeze(namespace) as CatalogNamespace),
  )
  const solutions = Object.freeze(rows.solutions.map((solution) => Object.freeze(solution)))
  const groups = Object.freeze(
    rows.groups.map(({ solution, definition }) => Object.freeze({ ...definition, solution })),
  )
  const origins = new Map(
    rows.applications.map(({ id, solution, createdAt, createdBy, updatedAt, updatedBy }) => [
      id,
      Object.freeze({ solution, createdAt, createdBy, updatedAt, updatedBy }),
    ]),
  )
  const accesses = new Map(applications.map((application) => [application.id, accessOf(rows, application, kept)]))
  return Object.freeze({
    access: (application: Application) => accesses.get(application.id)!,
    accessSetting: (path: string) => rows.accessSettings.find((row) => row.path === path)?.setting,
    application: (namespace: string, code: string) => byPath.get(`${namespace}/${code}`),
    applicationById: (id: string) => compiled.get(id),
    applications: () => applications,
    namespaces: () => namespaces,
    solutions: () => solutions,
    groups: () => groups,
    origin: (application: Application) => origins.get(application.id)!,
  })
}
