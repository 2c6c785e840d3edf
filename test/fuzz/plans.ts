import fc from 'fast-check'
import { type Draft, draftsOf, type Mutation, written } from './drafts.ts'
import type { Endpoint } from './endpoints.ts'
import { type Example, type ExampleDrafts, examples } from './examples.ts'
import type { Request } from './request.ts'
import { type JsonSchema, valuesOf } from './schema-values.ts'

/** A function that makes a request and the things that the request needs. */
export type MakeRequest = () => Promise<Request>

/** Examples with a low weight, because each success works through all data. */
const costly = /^(createBackup|verify|advanceClock|exportAudit|applySolution)/
/** The operation whose answer lasts until the client stops reading, unless the request says otherwise. */
const endless = 'streamEvents'

/**
 * Generates requests with at most one mutation. Most are made from examples, whose things exist, and some of these get
 * more members from the document; the others are generated from the document alone.
 */
export function requestsOf(
  endpoints: readonly Endpoint[],
  drafts: ExampleDrafts,
  mutations: fc.Arbitrary<Mutation>,
): fc.Arbitrary<MakeRequest> {
  const generated = requestsOfDocument(endpoints, mutations)
  const ofExamples = fc.oneof(
    ...examples
      .filter(({ operation }) => operation.name !== endless)
      .map((example) => ({ weight: weightOf(example), arbitrary: ofExample(example, drafts, mutations) })),
  )
  return fc.oneof({ weight: 3, arbitrary: ofExamples }, { weight: 1, arbitrary: generated })
}

/** Generates requests with one mutation from the document alone. */
export function requestsOfDocument(
  endpoints: readonly Endpoint[],
  mutations: fc.Arbitrary<Mutation>,
): fc.Arbitrary<MakeRequest> {
  return fc.tuple(draftsOf(endpoints), mutations).map(
    ([draft, mutation]): MakeRequest =>
      async () =>
        written(mutation(draft)),
  )
}

/** Returns the weight of an example. An operation with many examples gets no more requests than others. */
function weightOf({ operation, method }: Example): number {
  if (costly.test(operation.name)) return 1
  const alike = examples.filter((one) => one.operation === operation && one.method === method)
  return Math.ceil(60 / alike.length)
}

function ofExample(
  example: Example,
  drafts: ExampleDrafts,
  mutations: fc.Arbitrary<Mutation>,
): fc.Arbitrary<MakeRequest> {
  const more = fc.oneof({ weight: 2, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: membersOf(example) })
  const mutation = fc.oneof({ weight: 5, arbitrary: mutations }, { weight: 1, arbitrary: fc.constant(unchanged) })
  return fc.tuple(more, mutation).map(
    ([members, mutate]): MakeRequest =>
      async () =>
        written(mutate(withMembers(await drafts.draftOf(example), members))),
  )
}

const unchanged: Mutation = (draft) => draft

/** Generates at most two members of the input of an example's operation. */
function membersOf({ operation }: Example): fc.Arbitrary<object> {
  const { properties = {} } = (operation.input ?? {}) as JsonSchema
  const names = Object.keys(properties)
  if (operation.body !== 'json' || names.length === 0) return fc.constant({})
  return fc
    .subarray(names, { minLength: 1, maxLength: Math.min(2, names.length) })
    .chain((some) => fc.record(Object.fromEntries(some.map((name) => [name, valuesOf(properties[name]!)]))))
}

function withMembers(draft: Draft, members: object): Draft {
  const { json } = draft
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return draft
  return { ...draft, json: { ...members, ...json } }
}
