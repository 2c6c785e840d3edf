import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Everything, parts, startEverything, things } from '../everything.ts'
import type { Known } from '../fuzz/known.ts'
import { makeKnown } from '../fuzz/make-known.ts'
import { createWitness } from '../fuzz/witness.ts'

let started: Everything
let known: Known
before(async () => {
  started = await startEverything()
  known = await makeKnown(started.call, started.userId)
  const taken = { context: { title: 'Holder', sku: 'taken', series: 's', amount: 1 } }
  assert.equal((await started.call('POST', `${things}/create`, taken)).status, 200)
})
after(() => started[Symbol.asyncDispose]())

/** The mistake, the body as an object or a text, and the pattern that the error message must match. */
type Row = readonly [what: string, body: unknown, sentence: RegExp, status?: number]

const deep = `${'['.repeat(10_000)}${']'.repeat(10_000)}`
const nobody = '00000000-0000-4000-8000-00000000dead'

/**
 * Returns mistakes that any operation with a JSON body must refuse. `key` names a part of the body that is an object.
 */
const anywhere = (key: string): Row[] => [
  ['broken JSON', `{"${key}": {"title": `, /not valid JSON/],
  ['JSON with something behind it', `{"${key}": {}} x`, /not valid JSON/],
  ['bytes that are no UTF-8', Uint8Array.of(0x7b, 0x22, 0xc3, 0x28, 0x22, 0x7d), /UTF-8/],
  ['10,000-deep JSON', deep, /nested/],
  ['10,000-deep JSON inside', `{"${key}": {"extra": ${deep}}}`, /nested/],
  ['__proto__ on top', '{"__proto__": {"a": 1}}', /"__proto__"/],
  ['__proto__ one level down', `{"${key}": {"__proto__": {"a": 1}}}`, /__proto__/],
  ['__proto__ far down', `{"${key}": {"extra": [{"a": {"__proto__": 1}}]}}`, /__proto__/],
  ['constructor as a key', `{"${key}": {"constructor": {"prototype": 1}}}`, /constructor/],
  ['a list for the whole', '[1]', /must be an object/],
  ['a text for the whole', '"x"', /must be an object/],
]

const inContext = (context: object, withTitle = true): object => ({
  context: { ...(withTitle ? { title: 'Bad' } : {}), ...context },
})

