import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, it, mock } from 'node:test'
import { startTestPlatform } from '../../../test/platform.ts'
import { apply } from '../apply.ts'
import { runTests } from '../process-tests/run-tests.ts'
import { test } from '../test.ts'
import { check } from './check.ts'
import { newSolution } from './new.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'chancery-new-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const solution = () => join(folder, 'my-solution')
const apps = 'namespaces/my_solution/apps'

/** Runs a command and returns its exit code and the lines that it printed. */
async function run(command: typeof check, words: readonly string[], options = {}) {
  const log = mock.method(console, 'log', () => {})
  try {
    const code = await command.run({ words, options })
    return { code, lines: log.mock.calls.map(({ arguments: [line] }) => String(line)) }
  } finally {
    log.mock.restore()
  }
}

async function write(files: Readonly<Record<string, string>>): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(solution(), path)), { recursive: true })
    await writeFile(join(solution(), path), text)
  }
}

describe('chancery new', () => {
  it('creates a solution that passes check, its tests, and apply', async () => {
    await run(newSolution, [solution()])
    assert.match(await readFile(join(solution(), 'solution.yaml'), 'utf8'), /^code: my_solution\nname: My solution$/m)
    assert.match(await readFile(join(solution(), 'README.md'), 'utf8'), /chancery check \.\/my-solution/)
    const { code, lines } = await run(check, [solution()])
    assert.deepEqual([code, lines.length], [0, 1], lines.join('\n'))
    assert.deepEqual(await runTests(solution(), { print: () => {} }), { passed: 3, failed: 0 })
    await using started = await startTestPlatform()
    const { url, adminToken } = started.platform
    const silent = mock.method(console, 'error', () => {})
    const applied = await run(apply, [solution()], { server: url, token: adminToken!.text })
    silent.mock.restore()
    assert.ok(
      applied.lines.some((line) => line.includes('adds the application')),
      applied.lines.join('\n'),
    )
    assert.ok(!applied.lines.some((line) => line.startsWith('warning')), applied.lines.join('\n'))
  })

  it('writes commands that run in a shell, whatever the folder is called', async () => {
    for (const [name, path, code] of [
      ['my-starter', './my-starter', 'my_starter'],
      ['starter kit', "'./starter kit'", 'starter_kit'],
    ] as const) {
      await run(newSolution, [join(folder, name)])
      const readme = await readFile(join(folder, name, 'README.md'), 'utf8')
      assert.ok(readme.includes(`chancery check ${path} `), readme)
      assert.match(await readFile(join(folder, name, 'solution.yaml'), 'utf8'), new RegExp(`^code: ${code}$`, 'm'))
    }
  })

  it('refuses a name whose code no namespace can have', async () => {
    await assert.rejects(run(newSolution, [join(folder, 'global')]), /"global" is reserved/)
    await assert.rejects(run(newSolution, [join(folder, 'a'.repeat(31))]), /with at most 30 Latin letters/)
    assert.equal((await run(newSolution, [join(folder, 'a'.repeat(30))])).code, 0)
    assert.equal((await run(check, [join(folder, 'a'.repeat(30))])).code, 0)
  })

  it('refuses a folder that exists, and a name without Latin letters', async () => {
    await run(newSolution, [solution()])
    await assert.rejects(run(newSolution, [solution()]), /exists; give the name of a folder that does not/)
    await assert.rejects(run(newSolution, [join(folder, '12')]), /"12" makes no code of a solution/)
  })
})

describe('chancery check', () => {
  it('reports all problems at once with file and place, those that a plan would find included', async () => {
    await run(newSolution, [solution()])
    await write({
      [`${apps}/orders.yaml`]:
        'name: Orders\nelementName: Order\nfields:\n  - { code: request, name: Request, type: reference, to: my_solution.request }\n',
      [`${apps}/bad.yaml`]: 'name: Bad\nfields:\n  - { code: one, name: One, type: strng }\n',
      [`${apps}/requests/processes/approval.test.yaml`]: 'tests: 1\n',
      'namespaces/my_solution/groups/staff.yaml': 'name: Staff\ngroups:\n  - my_solution.clerks\n',
    })
    const { code, lines } = await run(check, [solution()])
    assert.equal(code, 1)
    const expected = [
      /apps\/bad\.yaml:3: fields\[0\]\.type: .*"strng"/,
      /apps\/orders\.yaml:4: fields\[0\]\.to: there is no application "my_solution\.request"; did you mean "my_solution\.requests"\?/,
      /approval\.test\.yaml:1: tests: /,
      /groups\/staff\.yaml:3: groups\[0\]: there is no group "my_solution\.clerks"/,
    ]
    for (const pattern of expected)
      assert.ok(
        lines.some((line) => pattern.test(line)),
        `${pattern}\n${lines.join('\n')}`,
      )
    assert.equal(lines.at(-1), '4 problems in 4 files')
  })

  it('leaves references to other solutions to the plan, and conditions that follow them', async () => {
    await run(newSolution, [solution()])
    await write({
      [`${apps}/orders.yaml`]: [
        'name: Orders\nelementName: Order',
        'fields:\n  - { code: buyer, name: Buyer, type: reference, to: ref.counterparties }',
        'access:\n  elements:\n    - { to: [ref.clerks], may: [view], where: "[buyer.tax_id] = \'1\'" }\n',
      ].join('\n'),
    })
    const { code, lines } = await run(check, [solution()])
    assert.equal(code, 0, lines.join('\n'))
  })

  it('refuses a folder without a solution, and what is no folder', async () => {
    await mkdir(solution())
    assert.deepEqual((await run(check, [solution()])).lines, [
      'solution.yaml: the file is missing',
      '1 problem in 1 file',
    ])
    await assert.rejects(run(check, [join(folder, 'nothing')]), /nothing is not a folder/)
  })
})

it('chancery test reports all problems of the files as check does, and then runs no test', async () => {
  await run(newSolution, [solution()])
  await write({
    [`${apps}/bad.yaml`]: 'name: Bad\nfields:\n  - { code: one, name: One, type: strng }\n',
    [`${apps}/requests/processes/approval.test.yaml`]: 'tests: 1\n',
  })
  const checked = await run(check, [solution()])
  assert.equal(checked.lines.at(-1), '2 problems in 2 files')
  assert.deepEqual(await run(test, [solution()]), checked)
})
