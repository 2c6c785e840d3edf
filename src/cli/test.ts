import { setFlagsFromString } from 'node:v8'
import type { Command } from './command.ts'
import { countOf } from './progress.ts'

export const test: Command = {
  options: { only: { type: 'string', meaning: 'Run only the tests whose file, process or name contains this text' } },
  more: () =>
    [
      'Runs the files *.test.yaml beside the diagrams of a solution. Each test runs in memory, on an embedded database',
      'with nothing but the deployed solution, and with a clock that only the test moves. Nothing is sent to other',
      'systems. No server is needed, and none is changed. When the files have problems, these are reported as by `check`,',
      'and no test runs.',
      '',
      'Exit code: 0 when all tests pass, 1 when a test fails or a file has problems.',
    ].join('\n'),
  async run({ words, options }) {
    if (words.length !== 1) throw new Error('give the folder of one solution')
    // The process runs only for seconds, and optimizing the embedded database takes more time than it saves.
    setFlagsFromString('--liftoff-only')
    const { checkFiles } = await import('./authoring/check.ts')
    if (!(await checkFiles(words[0]!)).isRight) return 1
    const { runTests } = await import('./process-tests/run-tests.ts')
    const only = typeof options.only === 'string' ? options.only : undefined
    const { passed, failed } = await runTests(words[0]!, { print: (line) => console.log(line), only })
    console.log(failed === 0 ? `${countOf(passed, 'test')} passed` : `${failed} of ${passed + failed} tests failed`)
    return failed === 0 ? 0 : 1
  },
}
