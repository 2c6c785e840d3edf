import { toWireTime } from '../foundation/kit/clock.ts'
import type { TemporaryFile } from './uploads/temporary-files.store.ts'

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

export function viewTemporary(file: TemporaryFile): FileView {
  return {
    __id: file.id,
    __name: file.name,
    name: file.name,
    originalName: file.name,
    hash: file.hash,
    directory: null,
    size: file.total,
    version: 1,
    __createdAt: toWireTime(file.createdAtMs),
    __createdBy: file.userId,
    __updatedAt: toWireTime(file.updatedAtMs),
    __updatedBy: file.userId,
    __deletedAt: null,
  }
}
