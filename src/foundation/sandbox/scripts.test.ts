// Runs on the embedded database only: no test in this file uses a database.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { after, before, describe, it, mock } from 'node:test'
import { Worker } from 'node:worker_threads'
import type { Variables } from '../../process/engine/advance/index.ts'
import { checkScripts, createScripts, type Scripts } from './index.ts'
import type { FromThread, SandboxTask } from './messages.ts'
import { createSandbox } from './sandbox.ts'

const now = new Date('2026-03-02T09:00:00Z')
let scripts: Scripts
before(() => {
  scripts = createScripts()
})
after(() => scripts.close())

const run = (script: string, variables: Variables = {}) => scripts.run({ script, variables, now })

async function returned(script: string, variables: Variables = {}): Promise<unknown> {
  const outcome = await run(script, variables)
  assert.equal(outcome.type, 'returned', JSON.stringify(outcome))
  return outcome.type === 'returned' && outcome.variables
}

describe('a script', () => {
  it('reads variables by name and from one object, and returns the result', async () => {
    const script = 'return { total: items.reduce((sum, { price }) => sum + price, 0), same: variables.items === items }'
    assert.deepEqual(await returned(script, { items: [{ price: 2 }, { price: 3 }] }), { total: 5, same: true })
  })

  it('reads a variable whose name is a keyword from the object', async () => {
    assert.deepEqual(
      await returned('return { a: variables.new, b: variables.undefined, c: typeof x }', { new: 1, undefined: 2 }),
      {
        a: 1,
        b: 2,
        c: 'undefined',
      },
    )
  })

  it('that returns nothing writes nothing', async () => {
    for (const script of ['', 'return', 'return null', 'amount = 7'])
      assert.deepEqual(await returned(script, { amount: 1 }), {})
  })

  it('sees the time of the advance in UTC, which does not change', async () => {
    const script = `const begun = Date.now(); for (let i = 0; i < 1e5; i++);
      return { now: new Date(), passed: Date.now() - begun, offset: new Date().getTimezoneOffset(), hour: new Date().getHours() }`
    const expected = { now: '2026-03-02T09:00:00.000Z', passed: 0, offset: 0, hour: 9 }
    assert.deepEqual(await returned(script), expected)
    const room = new URL('index.ts', import.meta.url).href
    const code = `const { createScripts } = await import(${JSON.stringify(room)})
      const outcome = await createScripts().run({ script: ${JSON.stringify(script)}, variables: {}, now: new Date(${now.getTime()}) })
      console.log(JSON.stringify(outcome.variables))`
    const env = { ...process.env, TZ: 'Asia/Tokyo' }
    const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', code], {
      env,
      encoding: 'utf8',
    })
    assert.deepEqual(JSON.parse(stdout || `"${stderr}"`), expected)
  })

  it('leaves no state for the next script', async () => {
    await returned('globalThis.left = 1; Object.prototype.left = 2; Array.prototype.map = null; return {}')
    for (let thread = 0; thread < 2; thread++)
      assert.deepEqual(await returned('return { left: typeof left, map: typeof [].map, own: {}.left === undefined }'), {
        left: 'undefined',
        map: 'function',
        own: true,
      })
    assert.equal(({} as { left?: unknown }).left, undefined)
  })

  it('throws a BPMN error with a code and a message', async () => {
    assert.deepEqual(await run('throw new BpmnError("LATE", "too late")'), {
      type: 'bpmnError',
      code: 'LATE',
      message: 'too late',
    })
  })

  it('that throws anything else fails with its message and line', async () => {
    const outcomes = await Promise.all(
      ['let a = 1\nlet b = 2\nmissing()', 'throw "text"', 'throw null', 'throw { get message() { throw 1 } }'].map(
        (script) => run(script),
      ),
    )
    assert.deepEqual(
      outcomes.map((outcome) => outcome.type === 'threw' && outcome.message),
      [
        "line 3: ReferenceError: 'missing' is not defined",
        'text',
        'null',
        'the error that the script threw has no text',
      ],
    )
  })

  it('must return an object that JSON can hold', async () => {
    for (const [script, message] of [
      ['return 5', 'a script must return an object'],
      ['return [1]', 'a script must return an object'],
      ['return () => 1', 'a script must return an object'],
      ['return { toJSON: () => 5 }', 'a script must return an object'],
      ['return (async () => ({}))()', 'promise'],
      ['return { total: 0 / 0 }', '"total" is NaN'],
      ['return { total: 5n }', 'BigInt'],
      ['const a = {}; a.a = a; return a', 'circular'],
      ['return { text: "\\0" }', 'cannot be stored'],
      ['return JSON.parse(\'{"__proto__": {"admin": true}}\')', 'cannot be stored'],
      ['return { constructor: 1 }', 'cannot be stored'],
      ['let a = {}; for (let i = 0; i < 150; i++) a = { a }; return a', 'nested more than 100 levels'],
    ] as const) {
      const outcome = await run(script)
      assert.ok(outcome.type === 'threw' && outcome.message.includes(message), `${script}: ${JSON.stringify(outcome)}`)
    }
  })
})

