/**
 * A file in the form of the public API, the same in every operation. Clients read the name under `__name` or `name`.
 */
export interface FileView {
  readonly __id: string
  readonly __name: string
  readonly name: string
  readonly originalName: string
  readonly hash: string
  readonly directory: string | null
  /** The size in bytes. */
  readonly size: number
  readonly version: number
  readonly __createdAt: string
  readonly __createdBy: string
  readonly __updatedAt: string
  readonly __updatedBy: string
  readonly __deletedAt: string | null
}
