import type { Reader } from '../foundation/db/database.ts'
import type { Clock } from '../foundation/kit/clock.ts'
import type { JsonObject, JsonValue } from '../foundation/kit/json.ts'
import { didYouMean } from '../foundation/kit/nearest.ts'
import { type Address, type Definitions, definitionPath } from '../solutions/index.ts'
import { compileDecisions } from './compile-decisions.ts'
import { type DecisionModel, type DecisionResult, evaluateDecision } from './decision-model.ts'
import { type DecisionTrace, decisionTrace } from './decision-trace.ts'
import { decisionFile, decisionVersionAt } from './definition/decisions.store.ts'
import { type DeployedDecision, storedDecisions } from './definition/stored-decisions.ts'
import { decisionFailed, decisionNotFound, decisionUnclear } from './errors.ts'

export interface DecisionCall extends Address {
  /** The id of the decision in the file. */
  readonly decision?: string | undefined
  /** The version to evaluate; the newest one by default. */
  readonly version?: number
  /**
   * A version of a process template, whose time of publication selects the version of the decision: the version that
   * was current then, or the first version if there was none.
   */
  readonly deployedWith?: { readonly template: string; readonly version: number }
  /** The values of the inputs by name. */
  readonly context?: JsonObject | undefined
  /** The value of `now()`; the present time by default. */
  readonly now?: Date
  /** The time zone of `now()` and `today()`; UTC by default. */
  readonly timeZone?: string
  /** The transaction of the caller, if there is one. */
  readonly reader?: Reader
}

export interface EvaluatedDecision extends Omit<DecisionResult, 'failures'> {
  /** Id of the decision. */
  readonly decision: string
  readonly name: string
  readonly version: number
}

/** An evaluation that has a result or has failed. */
export interface TracedDecision {
  readonly name: string
  readonly outcome: { readonly result: JsonValue } | { readonly failure: string }
  readonly trace: DecisionTrace
}

/** Maximum number of compiled files in memory. */
const maxModels = 100

/** Maximum number of failures in a message. */
const maxShownFailures = 5

/** A DMN file in the form of the management API. */
export type DecisionView = ReturnType<typeof viewOf>

/** The deployed decisions. */
export class Decisions {
  readonly #clock: Clock
  readonly #catalog: { snapshot(): Definitions }
  readonly #reader: Reader
  // Compiled files, which never change because versions never change. The least recently used file is first. Promises
  // are not cached, because a read may belong to the transaction of one caller.
  readonly #models = new Map<string, DecisionModel>()

  constructor(clock: Clock, catalog: { snapshot(): Definitions }, reader: Reader) {
    this.#clock = clock
    this.#catalog = catalog
    this.#reader = reader
  }

  /** Returns the decisions in the form of the management API, ordered by namespace and code. */
  describeAll(): readonly DecisionView[] {
    return this.#all().map(viewOf)
  }

  /**
   * Evaluates a decision, by default its newest version. `decision` defaults to the only decision of the file that no
   * other decision requires. Throws `decision.not_found`, `decision.unclear`, `decision.failed` and
   * `expression.limit_exceeded`.
   */
  async evaluate(call: DecisionCall): Promise<EvaluatedDecision> {
    const { about, result, failure } = await this.#run(call)
    const { failures, ...rest } = result
    if (failure !== undefined) throw decisionFailed(failure, { failures, tables: result.tables })
    return { ...rest, decision: about.id, name: about.name, version: about.version }
  }

  /**
   * Evaluates a decision and returns its trace, also when the decision fails. Throws `decision.not_found`,
   * `decision.unclear` and `expression.limit_exceeded`.
   */
  async trace(call: DecisionCall): Promise<TracedDecision> {
    const { about, result, values, failure } = await this.#run(call)
    const { failures, warnings } = result
    return {
      name: about.name,
      outcome: failure === undefined ? { result: result.result } : { failure },
      trace: decisionTrace(about, { values, failures, warnings }),
    }
  }

  async #modelOf(entry: DeployedDecision, version: number, from: Reader): Promise<DecisionModel> {
    const key = `${definitionPath(entry)} ${version}`
    const known = this.#models.get(key)
    if (known !== undefined) {
      this.#models.delete(key)
      this.#models.set(key, known)
      return known
    }
    const { namespace, code } = entry
    const bytes = await decisionFile(from, { namespace, code, version })
    if (bytes === undefined) {
      const newest = `the newest version is ${entry.version}`
      throw decisionNotFound(`version ${version} of ${definitionPath(entry)} does not exist; ${newest}`)
    }
    const model = this.#models.get(key) ?? compileDecisions(bytes)
    this.#models.set(key, model)
    if (this.#models.size > maxModels) this.#models.delete(this.#models.keys().next().value!)
    return model
  }

  #all() {
    return this.#catalog.snapshot().of(storedDecisions)
  }

  async #run({ namespace, code, decision, context = {}, timeZone = 'UTC', ...call }: DecisionCall) {
    const { now = new Date(this.#clock.nowMs()), reader: from = this.#reader, version: given, deployedWith } = call
    const path = definitionPath({ namespace, code })
    const entry = this.#all().find((one) => one.namespace === namespace && one.code === code)
    if (entry === undefined) {
      throw decisionNotFound(
        `decision "${path.slice(0, 200)}" not found${didYouMean(path, this.#all().map(definitionPath))}`,
      )
    }
    const bound = given ?? (deployedWith && (await decisionVersionAt(from, entry, deployedWith)))
    const version = bound ?? entry.version
    const model = await this.#modelOf(entry, version, from)
    const id = chosen(path, model, decision)
    const name = model.decisions.find((one) => one.id === id)?.name ?? id
    const options = { nowMs: now.getTime(), timeZone }
    const evaluated = evaluateDecision(model, id, { context, options })
    const { failures } = evaluated.result
    const sentences = failures.slice(0, maxShownFailures).join('; ')
    const failure = failures.length > 0 ? `${path} has no result: ${sentences}` : undefined
    return { about: { path, id, name, version }, ...evaluated, failure }
  }
}

function viewOf({ namespace, code, name, description, solution, version, hash, summary, ...rest }: DeployedDecision) {
  const { createdAt, createdBy, updatedAt, updatedBy } = rest
  const about = { namespace, code, name, description, solution, version, hash, ...summary }
  return { ...about, createdAt, createdBy, updatedAt, updatedBy }
}

/**
 * Returns the id of the named decision or of the default decision. Throws `decision.not_found` and `decision.unclear`.
 */
function chosen(path: string, { main, decisions }: DecisionModel, decision: string | undefined): string {
  const ids = decisions.map(({ id }) => id)
  if (decision !== undefined) {
    if (ids.includes(decision)) return decision
    throw decisionNotFound(`${path} has no decision "${decision.slice(0, 200)}"${didYouMean(decision, ids)}`)
  }
  if (main !== undefined) return main
  const listed = ids.length > 10 ? [...ids.slice(0, 10), '…'] : ids
  throw decisionUnclear(`${path} has several decisions: ${listed.join(', ')}; name one of them`)
}
