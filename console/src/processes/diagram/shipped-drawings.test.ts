import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'
import { type DrawnProcess, drawingFaults } from './drawing-faults.fixture.ts'
import { laidOut, modelOfFile, readDrawing } from './drawn-file.fixture.ts'

const project = fileURLToPath(new URL('../../../..', import.meta.url))
const files = globSync('{solutions,examples,test/solutions}/**/*.bpmn', { cwd: project }).sort()
/** Files that replace a process while the example of the sample runs; the translations are those of the process. */
const replaced: Readonly<Record<string, string>> = {
  'solutions/office/data/incoming-v2.bpmn': 'solutions/office/namespaces/docs/apps/incoming/processes/process.yaml',
}

/** Returns the translations of the names in a BPMN file. */
function textsOf(file: string): Record<string, string> {
  const settings = join(project, replaced[file] ?? file.replace(/\.bpmn$/, '.yaml'))
  return existsSync(settings) ? (parse(readFileSync(settings, 'utf8')).texts?.ru ?? {}) : {}
}

describe('the drawings of the processes that are shipped', () => {
  it('exist', () => assert.ok(files.length >= 14))

  for (const file of files)
    it(`have no overlaps: ${file}`, async () => {
      const xml = readFileSync(join(project, file), 'utf8')
      const drawn = (await readDrawing(xml, textsOf(file))) ?? laidOut(await modelOfFile(xml))
      assert.deepEqual(drawingFaults(drawn), [])
    })

  for (const file of files)
    it(`have no overlaps when the console lays them out: ${file}`, async () => {
      const model = await modelOfFile(readFileSync(join(project, file), 'utf8'))
      assert.deepEqual(drawingFaults(laidOut(model)), [])
    })
})

describe('the check of drawings', () => {
  const node = (id: string, x: number, y: number, more = {}) =>
    ({ id, type: 'UserTask', names: [id], x, y, width: 110, height: 80, ...more }) as const
  const fine: DrawnProcess = {
    nodes: [
      node('a', 0, 0),
      node('b', 200, 0),
      node('g', 400, 15, { type: 'ExclusiveGateway', width: 50, height: 50 }),
    ],
    flows: [
      {
        id: 'ab',
        source: 'a',
        target: 'b',
        names: [],
        points: [
          [110, 40],
          [200, 40],
        ],
      },
      {
        id: 'bg',
        source: 'b',
        target: 'g',
        names: ['yes'],
        points: [
          [310, 40],
          [400, 40],
        ],
      },
    ],
    frames: new Map(),
    labels: new Map([
      ['g', { x: 420, y: 70, width: 20, height: 15 }],
      ['bg', { x: 330, y: 20, width: 30, height: 15 }],
    ]),
  }
  const [a, b, g] = fine.nodes as [DrawnProcess['nodes'][0], DrawnProcess['nodes'][0], DrawnProcess['nodes'][0]]
  const [ab, bg] = fine.flows as [DrawnProcess['flows'][0], DrawnProcess['flows'][0]]
  const label = (id: string, x: number, y: number) => new Map([...fine.labels, [id, { x, y, width: 30, height: 15 }]])
  const cases: readonly (readonly [string, Partial<DrawnProcess>])[] = [
    ['b is on g', { nodes: [a, b, { ...g, x: 290 }] }],
    [
      'ab does not end at b',
      {
        flows: [
          {
            ...ab,
            points: [
              [110, 40],
              [190, 40],
            ],
          },
          bg,
        ],
      },
    ],
    [
      'bg does not end at g',
      {
        flows: [
          ab,
          {
            ...bg,
            points: [
              [310, 20],
              [402, 20],
            ],
          },
        ],
      },
    ],
    [
      'ag runs through b',
      {
        flows: [
          ab,
          {
            ...bg,
            id: 'ag',
            source: 'a',
            names: [],
            points: [
              [110, 30],
              [410, 30],
            ],
          },
        ],
      },
    ],
    [
      'bg runs through b',
      {
        flows: [
          ab,
          {
            ...bg,
            points: [
              [200, 40],
              [400, 40],
            ],
          },
        ],
      },
    ],
    ['the label of bg has no place', { labels: new Map([['g', fine.labels.get('g')!]]) }],
    ['the label of bg is on b', { labels: label('bg', 290, 15) }],
    ['the label of g is on that of bg', { labels: label('bg', 415, 70) }],
    ['bg runs through the label of bg', { labels: label('bg', 330, 33) }],
    [
      'a border runs through the label of bg',
      { frames: new Map([['lane', { x: -40, y: 28, width: 600, height: 100 }]]) },
    ],
    ['"Registration" has no room in a', { nodes: [{ ...a, width: 70, names: ['Registration'] }, b, g] }],
  ]

  it('accepts a drawing without overlaps', () => assert.deepEqual(drawingFaults(fine), []))

  for (const [fault, change] of cases)
    it(`finds that ${fault}`, () => assert.ok(drawingFaults({ ...fine, ...change }).includes(fault)))
})
