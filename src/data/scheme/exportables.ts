import type { Caller } from '../../people/index.ts'
import type { Catalog } from '../../solutions/catalog.ts'
import { applicationPath } from '../../solutions/definition.ts'
import type { Application } from '../applications/application.ts'
import { builtInApplication } from '../applications/built-in.ts'
import type { ApplicationAddress, KnownApplications, OpenApplication } from '../elements/source/opened-application.ts'
import { type Exportable, type ExportReason, exportable } from './exportable.ts'
import { findSolution } from './find-solution.ts'

/**
 * Whether namespaces, applications and solutions can be exported as self-contained packages. The reasons name only what
 * the caller may know.
 */
export interface Exportables {
  /** Checks a namespace. The calling code must have checked that the caller may know the namespace. */
  namespace(caller: Caller, code: string): Exportable
  application(caller: Caller, address: ApplicationAddress): Exportable
  solution(caller: Caller, code: string): Exportable
}

interface Deps {
  readonly catalog: Catalog
  readonly open: OpenApplication
  readonly known: KnownApplications
  /** Returns the codes of the namespaces that the caller may know. */
  readonly sections: (caller: Caller) => ReadonlySet<string>
}

export function createExportables({ catalog, open, known, sections }: Deps): Exportables {
  function told(caller: Caller, { exportable, reasons }: Exportable): Exportable {
    const visible = new Map(known(caller).map((one) => [applicationPath(one), open(caller, one).visible]))
    const codes = sections(caller)
    const isTold = (reason: ExportReason): boolean =>
      reason.code === 'outside_group' ? codes.has(reason.path.split('.')[0]!) : isKnown(reason, visible)
    return { exportable, reasons: reasons.filter(isTold) }
  }

  return {
    namespace(caller, code) {
      const inside = catalog.applications().filter((one) => one.namespace === code)
      const groups = catalog.groups().filter((one) => one.namespace === code)
      return told(caller, exportable(catalog.snapshot(), inside, groups))
    },
    application(caller, address) {
      const { application } = open(caller, address)
      // A built-in application exists on every installation and belongs to no solution.
      if (builtInApplication(address)) return { exportable: false, reasons: [] }
      return told(caller, exportable(catalog.snapshot(), [application]))
    },
    solution(caller, code) {
      const { applications, groups } = findSolution(catalog.snapshot(), code)
      return told(caller, exportable(catalog.snapshot(), applications, groups))
    },
  }
}

/**
 * Returns whether the caller may know a reason: the application and the field in `path`, such as `ref.contacts.salary`,
 * and the referenced application must all exist for the caller.
 */
function isKnown({ code: reason, path, ref }: ExportReason, visible: ReadonlyMap<string, Application>): boolean {
  const [namespace, code, field] = path.split('.')
  const application = visible.get(`${namespace}.${code}`)
  const isThere = application !== undefined && (field === undefined || application.fields.has(field))
  return isThere && (reason !== 'outside_application' || visible.has(ref))
}
