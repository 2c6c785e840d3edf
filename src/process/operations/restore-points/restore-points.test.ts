import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { describe, it } from 'node:test'
import { newId } from '../../../foundation/kit/ids.ts'
import { boundary, end, errorOf, extensions, flows, start, timer, user } from '../../engine/process.fixture.ts'
import { caller } from '../../execution/execution.fixture.ts'
import { delegated, type OutsideTrial, openOutside } from './restore-points.fixture.ts'

const rating = '<chancery:variable name="rating" type="integer" required="true"/>'
const output = '<chancery:output name="rating" value="rating"/>'
const accepted: Parameters<typeof openOutside>[0] = (_, response) => void response.writeHead(202).end()
const json = { 'content-type': 'application/json' }

/** Starts an instance that waits at a delegated activity and returns its id. */
async function waiting(outside: OutsideTrial, more = rating, extra: readonly string[] = [], attributes?: string) {
  const { trial, url } = outside
  const flow = flows('s > a > b > e')
  const version = await trial.publish('p', [
    start(),
    delegated('a', url, `<chancery:input name="customer" value="customer"/>${more}`, attributes),
    user('b'),
    end(),
    flow,
    ...extra,
  ])
  const id = await trial.start(version, { context: { customer: 'C7' } })
  await settled(outside, () => outside.asked.length > 0)
  return id
}

/** Waits until a condition is true. */
async function settled({ trial }: OutsideTrial, isTrue: () => boolean | Promise<boolean>): Promise<void> {
  for (let round = 0; !(await isTrue()); round++) {
    assert.ok(round < 3_000, 'it did not happen')
    await trial.execution.settle()
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

const elements = async ({ trial }: OutsideTrial, instance: string): Promise<string> =>
  (await trial.waits(instance))
    .map(({ element }) => element)
    .sort()
    .join(' ')

describe('the request of a delegated activity', () => {
  it('contains the input, the address for the answer, a key and a signature', async () => {
    await using outside = await openOutside(accepted)
    const instance = await waiting(outside, rating, [], 'timeout="PT1H"')
    const point = await outside.point(instance)
    const [{ headers, body }] = outside.asked as [(typeof outside.asked)[0]]
    const { deadline, ...content } = JSON.parse(body)
    assert.deepEqual(content, {
      restorePointId: point.id,
      instanceId: instance,
      template: 't.p',
      version: 1,
      activity: 'a',
      attempt: 1,
      input: { customer: 'C7' },
      restoreUrl: `https://chancery.test/pub/v1/bpm/restore-point/${point.id}/restore`,
    })
    assert.ok(Math.abs(Date.parse(deadline) - Date.now() - 3_600_000) < 120_000, deadline)
    assert.equal(headers['idempotency-key'], point.id)
    const [, seconds, signature] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['chancery-signature']))!
    assert.equal(signature, createHmac('sha256', 'a key').update(`${seconds}.${body}`).digest('hex'))
    assert.equal(point.state, 'open')
  })

  it('is signed with the secret that the activity names', async () => {
    await using outside = await openOutside(accepted)
    await waiting(outside, `${rating}<chancery:setting name="signature" secret="OTHER"/>`)
    const { headers, body } = outside.asked[0]!
    const [, seconds, signature] = /^t=(\d+),v1=(.*)$/.exec(String(headers['chancery-signature']))!
    assert.equal(signature, createHmac('sha256', 'another key').update(`${seconds}.${body}`).digest('hex'))
  })

  it('that is answered with 200 completes the activity at once', async () => {
    await using outside = await openOutside(
      (_, response) => void response.writeHead(200, json).end('{"output":{"rating":4}}'),
    )
    const instance = await waiting(outside)
    await settled(outside, async () => (await elements(outside, instance)) === 'b')
    assert.equal((await outside.trial.instance(instance)).context.rating, 4)
    assert.equal((await outside.point(instance)).state, 'used')
  })

  it('that is answered with an error is a BPMN error', async () => {
    await using outside = await openOutside(
      (_, response) => void response.writeHead(200, json).end('{"error":{"code":"E1"}}'),
    )
    const instance = await waiting(outside, rating, [
      boundary('caught', 'a', errorOf('E1')),
      user('c'),
      flows('caught > c'),
    ])
    await settled(outside, async () => (await elements(outside, instance)) === 'c')
  })

  it('that is refused is not repeated, and the incident shows the answer', async () => {
    await using outside = await openOutside((_, response) => void response.writeHead(422).end('no customer C7'))
    const instance = await waiting(outside)
    await settled(outside, async () => (await outside.incidents(instance)).length > 0)
    assert.deepEqual(await outside.incidents(instance), [
      'JOB_NO_RETRIES: the other system answered with 422: no customer C7',
    ])
    assert.equal(outside.asked.length, 1)
    const { id } = await outside.point(instance)
    assert.equal(await outside.restore(id, { context: { rating: 1 } }), 'restore_point.closed')
  })

  it('with a wrong answer is not repeated, and the incident names the error', async () => {
    let answer = ''
    await using outside = await openOutside((_, response) => void response.writeHead(200, json).end(answer))
    for (const [given, message] of [
      ['{"output":{"rating":"high"}}', 'rating'],
      ['{"output":{}}', 'the answer must contain "rating"'],
      ['{"output":[]}', 'is not an object'],
      ['[1]', 'did not answer with'],
      ['{"error":{}}', 'an error that has no code'],
      ['{"output":', 'answered with 200, but'],
    ] as const) {
      answer = given
      const instance = await waiting(outside)
      await settled(outside, async () => (await outside.incidents(instance)).length > 0)
      const [incident] = await outside.incidents(instance)
      assert.ok(incident!.includes(message), `${answer}: ${incident}`)
    }
  })

  it('that fails is repeated with the same key, after the time in Retry-After', async () => {
    await using outside = await openOutside((_, response, count) => {
      if (count === 1) response.writeHead(503, { 'retry-after': '30' }).end()
      else if (count === 2) response.writeHead(500).end()
      else response.writeHead(200, json).end('{"output":{"rating":4}}')
    })
    const instance = await waiting(outside)
    await settled(outside, async () => (await outside.point(instance)).attempts === 2)
    const shownAttempts = async (): Promise<unknown> => {
      const { items } = await outside.restorePoints.list(caller, { instanceId: instance }, {})
      return JSON.parse(items.text).map((point: { attempts: number }) => point.attempts)
    }
    assert.deepEqual(await shownAttempts(), [1])
    await outside.trial.advanceClock(20_000)
    assert.equal(outside.asked.length, 1)
    await outside.trial.advanceClock(120_000)
    await settled(outside, async () => (await elements(outside, instance)) === 'b')
    assert.deepEqual(
      outside.asked.map(({ body }) => JSON.parse(body).attempt),
      [1, 2, 3],
    )
    assert.equal(new Set(outside.asked.map(({ headers }) => headers['idempotency-key'])).size, 1)
  })
})

