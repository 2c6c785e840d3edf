import type { Operation } from '../../../foundation/http/operation.ts'
import type { Context } from '../../operation.ts'
import { quickSearch } from './quick-search.ts'
import { searchEverything } from './search-everything.ts'

/** The search over everything. */
export const searchOperations: readonly Operation<Context>[] = [searchEverything, quickSearch]
