/** A kind of list to measure; `@v@` in its body becomes a different number in each request. */
export interface ListKind {
  readonly title: string
  readonly body: string
  /** Whether the list is requested by a user who sees 1 % of the elements. */
  readonly restricted?: true
}

const page = { active: true, size: 50 }
const by = (field: string, ascending = false) => ({ sortExpressions: [{ field, ascending }] })
/**
 * Returns a body whose upper bound differs in each request and is above all values, so that no cached total or page
 * applies.
 */
const anew = (filter: object, more: object = {}) =>
  JSON.stringify({ ...page, ...more, filter: { tf: { ...filter, rating: { min: 4, max: '1@v@' } } } }).replace(
    '"1@v@"',
    '1@v@',
  )
const fixed = (more: object) => JSON.stringify({ ...page, ...more })
const twoFields = { tf: { paid: true, rating: { min: 4, max: 10 } } }

/**
 * The kinds of lists. `amount`, `quantity` and `due` have indexes, and 8.6 % of the elements have no `due`; `paid`,
 * `rating`, `weight` and `category` have no indexes.
 */
export const listKinds: readonly ListKind[] = [
  { title: 'plain page, newest first', body: fixed({}) },
  { title: 'from 5,000', body: fixed({ from: 5_000 }) },
  { title: 'filtered by one status of ten', body: fixed({ statusCode: ['s3'] }) },
  { title: 'sorted by an indexed date, ascending', body: fixed(by('due', true)) },
  { title: 'sorted by an indexed date, descending, empty values first', body: fixed(by('due')) },
  {
    title: 'sorted by an indexed date, descending, without empty values',
    body: fixed({ ...by('due'), filter: { tf: { due: { max: '2027-01-01' } } } }),
  },
  {
    title: 'filtered by one status, sorted by an indexed date, descending',
    body: fixed({ ...by('due'), statusCode: ['s3'] }),
  },
  { title: 'sorted by status, descending', body: fixed(by('__status')) },
  { title: 'filtered by two fields, newest first, new filter in each request', body: anew({ paid: true }) },
  {
    title: 'filtered by two fields, sorted by a third, new filter in each request',
    body: anew({ paid: true }, by('weight')),
  },
  {
    title: 'filtered by two fields (6 %), sorted by a third, new filter in each request',
    body: anew({ category: ['c3'] }, by('weight')),
  },
  {
    title: 'filtered by two fields, sorted by a third, same request',
    body: fixed({ ...by('weight'), filter: twoFields }),
  },
  {
    title: 'filtered by two fields, sorted by a third, third page',
    body: fixed({ ...by('weight'), filter: twoFields, from: 100 }),
  },
  { title: 'sorted by a field without an index', body: fixed(by('weight')) },
  {
    title: 'filtered by two fields, only the total, new filter in each request',
    body: anew({ paid: true }, { size: 0 }),
  },
  { title: 'a user who sees 1 %: plain page', body: fixed({}), restricted: true },
  { title: 'a user who sees 1 %: sorted by an indexed date, descending', body: fixed(by('due')), restricted: true },
]
