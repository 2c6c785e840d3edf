/** Whoever a request acts for; made from a token before any handler runs. */
export interface Caller {
  readonly userId: string
  readonly tokenId: string
  /** Bypasses access rules, but is written into history like anybody. */
  readonly administrator: boolean
}
