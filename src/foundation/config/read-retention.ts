import type { RetentionSettings } from './config.ts'
import type { Given } from './given.ts'
import { readDays } from './read-days.ts'

export const readRetention = (given: Given): RetentionSettings => ({
  instanceDays: readDays(given, 'INSTANCES_KEEP_DAYS'),
  importDays: readDays(given, 'IMPORTS_KEEP_DAYS'),
  batchDays: readDays(given, 'BATCHES_KEEP_DAYS'),
})
