/** A difference between a solution as it was last applied and the present state. */
export interface Drift {
  readonly kind: 'added' | 'changed' | 'removed'
  readonly what: 'group' | 'access'
  /** The path of the changed definition, such as `ref.registrars`. */
  readonly path: string
  /** The description of the present state for people. */
  readonly sentence: string
}
