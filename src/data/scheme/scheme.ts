import { isVisibleTo, namedGroups, readSubjects } from '../../access/index.ts'
import { foldCode } from '../../foundation/kit/codes.ts'
import type { ErrorKind, PlatformError } from '../../foundation/kit/errors.ts'
import { didYouMean } from '../../foundation/kit/nearest.ts'
import { type Caller, groupPath, storedGroups } from '../../people/index.ts'
import {
  type Address,
  type DefinitionKind,
  type Definitions,
  type Deployed,
  sectionOf,
  solutionContent,
  systemNamespace,
} from '../../solutions/index.ts'
import { applicationFile } from '../application-kind/file/application-file.ts'
import type { Application } from '../applications/application.ts'
import type { ApplicationCatalog } from '../applications/application-catalog.ts'
import { builtInApplication, builtInApplications } from '../applications/built-in.ts'
import { type DeployedApplication, storedApplications } from '../applications/stored-applications.ts'
import type { ApplicationAddress, KnownApplications, OpenApplication } from '../elements/source/opened-application.ts'
import { namespaceNotFound, pageNotFound } from '../errors.ts'
import { type Namespace, visibilityOf } from '../namespaces/namespace.ts'
import { type ApplicationSchema, applicationSchema } from './application-schema.ts'
import { createKnowsDefinition, type Definition, definitionsOf, inContentOrder, isInNamespace } from './content.ts'
import { createExportables, type Exportables } from './exportables.ts'
import { definitionHash } from './hash.ts'
import { type MenuEntry, menuOf } from './menu.ts'
import { type NamespaceView, namespaceView, systemCatalogs } from './namespace-view.ts'
import { type SolutionView, solutionView } from './solution-view.ts'

/** Lookups of the kinds of definitions that solutions cannot contain yet. Every lookup throws a 404. */
const unavailableKinds = {
  page(id: string): never {
    throw notFound(pageNotFound, 'page', id)
  },
}

/**
 * The definitions in machine-readable form. Each caller gets the definitions that are visible to the caller; hidden
 * definitions give the same 404 as missing ones.
 */
export interface Scheme {
  /** Returns the namespaces in the order of the menu, the built-in one last. */
  namespaces(caller: Caller): readonly NamespaceView[]
  namespace(caller: Caller, code: string): NamespaceView
  /** Returns the menu of the caller: the namespaces with their applications, without the built-in ones. */
  menu(caller: Caller): readonly MenuEntry[]
  /** Returns whether the namespace exists for the caller. */
  knows(caller: Caller, namespace: string): boolean
  /** Returns the codes of the namespaces that are hidden from the caller. */
  hiddenNamespaces(caller: Caller): readonly string[]
  /** Returns the applications of a namespace, ordered by code. */
  applications(caller: Caller, namespace: string): readonly ApplicationSchema[]
  application(caller: Caller, address: ApplicationAddress): ApplicationSchema
  /** Returns the deployed solutions, ordered by code. */
  solutions(caller: Caller): readonly SolutionView[]
  solution(caller: Caller, code: string): SolutionView
  /** Returns the paths of the groups and roles of an application. */
  groups(caller: Caller, address: ApplicationAddress): readonly string[]
  /**
   * Returns an empty list, because solutions cannot contain pages yet. Throws a 404 for an unknown namespace.
   */
  pages(caller: Caller, namespace: string): readonly object[]
  page(id: string): never
  readonly exportable: Exportables
}

interface Deps {
  readonly kinds: readonly DefinitionKind[]
  readonly catalog: ApplicationCatalog
  readonly open: OpenApplication
  readonly known: KnownApplications
  /** Returns whether the caller may see an application of a contract. */
  readonly knowsContract: (caller: Caller, contract: Address) => boolean
}

/** The part of a kind of definition that the hash of an application needs. */
const hashed = {
  word: storedApplications.word,
  toFile: (entry: Deployed) => applicationFile((entry as DeployedApplication).application),
}

