// Runs on the embedded database only: no test in this file uses a database.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createScripts, type Scripts } from './index.ts'

const now = new Date('2026-03-02T09:00:00Z')
let scripts: Scripts
before(() => {
  scripts = createScripts()
})
after(() => scripts.close())

const run = (script: string, variables = {}) => scripts.run({ script, variables, now })

/** Expressions that reach the host, the network or the clock in insecure sandboxes. */
const escapes: readonly string[] = [
  'process',
  'require',
  'module',
  'console',
  'fetch',
  'XMLHttpRequest',
  'WebSocket',
  'Worker',
  'Deno',
  'Bun',
  'WebAssembly',
  'SharedArrayBuffer && Atomics',
  'setTimeout',
  'setImmediate',
  'queueMicrotask.constructor("return process")()',
  'performance',
  'std',
  'os',
  'scriptArgs',
  'this.constructor.constructor("return process")()',
  '(0, eval)("process")',
  'eval("process")',
  'Function("return process")()',
  'new Function("return this.process.env")()',
  '(() => {}).constructor("return process")()',
  '(function* () {}).constructor("return process")().next().value.env',
  '(async () => {}).constructor("return process")().then.x.y',
  '[].constructor.constructor("return process")()',
  '"".constructor.constructor("return process.mainModule")()',
  '({}).constructor.constructor("return globalThis.process.env")()',
  'Object.getPrototypeOf(async function () {}).constructor("return process.env")().x.y',
  'variables.constructor.constructor("return process")()',
  'BpmnError.constructor("return process")()',
  'BpmnError.prototype.__proto__.constructor.constructor("return process")()',
  'Error.prepareStackTrace = (e, frames) => frames[0].getThis().process; new Error().stack.env.x',
  'Error.captureStackTrace({}).x',
  'Reflect.construct(Function, ["return process"])()',
  'Reflect.apply(Function, null, ["return process"])()',
  'new Proxy(variables, { get: (target, name) => target.constructor.constructor("return process")() }).x',
  'Symbol.for("nodejs.util.inspect.custom").host.x',
  'globalThis.global.process',
  'globalThis.constructor.constructor("return process")()',
  'Object.getOwnPropertyDescriptor(globalThis, "process").value',
  '__proto__.constructor.constructor("return process")()',
  '__defineGetter__.constructor("return process")()',
  'arguments.callee.caller("x")',
  'import.meta',
  '(function () { return this })().process',
  'Array.from({ length: 1 }, Function("return process"))[0].env',
  'new (class extends Function { constructor() { super("return process") } })()()',
  'JSON.parse("{}", Function("return process")).env',
  '"a".replace(/a/, Function("return process")()).x',
  'Promise.resolve().constructor.constructor("return process")()',
  'new WeakRef({}).deref().process.env',
  'new FinalizationRegistry(() => {}).process.env',
  'Iterator.prototype.constructor.constructor("return process")()',
  'Module',
  'HEAP8',
  'wasmMemory',
  'QuickJS',
  'parentPort',
  'workerData',
]

describe('a script that tries to escape', () => {
  it(`fails with each of ${escapes.length} expressions`, async () => {
    for (const attempt of escapes) {
      const outcome = await run(`return { found: typeof (${attempt}) }`.replace('typeof (Error.', 'Error.'))
      const isHarmless =
        outcome.type === 'threw' || (outcome.type === 'returned' && outcome.variables.found === 'undefined')
      assert.ok(isHarmless, `${attempt}: ${JSON.stringify(outcome)}`)
    }
  })

  it('cannot import anything', async () => {
    for (const name of ['node:fs', 'fs', './limits.ts', 'data:text/javascript,1', '/etc/passwd']) {
      const script = `import(${JSON.stringify(name)}).then(() => { globalThis.found = true }, () => {}); return { found: typeof found }`
      assert.deepEqual(await run(script), { type: 'returned', variables: { found: 'undefined' } })
    }
    assert.match(JSON.stringify(await run('import fs from "node:fs"')), /"threw"/)
  })

  it('has only the globals of the language', async () => {
    const outcome = await run('return { names: Object.getOwnPropertyNames(globalThis).sort() }')
    assert.ok(outcome.type === 'returned')
    const known = new Set([
      ...Object.getOwnPropertyNames(globalThis),
      ...['BpmnError', 'variables', 'InternalError', 'escape', 'unescape', 'navigator'],
    ])
    assert.deepEqual(
      (outcome.variables.names as string[]).filter((name) => !known.has(name)),
      [],
    )
  })

  it('cannot change how its result is read', async () => {
    const spoiled = `JSON.stringify = () => '{"json":"x"}'; Array.isArray = () => true; Object.prototype.toJSON = () => 5
      globalThis.Promise = Object; Number.isFinite = () => false`
    for (const script of [
      `${spoiled}; return { a: 1 }`,
      `${spoiled}; throw new Error("x")`,
      'return { then() {}, get a() { throw new BpmnError("A") } }',
      '}); (function () { return { a: 1 }',
      '} ) ; for (const name in globalThis) delete globalThis[name]; (function () {',
    ]) {
      const outcome = await run(script)
      assert.ok(['returned', 'threw', 'bpmnError', 'limit'].includes(outcome.type), script)
    }
    assert.deepEqual(await run('return { a: 1 }'), { type: 'returned', variables: { a: 1 } })
  })
})

