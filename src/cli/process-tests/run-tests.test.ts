// Takes long: it starts servers for tests of processes.
import assert from 'node:assert/strict'
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { officeFolder } from '../../../test/platform.ts'
import { runTests } from './run-tests.ts'

const processes = 'namespaces/docs/apps/contracts/processes'
let folder: string

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'chancery-tests-of-processes-'))
})
after(() => rm(folder, { recursive: true, force: true }))

/** Runs the sample with another test file for the signing of contracts. */
async function outcomeOf(signing: string): Promise<{ failed: number; output: string }> {
  await cp(officeFolder, folder, { recursive: true })
  await rm(join(folder, processes, 'approval.test.yaml'))
  await writeFile(join(folder, processes, 'signing.test.yaml'), signing)
  const lines: string[] = []
  const { failed } = await runTests(folder, { print: (line) => void lines.push(line) })
  return { failed, output: lines.join('\n') }
}

const beginning = `people: { ivanova: {} }
elements:
  contract: { app: docs.contracts, fields: { number: A-17 } }
tests:
`

describe('tests of processes', () => {
  it('of a solution pass and reach every element', async () => {
    const lines: string[] = []
    assert.deepEqual(await runTests(officeFolder, { print: (line) => void lines.push(line) }), { passed: 9, failed: 0 })
    const output = lines.join('\n')
    assert.match(output, /lukina completes "legal_check" \(Legal check\) with "accept"/)
    assert.match(output, /docs\.contracts\.approval: 16 of 16 elements were reached$/m)
    assert.match(output, /docs\.contracts\.signing: 12 of 12 elements were reached$/m)
    assert.match(output, /docs\.outgoing\.sending: 10 of 10 elements were reached$/m)
  })

  it('fail when the escalation of a task reaches nobody, unless they expect it', async () => {
    const path = join('namespaces/docs/processes', 'alone')
    const task =
      '<bpmn:userTask id="t"><bpmn:extensionElements><chancery:performer type="initiator"/>' +
      '<chancery:escalation after="PT1H" action="add" type="supervisor" value="performer"/></bpmn:extensionElements></bpmn:userTask>'
    const bpmn =
      '<bpmn:definitions xmlns:bpmn="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:chancery="urn:chancery:bpmn:1" targetNamespace="t">' +
      `<bpmn:process id="p"><bpmn:startEvent id="s"/>${task}<bpmn:endEvent id="e"/>` +
      '<bpmn:sequenceFlow id="f1" sourceRef="s" targetRef="t"/><bpmn:sequenceFlow id="f2" sourceRef="t" targetRef="e"/>' +
      '</bpmn:process></bpmn:definitions>'
    const steps = 'steps:\n      - start: { by: ivanova }\n      - advance: PT2H\n'
    const tests =
      `people: { ivanova: {} }\ntests:\n  - name: unseen\n    ${steps}` +
      `  - name: expected\n    ${steps}      - expect: { task: t, escalated: false }\n`
    await cp(officeFolder, folder, { recursive: true })
    await mkdir(join(folder, 'namespaces/docs/processes'), { recursive: true })
    await writeFile(join(folder, `${path}.bpmn`), bpmn)
    await writeFile(join(folder, `${path}.test.yaml`), tests)
    const lines: string[] = []
    const { failed } = await runTests(folder, { print: (line) => void lines.push(line) })
    await rm(join(folder, `${path}.bpmn`))
    await rm(join(folder, `${path}.test.yaml`))
    assert.equal(failed, 1, lines.join('\n'))
    assert.match(lines.join('\n'), /the escalation reaches nobody: no filled position stands above/)
  })

  it('fail with the step, its line, the place in the diagram and where the process is', async () => {
    const { failed, output } = await outcomeOf(`${beginning}
  - name: the first one fails
    steps:
      - start: { by: ivanova, element: contract }
      - expect: { task: remind }
  - name: the second one starts again
    steps:
      - start: { by: ivanova, element: contract }
      - expect: { message: signed_by_both, key: A-17 }
  - name: a name that is not there
    steps:
      - start: { by: ivanov, element: contract }
`)
    assert.equal(failed, 2, output)
    assert.match(output, /FAILED namespaces\/docs\/.*signing\.test\.yaml:9: tests\[0\]\.steps\[1\]/)
    assert.match(output, /at "remind" \(Ask the counterparty\): there is no open task/)
    assert.match(output, /at "wait": waits for the message "contract signed" with the key A-17/)
    assert.match(output, /waits for "contract signed" at "signed_by_both" \(Signed by the counterparty\)/)
    assert.match(output, /there is no person "ivanov" in the test; did you mean "ivanova"\?/)
    assert.match(output, /signing: \d+ of 12 elements were reached; not reached: .*"remind" \(Ask the counterparty\)/)
  })

  it('with mistakes in their files are refused with every line', async () => {
    const refused = outcomeOf(`${beginning}  - nme: typo\n    steps:\n      - strat: {}\n`)
    await assert.rejects(refused, (error: Error) => {
      assert.match(error.message, /signing\.test\.yaml:\d+: tests\[0\]\.nme: unknown key; did you mean "name"\?/)
      assert.match(
        error.message,
        /signing\.test\.yaml:\d+: tests\[0\]\.steps\[0\]\.strat: unknown key; did you mean "start"\?/,
      )
      return true
    })
    await assert.rejects(runTests(tmpdir(), { print() {} }), /has no solution\.yaml/)
  })
})
