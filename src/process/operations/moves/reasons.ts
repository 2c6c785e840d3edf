/** The reason why an instance cannot move to another version of its template. */
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
  /** Id of the element, or name of the variable; empty when the reason concerns the whole instance. */
  readonly element: string
  readonly name?: string
  /** Number of affected tokens of the instance. */
  readonly tokens: number
  readonly message: string
}

/** Collects reasons. Tokens of one element that are affected in the same way are one reason. */
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

  /** Returns whether there is a reason with a code. */
  has(code: MoveReasonCode): boolean {
    return this.#byKey.values().some((reason) => reason.code === code)
  }

  get list(): readonly MoveReason[] {
    return [...this.#byKey.values()]
  }

  get isEmpty(): boolean {
    return this.#byKey.size === 0
  }
}
