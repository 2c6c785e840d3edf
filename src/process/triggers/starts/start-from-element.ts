import type { Apps } from '../../../data/index.ts'
import type { Database, Transaction } from '../../../foundation/db/database.ts'
import { keepKey } from '../../../foundation/idempotency/index.ts'
import type { Clock } from '../../../foundation/kit/clock.ts'
import { newId } from '../../../foundation/kit/ids.ts'
import { type Caller, idOfApplication } from '../../../people/index.ts'
import type { Address } from '../../../solutions/index.ts'
import {
  type CheckReferences,
  contextError,
  type Programs,
  processNotFound,
  readProcessContext,
  type Templates,
  templatePath,
} from '../../definition/index.ts'
import { StartRefused } from '../../engine/index.ts'
import type { Execution } from '../../execution/index.ts'
import { startNotOffered, startRefused } from '../errors.ts'
import type { AdmitStart } from './start-limit.ts'
import { elementVariable } from './start-variables.ts'

interface ElementAddress {
  readonly namespace: string
  readonly code: string
  readonly id: string
}

/** Starts of processes from an element. */
export interface StartsFromElements {
  /** Returns the paths and names of the processes that the caller may start from an element. */
  offered(
    caller: Caller,
    element: ElementAddress,
  ): Promise<readonly { readonly process: string; readonly name: string }[]>
  /** Starts a process for an element and returns the id of the instance. */
  start(
    caller: Caller,
    element: ElementAddress,
    request: { readonly process: string; readonly context?: Readonly<Record<string, unknown>> | undefined },
  ): Promise<string>
}

export interface StartsFromElementsDeps {
  readonly database: Database
  readonly clock: Clock
  readonly apps: Pick<Apps, 'elements'>
  readonly templates: Pick<Templates, 'open' | 'visible'>
  readonly programs: Programs
  readonly execution: Pick<Execution, 'start'>
  readonly admit: AdmitStart
  readonly checkReferences: CheckReferences
}

export function createStartsFromElements(deps: StartsFromElementsDeps): StartsFromElements {
  const { database, clock, apps, templates, programs, execution, admit, checkReferences } = deps
  const pathOf = ({ namespace, code }: ElementAddress): string => `${namespace}.${code}`
  const isOffered = (startFrom: readonly string[] | undefined, path: string): boolean =>
    startFrom?.some((one) => one.toLowerCase() === path.toLowerCase()) === true

  /**
   * Returns whether a person can start the newest version of a process. A process that only events start is not
   * offered.
   */
  async function startsByHand(address: Address): Promise<boolean> {
    const version = await programs.find(database.reader, address)
    return version !== undefined && version.loaded.program.scopes[0]!.entries.length > 0
  }

  return {
    async offered(caller, element) {
      await apps.elements.get(caller, element)
      const found = []
      for (const template of await templates.visible(caller)) {
        if (!isOffered(template.file.settings.startFrom, pathOf(element))) continue
        const mayStart = await templates.open(caller, template, 'start').then(
          () => true,
          () => false,
        )
        if (mayStart && (await startsByHand(template)))
          found.push({ process: templatePath(template), name: template.name })
      }
      return found
    },
    async start(caller, element, { process, context = {} }) {
      const [, namespace = '', code = process] = /^(.*)\.([^.]*)$/.exec(process) ?? []
      const template = await templates.open(caller, { namespace, code }, 'start')
      await apps.elements.get(caller, element)
      const path = pathOf(element)
      if (!isOffered(template.file.settings.startFrom, path))
        throw startNotOffered(
          `process "${process}" cannot be started from elements of ${path}: its setting "startFrom" does not name the application`,
          { field: 'process' },
        )
      const version = await programs.find(database.reader, { namespace, code })
      if (version === undefined) throw processNotFound(`process "${process}" not found`)
      const { program } = version.loaded
      const variable = elementVariable(program, path, null)
      const given =
        variable !== undefined && !(variable in context) ? { ...context, [variable]: [element.id] } : context
      const values = readProcessContext(program, given, { at: 'start' })
      const problems = await checkReferences(caller, program, { values })
      if (problems.length > 0) throw contextError(problems)
      await admit(database.reader, version)
      const { once } = caller
      const id = newId(clock.nowMs())
      const alongside = once && ((tx: Transaction) => keepKey(tx, once, id))
      const item = { app: idOfApplication(path), id: element.id }
      const request = { id, version, context: values, initiator: caller.userId, item, target: element.id }
      const { instance } = await execution.start(caller, request, alongside).catch((error) => {
        throw error instanceof StartRefused ? startRefused(error.message, {}, { cause: error }) : error
      })
      return instance
    },
  }
}
