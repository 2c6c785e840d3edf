import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { ended } from '../../src/api/management/jobs/jobs.fixture.ts'
import { taskOf, tasks, viewOf } from '../../src/api/management/tasks/tasks.fixture.ts'
import { anUpload, linkOf } from '../../src/api/v1/disk/files.fixture.ts'
import { fileOf } from '../../src/data/import/read/source-files.fixture.ts'
import { openTable } from '../../src/data/import/read/table.ts'
import { defineField, fieldTypes, type Uses, valueTypes, variableTypes } from '../../src/values/index.ts'
import type { Sample } from '../../src/values/samples.fixture.ts'
import { assertDone, assertRefused, changed, item, listed, made } from '../everything.ts'
import { adminToken, type Body } from '../platform.ts'
import { sampleElements, startTypes, type TypesScene } from '../types-scene.ts'

/** Every use of values, and whether a sample has the use. */
const uses: Readonly<Record<keyof Uses, (sample: Sample) => boolean>> = {
  comparable: ({ tf }) => tf !== null,
  inName: ({ inName }) => inName !== undefined,
  exported: ({ exported }) => exported !== undefined,
  inDocuments: ({ inDocuments }) => inDocuments !== undefined,
  asInputs: ({ asInputs }) => asInputs !== undefined,
  asVariables: ({ asVariables }) => asVariables !== undefined,
  inExpressions: ({ asVariables }) => asVariables !== undefined,
  asReportColumn: ({ asReportColumn }) => asReportColumn !== undefined,
  asReportParameter: ({ asReportParameter }) => asReportParameter !== undefined,
}

const nobody = '0b6f7b2e-2f0f-4f5a-9c53-fffffffffff0'

let scene: TypesScene
let full: Body
let empty: Body
before(async () => {
  scene = await startTypes()
  const written = fieldTypes.map(({ word }) => [`f_${word}`, sampleOf(word).written])
  full = await made(scene.call, sampleElements, Object.fromEntries(written))
  empty = await made(scene.call, sampleElements, {})
})
after(() => scene[Symbol.asyncDispose]())

function sampleOf(word: string): Sample {
  const sample = scene.samples.get(word)
  assert.ok(sample, `samples.fixture.ts has no sample of the type ${word}`)
  return sample
}

const shownOf = ({ shown, written }: Sample): unknown => shown ?? written
const found = async (filter: unknown): Promise<string[]> =>
  (await listed(scene.call, sampleElements, { filter })).items.map(({ __id }) => __id)

/** Returns what a part of the samples says, by the words that the part uses. */
const by = <T>(part: (sample: Sample, word: string) => Readonly<Record<string, T>> | undefined): Record<string, T> =>
  Object.assign({}, ...[...scene.samples].map(([word, sample]) => part(sample, word) ?? {}))

const mapped = <A, B>(all: Readonly<Record<string, A>>, to: (value: A) => B): Record<string, B> =>
  Object.fromEntries(Object.entries(all).map(([word, value]) => [word, to(value)]))

async function csv(bytes: Uint8Array): Promise<Body> {
  const { columns, rows } = await openTable(fileOf(Buffer.from(bytes)))
  const [row] = await Array.fromAsync(rows())
  return Object.fromEntries(columns.map((column, index) => [column, row!.cells[index]]))
}

async function download(path: string): Promise<Buffer> {
  const headers = { authorization: `Bearer ${adminToken}` }
  const answer = await fetch(new URL(path, scene.url), { headers })
  assert.equal(answer.status, 200)
  return Buffer.from(await answer.arrayBuffer())
}

