import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { groupIdOf } from '../../src/people/index.ts'
import { fieldTypes } from '../../src/values/index.ts'
import { type Sample, type SampleIds, samples } from '../../src/values/samples.fixture.ts'
import { assertDone, aUser } from '../everything.ts'
import type { Answer, Body, Call } from '../platform.ts'
import { fieldsOf, filesBy, type SolutionFiles, startTypes, type TypesScene, yaml } from '../types-scene.ts'
import { type Probe, probesOf } from './probes.ts'

const secrets = '/pub/v1/app/kinds/secrets'

/** Only partners see the field `hidden_TYPE` of each type. Finders refer to secrets. */
function filesOf(known: ReadonlyMap<string, Sample>): SolutionFiles {
  const hidden = fieldsOf(known, 'hidden_')
  const title = { code: 'title', type: 'string' }
  const toSecrets = { type: 'reference', to: 'kinds.secrets' }
  return {
    'namespaces/kinds/groups/partners.yaml': yaml({ name: 'Partners' }),
    'namespaces/kinds/apps/secrets.yaml': yaml({
      name: 'Secrets',
      fields: [title, { code: 'kind', type: 'string' }, { code: 'above', ...toSecrets }, ...hidden],
      access: { fields: [{ fields: hidden.map(({ code }) => code), to: ['kinds.partners'], may: ['write'] }] },
    }),
    'namespaces/kinds/apps/finders.yaml': yaml({
      name: 'Finders',
      fields: [title, { code: 'first', ...toSecrets }, { code: 'secrets', ...toSecrets, array: true }],
    }),
  }
}

let scene: TypesScene
let [partner, clerk]: Call[] = []
let ids: SampleIds
before(async () => {
  scene = await startTypes(filesOf)
  const person = await aUser(scene, { login: 'partner' })
  partner = person.call
  clerk = (await aUser(scene, { login: 'clerk' })).call
  ids = { ...scene.ids, ...(await filesBy(partner)) }
  const group = groupIdOf('kinds', 'partners')
  assertDone(await scene.call('POST', `/pub/v1/scheme/groups/${group}/add-items`, [person.id]))
})
after(() => scene[Symbol.asyncDispose]())

it('every type has a hidden field', async () => {
  const { application } = (await scene.call('GET', '/pub/v1/scheme/namespaces/kinds/apps/secrets')).body
  const hidden = new Map(application.fields.map(({ code, type }: Body) => [code, type]))
  for (const { word, code } of fieldTypes) assert.equal(hidden.get(`hidden_${word}`), code, word)
})

const probes = probesOf({ of: 'kinds.secrets', by: 'kinds.finders', several: 'secrets' })

const sampleOf = (word: string): Sample => samples[word]!(ids)

/** Returns requests that fit one type only. They succeed for callers who see the field. */
function probesFitting({ tf, eql, written }: Sample): Record<string, Probe> {
  const list = (body: (field: string) => Body, by = 'secrets'): Probe => ({
    path: `/pub/v1/app/kinds/${by}/list`,
    body,
  })
  return {
    'a criterion that fits': list((F) => ({ filter: { tf: { [F]: tf } } })),
    'EQL that fits': list((F) => ({ filter: { eql: { query: `[${F}] ${eql}` } } })),
    'EQL that fits, through a reference': list(
      (F) => ({ filter: { eql: { query: `[first.${F}] ${eql}` } } }),
      'finders',
    ),
    'a value that fits': { path: `${secrets}/create`, body: (F) => ({ context: { [F]: written } }) },
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
      const all = [...Object.entries(probes), ...Object.entries(probesFitting(sampleOf(word))), ...ofParts]
      await Promise.all(all.map(([what, probe]) => assertAlike(probe, word, what)))
    })

    it(`${word}: valid requests succeed for callers who see the field`, async () => {
      for (const [what, { path, body }] of Object.entries(probesFitting(sampleOf(word)))) {
        if (what === 'what it refers to, or its columns') continue
        const { status, body: answered } = await partner!('POST', path, body(`hidden_${word}`))
        assert.equal(status, 200, `${what}: ${JSON.stringify(answered)}`)
      }
    })
  }

  it('in an update, and in the element and its history', async () => {
    const context = Object.fromEntries(fieldTypes.map(({ word }) => [`hidden_${word}`, sampleOf(word).written]))
    const made = await partner!('POST', `${secrets}/create`, { context })
    assertDone(made)
    const { __id } = made.body.item
    for (const { word } of fieldTypes) {
      const body = (F: string): Body => ({ context: { [F]: sampleOf(word).written } })
      await assertAlike({ path: `${secrets}/${__id}/update`, body }, word, 'an update')
    }
    const shown = [
      await clerk!('GET', `${secrets}/${__id}/get`),
      await clerk!('POST', `${secrets}/list`, { fields: { '*': true } }),
      await clerk!('GET', `/api/v1/elements/kinds/secrets/${__id}/history`),
      await clerk!('GET', '/pub/v1/scheme/namespaces/kinds/apps/secrets'),
      await clerk!('POST', '/pub/v1/app/kinds/finders/list', { fields: { first: {}, secrets: { '*': true } } }),
    ]
    for (const answer of shown) {
      assertDone(answer)
      assert.doesNotMatch(JSON.stringify(answer.body), /hidden_/)
    }
  })
})

async function assertAlike({ path, body }: Probe, word: string, what: string): Promise<void> {
  const [hidden, unknown] = [`hidden_${word}`, `hidzen_${word}`]
  const send = (field: string): Promise<Answer> => clerk!('POST', path, body(field))
  const [asked, known] = [await send(hidden), await send(unknown)]
  const told = ({ status, body: { requestId: _, ...answer } }: Answer, field: string): string =>
    JSON.stringify({ ...answer, status }).replaceAll(field, 'F')
  assert.equal(told(asked, hidden), told(known, unknown), what)
  assert.ok(asked.status >= 400 && asked.status < 500, `${what}: ${asked.status} ${JSON.stringify(asked.body)}`)
}
