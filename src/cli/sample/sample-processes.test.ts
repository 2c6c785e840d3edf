// Takes long: it runs all tests of the processes of the sample.
// Runs on the embedded database only: tests of processes have servers of their own.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { runTests } from '../process-tests/run-tests.ts'
import { officeFolder } from '../sample.ts'

it('the processes of the sample pass their tests', async () => {
  const lines: string[] = []
  const outcome = await runTests(officeFolder, { print: (line) => void lines.push(line) })
  assert.deepEqual(outcome, { passed: 12, failed: 0 }, lines.join('\n'))
})
