import type { ModdleElement } from 'bpmn-moddle'
import { attribute, type ElementContext, isName } from './element-context.ts'
import { listOf } from './element-reader.ts'
import { bodyOf } from './events.ts'
import { nameOfData } from './names-in-scope.ts'
import type { LoopDefinition } from './program.ts'

/** Reads the multi-instance or standard loop of an activity; undefined for an activity without a loop. */
export function readLoop(context: ElementContext): LoopDefinition | undefined {
  const loop = context.element.loopCharacteristics as ModdleElement | undefined
  if (loop === undefined) return undefined
  return loop.$type === 'bpmn:StandardLoopCharacteristics'
    ? readStandard(context, loop)
    : readMultiInstance(context, loop)
}

function readStandard(context: ElementContext, loop: ModdleElement): LoopDefinition {
  const condition = bodyOf(loop.loopCondition)
  const maximum = loop.loopMaximum === undefined ? undefined : Number(loop.loopMaximum)
  if (condition === undefined && maximum === undefined)
    context.refuse('the loop needs a loopCondition or a loopMaximum')
  if (maximum !== undefined && !(Number.isInteger(maximum) && maximum > 0))
    context.refuse('loopMaximum must be a positive integer')
  return {
    type: 'standard',
    isTestedBefore: loop.testBefore === true,
    ...(condition !== undefined && { condition: context.expression(condition, 'loopCondition') }),
    ...(maximum !== undefined && { maximum }),
  }
}

function readMultiInstance(context: ElementContext, loop: ModdleElement): LoopDefinition {
  const cardinality = bodyOf(loop.loopCardinality)
  const completion = bodyOf(loop.completionCondition)
  const settings = context.extension('Loop')
  const data = readLoopData(context.element, loop)
  const own = settings && attribute(settings, 'collection')
  const collection = own ?? data.collection
  if ((cardinality === undefined) === (collection === undefined)) {
    context.refuse(
      'a multi-instance activity needs either a loopCardinality, a loopDataInputRef or <chancery:loop collection="…" item="…"/>',
    )
  }
  if (own === undefined && collection !== undefined && !isName(collection))
    context.refuse(`loopDataInputRef: "${collection}" is not the name of a variable`)
  if (loop.behavior !== undefined && loop.behavior !== 'All') {
    context.refuse(`multi-instance behavior="${loop.behavior}" is not supported; only "All" is`)
  }
  const name = (property: string, standard?: string, element = ''): string | undefined => {
    const given = settings && attribute(settings, property)
    const found = given ?? standard
    if (found !== undefined && !isName(found))
      context.refuse(`${given === undefined ? element : 'chancery:loop'}: "${found}" is not the name of a variable`)
    return found
  }
  const item = name('item', data.item, 'inputDataItem')
  const index = name('index')
  const output = name('output', data.output, 'loopDataOutputRef')
  const outputItem = settings && attribute(settings, 'outputItem')
  const result = outputItem === undefined ? data.result : undefined
  if (result !== undefined && !isName(result))
    context.refuse(`outputDataItem: "${result}" is not the name of a variable`)
  if ((output === undefined) !== ((outputItem ?? result) === undefined))
    context.refuse(
      settings !== undefined
        ? 'chancery:loop: output and outputItem require each other'
        : 'loopDataOutputRef and outputDataItem require each other',
    )
  if (output !== undefined) context.checkTarget(output, settings ? 'chancery:loop: output' : 'loopDataOutputRef')
  return {
    type: loop.isSequential === true ? 'sequential' : 'parallel',
    ...(cardinality !== undefined && { cardinality: context.expression(cardinality, 'loopCardinality') }),
    ...(collection !== undefined &&
      (own !== undefined || isName(collection)) && { collection: context.expression(collection, 'collection') }),
    ...(completion !== undefined && { completion: context.expression(completion, 'completionCondition') }),
    ...(item !== undefined && { item }),
    ...(index !== undefined && { index }),
    ...(output !== undefined && { output }),
    ...(outputItem !== undefined && { outputItem: context.expression(outputItem, 'outputItem') }),
    ...(result !== undefined && { result, outputItem: context.expression(result, 'outputDataItem') }),
  }
}

/**
 * The names of the variables in the BPMN data of a multi-instance activity; a name is absent if the file has none.
 */
interface LoopData {
  /** List with one item for each instance. */
  readonly collection?: string
  readonly item?: string
  /** List of the results. */
  readonly output?: string
  /** Variable of each instance that holds its result. */
  readonly result?: string
}

/**
 * Returns the names of `loopDataInputRef`, `inputDataItem`, `loopDataOutputRef` and `outputDataItem`. A reference leads
 * to a data object or property, directly or through a data association of the activity, or is the name of a variable.
 */
function readLoopData(activity: ModdleElement, loop: ModdleElement): LoopData {
  const names = {
    collection: nameOfData(sourceOf(activity, loop.loopDataInputRef as ModdleElement | undefined)),
    item: nameOfData(loop.inputDataItem),
    output: nameOfData(targetOf(activity, loop.loopDataOutputRef as ModdleElement | undefined)),
    result: nameOfData(loop.outputDataItem),
  }
  return Object.fromEntries(Object.entries(names).filter(([, name]) => name !== undefined))
}

/** Returns the data that a data association brings to an input of the activity, or else the input itself. */
function sourceOf(activity: ModdleElement, input: ModdleElement | undefined): ModdleElement | undefined {
  const found = listOf(activity, 'dataInputAssociations').find(({ targetRef }) => targetRef === input)
  return (found && listOf(found, 'sourceRef')[0]) ?? input
}

/** Returns the data to which a data association takes an output of the activity, or else the output itself. */
function targetOf(activity: ModdleElement, output: ModdleElement | undefined): ModdleElement | undefined {
  const isFrom = (association: ModdleElement): boolean => listOf(association, 'sourceRef').some((one) => one === output)
  const found = listOf(activity, 'dataOutputAssociations').find(isFrom)
  return (found?.targetRef as ModdleElement | undefined) ?? output
}
