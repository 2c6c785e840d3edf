/** The value of a variable: JSON, as stored with the instance. */
export type Value = unknown

/** Version of the program format. A stored program with another version is compiled again from its XML. */
export const programFormat = 1

/** A position in `Program.nodes`, `flows`, `scopes` or `expressions`. */
export type NodeIndex = number
export type FlowIndex = number
export type ScopeIndex = number
export type ExpressionIndex = number

/** A compiled BPMN process: immutable JSON with everything that the engine needs. */
export interface Program {
  readonly format: typeof programFormat
  /** The id of the BPMN process. */
  readonly process: string
  readonly name?: string
  /** The name of the pool that shows the process, or the id of a pool without a name. */
  readonly pool?: string
  readonly timeZone?: string
  /** Expression for the name of an instance. */
  readonly instanceName?: ExpressionIndex
  readonly nodes: readonly ProgramNode[]
  readonly flows: readonly ProgramFlow[]
  /** Scopes; scope 0 is the process. */
  readonly scopes: readonly ProgramScope[]
  readonly lanes: readonly ProgramLane[]
  /** Texts of all expressions. Other parts of the program refer to them by index. */
  readonly expressions: readonly string[]
}

/** A flow node: an activity, a gateway or an event. */
export interface ProgramNode {
  readonly id: string
  readonly name?: string
  /** Kind of element, such as `userTask`; determines the behaviour. */
  readonly kind: string
  readonly scope: ScopeIndex
  readonly incoming: readonly FlowIndex[]
  readonly outgoing: readonly FlowIndex[]
  readonly defaultFlow?: FlowIndex
  /** Scope inside a sub-process. */
  readonly body?: ScopeIndex
  /** Boundary events of an activity. */
  readonly boundary: readonly NodeIndex[]
  readonly attachedTo?: NodeIndex
  /**
   * Whether a boundary event cancels its activity, or whether a start event cancels the scope around its sub-process.
   */
  readonly isInterrupting?: boolean
  readonly event?: EventDefinition
  readonly loop?: LoopDefinition
  /** Compensation activity of this activity. */
  readonly compensation?: NodeIndex
  readonly isForCompensation?: boolean
  readonly isEventSubProcess?: boolean
  /** Whether the message of a receive task starts an instance. */
  readonly isInstantiating?: boolean
  readonly lane?: number
  readonly isAsyncBefore?: boolean
  readonly inputs: readonly Mapping[]
  readonly outputs: readonly Mapping[]
  /** Settings that only elements of this kind have, such as the action of a service task. */
  readonly settings: Readonly<Record<string, Value>>
}

/** Returns whether an instance, a sub-process or an event sub-process can start at a node. */
export const isStart = ({ kind, isInstantiating }: ProgramNode): boolean =>
  kind === 'startEvent' || isInstantiating === true

export interface Mapping {
  readonly name: string
  readonly value: ExpressionIndex
}

export interface ProgramFlow {
  readonly id: string
  readonly name?: string
  readonly source: NodeIndex
  readonly target: NodeIndex
  readonly condition?: ExpressionIndex
}

/** The content of the process or of a sub-process. */
export interface ProgramScope {
  readonly parent?: ScopeIndex
  /** Sub-process; absent for the process. */
  readonly owner?: NodeIndex
  readonly nodes: readonly NodeIndex[]
  /** Nodes that get a token when the scope starts without an event. */
  readonly entries: readonly NodeIndex[]
  /** Start events of event sub-processes of the scope. */
  readonly eventStarts: readonly NodeIndex[]
  /** Variables of the scope; for the process, the variables of the context. */
  readonly variables: readonly VariableDefinition[]
  /**
   * For each joining inclusive gateway, one bitset per incoming flow: the nodes from which a token can reach the flow.
   */
  readonly reach: readonly { readonly node: NodeIndex; readonly from: readonly (readonly number[])[] }[]
}

export interface VariableDefinition {
  readonly name: string
  readonly type: string
  readonly title?: string
  readonly isArray?: boolean
  readonly isRequired?: boolean
  readonly isRequiredAtEnd?: boolean
  readonly isReadOnly?: boolean
  readonly direction?: 'input' | 'output' | 'both' | 'internal'
  /** The application of an `element`: `namespace.code`. */
  readonly of?: string
  /** The values of a `choice`. */
  readonly values?: readonly { readonly code: string; readonly name: string }[]
  /** The columns of a `table`. */
  readonly columns?: readonly VariableDefinition[]
}

export interface ProgramLane {
  readonly id: string
  readonly name?: string
  readonly performers: readonly PerformerDefinition[]
}

export interface PerformerDefinition {
  readonly type: string
  /** The constant that names the performer, such as a login or the path of a group. */
  readonly value?: string
  readonly expression?: ExpressionIndex
}

/** A constant text or an expression. */
export type TextOrExpression = { readonly text: string } | { readonly expression: ExpressionIndex }

export type EventDefinition =
  | {
      readonly type: 'timer'
      readonly timer: 'date' | 'duration' | 'cycle'
      readonly value: TextOrExpression
      readonly calendar?: string
    }
  | {
      readonly type: 'message'
      readonly name: string
      readonly key?: ExpressionIndex
      /** Variables that a waiting event takes from a message; those of the scopes around the event if absent. */
      readonly variables?: readonly string[]
    }
  | { readonly type: 'signal'; readonly name: string }
  /** An event of an element, which starts an instance for the element. */
  | {
      readonly type: 'elementEvent'
      /** Path of the application. */
      readonly app: string
      readonly event: 'created' | 'updated' | 'statusChanged' | 'deleted'
      /** Condition over the values of the element. */
      readonly condition?: ExpressionIndex
      /**
       * Variable that holds the element; by default, the first variable of the process for one element of the
       * application.
       */
      readonly variable?: string
    }
  | { readonly type: 'error' | 'escalation'; readonly code?: string }
  | { readonly type: 'condition'; readonly condition: ExpressionIndex }
  | { readonly type: 'link'; readonly name: string; readonly target?: NodeIndex }
  | { readonly type: 'compensation'; readonly activity?: NodeIndex }
  | { readonly type: 'terminate' | 'cancel' }

/** A multi-instance or standard loop of an activity. */
export type LoopDefinition =
  | {
      readonly type: 'parallel' | 'sequential'
      readonly cardinality?: ExpressionIndex
      readonly collection?: ExpressionIndex
      readonly item?: string
      readonly index?: string
      /**
       * Variable in which each instance of the loop receives the result of the activity, for `outputItem` to read.
       */
      readonly result?: string
      readonly output?: string
      readonly outputItem?: ExpressionIndex
      readonly completion?: ExpressionIndex
    }
  | {
      readonly type: 'standard'
      readonly condition?: ExpressionIndex
      readonly isTestedBefore: boolean
      readonly maximum?: number
    }