describe('a restore point', () => {
  it('completes the activity once; the same answer again succeeds, and another answer is refused', async () => {
    await using outside = await openOutside(accepted)
    const instance = await waiting(outside, `${rating}<chancery:variable name="notes" type="json"/>`)
    const { id } = await outside.point(instance)
    assert.equal(await outside.restore(id, { context: { rating: 4, notes: { a: 1, b: 2 } } }), 'done')
    assert.equal(await elements(outside, instance), 'b')
    const { rev, context } = await outside.trial.instance(instance)
    assert.deepEqual(context, { customer: 'C7', rating: 4, notes: { a: 1, b: 2 } })
    assert.equal(await outside.restore(id, { output: { notes: { b: 2, a: 1 }, rating: 4 } }), 'done')
    assert.equal(await outside.restore(id, { context: { rating: 5 } }), 'restore_point.used')
    assert.equal(await outside.restore(id, { error: { code: 'E1' } }), 'restore_point.used')
    assert.equal((await outside.trial.instance(instance)).rev, rev, 'nothing has changed')
  })

  it('stays open after a wrong answer', async () => {
    await using outside = await openOutside(accepted)
    const instance = await waiting(outside)
    const { id } = await outside.point(instance)
    for (const [body, code] of [
      [{ context: { rating: 'high' } }, 'context.invalid'],
      [{ context: { rating: 4, other: 1 } }, 'context.invalid'],
      [{ context: {} }, 'context.invalid'],
      [{}, 'context.invalid'],
      [{ context: 5 }, 'restore_point.answer_invalid'],
      [{ context: {}, output: {} }, 'restore_point.answer_invalid'],
      [{ error: 'E1' }, 'restore_point.answer_invalid'],
      [{ error: { code: '' } }, 'restore_point.answer_invalid'],
    ] as const)
      assert.equal(await outside.restore(id, body), code, JSON.stringify(body))
    assert.equal((await outside.point(instance)).state, 'open')
    assert.equal(await outside.restore(id, { context: { rating: 4 } }), 'done')
  })

  it('throws a BPMN error', async () => {
    await using outside = await openOutside(accepted)
    const instance = await waiting(outside, rating, [
      boundary('caught', 'a', errorOf('E1')),
      user('c'),
      flows('caught > c'),
    ])
    const { id } = await outside.point(instance)
    assert.equal(await outside.restore(id, { error: { code: 'E1', message: 'no' } }), 'done')
    assert.equal(await elements(outside, instance), 'c')
    assert.equal(await outside.restore(id, { error: { code: 'E1', message: 'no' } }), 'done')
  })

  it('that does not exist answers 404', async () => {
    await using outside = await openOutside(accepted)
    for (const id of [newId(), 'nonsense', '']) assert.equal(await outside.restore(id, {}), 'restore_point.not_found')
  })

  it('is revoked when the activity is cancelled or the instance ends', async () => {
    await using outside = await openOutside(accepted)
    const instance = await waiting(outside, rating, [boundary('t', 'a', timer('PT1M')), user('c'), flows('t > c')])
    await outside.trial.advanceClock(61_000)
    assert.equal(await elements(outside, instance), 'c')
    const { id, state } = await outside.point(instance)
    assert.deepEqual(
      [state, await outside.restore(id, { context: { rating: 4 } })],
      ['revoked', 'restore_point.closed'],
    )

    await using second = await openOutside(accepted)
    const other = await waiting(second)
    await second.trial.execution.deliver({ instance: other, stimulus: { type: 'interrupt', reason: 'x' }, caller })
    assert.equal(
      await second.restore((await second.point(other)).id, { context: { rating: 4 } }),
      'restore_point.closed',
    )
  })

  it('expires after its timeout', async () => {
    await using outside = await openOutside(accepted)
    const instance = await waiting(outside, rating, [], 'timeout="PT1H"')
    await outside.trial.advanceClock(3_601_000)
    const { id, state } = await outside.point(instance)
    assert.deepEqual(
      [state, await outside.restore(id, { context: { rating: 4 } })],
      ['expired', 'restore_point.closed'],
    )
    assert.equal((await outside.incidents(instance)).length, 1)
  })

  it('has one effect when two nodes get answers at the same time', async () => {
    await using outside = await openOutside(accepted)
    await using node = await outside.trial.addNode()
    const other = outside.restorePointsOf(node.execution)
    for (let round = 0; round < 10; round++) {
      const version = (await outside.trial.programs.find(undefined, { code: 'p' }))!
      const instance =
        version === undefined
          ? await waiting(outside)
          : await outside.trial.start(version, { context: { customer: 'C7' } })
      const { id } = await outside.point(instance)
      const isSame = round % 2 === 0
      const answers = await Promise.all([
        outside.restore(id, { context: { rating: 1 } }),
        outside.restore(id, { context: { rating: isSame ? 1 : 2 } }, other),
      ])
      assert.deepEqual(answers.toSorted(), isSame ? ['done', 'done'] : ['done', 'restore_point.used'])
      assert.equal(await elements(outside, instance), 'b')
      if (!isSame) assert.equal((await outside.trial.instance(instance)).context.rating, answers[0] === 'done' ? 1 : 2)
    }
  })

  it('accepts variables of the process when the activity declares no answer', async () => {
    await using outside = await openOutside(accepted)
    const declared = extensions(
      '<chancery:variable name="customer" type="string"/><chancery:variable name="rating" type="integer"/>',
    )
    const { trial, url } = outside
    const version = await trial.publish('q', [
      declared,
      start(),
      delegated('a', url),
      user('b'),
      end(),
      flows('s > a > b > e'),
    ])
    const instance = await trial.start(version, { context: { customer: 'C7' } })
    const { id } = await outside.point(instance)
    assert.equal(await outside.restore(id, { context: { other: 1 } }), 'context.invalid')
    assert.equal(await outside.restore(id, { context: { rating: 4 } }), 'done')
    assert.equal((await trial.instance(instance)).context.rating, 4)
  })

  it('passes its answer to the output mappings of the activity', async () => {
    await using outside = await openOutside(accepted)
    const instance = await waiting(outside, `${output.replace('value="rating"', 'value="score * 2"')}`)
    const { id } = await outside.point(instance)
    assert.equal(await outside.restore(id, { context: { score: 4, other: 1 } }), 'done')
    assert.deepEqual((await outside.trial.instance(instance)).context, { customer: 'C7', rating: 8 })
  })
})
