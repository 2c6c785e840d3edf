import { type Apps, type FieldView, fieldView, stampsView } from '../../../data/index.ts'
import type { Database } from '../../../foundation/db/database.ts'
import { splitNamespace } from '../../../foundation/kit/codes.ts'
import type { Caller } from '../../../people/index.ts'
import { type Address, sectionOf } from '../../../solutions/index.ts'
import type { Program } from '../../engine/index.ts'
import { contextFields } from '../context/index.ts'
import { notFoundFor } from './errors.ts'
import type { LiveTemplate } from './template-catalog.ts'
import type { Templates } from './templates.ts'

export type ProcessRow = ReturnType<typeof rowOf>

export interface ProcessSchema extends ProcessRow {
  readonly context: readonly FieldView[]
  readonly process: ReturnType<typeof diagramOf>
}

/** Machine-readable descriptions of the templates that a caller may start or view. */
export class ProcessScheme {
  readonly #database: Database
  readonly #apps: Apps
  readonly #templates: Pick<Templates, 'visible' | 'programs' | 'catalog'>

  constructor(database: Database, apps: Apps, templates: Pick<Templates, 'visible' | 'programs' | 'catalog'>) {
    this.#database = database
    this.#apps = apps
    this.#templates = templates
  }

  /**
   * Returns the templates of a namespace and of its applications, or of one application given by its path. Throws a 404
   * for an unknown namespace or application.
   */
  async list(caller: Caller, path: string): Promise<readonly ProcessRow[]> {
    const { section, application } = splitNamespace(path)
    if (application === undefined) this.#apps.scheme.namespace(caller, section)
    else this.#apps.scheme.application(caller, { namespace: section, code: application })
    const visible = await this.#templates.visible(caller)
    return visible.filter((one) => one.namespace === path || sectionOf(one.namespace) === path).map(rowOf)
  }

  /** Returns a template with its context and its elements. Throws `process.not_found`. */
  async get(caller: Caller, { namespace, code }: Address): Promise<ProcessSchema> {
    const visible = await this.#templates.visible(caller)
    const found = visible.find((one) => one.namespace === namespace && one.code === code)
    if (found === undefined) throw notFoundFor(visible, { namespace, code })
    const { loaded } = await this.#templates.programs.get(this.#database.single, found.id, found.file.version)
    const find = this.#apps.findFor(caller)
    const context = [...contextFields(loaded.program).values()].map((field) =>
      fieldView(field, (...target) => find(...target) !== undefined),
    )
    return { ...rowOf(found), context, process: diagramOf(loaded.program) }
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
