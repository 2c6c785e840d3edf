import type { Apps } from '../../../data/index.ts'
import type { Transaction } from '../../../foundation/db/database.ts'
import { splitApplicationPath } from '../../../foundation/kit/codes.ts'
import { PlatformError } from '../../../foundation/kit/errors.ts'
import { isUuid } from '../../../foundation/kit/ids.ts'
import { isObject, type JsonObject } from '../../../foundation/kit/json.ts'
import { type Caller, idOfApplication } from '../../../people/index.ts'
import type { Registry } from '../../../records/index.ts'
import { definitionPath } from '../../../solutions/index.ts'
import type { Variables } from '../../engine/index.ts'
import type { Work, WorkCall, WorkElement, WorkOutcome } from '../../execution/index.ts'

export interface ApplicationPath {
  readonly namespace: string
  readonly code: string
}

export interface ElementAddress extends ApplicationPath {
  readonly id: string
}

/** What an action on elements receives when it runs in an advance. */
export interface ElementStep {
  readonly tx: Transaction
  readonly apps: Pick<Apps, 'elements' | 'access'>
  readonly registry: Pick<Registry, 'registrations' | 'cases'>
  /** Id of the instance. */
  readonly instance: string
  /** Administrator rights with the user id of the user whose action made the instance advance. */
  readonly caller: Caller
  /** The settings of the action. */
  readonly settings: JsonObject
  /** The values of the input mappings: the values for fields, by their codes. */
  readonly fields: Variables
  /**
   * Returns the application of the action: the setting `app`, or else the application of the element that the
   * instance runs for.
   */
  application(): ApplicationPath
  /** Returns the element of the action: the setting `element`, or else the element that the instance runs for. */
  element(): ElementAddress
}

export interface ElementAction {
  readonly action: string
  run(step: ElementStep): Promise<Variables>
  /**
   * Returns the element whose values the outputs hold, or that a refusal can quote; by default the element of the
   * action. A refusal has no outputs.
   */
  elementOf?(step: ElementStep, outputs?: Variables): ElementAddress | undefined
}

/** A failure of an action that is not repeated, because another attempt would fail as well. */
export class ActionRefused extends Error {
  override readonly name = 'ActionRefused'
}

export interface ElementWorkDeps {
  readonly apps: Pick<Apps, 'elements' | 'access'>
  readonly registry: Pick<Registry, 'registrations' | 'cases'>
  /** Returns the address of an application by its id; undefined when it was removed. */
  readonly applicationById: (id: string) => ApplicationPath | undefined
}

/**
 * Creates the work of an action on elements. The action runs in the transaction of the advance, through the same
 * actions as the API. A refused action is a failure of the work. Other errors, such as those of the database, are
 * thrown, so that the work is repeated.
 */
export function elementWork(
  { action, run, elementOf = ({ element }) => element() }: ElementAction,
  { apps, registry, applicationById }: ElementWorkDeps,
): Work {
  return {
    action,
    place: 'transaction',
    async run(tx, call) {
      const settings = (call.settings.parameters ?? {}) as JsonObject
      const { caller, input, instance } = call
      const about = { caller, settings, fields: input, instance: instance.id }
      const step = { tx, apps, registry, ...about, ...elementPlaces(call, settings, applicationById) }
      try {
        const variables = await run(step)
        return { type: 'done', variables, elements: workElements(elementOf(step, variables)) }
      } catch (error) {
        return failureOf(error, (refusal) => quotedBy(refusal, step, elementOf(step)))
      }
    },
  }
}

/** Returns the value of `elements` in a `WorkOutcome`; empty without an element. */
export const workElements = (element: ElementAddress | undefined): readonly WorkElement[] =>
  element === undefined ? [] : [{ app: idOfApplication(definitionPath(element)), id: element.id }]

/**
 * Returns the elements that the message of a refusal can quote: the element of the action, and the element that has
 * the same value in a unique key.
 */
function quotedBy(error: PlatformError, { application }: ElementStep, own: ElementAddress | undefined) {
  const { holder } = error.details
  return [...workElements(own), ...workElements(isUuid(holder) ? { ...application(), id: holder } : undefined)]
}

/**
 * Returns the functions that find the application and the element of an action: those in the settings, or those that
 * the instance runs for. They throw ActionRefused.
 */
export function elementPlaces(
  { instance }: Pick<WorkCall, 'instance'>,
  settings: { readonly app?: unknown; readonly element?: unknown },
  applicationById: ElementWorkDeps['applicationById'],
): Pick<ElementStep, 'application' | 'element'> {
  function application(): ApplicationPath {
    if (settings.app !== undefined) return readPath(settings.app)
    if (instance.item === undefined)
      throw new ActionRefused('the instance does not run for an element; name the application in the setting "app"')
    const found = applicationById(instance.item.app)
    if (found === undefined)
      throw new ActionRefused('the application of the element that the instance runs for was removed')
    return found
  }
  return {
    application,
    element() {
      const address = application()
      if (settings.element !== undefined) return { ...address, id: readId(settings.element) }
      if (instance.item === undefined)
        throw new ActionRefused('the instance does not run for an element; name one in the setting "element"')
      const own = applicationById(instance.item.app)
      if (own !== undefined && definitionPath(own) !== definitionPath(address)) {
        const paths = `${definitionPath(own)}, not of ${definitionPath(address)}`
        throw new ActionRefused(
          `the instance runs for an element of ${paths}; name the element in the setting "element"`,
        )
      }
      return { ...address, id: instance.item.id }
    },
  }
}

function readPath(value: unknown): ApplicationPath {
  const path = splitApplicationPath(value)
  if (path === undefined)
    throw new ActionRefused(`the setting "app" is ${shown(value)}; it must be a path such as legal.contracts`)
  return path
}

/** Reads the id of an element: a text, the only item of a list, or an object with `id` or `__id`. */
function readId(value: unknown): string {
  const one = Array.isArray(value) && value.length === 1 ? value[0] : value
  const id = isObject(one) ? (one.id ?? one.__id) : one
  if (isUuid(id)) return id
  throw new ActionRefused(`the setting "element" is ${shown(value)}; it must be the id of an element`)
}

export const shown = (value: unknown): string => {
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length > 100 ? `${text.slice(0, 100)}…` : text
}

/**
 * Status codes of refusals that another attempt can resolve: a conflict with another change, a lock, and a rate
 * limit.
 */
const temporary = [409, 423, 429]

/**
 * Returns the failure for an error of an action. `quoted` returns the elements that the message of a refusal can
 * quote; a message that something does not exist quotes none. Rethrows all other errors, after which the work is
 * repeated.
 */
export function failureOf(error: unknown, quoted: (error: PlatformError) => readonly WorkElement[]): WorkOutcome {
  if (error instanceof ActionRefused) return { type: 'failed', message: error.message, isFinal: true }
  if (!(error instanceof PlatformError) || error.status >= 500) throw error
  const elements = error.status === 404 ? [] : quoted(error)
  const isFinal = !temporary.includes(error.status)
  return { type: 'failed', message: error.message, elements, ...(isFinal && { isFinal }) }
}
