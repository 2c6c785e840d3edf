import type { Result } from '../../api/call.ts'
import type { TextKey, Translate } from '../../i18n/index.tsx'
import type { Application } from '../application.ts'

type StatusCapability = Result<'getElementCapabilities'>['statuses'][number]

/** Keys of the texts, by the reason why an element cannot get a status. */
export const obstacleTexts = {
  right: 'elements.obstacleRight',
  order: 'elements.obstacleOrder',
  registration: 'elements.obstacleRegistration',
  process: 'elements.obstacleProcess',
  beginning: 'elements.obstacleBeginning',
} as const satisfies Record<NonNullable<StatusCapability['obstacle']>, TextKey>

/** Returns why an element cannot get a status, for people; undefined when it can, or when nothing is known yet. */
export function obstacleText(
  t: Translate,
  { statuses }: Application,
  found: Pick<StatusCapability, 'code' | 'obstacle'> | undefined,
  present: string,
): string | undefined {
  if (!found?.obstacle) return undefined
  const nameOf = (wanted: string) => statuses.find(({ code }) => code === wanted)?.name ?? ''
  return t(obstacleTexts[found.obstacle], { status: nameOf(found.code), present: nameOf(present) })
}
