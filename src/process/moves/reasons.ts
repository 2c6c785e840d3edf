/** Why an instance cannot move to another version of its template. */
export type MoveReasonCode =
  | 'ELEMENT_GONE'
  | 'TYPE_CHANGED'
  | 'SCOPE_CHANGED'
  | 'MAPPING_DUPLICATE'
  | 'TARGET_UNKNOWN'
  | 'MI_CHANGED'
  | 'GATEWAY_SHRUNK'
  | 'TOKEN_MISSING'
  | 'CONTEXT_INVALID'
  | 'NOT_RUNNING'
  | 'NOT_NEWER'

export interface MoveReason {
  readonly code: MoveReasonCode
  /** The id of the element, or the name of the variable. Empty when the whole instance is meant. */
  readonly element: string
  readonly name?: string
  /** How many tokens of the instance are affected. */
  readonly tokens: number
  readonly message: string
}

/** Collects reasons. Tokens that are affected in the same way at one element count as one reason. */
export class Reasons {
  readonly #byKey = new Map<string, MoveReason>()

  add(
    code: MoveReasonCode,
    element: { readonly id: string; readonly name?: string },
    message: string,
    tokens = 0,
  ): void {
    const key = `${code} ${element.id} ${message}`
    const known = this.#byKey.get(key)
    this.#byKey.set(key, {
      code,
      element: element.id,
      ...(element.name !== undefined && { name: element.name }),
      tokens: tokens + (known?.tokens ?? 0),
      message,
    })
  }

  get list(): readonly MoveReason[] {
    return [...this.#byKey.values()]
  }

  get isEmpty(): boolean {
    return this.#byKey.size === 0
  }
}
