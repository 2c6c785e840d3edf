/**
 * Runs the public test cases for DMN against the decisions of this checkout and prints a table:
 * `node scripts/dmn-tck.ts TCK/TestCases [--failures]`, where TCK is a checkout of the DMN TCK.
 */
import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { readXmlText } from '../src/foundation/kit/xml/xml.ts'
import { readDecisions } from '../src/process/decisions/compile-decisions.ts'
import { DecisionRun } from '../src/process/decisions/logic/decision-run.ts'
import type { DmnElement } from '../src/process/decisions/source/dmn-element.ts'
import { readDmnXml } from '../src/process/decisions/source/read-dmn-xml.ts'
import { fromJson } from '../src/process/expressions/index.ts'
import { equals } from '../src/process/expressions/values/compare.ts'
import { showValue } from '../src/process/expressions/values/text.ts'
import { FeelFunction, type FeelValue, isContext, isList, isNumber } from '../src/process/expressions/values/value.ts'

interface Node {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: Node[]
  text: string
}

function readTree(file: string): Node {
  const root: Node = { name: '', attributes: {}, children: [], text: '' }
  const open = [root]
  readXmlText(
    readFileSync(file, 'utf8'),
    {
      open(name, attributes) {
        const node: Node = { name, attributes, children: [], text: '' }
        open.at(-1)!.children.push(node)
        open.push(node)
      },
      text(text) {
        open.at(-1)!.text += text
      },
      close: () => void open.pop(),
    },
    'test file',
  )
  return root.children[0]!
}

const child = (node: Node | undefined, name: string): Node | undefined =>
  node?.children.find((found) => found.name === name)
const all = (node: Node, name: string): Node[] => node.children.filter((found) => found.name === name)
const attribute = (node: Node, local: string): string | undefined =>
  Object.entries(node.attributes).find(([name]) => name === local || name.endsWith(`:${local}`))?.[1]

const run = (): DecisionRun => new DecisionRun({ nowMs: Date.parse('2026-05-01T10:30:00Z'), timeZone: 'UTC' })

function readValue(node: Node): FeelValue {
  if (attribute(node, 'nil') === 'true') return null
  const list = child(node, 'list')
  if (list !== undefined) return attribute(list, 'nil') === 'true' ? null : all(list, 'item').map(readValue)
  const components = all(node, 'component')
  if (components.length > 0) return new Map(components.map((part) => [attribute(part, 'name')!, readValue(part)]))
  const value = child(node, 'value')
  if (value === undefined || attribute(value, 'nil') === 'true') return null
  return scalarOf(value.text, attribute(value, 'type')?.split(':').at(-1))
}

function scalarOf(text: string, type: string | undefined): FeelValue {
  switch (type) {
    case 'boolean':
      return text.trim() === 'true'
    case 'decimal':
    case 'double':
    case 'integer':
      return fromJson(text.trim(), 'number')
    case 'date':
    case 'time':
      return fromJson(text.trim(), type)
    case 'dateTime':
      return fromJson(text.trim(), 'date and time')
    case 'duration': {
      const duration = fromJson(text.trim(), 'days and time duration')
      return typeof duration === 'string' ? fromJson(duration, 'years and months duration') : duration
    }
    default:
      return text
  }
}

function isEqual(actual: FeelValue, expected: FeelValue): boolean {
  if (isNumber(actual) && isNumber(expected)) {
    return actual.minus(expected).abs().lte(expected.abs().times(1e-9).plus(1e-9))
  }
  if (isList(actual) && isList(expected)) {
    return actual.length === expected.length && actual.every((item, index) => isEqual(item, expected[index]!))
  }
  if (isContext(actual) && isContext(expected)) {
    return actual.size === expected.size && [...actual].every(([key, item]) => isEqual(item, expected.get(key) ?? null))
  }
  return actual === expected || equals(actual, expected, run()) === true
}

interface Counts {
  cases: number
  passed: number
  refused: number
  different: number
}

const failures: string[] = []

function runFile(file: string, counts: Counts): void {
  const tests = readTree(file)
  const modelFile = join(dirname(file), child(tests, 'modelName')?.text.trim() ?? '')
  const bytes = readFileSync(modelFile)
  const { model, problems } = readDecisions(bytes)
  const refused = ownersOf(readDmnXml(bytes), new Set(problems.list.map(({ elementId }) => elementId ?? '')))
  const nodes = model.graph.nodes
  for (const test of all(tests, 'testCase')) {
    const inputs = new Map(all(test, 'inputNode').map((node) => [attribute(node, 'name')!, readValue(node)]))
    for (const result of all(test, 'resultNode')) {
      counts.cases++
      const name = attribute(result, 'name')!
      const invocable = attribute(test, 'invocableName') ?? name
      const node = nodes.find((found) => found.name === invocable)
      const expected = child(result, 'expected') === undefined ? null : readValue(child(result, 'expected')!)
      const where = `${basename(dirname(file))} ${attribute(test, 'id')} ${name}`
      const problem = node && (refused.get(node.id) ?? node.requires.map(({ id }) => refused.get(id)).find(Boolean))
      if (node === undefined || problem !== undefined) {
        counts.refused++
        if (expected !== null)
          failures.push(
            `${where}: refused, ${problems.list
              .map((one) => one.message)
              .slice(0, 2)
              .join('; ')}`,
          )
        continue
      }
      const evaluation = run()
      let actual: FeelValue = null
      let thrown = ''
      try {
        actual = model.graph.evaluate(node.id, inputs, evaluation)
        if (node.kind !== 'decision' && actual instanceof FeelFunction) {
          actual = actual.call(
            actual.parameters.map((parameter) => inputs.get(parameter) ?? null),
            evaluation,
          )
          if (isContext(actual) && name !== invocable) actual = actual.get(name) ?? null
        }
      } catch (error) {
        thrown = String(error)
      }
      if (isEqual(actual, expected)) counts.passed++
      else {
        counts.different++
        const notes = [...evaluation.failures, ...evaluation.warnings, thrown].slice(0, 3).join('; ')
        failures.push(`${where}: ${showValue(actual, run())} instead of ${showValue(expected, run())} ${notes}`)
      }
    }
  }
}

/** Returns the ids of the top-level elements that contain one of these ids. */
function ownersOf(root: DmnElement, ids: ReadonlySet<string>): ReadonlyMap<string, true> {
  const owners = new Map<string, true>()
  for (const top of root.children) {
    const open = [top]
    for (let element = open.pop(); element !== undefined; element = open.pop()) {
      if (ids.has(element.attributes.id ?? '\0')) owners.set(top.attributes.id ?? '', true)
      open.push(...element.children)
    }
  }
  return owners
}

const [folder = '', option] = process.argv.slice(2)
const chapters = new Map<string, Counts>()
for (const file of globSync(`${folder}/{compliance-level-2,compliance-level-3}/*/*test*.xml`).sort()) {
  const chapter = basename(dirname(dirname(file)))
  const counts = chapters.get(chapter) ?? { cases: 0, passed: 0, refused: 0, different: 0 }
  chapters.set(chapter, counts)
  try {
    runFile(file, counts)
  } catch (error) {
    failures.push(`${basename(dirname(file))}: ${error}`)
  }
}
if (option === '--failures') for (const failure of failures) console.log(failure)
console.table(Object.fromEntries(chapters))
