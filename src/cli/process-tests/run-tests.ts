import { Answers } from './answers.ts'
import { Coverage } from './coverage.ts'
import { refuseFailedEscalations } from './expectations.ts'
import type { Test } from './process-test.ts'
import { placeText, type ReadTestFile, readTestFiles } from './read-test-files.ts'
import { Scene, StepFailed } from './scene.ts'
import { doStep } from './steps.ts'
import { openTestServer, type TestServer } from './throwaway-server.ts'

export interface RunTestsOptions {
  /** Receives each line of the report. */
  readonly print: (line: string) => void
  /** Runs only the tests whose file, process or name contains this text. */
  readonly only?: string | undefined
}

export interface TestsResult {
  readonly passed: number
  readonly failed: number
}

/** Default time at which a test begins: a Monday morning. */
const usualStart = '2026-03-02T09:00:00Z'
const dayMs = 24 * 60 * 60_000

/**
 * Runs the tests of the processes of a solution. Each test has a database that contains only the deployed solution.
 * Throws an Error when the files of the tests or of the solution have problems, or when `only` selects no test.
 */
export async function runTests(folder: string, { print, only = '' }: RunTestsOptions): Promise<TestsResult> {
  const runs = (await readTestFiles(folder)).flatMap((file) =>
    file.content.tests.flatMap((test, at) => {
      const isWanted = [file.file, file.process, test.name].some((text) => text.includes(only))
      return isWanted ? [{ file, test, at, startMs: startOf(file, test, at) }] : []
    }),
  )
  if (runs.length === 0) throw new Error(`no test has "${only}" in its file, process or name`)
  // The solution is deployed a day before the earliest test, so that timers that start processes can fire in every
  // test.
  await using server = await openTestServer(folder, Math.min(...runs.map(({ startMs }) => startMs)) - dayMs)
  const coverage = new Coverage()
  let failed = 0
  for (const { file, test, at, startMs } of runs) {
    print(`${file.process}: ${test.name}`)
    if (!(await runTest(server, { file, test, at, startMs }, { print, coverage }))) failed++
  }
  print('')
  coverage.lines().forEach(print)
  return { passed: runs.length - failed, failed }
}

function startOf({ at: placeOf }: ReadTestFile, { at: text = usualStart }: Test, index: number): number {
  const ms = /^\d{4}-\d\d-\d\d(T\S+)?$/.test(text) ? Date.parse(text) : Number.NaN
  if (Number.isNaN(ms))
    throw new Error(`${placeText(placeOf(['tests', index, 'at']))}: "${text}" is not a time such as ${usualStart}`)
  return ms
}

interface Run {
  readonly file: ReadTestFile
  readonly test: Test
  /** Position of the test in its file. */
  readonly at: number
  readonly startMs: number
}

interface Report {
  readonly print: (line: string) => void
  readonly coverage: Coverage
}

/** Runs one test and prints its steps. Returns whether it has passed. */
async function runTest(
  server: TestServer,
  { file, test, at, startMs }: Run,
  { print, coverage }: Report,
): Promise<boolean> {
  const answers = new Answers({ ...file.content.answers, ...test.answers })
  await using session = await server.begin(startMs, answers.answer)
  const scene = new Scene(session, file.process, answers)
  let place = file.at(['tests', at])
  try {
    await scene.diagram(file.process)
    await scene.prepare(file, test)
    for (const [index, step] of test.steps.entries()) {
      place = file.at(['tests', at, 'steps', index])
      const sentence = await doStep(scene, step)
      await scene.settle()
      print(`  ${sentence}`)
    }
    await refuseFailedEscalations(scene)
    return true
  } catch (error) {
    await printFailure(scene, { error, place: placeText(place), print })
    return false
  } finally {
    const reached = Map.groupBy(await scene.reached(), ({ process }) => process)
    for (const process of new Set([file.process, ...reached.keys()])) {
      const diagram = await scene.diagram(process).catch(() => undefined)
      if (diagram !== undefined)
        coverage.add(
          process,
          diagram,
          (reached.get(process) ?? []).map(({ element }) => element),
        )
    }
  }
}

interface Failure {
  readonly error: unknown
  readonly place: string
  readonly print: (line: string) => void
}

async function printFailure(scene: Scene, { error, place, print }: Failure): Promise<void> {
  const message = error instanceof Error ? error.message : String(error)
  const element = error instanceof StepFailed ? error.element : undefined
  const diagram = await scene.diagram(scene.process).catch(() => undefined)
  const at = element === undefined ? '' : `at ${diagram?.describe(element) ?? `"${element}"`}: `
  print(`  FAILED ${place}`)
  print(`    ${at}${message.replaceAll('\n', '\n    ')}`)
  for (const line of await scene.whereabouts()) print(`    ${line}`)
}
