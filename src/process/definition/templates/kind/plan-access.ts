import { type Phrase, phrase } from '../../../../foundation/kit/phrase.ts'
import type { Drift } from '../../../../solutions/index.ts'
import type { TemplateSettings } from '../template-settings.ts'

/**
 * The warning of a plan for a process without access rules whose instances were visible to everyone before an update.
 */
export const openBeforeWarning =
  'the process has no "access"; since an update, its instances are visible only to their initiators and performers, to readers of their elements and to administrators, and no longer to every user; add "access" to show them to others; the next apply that changes the solution ends this warning'

/** Returns the difference that drift shows for a process to which `openBeforeWarning` applies. */
export function openBeforeDrift(path: string): Drift {
  const sentence = phrase('instancesVisibleSinceUpdate', path)
  return { kind: 'changed', what: 'process', path, sentence }
}

/** Returns sentences about the users who start or stop to see instances when the access rules of a process change. */
export function viewersDifference(path: string, before: TemplateSettings, after: TemplateSettings): Phrase[] {
  const [old, now] = [viewersOf(before), viewersOf(after)]
  const gained = old.includes(everyone) ? [] : now.filter((one) => !old.includes(one))
  const lost = now.includes(everyone) ? [] : old.filter((one) => !now.includes(one))
  const throughElements = [before, after].map(({ access }) => access === undefined)
  const hides = throughElements[0] && !throughElements[1] && !now.includes(everyone)
  const shows = !throughElements[0] && throughElements[1] && !old.includes(everyone)
  return [
    ...(gained.length > 0 ? [shown(path, gained)] : []),
    ...(lost.length > 0 ? [hidden(path, lost)] : []),
    ...(shows ? [phrase('showsInstancesToReaders', path)] : []),
    ...(hides ? [phrase('hidesInstancesFromReaders', path)] : []),
  ]
}

function shown(path: string, subjects: readonly string[]): Phrase {
  return subjects.includes(everyone)
    ? phrase('showsInstancesToEveryone', path)
    : phrase('showsInstancesToGroups', path, subjects.join(', '))
}

function hidden(path: string, subjects: readonly string[]): Phrase {
  return subjects.includes(everyone)
    ? phrase('hidesInstancesFromEveryone', path)
    : phrase('hidesInstancesFromGroups', path, subjects.join(', '))
}

const everyone = 'everyone'

/** Returns the subjects who may see all instances of a process: `everyone` alone, or paths of groups. */
function viewersOf({ access = [] }: TemplateSettings): readonly string[] {
  const subjects = access.flatMap(({ to, may }) =>
    may.some((right) => right === 'view' || right === 'administer') ? to : [],
  )
  return subjects.includes(everyone) ? [everyone] : [...new Set(subjects)]
}
