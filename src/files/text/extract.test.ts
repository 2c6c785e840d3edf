import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createExtractor, type ExtractionLimits, extractionLimits } from './extract.ts'
import { docxOf, zipOf } from './fixtures/office-files.ts'
import { pdfWith } from './fixtures/pdf-file.ts'

async function extract(bytes: Buffer, limits: Partial<ExtractionLimits> = {}, signal = new AbortController().signal) {
  const extractor = createExtractor({ ...extractionLimits, ...limits })
  try {
    return await extractor.extract(new Uint8Array(bytes), signal)
  } finally {
    await extractor.close()
  }
}

test('a file gives its words and how it begins', async () => {
  const found = await extract(docxOf('Договоры  поставки', 'The end.'))
  assert.deepEqual(found, { state: 'done', words: 'договоры поставки the end', excerpt: 'Договоры поставки The end.' })
})

test('a file without words has none, and a damaged one says why', async () => {
  assert.deepEqual(await extract(Buffer.from(' .,; ')), { state: 'none' })
  assert.deepEqual(await extract(Buffer.from([0, 1, 2])), { state: 'none' })
  const damaged = await extract(Buffer.from('PK\x03\x04 nothing'))
  assert.deepEqual(damaged, { state: 'failed', reason: 'the document is damaged, or is none' })
})

test('what takes too long is ended', async () => {
  // Millions of tags without a word, in a zip that is no bomb by its ratio.
  const noise = Array.from({ length: 3_000_000 }, (_, at) => `<a b="${(at * 7919) % 10_007}"/>`).join('')
  const slow = zipOf({ 'word/document.xml': `<w>${noise}</w>` })
  const found = await extract(slow, { timeMs: 300 })
  assert.deepEqual(found, { state: 'failed', reason: 'it takes more than 0.3 s', mayWorkAgain: true })
})

test('what needs too much memory is ended, be it of objects or of buffers', async () => {
  const words = Buffer.from(Array.from({ length: 400_000 }, (_, at) => `w${at}`).join(' '))
  const objects = await extract(words, { memoryMib: 8 })
  const page = Buffer.alloc(400_000_000, ' ')
  const buffers = await extract(pdfWith([], [page]), { memoryMib: 64 })
  for (const found of [objects, buffers])
    assert.deepEqual(found, { state: 'failed', reason: 'it needs too much memory', mayWorkAgain: true })
})

test('it ends when it is told to', async () => {
  const stop = new AbortController()
  const running = extract(docxOf('x'), {}, stop.signal)
  stop.abort(new Error('stop'))
  await assert.rejects(running, /stop/)
})

test('one that fails takes nothing from those behind it', async () => {
  const extractor = createExtractor({ ...extractionLimits, memoryMib: 16 })
  const { signal } = new AbortController()
  const plain = async (text: string) => extractor.extract(new Uint8Array(Buffer.from(text)), signal)
  const large = Array.from({ length: 1_000_000 }, (_, at) => `w${at}`).join(' ')
  for (const text of ['one', large, 'two', 'three']) {
    const { state } = await plain(text)
    assert.equal(state, text === large ? 'failed' : 'done', text.slice(0, 9))
  }
  const damaged = await extractor.extract(new Uint8Array(Buffer.from('PK\x03\x04 nothing')), signal)
  assert.equal(damaged.state, 'failed')
  assert.equal((await plain('four')).state, 'done')
  await extractor.close()
})
