/**
 * Runs the public test cases for DMN against the decisions of this checkout and prints a table:
 * `npm run dmn-tck -- TCK/TestCases [--failures]`, where TCK is a checkout of the DMN TCK. The files of each folder
 * are compiled unchanged, as for an apply. If one of them is refused, all cases of the folder are missed. A case passes
 * if all its results are as expected. Fails if a level misses more cases than `maxMissed`.
 */
import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { compileDecisions } from '../src/decisions/compile-decisions.ts'
import type { DecisionModel } from '../src/decisions/decision-model.ts'
import { DecisionRun } from '../src/decisions/logic/decision-run.ts'
import { fromJson } from '../src/feel/index.ts'
import { compare, equals } from '../src/feel/values/compare.ts'
import { FeelDateTime, FeelTime } from '../src/feel/values/temporal.ts'
import { showValue } from '../src/feel/values/text.ts'
import { FeelFunction, type FeelValue, isContext, isList, isNumber } from '../src/feel/values/value.ts'
import { readXmlText } from '../src/foundation/kit/xml/xml.ts'

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
  // The equality of FEEL ignores fractions of a second.
  if (actual instanceof FeelTime || actual instanceof FeelDateTime) return compare(actual, expected) === 0
  return actual === expected || equals(actual, expected, run()) === true
}

interface Counts {
  folders: number
  'folders refused': number
  cases: number
  passed: number
  refused: number
  different: number
}

const failures: string[] = []

/** Compiles every DMN file of a folder. Throws ModelRefused when a file would not be applied. */
function readModels(folder: string): ReadonlyMap<string, DecisionModel> {
  const files = globSync(`${folder}/*.dmn`).sort()
  return new Map(files.map((file) => [basename(file), compileDecisions(readFileSync(file))]))
}

function runFolder(folder: string, counts: Counts): void {
  const files = globSync(`${folder}/*test*.xml`).sort().map(readTree)
  const cases = files.flatMap((file) => all(file, 'testCase').map((test) => ({ file, test })))
  if (cases.length === 0) return
  counts.folders++
  counts.cases += cases.length
  let models: ReadonlyMap<string, DecisionModel>
  try {
    models = readModels(folder)
  } catch (error) {
    counts['folders refused']++
    counts.refused += cases.length
    failures.push(`${basename(folder)}: ${cases.length} cases refused: ${error}`)
    return
  }
  for (const { file, test } of cases) {
    const model = models.get(child(file, 'modelName')?.text.trim() ?? '')!
    const found = all(test, 'resultNode').flatMap((result) => differenceOf(model, test, result) ?? [])
    counts[found.length === 0 ? 'passed' : 'different']++
    failures.push(...found.map((difference) => `${basename(folder)} ${attribute(test, 'id')} ${difference}`))
  }
}

/** Returns how a result differs from the expected one; undefined when it does not. */
function differenceOf(model: DecisionModel, test: Node, result: Node): string | undefined {
  const inputs = new Map(all(test, 'inputNode').map((node) => [attribute(node, 'name')!, readValue(node)]))
  const name = attribute(result, 'name')!
  const invocable = attribute(test, 'invocableName') ?? name
  const node = model.graph.nodes.find((found) => found.name === invocable)
  if (node === undefined) return `${name}: "${invocable}" is not in the file`
  const expected = child(result, 'expected') === undefined ? null : readValue(child(result, 'expected')!)
  const evaluation = run()
  let actual: FeelValue = null
  let thrown = ''
  try {
    actual = model.graph.evaluate(node.id, inputs, evaluation)
    if (node.kind !== 'decision' && actual instanceof FeelFunction) {
      const values = actual.parameters.map((parameter) => inputs.get(parameter) ?? null)
      actual = actual.call(values, evaluation)
      if (isContext(actual) && name !== invocable) actual = actual.get(name) ?? null
    }
  } catch (error) {
    thrown = String(error)
  }
  if (thrown === '' && isEqual(actual, expected)) return undefined
  const notes = [...evaluation.failures, ...evaluation.warnings, thrown].slice(0, 3).join('; ')
  return `${name}: ${showValue(actual, run())} instead of ${showValue(expected, run())} ${notes}`
}

/** Maximum number of cases of each level that are not as expected. */
const maxMissed: Readonly<Record<string, number>> = { 'compliance-level-2': 0, 'compliance-level-3': 20 }

const [folder = '', option] = process.argv.slice(2)
const chapters: Record<string, Counts> = {}
for (const [chapter, max] of Object.entries(maxMissed)) {
  const counts = { folders: 0, 'folders refused': 0, cases: 0, passed: 0, refused: 0, different: 0 }
  chapters[chapter] = counts
  for (const path of globSync(`${folder}/${chapter}/*/`).sort()) runFolder(path, counts)
  if (counts.cases === 0) failures.push(`"${folder}" has no cases in ${chapter}`)
  if (counts.cases === 0 || counts.cases - counts.passed > max) process.exitCode = 1
}
if (option === '--failures' || process.exitCode === 1) for (const failure of failures) console.log(failure)
console.table(chapters)
if (process.exitCode === 1)
  console.error(`failed: more cases are missed than ${JSON.stringify(maxMissed)}, or there are none`)
