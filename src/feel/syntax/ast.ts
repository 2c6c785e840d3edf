import type { FeelType } from '../values/types.ts'
import type { FeelValue } from '../values/value.ts'

interface Placed {
  /** Position of the construct in the text, counted from 0. */
  readonly at: number
  /** Type of the value, as far as it is known before the evaluation. */
  readonly type: FeelType
}

export type ArithmeticOperator = '+' | '-' | '*' | '/' | '**'
export type ComparisonOperator = '=' | '!=' | '<' | '<=' | '>' | '>='

/** A variable and the list or range it runs over. */
export interface Iterator {
  readonly name: string
  readonly list: Node
}

export interface Parameter {
  readonly name: string
  readonly type: FeelType
}

/** One test of `in` or of a decision table cell: a comparison with the input, or an expression. */
export interface Test {
  /** The operator of the comparison; undefined for an expression. */
  readonly operator: ComparisonOperator | undefined
  readonly operand: Node
  /**
   * Whether the expression reads `?`. If so, and without an operator, the value of the expression is the result;
   * otherwise it is compared with the input.
   */
  readonly usesInput: boolean
}

/** The tests of a decision table cell. An empty list means `-`, which accepts any input. */
export interface UnaryTests {
  readonly isNegated: boolean
  readonly tests: readonly Test[]
}

export type Node = Placed &
  (
    | { readonly is: 'literal'; readonly value: FeelValue }
    /** A part that can only be null. `message` says why. */
    | { readonly is: 'mistake'; readonly message: string }
    | { readonly is: 'name'; readonly name: string; readonly isBuiltin: boolean }
    | { readonly is: 'list'; readonly items: readonly Node[] }
    | { readonly is: 'context'; readonly entries: readonly { readonly key: string; readonly value: Node }[] }
    | {
        readonly is: 'range'
        readonly start: Node | undefined
        readonly startIncluded: boolean
        readonly end: Node | undefined
        readonly endIncluded: boolean
        /** Whether the range is written after `in` of a loop and may run from high to low. */
        readonly isLoop?: boolean
        readonly operator?: '=' | '!='
      }
    | {
        readonly is: 'arithmetic'
        readonly first: Node
        readonly rest: readonly { readonly operator: ArithmeticOperator; readonly operand: Node }[]
      }
    | { readonly is: 'negation'; readonly operand: Node }
    | { readonly is: 'and' | 'or'; readonly operands: readonly Node[] }
    | {
        readonly is: 'comparison'
        readonly operator: ComparisonOperator
        readonly left: Node
        readonly right: Node
      }
    | { readonly is: 'between'; readonly value: Node; readonly low: Node; readonly high: Node }
    | { readonly is: 'in'; readonly value: Node; readonly tests: readonly Test[] }
    | { readonly is: 'instance of'; readonly value: Node; readonly of: FeelType }
    | { readonly is: 'if'; readonly condition: Node; readonly then: Node; readonly otherwise: Node }
    | { readonly is: 'for'; readonly iterators: readonly Iterator[]; readonly result: Node }
    | {
        readonly is: 'some' | 'every'
        readonly iterators: readonly Iterator[]
        readonly condition: Node
      }
    | { readonly is: 'filter'; readonly list: Node; readonly condition: Node }
    | { readonly is: 'path'; readonly base: Node; readonly key: string }
    | {
        readonly is: 'call'
        readonly callee: Node
        readonly args: readonly Node[]
        /** The names of named arguments; undefined for arguments by position. */
        readonly names: readonly string[] | undefined
      }
    | { readonly is: 'function'; readonly parameters: readonly Parameter[]; readonly body: Node }
  )
