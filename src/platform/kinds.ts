import { applicationKind, createReportKind, namespaceKind, userTable } from '../data/index.ts'
import { groupKind } from '../people/index.ts'
import { calendarKind, decisionKind, processKind, processTableShapes } from '../process/index.ts'
import type { DefinitionKind } from '../solutions/index.ts'

/**
 * The kinds of definitions that solutions may contain. Plans and applies follow this order; a kind comes after the kinds
 * that its definitions refer to.
 */
export const kinds: readonly DefinitionKind[] = [
  namespaceKind,
  groupKind,
  calendarKind,
  applicationKind,
  decisionKind,
  processKind,
  createReportKind([userTable, ...processTableShapes]),
]
