import type { Caller } from '../../people/index.ts'
import type { Catalog } from '../definitions/catalog.ts'
import type { SolutionContent } from '../definitions/solution-content.ts'
import type { ApplicationAddress, OpenApplication } from '../elements/element-address.ts'
import { type ApplicationSchema, applicationSchema } from './application-schema.ts'
import { namespaceNotFound } from './errors.ts'
import { type Exportable, exportable } from './exportable.ts'
import { findSolution } from './find-solution.ts'
import { groupsOfApplication } from './groups-of-application.ts'
import { type NamespaceView, namespaceView, systemCatalogs } from './namespace-view.ts'
import { notFound } from './not-found.ts'
import { nothingYet } from './nothing-yet.ts'
import { type SolutionView, solutionView } from './solution-view.ts'

/** What is defined, described for machines. Whoever has a token may read it; unknown names throw a 404. */
export interface Scheme {
  /** By place in the menu, the built-in one behind. */
  namespaces(): readonly NamespaceView[]
  namespace(code: string): NamespaceView
  /** By code. */
  applications(caller: Caller, namespace: string): readonly ApplicationSchema[]
  application(caller: Caller, address: ApplicationAddress): ApplicationSchema
  /** By code. */
  solutions(): readonly SolutionView[]
  solution(code: string): SolutionView
  /** Paths of the groups and roles of an application. */
  groups(caller: Caller, address: ApplicationAddress): readonly string[]
  /** Empty until there are such things; the namespace or application must exist. */
  pages(namespace: string): readonly object[]
  sectionDocumentTemplates(namespace: string): readonly object[]
  /** Of a section, or of an application as `section.app`. */
  sectionProcesses(caller: Caller, namespace: string): readonly object[]
  documentTemplates(caller: Caller, address: ApplicationAddress): readonly object[]
  processes(caller: Caller, address: ApplicationAddress): readonly object[]
  process(address: ApplicationAddress): never
  module(id: string): never
  page(id: string): never
  documentTemplate(id: string): never
  readonly exportable: {
    namespace(code: string): Exportable
    application(caller: Caller, address: ApplicationAddress): Exportable
    solution(code: string): Exportable
  }
}

export function createScheme({ catalog, open }: { catalog: Catalog; open: OpenApplication }): Scheme {
  const namespaces = (): NamespaceView[] => [...catalog.namespaces().map(namespaceView), systemCatalogs]

  function namespace(code: string): NamespaceView {
    const all = namespaces()
    const found = all.find((one) => one.code === code)
    if (found !== undefined) return found
    const known = all.map((one) => one.code)
    throw notFound(namespaceNotFound, 'namespace', code, known)
  }

  function application(caller: Caller, address: ApplicationAddress): ApplicationSchema {
    const opened = open(caller, address)
    return applicationSchema(opened, catalog.origin(opened.application))
  }

  const contentOf = (code: string): SolutionContent => findSolution(catalog.snapshot(), code)
  const applicationsOf = (code: string) => {
    namespace(code)
    return catalog.applications().filter((one) => one.namespace === code)
  }

  function noneIn(code: string): readonly object[] {
    namespace(code)
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
    applications: (caller, code) => applicationsOf(code).map((one) => application(caller, one)),
    application,
    solutions: () => catalog.solutions().map(({ code }) => solutionView(contentOf(code))),
    solution: (code) => solutionView(contentOf(code)),
    pages: noneIn,
    sectionDocumentTemplates: noneIn,
    sectionProcesses(caller, path) {
      const [section = '', code] = path.split(/\.(.*)/s)
      return code === undefined ? noneIn(section) : noneOf(caller, { namespace: section, code })
    },
    groups: (caller, address) => groupsOfApplication(catalog.snapshot(), open(caller, address).application),
    documentTemplates: noneOf,
    processes: noneOf,
    exportable: {
      namespace: (code) => {
        const groups = catalog.groups().filter(({ namespace }) => namespace === code)
        return exportable(catalog.snapshot(), applicationsOf(code), groups)
      },
      application: (caller, address) => exportable(catalog.snapshot(), [open(caller, address).application]),
      solution: (code) => {
        const { applications, groups } = contentOf(code)
        return exportable(catalog.snapshot(), applications, groups)
      },
    },
  }
}
