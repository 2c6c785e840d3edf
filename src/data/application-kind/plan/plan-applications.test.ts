import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Reader } from '../../../foundation/db/database.ts'
import { nilId } from '../../../foundation/kit/ids.ts'
import type { SolutionFiles } from '../../../solutions/files/solution-files.ts'
import { noTexts, type Step } from '../../../solutions/index.ts'
import { refuseProblems } from '../../../solutions/problems.ts'
import { readFiles, shopFiles } from '../../../solutions/solution.fixture.ts'
import { defineField } from '../../../values/index.ts'
import type { ApplicationDefinition } from '../../applications/definition.ts'
import { type DeployedApplication, storedApplications } from '../../applications/stored-applications.ts'
import { applicationKind } from '../application-kind.ts'
import { fieldChanges, fits } from './field-difference.ts'
import { planApplications, planDraft } from './plan-applications.ts'

const field = (entry: string): ReturnType<typeof defineField> => {
  const [draft] = readFiles(shopFiles({ x: `name: X\nfields: [{ code: f, ${entry} }]` })).of(applicationKind)
  return defineField(draft!.fields[0], 'field')
}

describe('two states of a field', () => {
  const table: [string, string, string, (string | RegExp)[]][] = [
    ['a title', 'type: string, name: A', 'type: string, name: B', ['title "A" becomes "B"']],
    [
      'required',
      'type: string',
      'type: string, required: true',
      [
        '!becomes required; existing elements need a value when their fields are next changed, except by processes, through contracts, and by users who may not write the field',
      ],
    ],
    ['not required', 'type: string, required: true', 'type: string', ['is no longer required']],
    [
      'several',
      'type: category, values: [{code: a, name: A}]',
      'type: category, array: true, values: [{code: a, name: A}]',
      ['may hold several values'],
    ],
    ['a shorter text', 'type: string, maxLength: 9', 'type: string, maxLength: 8', [/^!maxLength 9 becomes 8/]],
    ['a first limit', 'type: string', 'type: string, maxLength: 8', [/^!maxLength nothing becomes 8/]],
    ['a longer text', 'type: string, maxLength: 8', 'type: string, maxLength: 9', ['maxLength 8 becomes 9']],
    ['no limit', 'type: string, maxLength: 8', 'type: string', ['maxLength 8 becomes nothing']],
    ['a higher minimum', 'type: number, min: 1', 'type: number, min: 2', [/^!min 1 becomes 2/]],
    ['a lower minimum', 'type: number, min: 2', 'type: number, min: 1', ['min 2 becomes 1']],
    ['whole numbers', 'type: number', 'type: number, integer: true', [/^!integer nothing becomes true/]],
    ['an index', 'type: number', 'type: number, indexed: true', ['gets an index']],
    ['search', 'type: string, search: true', 'type: string', ['is no longer searched']],
    ['a default', 'type: number', 'type: number, default: 1', ['gets another default value']],
    [
      'category values',
      'type: category, values: [{code: a, name: A}, {code: b, name: B}]',
      'type: category, values: [{code: b, name: C}, {code: d, name: D}]',
      [/^!loses the value "a"/, 'gets the value "d"', 'gets other names for "b"'],
    ],
    [
      'the order of category values',
      'type: category, values: [{code: a, name: A}, {code: b, name: B}]',
      'type: category, values: [{code: b, name: B}, {code: a, name: A}]',
      ['gets another order of its values'],
    ],
    [
      'columns',
      'type: table, columns: [{code: a, type: string}, {code: b, type: number}, {code: c, type: string}]',
      'type: table, columns: [{code: a, type: string, maxLength: 5}, {code: b, type: string}, {code: d, type: string}]',
      [/^!column "a": maxLength/, /^!column "b" gets another type/, /^!loses the column "c"/, 'gets the column "d"'],
    ],
    ['nothing', 'type: string, maxLength: 8', 'type: string, required: false, maxLength: 8', []],
  ]
  for (const [what, before, after, expected] of table) {
    it(`${what}: described, and marked when it narrows the field`, () => {
      const found = fieldChanges(field(before), field(after)).map(({ sentence, narrows }) =>
        narrows ? `!${sentence.text}` : sentence.text,
      )
      assert.equal(found.length, expected.length, found.join('\n'))
      for (const [index, sentence] of expected.entries()) {
        if (typeof sentence === 'string') assert.equal(found[index], sentence)
        else assert.match(found[index]!, sentence)
      }
    })
  }

  it('another type, another target, and one value instead of several do not fit the stored values', () => {
    const [to, toOther] = ['type: reference, to: shop.x', 'type: reference, to: shop.y']
    assert.ok(!fits(field('type: string'), field('type: number')))
    assert.ok(!fits(field(to), field(toOther)))
    assert.ok(!fits(field(`${to}, array: true`), field(to)))
    assert.ok(fits(field(to), field(`${to}, array: true`)))
  })
})

/** Returns the applications that would be deployed if these files were applied to an empty installation. */
function deployedFrom(files: SolutionFiles): DeployedApplication[] {
  const nobody = { createdAt: '', createdBy: nilId, updatedAt: '', updatedBy: nilId }
  return drafts(files).map((draft) => {
    const { namespace, code } = draft
    const definition: ApplicationDefinition = JSON.parse(JSON.stringify(planDraft(draft, []).definition))
    const row = { namespace, code, definition, solution: 'shop', version: 1, deleted: false, accessSetting: null }
    return storedApplications.compile({ ...row, ...nobody, removedFields: [] }, undefined)
  })
}

const drafts = (files: SolutionFiles) => readFiles(files).of(applicationKind)

