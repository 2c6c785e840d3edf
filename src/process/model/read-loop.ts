import type { ModdleElement } from 'bpmn-moddle'
import { attribute, type ElementContext, isName } from './element-context.ts'
import { bodyOf } from './events.ts'
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
  const collection = settings && attribute(settings, 'collection')
  if ((cardinality === undefined) === (collection === undefined)) {
    context.refuse(
      'a multi-instance activity needs either a loopCardinality or <chancery:loop collection="…" item="…"/>',
    )
  }
  if (loop.behavior !== undefined && loop.behavior !== 'All') {
    context.refuse(`multi-instance behavior="${loop.behavior}" is not supported; only "All" is`)
  }
  const name = (property: string): string | undefined => {
    const given = settings && attribute(settings, property)
    if (given !== undefined && !isName(given)) context.refuse(`chancery:loop: "${given}" is not the name of a variable`)
    return given
  }
  const [item, index, output] = [name('item'), name('index'), name('output')]
  const outputItem = settings && attribute(settings, 'outputItem')
  if ((output === undefined) !== (outputItem === undefined))
    context.refuse('chancery:loop: output and outputItem require each other')
  if (output !== undefined) context.checkTarget(output, 'chancery:loop: output')
  return {
    type: loop.isSequential === true ? 'sequential' : 'parallel',
    ...(cardinality !== undefined && { cardinality: context.expression(cardinality, 'loopCardinality') }),
    ...(collection !== undefined && { collection: context.expression(collection, 'collection') }),
    ...(completion !== undefined && { completion: context.expression(completion, 'completionCondition') }),
    ...(item !== undefined && { item }),
    ...(index !== undefined && { index }),
    ...(output !== undefined && { output }),
    ...(outputItem !== undefined && { outputItem: context.expression(outputItem, 'outputItem') }),
  }
}
