import type { ModdleElement } from 'bpmn-moddle'
import { didYouMean } from '../../../foundation/kit/nearest.ts'
import type { ModelProblems } from '../../../foundation/kit/xml/model-problems.ts'
import type { ExpressionTable } from './expressions.ts'
import { namesInScope, writableNames } from './names-in-scope.ts'
import type { ExpressionIndex, Mapping, PerformerDefinition } from './program.ts'

/** One BPMN element while it is read: its extension elements, its expressions, and its problems. */
export class ElementContext {
  readonly element: ModdleElement
  readonly expressions: ExpressionTable
  /** Whether the element throws its event. */
  readonly throwsEvent: boolean
  readonly #problems: ModelProblems
  readonly #used = new Set<ModdleElement>()

  constructor(
    element: ModdleElement,
    expressions: ExpressionTable,
    problems: ModelProblems,
    { throwsEvent = false } = {},
  ) {
    this.element = element
    this.expressions = expressions
    this.throwsEvent = throwsEvent
    this.#problems = problems
  }

  /** Records a problem of the element. */
  refuse(message: string): void {
    this.#problems.add(this.element.id, message)
  }

  /** Records what is probably a mistake of the element. */
  warn(message: string): void {
    this.#problems.warn(this.element.id, message)
  }

  /**
   * Returns the index of an expression. `what` begins the error message. `readsOthers` allows names that are not
   * variables, such as the results of an activity or the fields of an element.
   */
  expression(text: string | undefined, what: string, { readsOthers = false } = {}): ExpressionIndex {
    const names = readsOthers ? undefined : namesInScope(this.element)
    return this.expressions.add(text, { elementId: this.element.id, what, names })
  }

  /**
   * Refuses a variable that the element writes and that is not one of its `writableNames`. `what` begins the message.
   */
  checkTarget(name: string, what: string): void {
    const names = writableNames(this.element)
    if (names === undefined || names.has(name)) return
    this.refuse(`${what}: the process has no variable "${name}"${didYouMean(name, names)}`)
  }

  /** Returns the extension elements of a type, such as `Performer`, and marks them as used. */
  extensions(type: string): readonly ModdleElement[] {
    const found = this.#all().filter(({ $type }) => $type === `chancery:${type}`)
    for (const element of found) this.#used.add(element)
    return found
  }

  /** Returns the extension element of a type. Records a problem when there are several. */
  extension(type: string): ModdleElement | undefined {
    const found = this.extensions(type)
    if (found.length > 1) this.refuse(`chancery:${type.toLowerCase()} may occur only once here`)
    return found[0]
  }

  /** Refuses extension elements of Chancery that no reader has used. */
  refuseUnused(): void {
    for (const element of this.#all()) {
      if (element.$type.startsWith('chancery:') && !this.#used.has(element)) {
        this.refuse(`${element.$type.toLowerCase()} is not allowed in this element`)
      }
    }
  }

  mappings(type: 'Input' | 'Output'): readonly Mapping[] {
    return this.extensions(type).flatMap((mapping) => {
      const name = attribute(mapping, 'name')
      if (name === undefined || !isName(name)) {
        this.refuse(`${type.toLowerCase()} mapping: the attribute name must be the name of a variable`)
        return []
      }
      if (type === 'Output') this.checkTarget(name, 'output mapping')
      return [
        {
          name,
          value: this.expression(attribute(mapping, 'value'), `${type.toLowerCase()} mapping "${name}"`, {
            readsOthers: type === 'Output',
          }),
        },
      ]
    })
  }

  performers(): readonly PerformerDefinition[] {
    return this.extensions('Performer').flatMap((performer) => this.performer(performer) ?? [])
  }

  /** Reads a performer from an element with the attributes `type` and `value`. */
  performer(element: ModdleElement): PerformerDefinition | undefined {
    const type = attribute(element, 'type') ?? 'expression'
    const value = attribute(element, 'value')
    if (!performerTypes.includes(type)) {
      this.refuse(`performer type "${type}" is unknown; use ${performerTypes.join(', ')}`)
      return undefined
    }
    if (type === 'initiator') return { type }
    if (value === undefined) {
      this.refuse(`a performer of type "${type}" needs a value`)
      return undefined
    }
    const isExpression =
      type === 'expression' || type === 'variable' || (type === 'supervisor' && !supervised.includes(value))
    return isExpression ? { type, expression: this.expression(value, 'performer') } : { type, value }
  }

  #all(): readonly ModdleElement[] {
    return (this.element.extensionElements as { values?: readonly ModdleElement[] } | undefined)?.values ?? []
  }
}

/** Words that name the user whose supervisor is the performer. Any other value is an expression. */
const supervised = ['initiator', 'performer']
const performerTypes = ['user', 'group', 'role', 'position', 'supervisor', 'variable', 'initiator', 'expression']

/** Returns a string attribute of an element; undefined when it is absent or empty. */
export function attribute(element: ModdleElement, name: string): string | undefined {
  const value = element[name]
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined
}

/** Returns whether a text can be the name of a variable. */
export const isName = (text: string): boolean => /^[\p{L}_][\p{L}\p{N}_]*$/u.test(text) && text.length <= 100