/** Returns the steps of a plan; throws the problems when there are some. */
function stepsOf(deployed: readonly DeployedApplication[], files: SolutionFiles): readonly Step[] {
  const definitions = { solutions: () => [], of: () => [], written: <E>(entry: E) => entry, texts: () => noTexts }
  const solution = readFiles(files)
  const reader = { rows: unexpected, row: unexpected } as unknown as Reader
  const { problems, steps } = planApplications({
    reader,
    rehearse: unexpected,
    solution,
    drafts: drafts(files),
    deployed,
    definitions,
    mayExist: () => false,
  })
  refuseProblems(problems)
  return steps
}

function unexpected(): never {
  throw new Error('a plan of applications reads nothing before it is weighed')
}

function steps(before: Readonly<Record<string, string>>, after: Readonly<Record<string, string>>): string[] {
  return stepsOf(deployedFrom(shopFiles(before)), shopFiles(after)).map(
    ({ kind, what, path, sentence }) => `${kind} ${what} ${path}: ${sentence.text}`,
  )
}

describe('two states of a solution', () => {
  const x = 'name: X\nfields: [{ code: a, type: string }]\nstatuses: [{ code: n, name: N }, { code: m, name: M }]\n'

  it('equal files have no differences, in whatever order they are written', () => {
    assert.deepEqual(steps({ x }, { x }), [])
    assert.deepEqual(steps({ x }, { x: `# note\nelementName: X\nkind: standard\n${x}` }), [])
  })

  it('every difference has a line of its own', () => {
    const after = `name: Y
elementName: Why
kind: event
fields: [{ code: b, type: number, required: true }, { code: a, type: string, name: A }]
statuses: [{ code: m, name: M, final: true }, { code: n, name: NN, next: [m] }, { code: o, name: O, hidden: true, group: g }]
statusGroups: [{ code: default, name: Main }, { code: g, name: G }]
nameTemplate: '{$a}'
unique: [a]
`
    assert.deepEqual(steps({ x }, { x: after }), [
      'change application shop.x: title "X" becomes "Y"',
      'change application shop.x: an element is called "Why" instead of "X"',
      'change application shop.x: kind standard becomes event',
      'change application shop.x: gets another name template; an element gets its new name when it is next changed',
      'add field shop.x.b: adds the field "b" (number); it is required, and existing elements need a value when their fields are next changed, except by processes, through contracts, and by users who may not write the field',
      'change field shop.x.a: the field "a" title "a" becomes "A"',
      'change status group shop.x.__status/default: the status group "default": title "Default" becomes "Main"',
      'add status group shop.x.__status/g: adds the status group "g"',
      'change status shop.x.__status.m: the status "m" becomes final',
      'change status shop.x.__status.n: the status "n": title "N" becomes "NN"',
      'change status shop.x.__status.n: the status "n" is followed by m',
      'add status shop.x.__status.o: adds the status "o" with the number 3',
      'change status shop.x.__status: changes the order of the statuses',
      'add unique key shop.x(a): no two elements may share a',
    ])
  })

  it('the tone of a status is a change of its own, and is kept in the file', () => {
    const toned = x.replace('name: N }', 'name: N, tone: warning }')
    const place = 'change status shop.x.__status.n: the status "n"'
    assert.deepEqual(steps({ x }, { x: toned }), [`${place} gets the tone "warning"`])
    assert.deepEqual(steps({ x: toned }, { x: toned }), [])
    assert.deepEqual(steps({ x: toned }, { x: x.replace('name: N }', 'name: N, tone: danger }') }), [
      `${place} gets the tone "danger"`,
    ])
    assert.deepEqual(steps({ x: toned }, { x }), [`${place} no longer has a tone`])
    assert.throws(() => steps({ x }, { x: toned.replace('warning', 'wrning') }), /statuses\[0\]\.tone/)
  })

  it('a reference to an application that does not exist is refused with a suggestion', () => {
    const wrong =
      'name: X\nfields: [{ code: a, type: table, columns: [{ code: b, type: reference, to: shop.thingz }] }]\n'
    assert.throws(
      () => steps({}, { x: wrong, things: 'name: T' }),
      /fields\[0\]\.columns\[0\]\.to: there is no application "shop\.thingz"; did you mean "shop\.things"/,
    )
  })

  it('an application to which another solution refers cannot be removed', () => {
    const deployed = deployedFrom(shopFiles({ x, y: 'name: Y\nfields: [{ code: r, type: reference, to: shop.x }]' }))
    const others = deployed.map((one) => (one.code === 'y' ? { ...one, solution: 'other' } : one))
    const [removal] = stepsOf(others, shopFiles({}))
    assert.deepEqual([removal!.blocked, removal!.sentence.text], [true, 'cannot remove shop.x: shop.y refers to it'])
  })

  it('a status number in a file must be free or already belong to the status', () => {
    const numbered = (statuses: string): string => `name: X\nstatuses: [${statuses}]\n`
    const before = { x: numbered('{ code: a, name: A, id: 7 }, { code: b, name: B }') }
    assert.deepEqual(steps(before, before), [])
    assert.throws(
      () => steps(before, { x: numbered('{ code: a, name: A, id: 8 }') }),
      /statuses\[0\]\.id: the status "a" has the number 7 for ever/,
    )
    assert.throws(
      () => steps(before, { x: numbered('{ code: c, name: C, id: 7 }') }),
      /the number 7 belongs to the status "a" for ever/,
    )
    assert.match(
      steps(before, { x: numbered('{ code: c, name: C }, { code: a, name: A }') }).join(),
      /"c" with the number 8/,
    )
  })
})
