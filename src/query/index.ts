/**
 * The query compiler. Every filter, sort and projection goes through it. Each form of filter is read into one tree
 * (`condition.ts`), and one builder compiles the tree to SQL (`condition-sql.ts`). Values are bound parameters; names
 * come from a Source.
 */
export { anyOf, type Condition, type Constant, fieldPath } from './condition.ts'
export { dependsOnTime } from './depends-on-time.ts'
export { parseEql } from './eql/parser.ts'
export { queryErrors, searchErrors, tooLarge } from './errors.ts'
export { readFilter } from './filter.ts'
export { answerTooLarge, limits } from './limits.ts'
export { type ListPlan, planList, type SortedPlan } from './list.ts'
export { listConcurrency } from './list-concurrency.ts'
export { ListInput } from './list-input.ts'
export { countOf, listPage, type Page, type PageRow, pageOf, runPlan } from './list-page.ts'
export { type ListRequest, readIds, readListRequest } from './list-request.ts'
export { contains, type Needle, nameRank, readNeedle } from './needle.ts'
export { type Predicate, predicate } from './predicate.ts'
export { type Projection, readProjection } from './projection.ts'
export type { SortKey } from './sort-sql.ts'
export type { FindSource, Setting, Source, SourceField } from './source.ts'
export { column, fieldText, newestFirst, objectText, rowText, stampColumns, timeColumn } from './source-fields.ts'
export { collation } from './value-kind.ts'