/** Scripts that do not end or use too many resources. */
const runaways: readonly string[] = [
  'for (;;);',
  'while (true) { try { for (;;); } catch {} finally { for (;;); } }',
  'for (;;) Promise.resolve()',
  'const grow = []; for (;;) grow.push(new Array(1000).fill(1))',
  'const grow = []; for (;;) grow.push("x".repeat(1e6) + grow.length)',
  'new ArrayBuffer(2 ** 31); return {}',
  'const all = []; for (;;) all.push(new Uint8Array(1e7))',
  'return { text: "x".repeat(2e6) }',
  'for (;;) new Array(3e7).join("x")',
  'let text = "a".repeat(3e6); for (;;) text.replaceAll("a", "bb")',
  '/^(a+)+$/.test("a".repeat(40) + "b"); return {}',
  '(function deeper() { deeper() })()',
  'const nest = () => [nest()]; nest()',
  'JSON.parse("[".repeat(1e6))',
  'JSON.parse("[".repeat(5e4) + "]".repeat(5e4)); return {}',
  'let a = []; for (let i = 0; i < 1e5; i++) a = [a]; return { a }',
  'throw { get message() { for (;;); } }',
  'return { toJSON() { for (;;); } }',
  'new Proxy({}, { get() { for (;;); } }).x',
  'eval("(".repeat(1e5))',
  'Array.from({ length: 1e9 })',
  '[..."x".repeat(1e8)].sort()',
  'const a = {}; a.valueOf = () => { for (;;); }; a + 1',
  'BigInt(2) ** BigInt(1e9)',
]

describe('a runaway script', () => {
  it('fails, and later scripts run', async () => {
    for (const script of runaways) {
      const outcome = await run(script)
      assert.ok(outcome.type === 'limit' || outcome.type === 'threw', `${script}: ${JSON.stringify(outcome)}`)
      assert.deepEqual(await run('return { a: 1 }'), { type: 'returned', variables: { a: 1 } }, `after ${script}`)
    }
  })

  it('is stopped while other scripts continue in another thread', async () => {
    await Promise.all([run('return {}'), run('return {}')])
    let ended = false
    const runaway = run('for (;;) "a".repeat(3e6).replaceAll("a", "bb")').finally(() => {
      ended = true
    })
    let others = 0
    while (!ended) {
      assert.equal((await run('return { a: 1 }')).type, 'returned')
      others++
    }
    assert.equal((await runaway).type, 'limit')
    assert.ok(others > 3, `${others} other scripts ran`)
  })

  it('is not started with variables that are too large', async () => {
    let nested: unknown = 1
    for (let level = 0; level < 1000; level++) nested = [nested]
    for (const variables of [{ nested }, { text: 'x'.repeat(1024 ** 2) }, { many: Array(300_000).fill(1) }]) {
      const outcome = await run('return {}', variables)
      assert.ok(
        outcome.type === 'limit' && outcome.message.startsWith('the variables of the script'),
        JSON.stringify(outcome),
      )
    }
  })

  it('does not stop the event loop of the server', async () => {
    let turns = 0
    const timer = setInterval(() => turns++, 10)
    await run('for (;;);')
    clearInterval(timer)
    assert.ok(turns >= 3, `${turns} turns`)
  })
})
