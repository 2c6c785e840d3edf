import type { Database } from '../../db/database.ts'
import { type Access, type AccessParts, compileAccess } from '../access/access.ts'
import type { AccessSetting } from '../access/schemas.ts'
import type { Application } from './application.ts'
import { compileApplication } from './compile.ts'
import { applicationPath, type GroupDefinition, type NamespaceDefinition } from './definition.ts'
import {
  type ApplicationRow,
  catalogVersion,
  type DefinitionRows,
  definitionRows,
  type Stamps,
} from './definitions.store.ts'

/** A consistent, frozen picture of everything defined; a request that began with one ends with it. */
export interface CatalogSnapshot {
  /** Undefined when there is none of that name, or it was removed. */
  application(namespace: string, code: string): Application | undefined
  applicationById(id: string): Application | undefined
  /** By namespace and code. */
  applications(): readonly Application[]
  /** By place in the menu. */
  namespaces(): readonly CatalogNamespace[]
  solutions(): readonly CatalogSolution[]
  /** The rules of an application of this snapshot; the same object as long as they do not change. */
  access(application: Application): Access
  /** What administrators have said beside the definitions, of `ref` or `ref.products`. */
  accessSetting(path: string): AccessSetting | undefined
  /** Of all solutions, as they were applied last, by namespace and code. */
  groups(): readonly CatalogGroup[]
  /** Who made and changed an application of this snapshot. */
  origin(application: Application): ApplicationOrigin
}

export interface Catalog extends CatalogSnapshot {
  /** What the methods answer now, for readers that need several answers that fit together. */
  snapshot(): CatalogSnapshot
  /** Reads the definitions again when they have changed. */
  refresh(): Promise<void>
  close(): void
}

export type CatalogNamespace = DefinitionRows['namespaces'][number]
export type CatalogSolution = DefinitionRows['solutions'][number]
export type CatalogGroup = GroupDefinition & { readonly solution: string }
export type ApplicationOrigin = Stamps & { readonly solution: string }

export interface CatalogOptions {
  /** How often to look for applies of other nodes; 0 for never. */
  readonly pollMs?: number
  /** What went wrong in such a look; the next one tries again. */
  readonly onError?: (error: unknown) => void
}

/** Reads all definitions and keeps them compiled. On the embedded database nobody else applies, so nothing is polled. */
export async function createCatalog(database: Database, options: CatalogOptions = {}): Promise<Catalog> {
  const { pollMs = database.kind === 'postgres' ? 1000 : 0, onError = () => {} } = options
  let version = -1
  const nothing = { solutions: [], namespaces: [], applications: [], groups: [], accessSettings: [] }
  let current = snapshotOf({ version, ...nothing }, new Map())
  const accesses = new Map<string, { key: string; access: Access }>()
  let compiled: ReadonlyMap<string, Application> = new Map()
  let last: Promise<void> = Promise.resolve()

  async function load(): Promise<void> {
    if ((await catalogVersion(database.reader)) === version) return
    const rows = await definitionRows(database.reader)
    // Two reads may end in the wrong order on two connections.
    if (rows.version < version) return
    compiled = compileRows(rows, compiled)
    current = snapshotOf(rows, compiled, accesses)
    version = rows.version
  }

  // One after the other: whoever calls after a commit gets a look that began after it.
  function refresh(): Promise<void> {
    last = last.catch(() => {}).then(load)
    return last
  }

  await refresh()
  let looking = false
  async function look(): Promise<void> {
    // A slow database gets one question at a time.
    if (looking) return
    looking = true
    await refresh().catch(onError)
    looking = false
  }
  const timer = pollMs === 0 ? undefined : setInterval(look, pollMs)
  timer?.unref()
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
    close: () => clearInterval(timer),
  }
}

/** What did not change stays the same object, so that whatever was made from it can be kept too. */
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

/** Compiled anew only when one of its parts is another. */
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
