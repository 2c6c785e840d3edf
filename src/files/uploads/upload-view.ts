import { toWireTime } from '../../foundation/kit/clock.ts'
import type { FileView } from '../file-view.ts'
import type { TemporaryFile } from './temporary-files.store.ts'

/** Returns an upload in the form of the public API: a file without a directory. */
export function viewUpload(file: TemporaryFile): FileView {
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
