import type { Operation } from '../../foundation/http/operation.ts'
import type { Context } from '../operation.ts'
import { downloadFile } from './download-file.ts'
import { uploadByLink } from './upload-by-link.ts'

/** Operations on links, which need no token. */
export const linkOperations: readonly Operation<Context>[] = [downloadFile, uploadByLink]
