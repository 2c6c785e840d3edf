import { applicationKind, contractKind, createReportKind, namespaceKind, userTable } from '../data/index.ts'
import { moduleKind } from '../modules/index.ts'
import { groupKind } from '../people/index.ts'
import { calendarKind, decisionKind, documentExpressions, processKind, processTableShapes } from '../process/index.ts'
import { createTemplateKind, recordTableShapes } from '../records/index.ts'
import type { DefinitionKind } from '../solutions/index.ts'

/**
 * The kinds of definitions that solutions may contain. Plans and applies follow this order; a kind comes after the
 * kinds that its definitions refer to.
 */
export const kinds: readonly DefinitionKind[] = [
  namespaceKind,
  moduleKind,
  groupKind,
  calendarKind,
  applicationKind,
  contractKind,
  createTemplateKind(documentExpressions),
  decisionKind,
  processKind,
  createReportKind([userTable, ...recordTableShapes, ...processTableShapes]),
]
