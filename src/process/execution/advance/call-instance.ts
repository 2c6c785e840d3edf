import { splitPath } from '../../../foundation/kit/codes.ts'
import { isUuid } from '../../../foundation/kit/ids.ts'
import { idOfApplication } from '../../../people/index.ts'
import { checkContext, type PublishedVersion } from '../../definition/index.ts'
import { StartRefused, type Stimulus } from '../../engine/index.ts'
import type { Instance, Opened } from '../instance.ts'
import { countCalled, hasElement } from '../load.store.ts'
import type { InstanceFacts } from '../work.ts'
import type { Advancing } from './advancing.ts'

/** Maximum nesting of calls. */
const maxCallDepth = 50
/**
 * Maximum number of instances below the outermost instance when a process calls itself, directly or through others.
 */
const maxRecursiveCalls = 1_000

/**
 * Starts the instance that a call activity waits for. The instance gets the id of the wait. Returns the failure of
 * the call; undefined when the instance was started, or when the call is postponed (see `Advancing.postpones`).
 */
export async function callInstance(group: Advancing, parent: Instance, opened: Opened): Promise<Stimulus | undefined> {
  if (group.postpones(opened.wait)) return undefined
  const failed = (message: string): Stimulus => ({
    type: 'fail',
    wait: opened.wait,
    message,
    isFinal: true,
    kind: 'CALLED_ELEMENT_ERROR',
  })
  const version = await calledVersion(group, parent, opened)
  const { process, version: number } = opened.settings as { process: string; version?: number }
  if (version === undefined)
    return failed(`the process "${process}"${number === undefined ? '' : ` version ${number}`} does not exist`)
  const problem = await recursionProblem(group, parent, version)
  if (problem !== undefined) return failed(problem)
  const { program } = version.loaded
  const timeZone = program.timeZone ?? group.deps.calendars?.timeZone ?? 'UTC'
  const checked = checkContext(program, opened.input ?? {}, { at: 'call', timeZone })
  if ('problems' in checked) {
    const reasons = checked.problems.map(({ message }) => message).join('; ')
    return failed(`the process "${process}" cannot be started: ${reasons}`)
  }
  const { facts } = parent
  const own = await elementOfCall(group, parent, opened)
  if ('problem' in own) return failed(own.problem)
  try {
    group.startNow(
      {
        facts: {
          id: opened.wait,
          template: version.template,
          version: version.version,
          name: '',
          initiator: facts.initiator,
          parent: facts.id,
          ...own,
        },
        root: parent.root,
        callers: [...parent.callers, facts.template],
        rev: 0,
        version,
      },
      {
        type: 'start',
        variables: checked.values,
        ...(opened.caughtErrors && { caughtByParent: opened.caughtErrors }),
      },
    )
    return undefined
  } catch (error) {
    if (error instanceof StartRefused) return failed(`the process "${process}" cannot be started: ${error.message}`)
    throw error
  }
}

/**
 * Returns the element that the called instance runs for: the element of the call, or else that of the calling
 * instance. Returns a problem if the element of the call is missing.
 */
async function elementOfCall(
  { unit }: Advancing,
  { facts }: Instance,
  { settings }: Opened,
): Promise<Pick<InstanceFacts, 'item'> | { readonly problem: string }> {
  const { process, item } = settings as { process: string; item?: { variable: string; app: string; id: unknown } }
  if (item === undefined) return facts.item === undefined ? {} : { item: facts.item }
  const { variable, app, id } = item
  if (!isUuid(id))
    return {
      problem: `the variable "${variable}" has no element, so the process "${process}" cannot run for it; give the variable a value and retry`,
    }
  const element = { app: idOfApplication(app), id }
  if (await hasElement(unit.reader, element)) return { item: element }
  return {
    problem: `the element in the variable "${variable}" does not exist in ${app} or was deleted, so the process "${process}" cannot run for it`,
  }
}

function calledVersion(
  { deps, unit }: Advancing,
  parent: Instance,
  { settings }: Opened,
): Promise<PublishedVersion | undefined> {
  const { process, binding, version } = settings as { process: string; binding: string; version?: number }
  return deps.programs.find(unit.reader, {
    ...splitPath(process),
    ...(version !== undefined && { version }),
    ...(binding === 'deployment' && { deployedWith: parent.version }),
  })
}

/** Returns the reason why a call is refused as endless recursion; undefined if the call is allowed. */
async function recursionProblem(
  { unit, instances }: Advancing,
  { callers, facts, root }: Instance,
  { template }: PublishedVersion,
): Promise<string | undefined> {
  if (callers.length >= maxCallDepth) return `processes call each other more than ${maxCallDepth} levels deep`
  if (template !== facts.template && !callers.includes(template)) return undefined
  const here = [...instances.values()].filter((one) => one.root === root && one.facts.parent !== undefined).length
  const isTooMany = here >= maxRecursiveCalls || here + (await countCalled(unit.reader, root)) >= maxRecursiveCalls
  return isTooMany ? `a process that calls itself has led to ${maxRecursiveCalls} instances` : undefined
}
