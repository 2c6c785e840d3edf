/** Something of a solution that is not as its files, applied last, have made it. */
export interface Drift {
  readonly kind: 'added' | 'changed' | 'removed'
  readonly what: 'group' | 'access'
  /** `ref.registrars` */
  readonly path: string
  /** What is so now, for people. */
  readonly sentence: string
}