/** Mistakes in a context, for both create and update. */
const values: Row[] = [
  ['an unknown field', inContext({ amont: 1 }), /unknown field "amont"; did you mean "amount"\?/],
  ['a text for a number', inContext({ amount: 'x' }), /"amount"/],
  ['an object for a number', inContext({ amount: {} }), /"amount"/],
  ['a number for a text', inContext({ note: 5 }), /"note"/],
  ['a text for a boolean', inContext({ active: 'yes' }), /"active"/],
  ['a fraction for a whole number', inContext({ pieces: 1.5 }), /"pieces"/],
  ['a number below the least', inContext({ pieces: -1 }), /"pieces"/],
  ['a number that no number can be', '{"context": {"title": "Bad", "amount": 1e999}}', /"amount"/],
  ['a text that is too long', inContext({ series: 'x'.repeat(51) }), /"series"/],
  ['a date that is none', inContext({ due: '2026-02-30' }), /"due"/],
  ['an unknown enumeration code', inContext({ kind: 'smal' }), /"kind".*did you mean "small"/],
  ['an unknown code among several', inContext({ colours: ['red', 'purple'] }), /"colours"/],
  ['a required field emptied', inContext({ title: '' }), /"title".*required/],
  ['a required field that is null', inContext({ title: null }), /"title".*required/],
  ['a duplicate key', inContext({ sku: 'taken' }), /"sku"/],
  ['a duplicate key of two fields', inContext({ series: 's', amount: 1 }), /"amount" and "series"/],
  ['an id that nobody has', inContext({ parts: [nobody] }), new RegExp(`"parts".*${nobody}`)],
  ['a user whom nobody knows', inContext({ owner: nobody }), new RegExp(`"owner".*${nobody}`)],
  ['something that is no id', inContext({ parts: ['x'] }), /"parts"/],
  ['a bare string where an array of ids is required', inContext({ parts: nobody }), /"parts".*array of ids/],
  ['a bare string for a single reference, too', inContext({ part: nobody }), /"part".*array of ids/],
  ['NUL', '{"context": {"title": "a\\u0000b"}}', /"context.title".*U\+0000/],
  ['NUL inside a value', '{"context": {"title": "Bad", "extra": {"a": ["\\u0000"]}}}', /"context.extra.*U\+0000/],
  ['NUL in a key', '{"context": {"title": "Bad", "extra": {"\\u0000": 1}}}', /U\+0000/],
  ['a high surrogate alone', '{"context": {"title": "a\\ud800"}}', /"context.title".*surrogate/],
  ['a low surrogate alone', '{"context": {"title": "\\udc00b"}}', /"context.title".*surrogate/],
  ['a wrong system field', inContext({ __directory: 'x' }), /"__directory"/],
  ['a context that is a text', { context: 'x' }, /"context" must be an object/],
  [
    'a column that a table lacks',
    inContext({ lines: { rows: [{ name: 'a', cont: 1 }] } }),
    /"lines.rows\[0\].cont".*did you mean "count"/,
  ],
]

const lists: Row[] = [
  ['size 1e18', '{"size": 1e18}', /"size" must be a whole number from 0 to 10000/],
  ['a from below nothing', { from: -1 }, /"from"/],
  ['a size that is a text', { size: 'many' }, /"size"/],
  ['a from that no integer can be', '{"from": 9223372036854775808}', /"from"/],
  ['active that is a text', { active: 'yes' }, /"active"/],
  ['ids that are none', { ids: ['x'] }, /"ids"/],
  ['too many ids', { ids: Array(10_001).fill(nobody) }, /"ids"/],
  ['an unknown field in the filter', { filter: { tf: { amont: 1 } } }, /unknown field "amont"; did you mean "amount"/],
  ['an unknown field in the sort', { sortExpressions: [{ field: 'amont' }] }, /"amont"/],
  ['an unknown field in fields', { fields: { amont: true } }, /"amont"/],
  ['a criterion of the wrong type', { filter: { tf: { amount: 'x' } } }, /"amount"/],
  ['a bare id for a list of ids', { filter: { tf: { parts: nobody } } }, /"parts".*array of ids/],
  ['an unknown status', { statusCode: ['drft'] }, /"drft".*"draft"/],
  ['an operator that nobody knows', { filter: { equals: [{ field: 'amount' }, { const: 1 }] } }, /equals/],
  ['a broken EQL text', { filter: { eql: { query: '[amount] >' } } }, /character/],
  ['an unknown field in EQL', { filter: { eql: { query: '[amont] > 1' } } }, /\[amont\].*\[amount\]/],
  ['a filter 60 deep', { filter: nested(60) }, /nested|deep/],
  ['10,000 conditions', { filter: { or: Array(10_000).fill({ eq: [{ field: 'amount' }, { const: 1 }] }) } }, /500/],
  ['NUL in a filter', '{"filter": {"tf": {"title": "\\u0000"}}}', /filter.tf.title.*U\+0000/],
  ['half a surrogate pair in a filter', '{"filter": {"tf": {"title": "\\ud800"}}}', /filter.tf.title.*surrogate/],
]

function nested(levels: number): object {
  return levels === 0 ? { eq: [{ field: 'amount' }, { const: 1 }] } : { not: nested(levels - 1) }
}

const statuses: Row[] = [
  ['an unknown status', { status: { code: 'reviw' } }, /unknown status "reviw"; did you mean "review"/],
  ['a status that cannot follow', { status: { code: 'done' } }, /"Done" can't follow "Draft"/],
  ['a missing status', {}, /"status" is missing/],
  ['a number for a status', { status: 2 }, /"status/],
  ['an empty code', { status: { code: '' } }, /"status/],
  ['NUL in a status', '{"status": {"code": "\\u0000"}}', /"status.code".*U\+0000/],
]

const imports: Row[] = [
  ['no file', {}, /fileHash/],
  ['a file that nobody uploaded', { fileHash: nobody }, /fileHash|upload/],
  ['a hash that is none', { fileHash: 'x' }, /fileHash|upload/],
  ['an unknown mode', { fileHash: nobody, mode: 'replace' }, /mode/],
  ['an unknown field in the mapping', { fileHash: nobody, mapping: { A: 'titel' } }, /"titel".*"title"/],
  ['an unknown field in the key', { fileHash: nobody, key: ['skuu'] }, /"skuu".*"sku"/],
  ['a key that is no list', { fileHash: nobody, key: 'sku' }, /key/],
  ['a number for a delimiter', { fileHash: nobody, delimiter: 5 }, /delimiter/],
  ['errors below nothing', { fileHash: nobody, maxErrors: -1 }, /maxErrors/],
]

const tables: readonly [name: string, path: () => string, rows: readonly Row[]][] = [
  ['create', () => `${things}/create`, [...anywhere('context'), ...values]],
  [
    'create',
    () => `${things}/create`,
    [['a missing required field', inContext({ amount: 1 }, false), /"title".*required/]],
  ],
  ['update', () => `${things}/${known.thing}/update`, [...anywhere('context'), ...values]],
  ['set-status', () => `${things}/${known.thing}/set-status`, [...anywhere('status'), ...statuses]],
  [
    'set-status',
    () => `${parts}/${known.part}/set-status`,
    [['a status where there are none', { status: 'new' }, /no statuses/]],
  ],
  ['list', () => `${things}/list`, [...anywhere('filter'), ...lists]],
  ['import', () => `${things}/import`, [...anywhere('mapping'), ...imports]],
]

/**
 * Returns ids that no element of the application has: of a part and a user, an unknown id, and texts that are no ids.
 */
const foreign = (): string[] => [known.part, known.user, nobody, 'x', "'--", `${known.thing}0`]

for (const [name, path, rows] of tables) {
  describe(`${name} refuses with the name of the mistake, and writes nothing,`, () => {
    for (const [what, body, sentence, status = 400] of rows) {
      it(what, () => assertBad(path(), body, status, sentence))
    }
  })
}

describe('the id of an element of another application', () => {
  it('is not found by update and set-status, and neither is an unknown id', async () => {
    for (const id of foreign()) {
      await assertBad(`${things}/${encodeURIComponent(id)}/update`, { context: { note: 'x' } }, 404, /not found/)
      await assertBad(`${things}/${encodeURIComponent(id)}/set-status`, { status: 'review' }, 404, /not found/)
    }
  })

  it('is refused as a reference, with the name of the field', async () => {
    await assertBad(`${things}/create`, inContext({ parts: [known.thing] }), 400, /"parts"/)
    await assertBad(`${things}/${known.thing}/update`, { context: { owner: known.part } }, 400, /"owner"/)
  })
})

describe('invalid input', () => {
  it('is refused in the same way by GET, where a list has its body in the address', async () => {
    for (const [what, body, sentence] of [...anywhere('filter'), ...lists]) {
      const text = typeof body === 'string' ? body : JSON.stringify(body)
      // The address of a GET can only hold text of a limited length.
      if (body instanceof Uint8Array || text.length > 15_000) continue
      const answer = await started.call('GET', `${things}/list?query=${encodeURIComponent(text)}`)
      assert.deepEqual([answer.status, answer.body.success], [400, false], what)
      assert.match(answer.body.error, sentence, what)
    }
  })
})

async function assertBad(path: string, body: unknown, status: number, sentence: RegExp): Promise<void> {
  const witness = createWitness(started.platform.database)
  await witness.look()
  const answer = await started.call('POST', path, body)
  assert.deepEqual([answer.status, answer.body.success], [status, false], JSON.stringify(answer.body))
  assert.match(answer.body.error, sentence)
  assert.match(answer.body.code, /^[a-z_]+\.[a-z_]+$/)
  assert.equal(await witness.changes(answer.body.requestId), undefined)
}
