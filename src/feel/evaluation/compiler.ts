import { maxDepth, maxWeight } from '../limits.ts'
import type { Node } from '../syntax/ast.ts'
import type { Evaluate } from './frame.ts'

/** A path of names that an expression reads, such as `["order", "customer", "name"]`. */
export type ReferencePath = readonly string[]

/** One frame of the evaluation as the compiler sees it. */
export type Level =
  /** A variable. `origin` is the path of the list whose items it takes. */
  | {
      readonly is: 'variable'
      readonly name: string
      readonly origin: ReferencePath | undefined
      /** Called during compilation for each place that reads the variable. */
      readonly onRead?: () => void
    }
  /** An item of a filter, whose entries can be read by name. */
  | { readonly is: 'item'; readonly origin: ReferencePath | undefined }
  /** A context under construction, with the keys so far. */
  | { readonly is: 'context'; readonly keys: ReadonlySet<string> }

/** The levels around a part of the expression, innermost first. */
export interface Levels {
  readonly level: Level
  readonly outer: Levels | undefined
}

export const within = (outer: Levels | undefined, level: Level): Levels => ({ level, outer })

/** The result of compiling a part of an expression. */
export interface Compiled {
  readonly evaluate: Evaluate
  /** Number of nodes: the cost of one evaluation without its loops, in steps. */
  readonly weight: number
  /** Depth of the part, which limits the native stack. */
  readonly depth: number
}

/** Error for a part that cannot be compiled. `compileFeel` adds the position of the part in the text. */
export class RefusedPart extends Error {
  readonly at: number
  readonly hint: string
  constructor(sentence: string, at: number, hint = '') {
    super(sentence)
    this.at = at
    this.hint = hint
  }
}

/** Receives a part that can only be null, and returns the message; undefined when such parts are refused. */
export type OnMistake = ((part: RefusedPart) => string) | undefined

type CompileNode = (node: Node, levels: Levels | undefined, compiler: Compiler) => Evaluate

/** Compiles an expression to closures and collects the paths that it reads. */
export class Compiler {
  readonly #references = new Map<string, ReferencePath>()
  /** The names of built-in functions that the expression reads as values, where a variable hides the function. */
  readonly builtinsRead = new Set<string>()
  readonly #compileNode: CompileNode
  readonly #onMistake: OnMistake
  #weight = 0
  #depth = 0
  #maxDepth = 0

  constructor(compileNode: CompileNode, onMistake: OnMistake) {
    this.#compileNode = compileNode
    this.#onMistake = onMistake
  }

  /** Reports a part that can only be null, and returns its evaluation. Throws the part when such parts are refused. */
  mistake(part: RefusedPart): Evaluate {
    if (this.#onMistake === undefined) throw part
    const message = this.#onMistake(part)
    return ({ run }) => run.warn(message)
  }

  /** Compiles a part that is evaluated as often as the part around it. */
  compile(node: Node, levels: Levels | undefined): Evaluate {
    this.#weight++
    this.#depth++
    this.#maxDepth = Math.max(this.#maxDepth, this.#depth)
    if (this.#depth > maxDepth) throw new RefusedPart(`the expression has more than ${maxDepth} levels`, node.at)
    if (this.#weight > maxWeight) throw new RefusedPart('the expression is too large', node.at)
    const evaluate = this.#compileNode(node, levels, this)
    this.#depth--
    return evaluate
  }

  /**
   * Compiles a part whose cost the caller charges for every evaluation, such as the body of a loop, filter or
   * function.
   */
  compileBody(node: Node, levels: Levels | undefined): Compiled {
    const [weight, depth, maxDepthBefore] = [this.#weight, this.#depth, this.#maxDepth]
    this.#maxDepth = depth
    const evaluate = this.compile(node, levels)
    const compiled = { evaluate, weight: this.#weight - weight, depth: this.#maxDepth - depth }
    this.#maxDepth = Math.max(maxDepthBefore, this.#maxDepth)
    return compiled
  }

  /** Cost of everything that has been compiled so far, in steps. */
  get weight(): number {
    return this.#weight
  }

  /** Adds to the cost of the part that is being compiled. */
  addWeight(steps: number): void {
    this.#weight += steps
  }

  /** Records that the expression reads a path. */
  addReference(path: ReferencePath): void {
    this.#references.set(JSON.stringify(path), path)
  }

  /** Returns the paths that the expression reads, without paths that are the beginning of a longer path. */
  get references(): ReferencePath[] {
    const all = [...this.#references.values()]
    const beginnings = new Set(
      all.flatMap((path) => path.slice(1).map((_, end) => JSON.stringify(path.slice(0, end + 1)))),
    )
    return all.filter((path) => !beginnings.has(JSON.stringify(path)))
  }
}
