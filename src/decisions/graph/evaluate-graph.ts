import type { FeelFunction, FeelValue, Variables } from '../../feel/index.ts'
import type { DecisionRun } from '../logic/decision-run.ts'
import { functionValue } from '../logic/function-value.ts'
import { coerce, LocalVariables } from '../logic/logic.ts'
import type { DrgNode } from '../source/requirements.ts'
import type { DecisionService, GraphNode } from './compile-node.ts'

/** The compiled elements of a file. Each element comes after the elements that it requires. */
export class DecisionGraph {
  readonly nodes: readonly GraphNode[]
  readonly #positions: ReadonlyMap<string, number>

  constructor(nodes: readonly GraphNode[]) {
    this.nodes = nodes
    this.#positions = new Map(nodes.map(({ id }, index) => [id, index]))
  }

  /** Evaluates an element and everything that it requires. `given` holds the values of the caller by name. */
  evaluate(id: string, given: Variables, run: DecisionRun): FeelValue {
    return this.#valuesFor([id], { values: new Map(), given, run }).get(id) ?? null
  }

  /**
   * Returns the values of elements and of the elements that they require. Elements with a value are not evaluated
   * again.
   */
  #valuesFor(
    ids: readonly string[],
    { values, given, run }: { values: Map<string, FeelValue>; given: Variables; run: DecisionRun },
  ): ReadonlyMap<string, FeelValue> {
    const needed = new Set<number>()
    const open = [...ids]
    for (let id = open.pop(); id !== undefined; id = open.pop()) {
      const position = this.#positions.get(id)!
      if (values.has(id) || needed.has(position)) continue
      needed.add(position)
      const node = this.nodes[position]!
      if (node.kind !== 'decisionService') open.push(...node.requires.map((required) => required.id))
    }
    for (const position of [...needed].sort((a, b) => a - b)) {
      const node = this.nodes[position]!
      run.charge(1 + node.requires.length)
      values.set(node.id, this.#valueOf(node, { values, given, run }))
    }
    return values
  }

  #valueOf(
    node: GraphNode,
    { values, given, run }: { values: ReadonlyMap<string, FeelValue>; given: Variables; run: DecisionRun },
  ): FeelValue {
    const { compiled } = node
    if (compiled.is === 'given') {
      const value = given.get(node.name)
      if (value === undefined) return run.warn(`"${node.name}" has no value`)
      return coerce(value, compiled.type, run, `${node.kind === 'inputData' ? 'input' : 'decision'} "${node.name}"`)
    }
    if (compiled.is === 'service') return this.#serviceValue(node, compiled.service, { given, run })
    const required = new Map(node.requires.map(({ id, name }) => [name, values.get(id) ?? null]))
    const variables = new LocalVariables(given, required)
    return compiled.is === 'value'
      ? compiled.logic.evaluate(variables, run)
      : functionValue(compiled.defined, variables, run)
  }

  /** Returns a decision service as a function of its inputs. */
  #serviceValue(
    node: DrgNode,
    { outputs, parameters, result }: DecisionService,
    { given, run }: { given: Variables; run: DecisionRun },
  ): FeelFunction {
    const what = `decision service "${node.name}"`
    return functionValue(
      {
        what,
        parameters: parameters.map(({ node: { name }, type }) => ({ name, type })),
        height: 50,
        call: (args) => {
          const values = new Map(parameters.map(({ node: { id, name } }) => [id, args.get(name) ?? null]))
          const ids = outputs.map(({ id }) => id)
          const found = this.#valuesFor(ids, { values, given, run })
          const value =
            outputs.length === 1
              ? (found.get(ids[0]!) ?? null)
              : new Map(outputs.map(({ id, name }) => [name, found.get(id) ?? null]))
          return coerce(value, result, run, what)
        },
      },
      given,
      run,
    )
  }
}
