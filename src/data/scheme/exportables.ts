import type { Caller } from '../../people/index.ts'
import { type DefinitionKind, sectionOf, solutionContent } from '../../solutions/index.ts'
import { type Application, applicationPath } from '../applications/application.ts'
import type { ApplicationCatalog } from '../applications/application-catalog.ts'
import { builtInApplication } from '../applications/built-in.ts'
import { storedApplications } from '../applications/stored-applications.ts'
import type { ApplicationAddress, KnownApplications, OpenApplication } from '../elements/source/opened-application.ts'
import {
  type Definition,
  definitionsOf,
  isInNamespace,
  type KnowsDefinition,
  keyOf,
  keyOfDefinition,
} from './content.ts'
import { type Exportable, type Obstacle, obstaclesOf, reasonOf } from './exportable.ts'

interface ExportablesDeps {
  /** The kinds in the order in which reasons are listed. */
  readonly kinds: readonly DefinitionKind[]
  readonly catalog: ApplicationCatalog
  readonly open: OpenApplication
  readonly known: KnownApplications
  readonly knowsDefinition: KnowsDefinition
  /** Returns the codes of the namespaces that are visible to the caller. */
  readonly namespacesOf: (caller: Caller) => ReadonlySet<string>
  /** Throws `namespace.not_found` when the namespace does not exist for the caller. */
  readonly requireNamespace: (caller: Caller, code: string) => void
}

/**
 * Checks of whether namespaces, applications and solutions can be exported as self-contained packages. The reasons
 * contain only names that the caller may know.
 */
export class Exportables {
  readonly #deps: ExportablesDeps

  constructor(deps: ExportablesDeps) {
    this.#deps = deps
  }

  namespace(caller: Caller, code: string): Exportable {
    const { kinds, catalog, requireNamespace } = this.#deps
    requireNamespace(caller, code)
    return this.#check(
      caller,
      definitionsOf(kinds, catalog.snapshot(), ({ entry }) => sectionOf(entry.namespace) === code),
    )
  }

  application(caller: Caller, address: ApplicationAddress): Exportable {
    const { kinds, catalog, open } = this.#deps
    const { application } = open(caller, address)
    // A built-in application exists on every installation and belongs to no solution.
    if (builtInApplication(address)) return { exportable: false, reasons: [] }
    const isOne = ({ kind, entry }: Definition): boolean =>
      kind.word === storedApplications.word && entry === catalog.origin(application)
    return this.#check(caller, definitionsOf(kinds, catalog.snapshot(), isOne))
  }

  solution(caller: Caller, code: string): Exportable {
    const { kinds, catalog } = this.#deps
    return this.#check(
      caller,
      definitionsOf(kinds, solutionContent(catalog.snapshot(), code), () => true),
    )
  }

  #check(caller: Caller, included: readonly Definition[]): Exportable {
    const { kinds, catalog, open, known, knowsDefinition, namespacesOf } = this.#deps
    const obstacles = obstaclesOf(kinds, catalog.snapshot(), included)
    const visible = new Map(known(caller).map((one) => [applicationPath(one), open(caller, one).visible]))
    const namespaces = namespacesOf(caller)
    const byKey = new Map(
      definitionsOf(kinds, catalog.snapshot(), () => true).map((one) => [keyOfDefinition(one), one]),
    )
    const shown = obstacles.filter(({ from, use }) => {
      const target = byKey.get(keyOf(use.to, use.ref))
      const areKnown = [from, ...(target ? [target] : [])].every((one) => knowsDefinition(caller, one))
      return areKnown && isKnown({ from, use }, namespaces, visible)
    })
    return { exportable: obstacles.length === 0, reasons: shown.map(reasonOf) }
  }
}

/**
 * Returns whether an obstacle may be shown to the caller: the namespace and the referenced application must exist for
 * the caller. For a reference from a field, such as `ref.contacts.salary`, the referring application and the field must
 * exist for the caller as well.
 */
function isKnown(
  { from, use: { to, path, ref } }: Obstacle,
  namespaces: ReadonlySet<string>,
  visible: ReadonlyMap<string, Application>,
): boolean {
  if (isInNamespace(from.kind) && !namespaces.has(sectionOf(from.entry.namespace))) return false
  if (to === storedApplications.word && !visible.has(ref)) return false
  if (from.kind.word !== storedApplications.word || to === 'group') return true
  const [namespace, code, field] = path.split('.')
  const application = visible.get(`${namespace}.${code}`)
  return application !== undefined && (field === undefined || application.fields.has(field))
}