export function createScheme({ kinds, catalog, open, known, knowsContract }: Deps): Scheme {
  const knowsDefinition = createKnowsDefinition(knowsContract)
  const listed = inContentOrder(kinds)
  function knownNamespaces(caller: Caller): Namespace[] {
    const codes = new Set(known(caller).map((one) => one.namespace))
    return catalog.namespaces().filter((one) => codes.has(one.code) || isVisible(one, caller))
  }
  /** Returns the codes of the namespaces that exist for the caller, including the built-in one. */
  const namespacesOf = (caller: Caller): Set<string> =>
    new Set([systemNamespace, ...knownNamespaces(caller).map(({ code }) => code)])
  const exportables = createExportables({ kinds: listed, catalog, open, known, knowsDefinition, namespacesOf })
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
    const origin = builtInApplication(address) ? undefined : catalog.origin(opened.application)
    return applicationSchema(
      opened,
      origin,
      origin && definitionHash(catalog.snapshot(), { kind: hashed, entry: origin }),
    )
  }

  /**
   * Returns a solution with the part of its content that is visible to the caller: applications by their rules, all
   * other definitions by their namespace and kind.
   */
  function solution(caller: Caller, code: string): SolutionView {
    const content = solutionContent(catalog.snapshot(), code)
    const applications: ReadonlySet<Deployed> = new Set(known(caller).map(catalog.origin))
    const namespaces = namespacesOf(caller)
    const isKnown = ({ kind, entry }: Definition): boolean =>
      kind.word === storedApplications.word
        ? applications.has(entry)
        : (!isInNamespace(kind) || namespaces.has(sectionOf(entry.namespace))) &&
          knowsDefinition(caller, { kind, entry })
    const { written, texts } = catalog.snapshot()
    const all = { written, texts, solutions: catalog.written().solutions }
    return solutionView(content.solution, definitionsOf(listed, content, isKnown), all)
  }

  function hiddenNamespaces(caller: Caller): string[] {
    const codes = namespacesOf(caller)
    return catalog.namespaces().flatMap(({ code }) => (codes.has(code) ? [] : [code]))
  }

  function noneIn(caller: Caller, code: string): readonly object[] {
    namespace(caller, code)
    return []
  }

  return {
    ...unavailableKinds,
    namespaces,
    namespace,
    menu: (caller) => menuOf({ open, known, namespaces: knownNamespaces }, caller),
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
    solutions: (caller) =>
      catalog
        .snapshot()
        .solutions()
        .map(({ code }) => solution(caller, code)),
    solution,
    pages: noneIn,
    groups(caller, address) {
      const paths = groupsOfApplication(catalog.snapshot(), open(caller, address).application)
      const hidden = new Set(hiddenNamespaces(caller).map(foldCode))
      return paths.filter((path) => !hidden.has(path.split('.')[0]!))
    },
    hiddenNamespaces,
    exportable: {
      ...exportables,
      namespace(caller, code) {
        namespace(caller, code)
        return exportables.namespace(caller, code)
      },
    },
  }
}

function isVisible(namespace: Namespace, caller: Caller): boolean {
  const to = visibilityOf(namespace)
  return (
    caller.administrator ||
    to === undefined ||
    caller.persons.everywhere.some((person) => isVisibleTo({ visibleTo: [readSubjects(to)] }, person))
  )
}

/**
 * Returns the paths of the groups of an application: the groups that its rules name, and the groups of its namespace.
 */
function groupsOfApplication(definitions: Definitions, application: Application): string[] {
  const ruled = namedGroups(application.accessSection ?? {}).map(({ path }) => path)
  const ofNamespace = definitions.of(storedGroups).filter(({ namespace }) => namespace === application.namespace)
  return [...new Set([...ruled, ...ofNamespace.map(groupPath)])]
}

/** Returns the 404 for a name, cut to 200 characters, with the nearest known name as a suggestion. */
function notFound(kind: ErrorKind, what: string, name: string, known: Iterable<string> = []): PlatformError {
  return kind(`${what} "${name.slice(0, 200)}" not found${didYouMean(name, known)}`)
}
