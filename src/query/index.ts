/**
 * The query compiler. Every filter, sort and projection goes through it. Each form of filter is read into one tree
 * (`condition.ts`). The tree is resolved into a plan (`conditions/resolve.ts`), and the plan is compiled to SQL
 * (`sql/plan-sql.ts`). Values are bound parameters; names come from a Source.
 */
export { anyOf, type Condition, fieldPath } from './condition.ts'
export { dependsOnCaller, dependsOnTime } from './depends-on-time.ts'
export { parseEql } from './eql/parser.ts'
export { queryErrors, searchErrors, tooLarge } from './errors.ts'
export { readFilter } from './filters/filter.ts'
export { answerTooLarge, limits } from './limits.ts'
export { ListInput } from './lists/list-input.ts'
export { type ListRequest, readIds, readListRequest } from './lists/list-request.ts'
export { type ListShape, shapeKey } from './lists/list-shape.ts'
export { createLists, type Lists, type Page, type PageRow, pageOf, type Searched, timed } from './lists/lists.ts'
export { itemsInBytes } from './lists/page-sql.ts'
export { type ListPlan, planList, type SortedPlan } from './lists/plan-list.ts'
export { planSelection } from './lists/plan-selection.ts'
export { planUnion, type UnionPlan, type UnitedSource } from './lists/plan-union.ts'
export { type Projection, readProjection } from './lists/projection.ts'
export type { SortKey } from './lists/sort-sql.ts'
export { type Predicate, predicate } from './predicate.ts'
export { contains, nameRank, readSearchTerm, type SearchTerm } from './search-term.ts'
export type { FindSource, NarrowColumn, QueryContext, Source, SourceField } from './source.ts'
export { NarrowRow } from './source.ts'
export {
  codeColumn,
  column,
  constantField,
  fieldText,
  newestFirst,
  objectText,
  rowText,
  stampColumns,
  timeColumn,
} from './source-fields.ts'
export { collation } from './sql/value-sql.ts'
