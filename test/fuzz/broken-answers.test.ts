import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { assertDone } from '../everything.ts'
import { type Body, startEmptyPlatform } from '../platform.ts'
import { watchProcess } from '../same-process.ts'
import { type BrokenAnswer, brokenAnswers, startBrokenServer } from './broken-answers.ts'

const runs = Math.ceil(Number(process.env.FUZZ_RUNS ?? 600) / 2)
const seed = Number(process.env.FUZZ_SEED ?? 20_260)
const linksAtOnce = 19

/** Codes of all errors that a download link may be refused with, whatever the other server answers. */
const refusals = /^outbound\.(unreachable|refused|broken_answer|too_large|not_allowed)$/

describe(`the fuzzer of answers to from-link, with FUZZ_SEED=${seed}`, () => {
  const answers = fc.sample(brokenAnswers, { numRuns: runs, seed })

  it('generates every kind of broken answer, and sometimes a correct one', () => {
    const heads = answers.map(({ head }) => head)
    for (const part of ['gzip', 'deflate', 'content-encoding: br', 'chunked', 'content-length: many', ' 101 '])
      assert.ok(
        heads.some((head) => head.includes(part)),
        part,
      )
    assert.ok(answers.some(({ body, head }) => body.length === 0 && head.includes('gzip')))
  })

  it('finds that a broken answer fails only its own link, and that the server is unchanged afterwards', async () => {
    await using broken = await startBrokenServer(answers)
    await using started = await startEmptyPlatform({
      OUTBOUND_ALLOW: 'localhost',
      OUTBOUND_PORTS: String(broken.port),
      LOG_LEVEL: 'silent',
    })
    using watched = watchProcess(started.dataDir)
    const fetched: string[] = []
    for (let first = 0; first < answers.length; first += linksAtOnce) {
      const places = answers.slice(first, first + linksAtOnce).map((_, index) => first + index)
      const downloadLinks = [...places, 'good'].map((place) => `http://localhost:${broken.port}/${place}`)
      const { status, body } = await started.call('POST', '/pub/v1/disk/uploads/from-link', { downloadLinks })
      assert.ok(status === 200 || status === 422, `${status} ${JSON.stringify(body)}`)
      const entries: Body[] = body.items
      assert.equal(entries.at(-1).error, undefined, 'the good link among them')
      for (const [index, { hash, code, error }] of entries.entries()) {
        if (code === undefined) fetched.push(hash)
        else assert.match(code, refusals, `FUZZ_SEED=${seed} ${error} ${shown(answers[first + index])}`)
      }
    }
    assert.ok(fetched.length > runs / linksAtOnce, 'some are whole')
    const files = fetched.map((hash) => ({ hash, name: 'a.txt' }))
    const directoryID = '9240261a-ab27-5e65-b883-198236739dcc'
    for (let at = 0; at < files.length; at += 200)
      assertDone(
        await started.call('POST', `/pub/v1/disk/file/move?directoryID=${directoryID}`, {
          files: files.slice(at, at + 200),
        }),
      )
    await watched.assertSame()
  })
})

function shown(answer: BrokenAnswer | undefined): string {
  return JSON.stringify(answer && { ...answer, body: answer.body.toString('base64').slice(0, 2_000) })
}
