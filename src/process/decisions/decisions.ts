import type { Reader } from '../../foundation/db/database.ts'
import type { Clock } from '../../foundation/kit/clock.ts'
import type { JsonObject } from '../../foundation/kit/json.ts'
import { didYouMean } from '../../foundation/kit/nearest.ts'
import { type Address, type Definitions, definitionPath } from '../../solutions/index.ts'
import { compileDecisions } from './compile-decisions.ts'
import { type DecisionModel, type DecisionResult, evaluateDecision } from './decision-model.ts'
import { decisionFile } from './definition/decisions.store.ts'
import { type DeployedDecision, storedDecisions } from './definition/stored-decisions.ts'
import { decisionFailed, decisionNotFound, decisionUnclear } from './errors.ts'

/** The deployed decisions. */
export interface Decisions {
  /** Returns the decisions in the form of the management API, ordered by namespace and code. */
  describeAll(): readonly DecisionView[]
  /**
   * Evaluates the newest version of a decision. `decision` defaults to the only decision of the file that no other
   * decision requires. Throws `decision.not_found`, `decision.unclear`, `decision.failed` and
   * `expression.limit_exceeded`.
   */
  evaluate(call: DecisionCall): Promise<EvaluatedDecision>
}

export interface DecisionCall extends Address {
  /** The id of the decision in the file. */
  readonly decision?: string | undefined
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

/** Maximum number of compiled files in memory. */
const maxModels = 100

/** Maximum number of failures in a message. */
const maxShownFailures = 5

/** A DMN file in the form of the management API. */
export type DecisionView = ReturnType<typeof viewOf>

export interface DecisionsDeps {
  readonly clock: Clock
  readonly catalog: { snapshot(): Definitions }
  readonly reader: Reader
}

export function createDecisions({ catalog, reader, clock }: DecisionsDeps): Decisions {
  // Compiled files, which never change because versions never change. The least recently used file is first. Promises
  // are not cached, because a read may belong to the transaction of one caller.
  const models = new Map<string, DecisionModel>()

  async function modelOf(entry: DeployedDecision, from: Reader): Promise<DecisionModel> {
    const key = `${definitionPath(entry)} ${entry.version}`
    const known = models.get(key)
    if (known !== undefined) {
      models.delete(key)
      models.set(key, known)
      return known
    }
    const bytes = await decisionFile(from, entry)
    if (bytes === undefined) throw decisionNotFound(`version ${entry.version} of ${definitionPath(entry)} is missing`)
    const model = models.get(key) ?? compileDecisions(bytes)
    models.set(key, model)
    if (models.size > maxModels) models.delete(models.keys().next().value!)
    return model
  }

  const all = () => catalog.snapshot().of(storedDecisions)

  return {
    describeAll: () => all().map(viewOf),
    async evaluate({ namespace, code, decision, context = {}, timeZone = 'UTC', ...call }) {
      const { now = new Date(clock.nowMs()), reader: from = reader } = call
      const path = definitionPath({ namespace, code })
      const entry = all().find((one) => one.namespace === namespace && one.code === code)
      if (entry === undefined) {
        throw decisionNotFound(
          `decision "${path.slice(0, 200)}" not found${didYouMean(path, all().map(definitionPath))}`,
        )
      }
      const id = chosen(entry, decision)
      const model = await modelOf(entry, from)
      const options = { nowMs: now.getTime(), timeZone }
      const { failures, ...result } = evaluateDecision(model, id, { context, options })
      if (failures.length > 0) {
        const sentences = failures.slice(0, maxShownFailures).join('; ')
        throw decisionFailed(`${path} has no result: ${sentences}`, { failures, tables: result.tables })
      }
      return { ...result, decision: id, name: nameIn(entry, id), version: entry.version }
    },
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
function chosen(entry: DeployedDecision, decision: string | undefined): string {
  const { main, decisions } = entry.summary
  const ids = decisions.map(({ id }) => id)
  const path = definitionPath(entry)
  if (decision !== undefined) {
    if (ids.includes(decision)) return decision
    throw decisionNotFound(`${path} has no decision "${decision.slice(0, 200)}"${didYouMean(decision, ids)}`)
  }
  if (main !== undefined) return main
  const listed = ids.length > 10 ? [...ids.slice(0, 10), '…'] : ids
  throw decisionUnclear(`${path} has several decisions: ${listed.join(', ')}; name one of them`)
}

const nameIn = ({ summary }: DeployedDecision, id: string): string =>
  summary.decisions.find((decision) => decision.id === id)?.name ?? id
