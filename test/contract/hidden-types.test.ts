import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { fieldTypes } from '../../src/values/index.ts'
import { assertDone } from '../everything.ts'
import { type Guarded, startGuarded } from '../guarded.ts'
import type { Answer, Body } from '../platform.ts'
import { type Probe, probesOf } from './probes.ts'

const secrets = '/pub/v1/app/law/secrets'
const id = '0b6f7b2e-2f0f-4f5a-9c53-0123456789ab'
const item = { namespace: 'law', code: 'secrets', id }

/**
 * For each field type, a filter criterion for `tf`, the rest of an EQL condition, and a value, all of which fit the
 * type. A caller who sees the field can use them.
 */
const fitting: Readonly<Record<string, { tf: unknown; eql: string; value: unknown }>> = {
  string: { tf: 'a', eql: "= 'a'", value: 'a' },
  number: { tf: { min: 1 }, eql: '> 1', value: 1 },
  boolean: { tf: true, eql: '= true', value: true },
  datetime: { tf: { max: '2026-05-01' }, eql: "< Datetime('Now')", value: '2026-05-01T00:00:00Z' },
  category: { tf: ['a'], eql: "in ('a', 'b')", value: [{ code: 'a' }] },
  money: { tf: { min: 1 }, eql: '> 1', value: { cents: 1, currency: 'RUB' } },
  phone: { tf: '123', eql: "in ('123')", value: [{ tel: '123' }] },
  email: { tf: 'a', eql: "in ('a@b.org')", value: [{ email: 'a@b.org' }] },
  full_name: { tf: 'a', eql: "like 'a'", value: { lastname: 'a' } },
  account: { tf: 'a', eql: "in ('a')", value: [{ login: 'a' }] },
  link: { tf: 'a', eql: "like 'a'", value: 'https://example.org' },
  image: { tf: [id], eql: `in ('${id}')`, value: [] },
  file: { tf: [id], eql: `in ('${id}')`, value: [] },
  user: { tf: id, eql: 'in (CurrentUser())', value: [] },
  reference: { tf: [id], eql: `in (select [__id] from [law.secrets])`, value: [] },
  any_reference: { tf: [item], eql: "in (Refitem('law', 'secrets'))", value: [] },
  role: { tf: [id], eql: `in ('${id}')`, value: [] },
  org_item: { tf: [id], eql: `in ('${id}')`, value: [] },
  table: { tf: null, eql: 'is null', value: { rows: [{ title: 'a' }] } },
  directory: { tf: id, eql: `in ('${id}')`, value: null },
  json: { tf: null, eql: 'is null', value: { any: 'thing' } },
}

let law: Guarded
before(async () => {
  law = await startGuarded()
})
after(() => law[Symbol.asyncDispose]())

it('every type has a hidden field', async () => {
  const { application } = (await law.call('GET', '/pub/v1/scheme/namespaces/law/apps/secrets')).body
  const hidden = new Map(application.fields.map(({ code, type }: Body) => [code, type]))
  for (const { word, code } of fieldTypes) assert.equal(hidden.get(`hidden_${word}`), code, word)
  assert.deepEqual(Object.keys(fitting).sort(), fieldTypes.map(({ word }) => word).sort())
})

const probes = probesOf({ of: 'law.secrets', by: 'law.finders', several: 'secrets' })

/** Returns requests that fit one type only. They succeed for callers who see the field. */
function probesFitting({ tf, eql, value }: { tf: unknown; eql: string; value: unknown }): Record<string, Probe> {
  const list = (body: (field: string) => Body, by = 'secrets'): Probe => ({ path: `/pub/v1/app/law/${by}/list`, body })
  return {
    'a criterion that fits': list((F) => ({ filter: { tf: { [F]: tf } } })),
    'EQL that fits': list((F) => ({ filter: { eql: { query: `[${F}] ${eql}` } } })),
    'EQL that fits, through a reference': list(
      (F) => ({ filter: { eql: { query: `[first.${F}] ${eql}` } } }),
      'finders',
    ),
    'a value that fits': { path: `${secrets}/create`, body: (F) => ({ context: { [F]: value } }) },
    'what it refers to, or its columns': list((F) => ({ fields: { [F]: {} } })),
  }
}

