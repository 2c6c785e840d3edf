// Takes long: it reads large and broken files.
// Runs on the embedded database only: no test in this file uses a database.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createExtractor, type ExtractionLimits, extractionLimits } from './extractor.ts'
import { docxOf, zipOf } from './office-files.fixture.ts'
import { pdfFrom, pdfWith } from './pdf-file.fixture.ts'

async function* inPieces(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536)
}

async function extract(bytes: Buffer, limits: Partial<ExtractionLimits> = {}, signal = new AbortController().signal) {
  const extractor = createExtractor({ ...extractionLimits, ...limits })
  try {
    return await extractor.extract(inPieces(bytes), bytes.length, signal)
  } finally {
    await extractor.close()
  }
}

test('a file gives its words and its beginning', async () => {
  const found = await extract(docxOf('Договоры  поставки', 'The end.'))
  assert.deepEqual(found, { state: 'done', words: 'договоры поставки the end', excerpt: 'Договоры поставки The end.' })
})

test('a file without words has none, and a damaged file has the reason', async () => {
  assert.deepEqual(await extract(Buffer.from(' .,; ')), { state: 'none' })
  assert.deepEqual(await extract(Buffer.from([0, 1, 2])), { state: 'none' })
  const damaged = await extract(Buffer.from('PK\x03\x04 nothing'))
  assert.deepEqual(damaged, { state: 'failed', reason: 'the document is damaged, or the file has another format' })
})

test('an extraction that takes too long is stopped', async () => {
  // Millions of tags without a word; the compression ratio is too low for the check for zip bombs.
  const noise = Array.from({ length: 3_000_000 }, (_, at) => `<a b="${(at * 7919) % 10_007}"/>`).join('')
  const slow = zipOf({ 'word/document.xml': `<w>${noise}</w>` })
  const found = await extract(slow, { maxMs: 300 })
  assert.deepEqual(found, { state: 'failed', reason: 'it takes more than 0.3 s', mayWorkAgain: true })
})

test('an extraction that needs too much memory, as objects or as buffers, is stopped', async () => {
  const words = Buffer.from(Array.from({ length: 400_000 }, (_, at) => `w${at}`).join(' '))
  const objects = await extract(words, { maxMemoryMib: 24 })
  const page = Buffer.alloc(400_000_000, ' ')
  const buffers = await extract(pdfWith([], [page]), { maxMemoryMib: 64 })
  for (const found of [objects, buffers])
    assert.deepEqual(found, { state: 'failed', reason: 'it needs too much memory', mayWorkAgain: true })
})

test('an extraction ends when it is aborted', async () => {
  const stop = new AbortController()
  const running = extract(docxOf('x'), {}, stop.signal)
  stop.abort(new Error('stop'))
  await assert.rejects(running, /stop/)
})

test('a failed extraction does not affect the next ones', async () => {
  const extractor = createExtractor({ ...extractionLimits, maxMemoryMib: 32 })
  const { signal } = new AbortController()
  const give = (bytes: Buffer) => extractor.extract(inPieces(bytes), bytes.length, signal)
  const plain = async (text: string) => give(Buffer.from(text))
  const large = Array.from({ length: 1_000_000 }, (_, at) => `w${at}`).join(' ')
  for (const text of ['one', large, 'two', 'three']) {
    const { state } = await plain(text)
    assert.equal(state, text === large ? 'failed' : 'done', text.slice(0, 9))
  }
  const damaged = await give(Buffer.from('PK\x03\x04 nothing'))
  assert.equal(damaged.state, 'failed')
  assert.equal((await plain('four')).state, 'done')
  await extractor.close()
})

/** Returns a PDF whose only page is listed `times` times. */
function pageListed(times: number): Buffer {
  const page = '<< /Type /Page /Parent 2 0 R /Resources << /Font << /F1 5 0 R >> >> /Contents 4 0 R >>'
  const drawn = 'BT /F1 12 Tf 50 700 Td (hello) Tj ET'
  const pages = `<< /Type /Pages /Count ${times} /Kids [${'3 0 R '.repeat(times)}] >>`
  return pdfFrom([
    '<< /Type /Catalog /Pages 2 0 R >>',
    pages,
    page,
    `<< /Length ${drawn.length} >> stream\n${drawn}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ])
}

test('a page that is listed 300,000 times takes no longer than any other file, and gives the text read until then', async () => {
  const beganMs = performance.now()
  const found = (await extract(pageListed(300_000))) as { state: string; words: string }
  assert.equal(found.state, 'done')
  assert.match(found.words, /^hello hello /)
  // The extraction takes about 5 seconds, more on a busy machine, and would take a minute without the limit of pages.
  assert.ok(performance.now() - beganMs < 30_000)
})

test('the memory of this process does not grow with the memory that a file needs', async () => {
  const page = pdfWith([], [Buffer.alloc(400_000_000, ' ')])
  await extract(docxOf('x'))
  const before = process.memoryUsage.rss()
  let most = 0
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss())
  }, 5)
  const found = await extract(page)
  clearInterval(watch)
  assert.equal(found.state, 'failed')
  assert.ok(most - before < 64 * 1024 ** 2, `${Math.round((most - before) / 1024 ** 2)} MiB more`)
})

test('content that breaks off, or is shorter or longer than its size, fails', async () => {
  const extractor = createExtractor()
  const { signal } = new AbortController()
  const cut = async function* () {
    yield Buffer.from('the beginning')
    throw new Error('cut')
  }
  await assert.rejects(extractor.extract(cut(), 100, signal), /cut/)
  for (const size of [12, 14]) {
    const found = await extractor.extract(inPieces(Buffer.from('thirteen here')), size, signal)
    assert.deepEqual(found, { state: 'failed', reason: 'its bytes are incomplete', mayWorkAgain: true })
  }
  const whole = await extractor.extract(inPieces(Buffer.from('thirteen here')), 13, signal)
  assert.equal(whole.state, 'done')
  await extractor.close()
})
