import { idOfApplication } from '../../../people/index.ts'
import type { ArmStarts } from '../../definition/index.ts'
import { isStart, type Program, type ProgramNode, type TextOrExpression } from '../../engine/index.ts'
import { replaceStarts, type StartRow, type StartSettings } from './starts.store.ts'

/**
 * Activates the automatic starts of a published version and deactivates those of the previous version. A start timer
 * that is the same in both versions keeps its next time.
 */
export const armStarts: ArmStarts = async (tx, { template, version, program, settings, at }) => {
  const drawn = startEvents(program).flatMap((node): StartRow[] => {
    const start = settingsOf(program, node)
    return start === undefined ? [] : [{ element: node.id, version, settings: start }]
  })
  const fromSettings = (settings.startOn ?? []).map(({ application, event, status }, index): StartRow => {
    const about = {
      app: application,
      appId: idOfApplication(application),
      event,
      ...(status !== undefined && { status }),
    }
    // The id contains a slash, because ids in XML cannot.
    return {
      element: `startOn/${index}`,
      version,
      settings: { kind: 'elementEvent', ...about, isFromSettings: true },
    }
  })
  await replaceStarts(tx, { template, at, rows: [...drawn, ...fromSettings] })
}

/** Returns the start events and the instantiating receive tasks of the process itself. */
const startEvents = (program: Program): readonly ProgramNode[] =>
  program.scopes[0]!.nodes.map((node) => program.nodes[node]!).filter(isStart)

function settingsOf(program: Program, { event }: ProgramNode): StartSettings | undefined {
  switch (event?.type) {
    case 'timer': {
      const { timeZone } = program
      const { calendar } = event
      const value = textOf(program, event.value)
      return { kind: 'timer', timer: event.timer, value, ...(calendar && { calendar }), ...(timeZone && { timeZone }) }
    }
    case 'message':
    case 'signal':
      return { kind: event.type, name: event.name }
    case 'elementEvent': {
      const { type: kind, condition, app, ...rest } = event
      const text = condition === undefined ? {} : { condition: program.expressions[condition]! }
      return { kind, app, appId: idOfApplication(app), ...rest, ...text }
    }
    default:
      return undefined
  }
}

const textOf = (program: Program, value: TextOrExpression) =>
  'text' in value ? value : { expression: program.expressions[value.expression]! }