describe('each type of value', () => {
  it('declares every use, and says undefined where it has none', () => {
    for (const type of valueTypes) {
      const missing = Object.keys(uses).filter((use) => !Object.hasOwn(type, use))
      assert.deepEqual(missing, [], type.word)
    }
  })

  it('has a sample of each use that it declares, and of no other', () => {
    for (const type of valueTypes.filter(({ code }) => code !== 'STATUS')) {
      const sample = sampleOf(type.word)
      for (const [use, hasSample] of Object.entries(uses))
        assert.equal(hasSample(sample), type[use as keyof Uses] !== undefined, `${type.word}: ${use}`)
      assert.deepEqual(Object.keys(sample.asInputs ?? {}), Object.keys(type.asInputs ?? {}), type.word)
      assert.deepEqual(Object.keys(sample.asVariables ?? {}), Object.keys(type.asVariables ?? {}), type.word)
    }
  })

  it('is written to an element and read back; without a value it is null', async () => {
    for (const { word } of fieldTypes) {
      assert.deepEqual([word, full[`f_${word}`]], [word, shownOf(sampleOf(word))])
      assert.deepEqual([word, empty[`f_${word}`]], [word, null])
    }
    const again = item(await scene.call('GET', `${sampleElements}/${full.__id}/get`))
    assert.deepEqual(again, full)
    const cleared = Object.fromEntries(fieldTypes.map(({ word }) => [`f_${word}`, null]))
    empty = await changed(scene.call, sampleElements, empty.__id, cleared)
    for (const { word } of fieldTypes) assert.deepEqual([word, empty[`f_${word}`]], [word, null])
  })

  it('is found by a value, by a condition and by being empty, and sorted', async () => {
    for (const { word, comparable } of fieldTypes) {
      const field = `f_${word}`
      const { tf, eql } = sampleOf(word)
      assert.deepEqual([word, await found({ tf: { [field]: null } })], [word, [empty.__id]])
      const byEql = await found({ eql: `[${field}] ${eql}` })
      assert.deepEqual([word, byEql], [word, [comparable === undefined ? empty.__id : full.__id]])
      const sorted = { sortExpressions: [{ field, ascending: true }] }
      if (comparable === undefined) {
        const wrong = { filter: { tf: { [field]: 'x' } } }
        assertRefused(await scene.call('POST', `${sampleElements}/list`, wrong), 400, 'field.wrong_criterion', /null/)
        assertRefused(
          await scene.call('POST', `${sampleElements}/list`, sorted),
          400,
          'query.wrong_sort',
          /cannot be sorted/,
        )
        continue
      }
      assert.deepEqual([word, await found({ tf: { [field]: tf } })], [word, [full.__id]])
      const { items } = await listed(scene.call, sampleElements, sorted)
      assert.deepEqual([word, items[0]!.__id], [word, full.__id])
    }
  })

  it('appears in the name of an element', () => {
    const texts = fieldTypes.flatMap(({ word }) => sampleOf(word).inName ?? [])
    assert.deepEqual(String(full.__name).split('|'), texts)
  })

  it('refers to objects that exist; only a group or a directory may be unknown', async () => {
    for (const type of fieldTypes.filter(({ refersTo }) => refersTo !== undefined)) {
      const { written, settings = {} } = sampleOf(type.word)
      assert.equal(type.references!(written as never).length, 1, type.word)
      const field = defineField({ code: 'f', type: type.word, ...settings }, 'f')
      if (['group', 'directory'].includes(type.refersTo!(field).to)) continue
      const wrong = JSON.parse(JSON.stringify(written).replace(/[0-9a-f]{8}-[0-9a-f-]{27}/, nobody))
      const answer = await scene.call('POST', `${sampleElements}/create`, { context: { [`f_${type.word}`]: wrong } })
      assertRefused(answer, 400, 'element.unknown_reference', new RegExp(`f_${type.word}`))
    }
  })

  it('is exported, and imported from that file as the same value', async () => {
    const fields = [...fieldTypes.map(({ word }) => `f_${word}`), '__status']
    const body = { ids: [full.__id], fields }
    const started = await scene.call('POST', '/api/v1/elements/kinds/samples/export', body)
    assertDone(started)
    const file = await download((await ended(scene.call, started.body.jobId)).result.url)
    const cells = await csv(file)
    for (const { word } of fieldTypes) assert.deepEqual([word, cells[`f_${word}`]], [word, sampleOf(word).exported])
    assert.equal(cells.Status, 'Draft')
    const fileHash = await anUpload(scene.call, file, 'samples.csv')
    const imported = await scene.call('POST', `${sampleElements}/import`, { fileHash })
    assertDone(imported)
    const { errors } = await importEnded(imported.body.importId)
    assert.deepEqual(errors, [])
    const { items } = await listed(scene.call, sampleElements, { size: 1 })
    for (const { word } of fieldTypes) assert.deepEqual([word, items[0]![`f_${word}`]], [word, full[`f_${word}`]])
    assert.notEqual(items[0]!.__id, full.__id)
  })

  async function importEnded(importId: string): Promise<Body> {
    await ended(scene.call, importId)
    return (await scene.call('POST', `${sampleElements}/import/status`, { importId })).body.status
  }

  it('is a column and a parameter of a report, and a cell of its export', async () => {
    const tf = by(({ asReportParameter }, word) => asReportParameter && { [`p_${word}`]: asReportParameter[0] })
    const { items } = await listed(scene.call, '/pub/v1/reports/kinds/all', { filter: { tf } })
    const shown = by(({ asReportColumn }, word) => asReportColumn && { [`c_${word}`]: asReportColumn })
    assert.deepEqual(items, [mapped(shown, ([, value]) => value)])
    const filter = encodeURIComponent(JSON.stringify({ tf }))
    const file = await download(`/api/v1/reports/kinds/all/export?format=csv&filter=${filter}`)
    assert.deepEqual(
      await csv(file),
      mapped(shown, ([, , cell]) => cell),
    )
  })

  it('is printed in a document, as a field and as an input', async () => {
    const inputs = by(({ asInputs }) => asInputs)
    const context = Object.fromEntries(Object.entries(inputs).map(([word, [value]]) => [`i_${word}`, value]))
    const path = '/api/v1/document-templates/kinds.samples/all/generate'
    const generated = await scene.call('POST', path, { element: full.__id, context })
    assertDone(generated)
    const html = await (await fetch(await linkOf(scene.call, generated.body.file.__id))).text()
    const printed = Object.fromEntries(
      [...html.matchAll(/<p>(\w+): (.*?)<\/p>/gs)].map(([, code, text]) => [code, text]),
    )
    const ofFields = by(({ inDocuments }, word) => (inDocuments === undefined ? {} : { [`f_${word}`]: inDocuments }))
    const ofInputs = Object.entries(inputs).map(([word, [, text]]) => [`i_${word}`, text])
    assert.deepEqual(printed, { ...ofFields, ...Object.fromEntries(ofInputs) })
  })

  it('is a variable that a task asks for, that expressions read and write, and that decides the flow', async () => {
    const values = mapped(
      by(({ asVariables }) => asVariables),
      ([value]) => value,
    )
    assert.deepEqual(Object.keys(values).sort(), [...variableTypes.keys()].sort())
    const run = await scene.call('POST', '/pub/v1/bpm/template/kinds/all/run', { context: {} })
    assertDone(run)
    const task = await taskOf(scene.call, run.body.context.__id)
    const { fields } = await viewOf(scene.call, task)
    assert.deepEqual(
      fields.map(({ name }: Body) => name).sort(),
      Object.keys(values)
        .map((word) => `v_${word}`)
        .sort(),
    )
    const context = Object.fromEntries(Object.entries(values).map(([word, value]) => [`v_${word}`, value]))
    assertDone(await scene.call('POST', `${tasks}/${task}/complete`, { context }))
    const { data } = (await scene.call('GET', `/pub/v1/bpm/instance/${run.body.context.__id}/get`)).body
    for (const [word, value] of Object.entries(values)) {
      assert.deepEqual([word, data[`v_${word}`]], [word, value])
      assert.deepEqual([word, data[`c_${word}`]], [word, value])
      assert.deepEqual([word, data[`t_${word}`]], [word, true])
    }
    assert.equal(data.__state, 'done')
    for (const { word, asVariables = {}, comparable } of valueTypes) {
      const own = Object.keys(asVariables).find((one) => one === word)
      if (own === undefined || comparable === undefined || fieldTypes.some((one) => one.word === word)) continue
      const filter = { tf: { [`v_${own}`]: sampleOf(word).tf } }
      const { total } = await listed(scene.call, '/pub/v1/bpm/instance/bytemplate/kinds/all/list', { filter })
      assert.deepEqual([word, total], [word, 1])
    }
  })
})
