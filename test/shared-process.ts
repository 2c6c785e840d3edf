import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { after, suite } from 'node:test'
import { killRunning } from './server-process.ts'
import { shareWithin } from './sharing.ts'

// A process that runs many test files, one after another. `scripts/test.ts` starts a few of these processes; each takes
// the next file from the queue. The modules of the product are loaded once per process instead of once per file, and V8
// compiles the embedded database once. A test file becomes a suite, so its hooks do not apply to other files.

const queue = process.env.TEST_QUEUE!
const files: string[] = JSON.parse(readFileSync(join(queue, 'files.json'), 'utf8'))
// While one thread holds a module, V8 shares its compiled code with other threads.
const embeddedDatabase = new URL('pglite.wasm', import.meta.resolve('@electric-sql/pglite'))
const { WebAssembly } = globalThis as unknown as { WebAssembly: { compile(bytes: Uint8Array): Promise<object> } }
const compiled = await WebAssembly.compile(readFileSync(embeddedDatabase))

await shareWithin(async () => {
  for (const [index, file] of files.entries()) {
    if (!take(index)) continue
    await runFile(file)
    writeFileSync(join(queue, `${index}.done`), '')
  }
})
assert.ok(compiled)

/** Takes a file from the queue. Returns false when another process has taken the file. */
function take(index: number): boolean {
  try {
    writeFileSync(join(queue, String(index)), '', { flag: 'wx' })
    return true
  } catch {
    return false
  }
}

/**
 * Runs the tests of a file as a separate suite. Resolves after its last hook, which may close what the file has opened.
 * The hook of the outer suite runs even if a hook of the file fails.
 */
async function runFile(file: string): Promise<void> {
  const done = Promise.withResolvers<void>()
  suite(dirname(file), () => {
    suite(basename(file), async () => {
      await import(resolve(file))
    })
    // A server that a failed test left running would keep this process alive after its last file.
    after(() => {
      killRunning()
      done.resolve()
    })
  })
  await done.promise
}
