import { fileURLToPath } from 'node:url'
import { changeBlocked, consentNeeded } from '../data/index.ts'
import { PlatformError } from '../foundation/kit/errors.ts'
import { systemCaller } from '../people/index.ts'
import type { Platform } from '../platform/index.ts'

export const officeFolder = fileURLToPath(new URL('../../solutions/office', import.meta.url))

/**
 * Deploys the sample solution. Leaves a sample that was modified on this installation unchanged when deploying it would
 * destroy data.
 */
export async function deploySample({ context }: Pick<Platform, 'context'>): Promise<void> {
  const administrator = await context.people.administrator()
  const caller = systemCaller(administrator)
  try {
    await context.apps.solutions.applyFolder(caller, officeFolder)
  } catch (error) {
    if (!(error instanceof PlatformError && (error.kind === consentNeeded || error.kind === changeBlocked))) throw error
    console.error('the solution "office" was modified on this installation, so the sample was not deployed over it')
  }
}
