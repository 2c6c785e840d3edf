import { type Apps, type FieldView, fieldView, stampsView } from '../../../data/index.ts'
import type { Database } from '../../../foundation/db/database.ts'
import { splitNamespace } from '../../../foundation/kit/codes.ts'
import type { Caller } from '../../../people/index.ts'
import { type Address, sectionOf } from '../../../solutions/index.ts'
import type { Program } from '../../engine/index.ts'
import { contextFields } from '../context/index.ts'
import { notFoundFor } from './not-found.ts'
import type { LiveTemplate } from './template-catalog.ts'
import type { Templates } from './templates.ts'

/** Machine-readable descriptions of the templates that a caller may start or view. */
export interface ProcessScheme {
  /**
   * Returns the templates of a namespace and of its applications, or of one application given by its path. Throws a 404
   * for an unknown namespace or application.
   */
  list(caller: Caller, namespace: string): Promise<readonly ProcessRow[]>
  /** Returns a template with its context and its elements. Throws `process.not_found`. */
  get(caller: Caller, address: Address): Promise<ProcessSchema>
}

export type ProcessRow = ReturnType<typeof rowOf>

export interface ProcessSchema extends ProcessRow {
  readonly context: readonly FieldView[]
  readonly process: ReturnType<typeof diagramOf>
}

interface Deps {
  readonly database: Database
  readonly apps: Apps
  readonly templates: Pick<Templates, 'visible' | 'programs' | 'catalog'>
}

export function createProcessScheme({ database, apps, templates }: Deps): ProcessScheme {
  return {
    async list(caller, path) {
      const { section, application } = splitNamespace(path)
      if (application === undefined) apps.scheme.namespace(caller, section)
      else apps.scheme.application(caller, { namespace: section, code: application })
      const visible = await templates.visible(caller)
      return visible.filter((one) => one.namespace === path || sectionOf(one.namespace) === path).map(rowOf)
    },
    async get(caller, { namespace, code }) {
      const visible = await templates.visible(caller)
      const found = visible.find((one) => one.namespace === namespace && one.code === code)
      if (found === undefined) throw notFoundFor(visible, { namespace, code })
      const { loaded } = await templates.programs.get(database.single, found.id, found.file.version)
      const find = apps.findFor(caller)
      const context = [...contextFields(loaded.program).values()].map((field) =>
        fieldView(field, (...target) => find(...target) !== undefined),
      )
      return { ...rowOf(found), context, process: diagramOf(loaded.program) }
    },
  }
}

function rowOf({ id, namespace, code, name, file }: LiveTemplate) {
  const { version, solution, hash, settings } = file
  return {
    __id: id,
    __name: name,
    name,
    namespace,
    code,
    type: 'PROCESS' as const,
    __type: 'PROCESS' as const,
    version,
    description: settings.description ?? '',
    solution: solution === '' ? null : solution,
    hash,
    ...stampsView(file),
  }
}

function diagramOf({ nodes, flows, lanes }: Program) {
  return {
    items: nodes.map(({ id, name = '', kind, lane }) => {
      return { id, name, type: kind, swimlane: lane === undefined ? null : lanes[lane]!.id }
    }),
    transitions: flows.map(({ id, name = '', source, target }) => {
      return { id, name, source: nodes[source]!.id, target: nodes[target]!.id }
    }),
    swimlanes: lanes.map(({ id, name = '' }) => ({ id, name })),
  }
}
