import { compileGate } from '../../access/access.ts'
import { isLetIn } from '../../access/authorize.ts'
import { foldCode } from '../../foundation/kit/codes.ts'
import type { Caller } from '../../people/index.ts'
import type { Catalog, CatalogNamespace, CatalogSnapshot } from '../../solutions/catalog.ts'
import type { SolutionContent } from '../../solutions/solution-content.ts'
import { builtInApplication, builtInApplications } from '../applications/built-in.ts'
import type { ApplicationAddress, KnownApplications, OpenApplication } from '../elements/source/opened-application.ts'
import { type ApplicationSchema, applicationSchema } from './application-schema.ts'
import { namespaceNotFound } from './errors.ts'
import { createExportables, type Exportables } from './exportables.ts'
import { findSolution } from './find-solution.ts'
import { groupsOfApplication } from './groups-of-application.ts'
import { type NamespaceView, namespaceView, systemCatalogs } from './namespace-view.ts'
import { notFound } from './not-found.ts'
import { nothingYet } from './nothing-yet.ts'
import { type SolutionView, solutionView } from './solution-view.ts'

/**
 * The definitions, described for machines. Callers see the definitions that they may know; hidden definitions give the
 * same 404 as missing ones.
 */
export interface Scheme {
  /** Returns the namespaces in the order of the menu, the built-in one last. */
  namespaces(caller: Caller): readonly NamespaceView[]
  namespace(caller: Caller, code: string): NamespaceView
  /** Returns whether the namespace exists for the caller. */
  knows(caller: Caller, namespace: string): boolean
  /** Returns the codes of the namespaces that the caller may not know. */
  hiddenSections(caller: Caller): readonly string[]
  /** Returns the applications of a namespace, ordered by code. */
  applications(caller: Caller, namespace: string): readonly ApplicationSchema[]
  application(caller: Caller, address: ApplicationAddress): ApplicationSchema
  /** Returns the deployed solutions, ordered by code. */
  solutions(caller: Caller): readonly SolutionView[]
  solution(caller: Caller, code: string): SolutionView
  /** Returns the paths of the groups and roles of an application. */
  groups(caller: Caller, address: ApplicationAddress): readonly string[]
  /**
   * Returns an empty list, because solutions cannot contain pages yet. Throws a 404 for an unknown namespace. The other
   * lists of pages, templates and processes do the same.
   */
  pages(caller: Caller, namespace: string): readonly object[]
  sectionDocumentTemplates(caller: Caller, namespace: string): readonly object[]
  /** Returns an empty list for a namespace, or for an application given by its path, such as `ref.contacts`. */
  sectionProcesses(caller: Caller, namespace: string): readonly object[]
  documentTemplates(caller: Caller, address: ApplicationAddress): readonly object[]
  processes(caller: Caller, address: ApplicationAddress): readonly object[]
  process(address: ApplicationAddress): never
  module(id: string): never
  page(id: string): never
  documentTemplate(id: string): never
  readonly exportable: Exportables
}

interface Deps {
  readonly catalog: Catalog
  readonly open: OpenApplication
  readonly known: KnownApplications
}

export function createScheme({ catalog, open, known }: Deps): Scheme {
  function knownNamespaces(caller: Caller): CatalogNamespace[] {
    const codes = new Set(known(caller).map((one) => one.namespace))
    const snapshot = catalog.snapshot()
    return snapshot.namespaces().filter((one) => codes.has(one.code) || isVisible(snapshot, one, caller))
  }
  const sections = (caller: Caller): Set<string> => new Set(knownNamespaces(caller).map(({ code }) => code))
  const exportables = createExportables({ catalog, open, known, sections })
  const namespaces = (caller: Caller): NamespaceView[] => [
    ...knownNamespaces(caller).map(namespaceView),
    systemCatalogs,
  ]

  function namespace(caller: Caller, code: string): NamespaceView {
    const all = namespaces(caller)
    const found = all.find((one) => one.code === code)
    if (found !== undefined) return found
    throw notFound(
      namespaceNotFound,
      'namespace',
      code,
      all.map((one) => one.code),
    )
  }

  function application(caller: Caller, address: ApplicationAddress): ApplicationSchema {
    const opened = open(caller, address)
    return applicationSchema(opened, builtInApplication(address) ? undefined : catalog.origin(opened.application))
  }

  /** Returns a solution with the part of its content that the caller may know. */
  function knownContent(caller: Caller, code: string): SolutionContent {
    const content = findSolution(catalog.snapshot(), code)
    const [applications, codes] = [new Set(known(caller)), sections(caller)]
    return {
      ...content,
      namespaces: content.namespaces.filter((one) => codes.has(one.code)),
      applications: content.applications.filter((one) => applications.has(one)),
      groups: content.groups.filter((one) => codes.has(one.namespace)),
    }
  }

  function hiddenSections(caller: Caller): string[] {
    const codes = sections(caller)
    return catalog.namespaces().flatMap(({ code }) => (codes.has(code) ? [] : [code]))
  }

  function noneIn(caller: Caller, code: string): readonly object[] {
    namespace(caller, code)
    return []
  }

  function noneOf(caller: Caller, address: ApplicationAddress): readonly object[] {
    open(caller, address)
    return []
  }

  return {
    ...nothingYet,
    namespaces,
    namespace,
    knows: (caller, code) => namespaces(caller).some((one) => one.code === code),
    applications(caller, code) {
      namespace(caller, code)
      const builtIn = builtInApplications.map((one) => one.application)
      return [...builtIn, ...known(caller)]
        .filter((one) => one.namespace === code)
        .sort((a, b) => (a.code < b.code ? -1 : 1))
        .map((one) => application(caller, one))
    },
    application,
    solutions: (caller) => catalog.solutions().map(({ code }) => solutionView(knownContent(caller, code))),
    solution: (caller, code) => solutionView(knownContent(caller, code)),
    pages: noneIn,
    sectionDocumentTemplates: noneIn,
    sectionProcesses(caller, path) {
      const [section = '', code] = path.split(/\.(.*)/s)
      return code === undefined ? noneIn(caller, section) : noneOf(caller, { namespace: section, code })
    },
    groups(caller, address) {
      const paths = groupsOfApplication(catalog.snapshot(), open(caller, address).application)
      const hidden = new Set(hiddenSections(caller).map(foldCode))
      return paths.filter((path) => !hidden.has(path.split('.')[0]!))
    },
    documentTemplates: noneOf,
    processes: noneOf,
    hiddenSections,
    exportable: {
      ...exportables,
      namespace(caller, code) {
        namespace(caller, code)
        return exportables.namespace(caller, code)
      },
    },
  }
}

function isVisible(snapshot: CatalogSnapshot, { code, visibleTo }: CatalogNamespace, caller: Caller): boolean {
  const to = snapshot.accessSetting(code)?.visibleTo ?? visibleTo
  return caller.administrator || to === null || caller.persons.some((person) => isLetIn(compileGate(to), person))
}