describe('the time of a script', () => {
  it('is measured as processor time: an endless script stops, whatever wall time is left', async () => {
    const patient = createScripts({ threads: 1, wallMs: 120_000 })
    try {
      const outcome = await patient.run({ script: 'for (;;);', variables: {}, now })
      assert.deepEqual(outcome, { type: 'limit', message: 'the script took more than 200 ms of processor time' })
    } finally {
      await patient.close()
    }
  })

  it('has a limit of wall time', async () => {
    const hurried = createScripts({ threads: 1, cpuMs: 120_000, wallMs: 50 })
    try {
      const outcome = await hurried.run({ script: 'for (;;);', variables: {}, now })
      assert.deepEqual(outcome, { type: 'limit', message: 'the script did not end within 50 ms' })
    } finally {
      await hurried.close()
    }
  })

  /**
   * Records the tasks with this script that are sent to threads. The first `stalled` tasks do not run: they end by their
   * limit of wall time. All other messages are delivered as usual, such as those to the thread of a database.
   */
  function watchTasks(script: string, { stalled = 0 } = {}) {
    const tasks: SandboxTask[] = []
    const send = Worker.prototype.postMessage
    const watched = mock.method(Worker.prototype, 'postMessage', function (this: Worker, task: SandboxTask) {
      const result = { type: 'limit', message: 'no processor time', isOfWallTime: true } as const
      if (task.script !== script || tasks.push(task) > stalled) send.call(this, task)
      else this.emit('message', { kind: 'ended', result, isBroken: false } satisfies FromThread)
    })
    return { tasks, [Symbol.dispose]: () => watched.mock.restore() }
  }

  it('that is over without processor time has the script repeated once', async () => {
    // With the usual limits, a script that the busy machine of the test really stops would be repeated, too.
    const patient = createScripts({ threads: 1, cpuMs: 120_000, wallMs: 120_000 })
    const runStalled = async (stalled: number): Promise<unknown[]> => {
      const script = 'return { ended: true }'
      using watched = watchTasks(script, { stalled })
      const [outcome] = await Promise.all([patient.run({ script, variables: {}, now }), run('return {}')])
      return [outcome, watched.tasks.length]
    }
    try {
      assert.deepEqual(await runStalled(0), [{ type: 'returned', variables: { ended: true } }, 1])
      assert.deepEqual(await runStalled(1), [{ type: 'returned', variables: { ended: true } }, 2])
      assert.deepEqual(await runStalled(2), [{ type: 'limit', message: 'no processor time' }, 2])
    } finally {
      await patient.close()
    }
  })

  it('begins after the preparation of the engine', async () => {
    using watched = watchTasks('for (;;);')
    await run('for (;;);')
    const sandbox = await createSandbox()
    assert.deepEqual(sandbox.run({ ...watched.tasks[0]!, wallMs: -1 }), {
      type: 'limit',
      message: 'the script did not end within -1 ms',
      isOfWallTime: true,
    })
    const [task] = watched.tasks
    assert.equal(sandbox.run({ ...task!, script: 'return {}', wallMs: 10_000 }).type, 'returned')
  })

  it('is not over when the machine stands still for a second', async () => {
    const script = 'for (let i = 0; i < 100_000; i++); return { ended: true }'
    using watched = watchTasks(script)
    await returned(script)
    const sandbox = await createSandbox()
    const [used, passed] = [mock.method(process, 'threadCpuUsage'), mock.method(performance, 'now')]
    try {
      used.mock.mockImplementation(() => ({ user: 0, system: 0 }))
      passed.mock.mockImplementation(() => (passed.mock.callCount() === 0 ? 0 : 1_000))
      assert.deepEqual(sandbox.run(watched.tasks[0]!), { type: 'returned', json: '{"ended":true}' })
      assert.ok(passed.mock.callCount() > 1)
    } finally {
      for (const { mock: mocked } of [used, passed]) mocked.restore()
    }
  })
})

describe('the check of scripts', () => {
  it('reports the line of a syntax error and runs nothing', async () => {
    const problems = await checkScripts(['throw 1; for (;;);', 'return { a: 1 }', 'let a = 1\nlet b = (\nreturn { a }'])
    assert.deepEqual(problems.slice(0, 2), [undefined, undefined])
    assert.equal(problems[2]?.line, 3)
    assert.match(problems[2]?.message ?? '', /unexpected token/)
  })

  it('refuses scripts that are too long or nested too deeply, and checks the others', async () => {
    const [long, deep, fine] = await checkScripts(['a'.repeat(100_001), '('.repeat(50_000), 'return {}'])
    assert.match(long?.message ?? '', /longer than 100000 characters/)
    assert.notEqual(deep, undefined)
    assert.equal(fine, undefined)
  })
})
