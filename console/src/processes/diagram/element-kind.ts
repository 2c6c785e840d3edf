import type { TextKey } from '../../i18n/index.tsx'

const kinds: readonly (readonly [RegExp, TextKey])[] = [
  [/^startEvent$/, 'processes.kindStart'],
  [/^endEvent$/, 'processes.kindEnd'],
  [/Event$/, 'processes.kindEvent'],
  [/Gateway$/, 'processes.kindGateway'],
  [/^userTask$/, 'processes.kindUserTask'],
  [/^scriptTask$/, 'processes.kindScript'],
  [/^businessRuleTask$/, 'processes.kindDecision'],
  [/^callActivity$/, 'processes.kindCall'],
  [/^(serviceTask|sendTask)$/, 'processes.kindService'],
  [/[Ss]ubProcess$|^transaction$/, 'processes.kindSubProcess'],
]

/** Returns the key of the name for a BPMN type, such as `userTask`. */
export const elementKind = (type: string): TextKey =>
  kinds.find(([pattern]) => pattern.test(type))?.[1] ?? 'processes.kindTask'
