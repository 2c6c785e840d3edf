import type { Operations } from '../api/operations.ts'
import type { TextKey } from '../i18n/index.tsx'

type Change = Pick<Operations['planSolution']['result']['changes'][number], 'destructive' | 'blocked'>

/** Returns why the changes of a plan cannot be applied; undefined when they can. */
export function whyNotApplied(changes: readonly Change[], isDestructionAllowed: boolean): TextKey | undefined {
  if (changes.length === 0) return 'admin.nothingToApply'
  if (changes.some(({ blocked }) => blocked)) return 'admin.blockedFirst'
  if (!isDestructionAllowed && changes.some(({ destructive }) => destructive)) return 'admin.allowFirst'
  return undefined
}
