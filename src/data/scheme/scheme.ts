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
import {
  createKnowsDefinition,
  type Definition,
  definitionsOf,
  inContentOrder,
  isInNamespace,
  type KnowsDefinition,
} from './content.ts'
import { Exportables } from './exportables.ts'
import { definitionHash } from './hash.ts'
import { type MenuEntry, menuOf } from './menu.ts'
import { type NamespaceView, namespaceView, systemCatalogs } from './namespace-view.ts'
import { type SolutionView, solutionView } from './solution-view.ts'

interface Deps {
  readonly kinds: readonly DefinitionKind[]
  readonly catalog: ApplicationCatalog
  readonly open: OpenApplication
  readonly known: KnownApplications
  /** Returns whether the caller can see a contract and at least one of its applications. */
  readonly knowsContract: (caller: Caller, contract: Address) => boolean
}

/** The part of a kind of definition that the hash of an application needs. */
const hashed = {
  word: storedApplications.word,
  toFile: (entry: Deployed) => applicationFile((entry as DeployedApplication).application),
}

/**
 * The definitions in machine-readable form. Each caller gets the definitions that are visible to the caller; hidden
 * definitions give the same 404 as missing ones.
 */
export class Scheme {
  readonly #deps: Deps
  /** The kinds in the order in which the content of a solution is listed. */
  readonly #kinds: readonly DefinitionKind[]
  readonly #knowsDefinition: KnowsDefinition
  readonly exportable: Exportables

  constructor(deps: Deps) {
    this.#deps = deps
    this.#kinds = inContentOrder(deps.kinds)
    this.#knowsDefinition = createKnowsDefinition(deps.knowsContract)
    this.exportable = new Exportables({
      ...deps,
      kinds: this.#kinds,
      knowsDefinition: this.#knowsDefinition,
      namespacesOf: (caller) => this.#namespacesOf(caller),
      requireNamespace: (caller, code) => this.namespace(caller, code),
    })
  }

  /** Returns the namespaces in the order of the menu, the built-in one last. */
  namespaces(caller: Caller): readonly NamespaceView[] {
    return [...this.#knownNamespaces(caller).map(namespaceView), systemCatalogs]
  }

  namespace(caller: Caller, code: string): NamespaceView {
    const all = this.namespaces(caller)
    const found = all.find((one) => one.code === code)
    if (found !== undefined) return found
    throw notFound(
      namespaceNotFound,
      'namespace',
      code,
      all.map((one) => one.code),
    )
  }

  /** Returns the menu of the caller: the namespaces with their applications, without the built-in ones. */
  menu(caller: Caller): readonly MenuEntry[] {
    const { open, known } = this.#deps
    return menuOf({ open, known, namespaces: (one) => this.#knownNamespaces(one) }, caller)
  }

  /** Returns whether the namespace exists for the caller. */
  knows(caller: Caller, namespace: string): boolean {
    return this.namespaces(caller).some((one) => one.code === namespace)
  }

  /** Returns the codes of the namespaces that are hidden from the caller. */
  hiddenNamespaces(caller: Caller): readonly string[] {
    const codes = this.#namespacesOf(caller)
    return this.#deps.catalog.namespaces().flatMap(({ code }) => (codes.has(code) ? [] : [code]))
  }

  /** Returns the applications of a namespace, ordered by code. */
  applications(caller: Caller, namespace: string): readonly ApplicationSchema[] {
    this.namespace(caller, namespace)
    const builtIn = builtInApplications.map((one) => one.application)
    return [...builtIn, ...this.#deps.known(caller)]
      .filter((one) => one.namespace === namespace)
      .sort((a, b) => (a.code < b.code ? -1 : 1))
      .map((one) => this.application(caller, one))
  }

  application(caller: Caller, address: ApplicationAddress): ApplicationSchema {
    const { catalog, open } = this.#deps
    const opened = open(caller, address)
    const origin = builtInApplication(address) ? undefined : catalog.origin(opened.application)
    return applicationSchema(
      opened,
      origin,
      origin && definitionHash(catalog.snapshot(), { kind: hashed, entry: origin }),
    )
  }

  /** Returns the deployed solutions, ordered by code. */
  solutions(caller: Caller): readonly SolutionView[] {
    const deployed = this.#deps.catalog.snapshot().solutions()
    return deployed.map(({ code }) => this.solution(caller, code))
  }

  /**
   * Returns a solution with the part of its content that is visible to the caller: applications by their rules, all
   * other definitions by their namespace and kind.
   */
  solution(caller: Caller, code: string): SolutionView {
    const { catalog, known } = this.#deps
    const content = solutionContent(catalog.snapshot(), code)
    const applications: ReadonlySet<Deployed> = new Set(known(caller).map(catalog.origin))
    const namespaces = this.#namespacesOf(caller)
    const isKnown = ({ kind, entry }: Definition): boolean =>
      kind.word === storedApplications.word
        ? applications.has(entry)
        : (!isInNamespace(kind) || namespaces.has(sectionOf(entry.namespace))) &&
          this.#knowsDefinition(caller, { kind, entry })
    const { written, texts } = catalog.snapshot()
    const all = { written, texts, solutions: catalog.written().solutions }
    return solutionView(content.solution, definitionsOf(this.#kinds, content, isKnown), all)
  }

  /**
   * Returns the paths of the groups that the rules of an application name, and of the groups of its namespace;
   * without groups of hidden namespaces.
   */
  groups(caller: Caller, address: ApplicationAddress): readonly string[] {
    const { catalog, open } = this.#deps
    const paths = groupsOfApplication(catalog.snapshot(), open(caller, address).application)
    const hidden = new Set(this.hiddenNamespaces(caller).map(foldCode))
    return paths.filter((path) => !hidden.has(path.split('.')[0]!))
  }

  /**
   * Returns an empty list, because solutions cannot contain pages yet. Throws a 404 for an unknown namespace.
   */
  pages(caller: Caller, namespace: string): readonly object[] {
    this.namespace(caller, namespace)
    return []
  }

  /** Throws a 404, because solutions cannot contain pages yet. */
  page(id: string): never {
    throw notFound(pageNotFound, 'page', id)
  }

  #knownNamespaces(caller: Caller): Namespace[] {
    const { catalog, known } = this.#deps
    const codes = new Set(known(caller).map((one) => one.namespace))
    return catalog.namespaces().filter((one) => codes.has(one.code) || isVisible(one, caller))
  }

  /** Returns the codes of the namespaces that exist for the caller, including the built-in one. */
  #namespacesOf(caller: Caller): Set<string> {
    return new Set([systemNamespace, ...this.#knownNamespaces(caller).map(({ code }) => code)])
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