/** Returns requests that name, with a dot, a part of the value or a field of the referenced element. */
function probesOfPart(part: string): Record<string, Probe> {
  const list = (body: (field: string) => Body): Probe => ({ path: `${secrets}/list`, body })
  return {
    'a criterion': list((F) => ({ filter: { tf: { [`${F}.${part}`]: 'a' } } })),
    'a condition': list((F) => ({ filter: { eq: [{ field: `${F}.${part}` }, { const: 'a' }] } })),
    EQL: list((F) => ({ filter: { eql: { query: `[${F}.${part}] = 'a'` } } })),
    'EQL with a number': list((F) => ({ filter: { eql: { query: `[${F}.${part}] > 1` } } })),
    'a sort': list((F) => ({ sortExpressions: [{ field: `${F}.${part}`, ascending: true }] })),
    'a projection': list((F) => ({ fields: { [F]: { [part]: true } } })),
  }
}

describe('a hidden field looks like a field that does not exist, whatever its type', () => {
  for (const { word, parts } of fieldTypes) {
    it(word, async () => {
      const ofParts = [...Object.keys(parts ?? {}), 'title', '__id', 'login'].flatMap((part) =>
        Object.entries(probesOfPart(part)).map(([what, probe]) => [`${what} of .${part}`, probe] as const),
      )
      const all = [...Object.entries(probes), ...Object.entries(probesFitting(fitting[word]!)), ...ofParts]
      await Promise.all(all.map(([what, probe]) => assertAlike(probe, word, what)))
    })

    it(`${word}: valid requests succeed for callers who see the field`, async () => {
      for (const [what, { path, body }] of Object.entries(probesFitting(fitting[word]!))) {
        if (what === 'what it refers to, or its columns') continue
        const { status, body: answered } = await law.partner.call('POST', path, body(`hidden_${word}`))
        assert.equal(status, 200, `${what}: ${JSON.stringify(answered)}`)
      }
    })
  }

  it('in an update, and in the element and its history', async () => {
    const context = Object.fromEntries(fieldTypes.map(({ word }) => [`hidden_${word}`, fitting[word]!.value]))
    const made = await law.partner.call('POST', `${secrets}/create`, { context })
    assertDone(made)
    const { __id } = made.body.item
    for (const { word } of fieldTypes) {
      const body = (F: string): Body => ({ context: { [F]: fitting[word]!.value } })
      await assertAlike({ path: `${secrets}/${__id}/update`, body }, word, 'an update')
    }
    const shown = [
      await law.clerk.call('GET', `${secrets}/${__id}/get`),
      await law.clerk.call('POST', `${secrets}/list`, { fields: { '*': true } }),
      await law.clerk.call('GET', `/api/v1/elements/law/secrets/${__id}/history`),
      await law.clerk.call('GET', '/pub/v1/scheme/namespaces/law/apps/secrets'),
      await law.clerk.call('POST', '/pub/v1/app/law/finders/list', { fields: { first: {}, secrets: { '*': true } } }),
    ]
    for (const answer of shown) {
      assertDone(answer)
      assert.doesNotMatch(JSON.stringify(answer.body), /hidden_/)
    }
  })
})

async function assertAlike({ path, body }: Probe, word: string, what: string): Promise<void> {
  const [hidden, unknown] = [`hidden_${word}`, `hidzen_${word}`]
  const send = (field: string): Promise<Answer> => law.clerk.call('POST', path, body(field))
  const [asked, known] = [await send(hidden), await send(unknown)]
  const told = ({ status, body: { requestId: _, ...answer } }: Answer, field: string): string =>
    JSON.stringify({ ...answer, status }).replaceAll(field, 'F')
  assert.equal(told(asked, hidden), told(known, unknown), what)
  assert.ok(asked.status >= 400 && asked.status < 500, `${what}: ${asked.status} ${JSON.stringify(asked.body)}`)
}
