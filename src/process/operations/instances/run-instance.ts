import type { Reader, Transaction } from '../../../foundation/db/database.ts'
import { keepKey } from '../../../foundation/idempotency/index.ts'
import type { Clock } from '../../../foundation/kit/clock.ts'
import { PlatformError } from '../../../foundation/kit/errors.ts'
import { newId } from '../../../foundation/kit/ids.ts'
import type { Caller } from '../../../people/index.ts'
import { type CheckReferences, contextError, readProcessContext, type Templates } from '../../definition/index.ts'
import { type Program, StartRefused } from '../../engine/index.ts'
import type { Execution } from '../../execution/index.ts'
import { type AdmitStart, startRefused } from '../../triggers/index.ts'
import { startWrongSystemField } from '../errors.ts'
import { type TemplateAddress, templateMissing } from './instance-templates.ts'
import { applicationAt, type StoredTemplate, userExists } from './instances.store.ts'
import { type ElementReference, type RunInput, readRunInput } from './run-input.ts'

export interface RunDeps {
  readonly reader: Reader
  readonly clock: Clock
  readonly templates: Pick<Templates, 'open' | 'programs'>
  readonly execution: Execution
  readonly checkReferences: CheckReferences
  /** Throws a 429 when the start limit of the template is reached. */
  readonly admit: AdmitStart
  /** Throws a 404 when the caller cannot see the element. */
  readonly seeElement: (caller: Caller, element: ElementReference) => Promise<unknown>
}

export type Context = Readonly<Record<string, unknown>>

/**
 * Returns the value of the variable that can hold the element of `__item`, if exactly one variable of the process can.
 */
function elementOfItem(program: Program, { item }: RunInput): Readonly<Record<string, unknown>> {
  if (item === undefined) return {}
  const path = `${item.namespace}.${item.code}`
  const fitting = program.scopes[0]!.variables.filter(
    ({ type, of, isArray, direction }) =>
      type === 'element' && of === path && isArray !== true && direction !== 'output' && direction !== 'internal',
  )
  return fitting.length === 1 ? { [fitting[0]!.name]: [item.id] } : {}
}

/** An instance that was just started, and its template with the version that was the newest one. */
export interface StartedInstance {
  readonly id: string
  readonly template: Pick<StoredTemplate, 'id' | 'version'>
}

/**
 * Starts an instance by the path of its template. An idempotency key is stored in the transaction of the start.
 */
export async function runInstance(
  deps: RunDeps,
  caller: Caller,
  address: TemplateAddress,
  context: Context,
): Promise<StartedInstance> {
  const checked = await check(deps, caller, address, context)
  const id = newId(deps.clock.nowMs())
  const { once } = caller
  const request = { id, ...checked }
  const alongside = once && ((tx: Transaction) => keepKey(tx, once, id))
  const { instance } = await deps.execution.start(caller, request, alongside).catch((error) => {
    throw error instanceof StartRefused ? startRefused(error.message) : error
  })
  return { id: instance, template: templateOf(checked) }
}

/**
 * Throws the errors that `runInstance` would throw before its first write. Writes nothing. Returns the template and
 * the version that would be started.
 */
export async function checkRun(
  deps: RunDeps,
  caller: Caller,
  address: TemplateAddress,
  context: Context,
): Promise<StartedInstance['template']> {
  return templateOf(await check(deps, caller, address, context))
}

async function check(deps: RunDeps, caller: Caller, address: TemplateAddress, context: Context) {
  const { reader, templates } = deps
  await templates.open(caller, address, 'start')
  const version = await templates.programs.find(reader, address)
  if (version === undefined) throw templateMissing(address)
  const input = readRunInput(context)
  const about = await readAbout(deps, caller, input)
  const { program } = version.loaded
  const given = { ...elementOfItem(program, input), ...input.variables }
  const variables = readProcessContext(program, given, { at: 'start' })
  const problems = await deps.checkReferences(caller, program, { values: variables })
  if (problems.length > 0) throw contextError(problems)
  await deps.admit(reader, version)
  return { version, context: variables, ...about }
}

const templateOf = ({ version }: Pick<Awaited<ReturnType<typeof check>>, 'version'>) => ({
  id: version.template,
  version: version.version,
})

async function readAbout(deps: RunDeps, caller: Caller, { item, target, createdBy }: RunInput) {
  const found = item && { app: await applicationOf(deps, caller, item), id: item.id }
  const about = target ?? found?.id
  return {
    initiator: await initiatorOf(deps, caller, createdBy),
    ...(found && { item: found }),
    ...(about !== undefined && { target: about }),
  }
}

/**
 * Returns the initiator of a start. Only administrators can start instances for other users; for other callers the
 * requested initiator is ignored.
 */
async function initiatorOf({ reader }: RunDeps, caller: Caller, createdBy: string | undefined): Promise<string> {
  if (createdBy === undefined || !caller.administrator) return caller.userId
  return (await userExists(reader, createdBy)) ? createdBy : caller.userId
}

async function applicationOf(deps: RunDeps, caller: Caller, item: ElementReference): Promise<string> {
  const seen = await deps.seeElement(caller, item).then(
    () => undefined,
    (error: unknown) => error,
  )
  if (seen instanceof PlatformError && seen.status === 404) {
    throw startWrongSystemField(`"__item": ${seen.message}`, { field: '__item' })
  }
  const app = seen === undefined ? await applicationAt(deps.reader, item) : undefined
  if (app === undefined) throw seen ?? startWrongSystemField('"__item": element not found', { field: '__item' })
  return app
}
