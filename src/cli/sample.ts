import { fileURLToPath } from 'node:url'
import { changeBlocked, consentNeeded } from '../data/index.ts'
import { PlatformError } from '../foundation/kit/errors.ts'
import { systemCaller } from '../people/index.ts'
import type { Platform } from '../platform.ts'

export const officeFolder = fileURLToPath(new URL('../../solutions/office', import.meta.url))

/** Deploys the sample solution. Where somebody made it their own, so that to deploy it would cost something, it stays. */
export async function deploySample({ context }: Pick<Platform, 'context'>): Promise<void> {
  const administrator = await context.people.administrator()
  const caller = systemCaller(administrator)
  try {
    await context.apps.solutions.applyFolder(caller, officeFolder)
  } catch (error) {
    if (!(error instanceof PlatformError && (error.kind === consentNeeded || error.kind === changeBlocked))) throw error
    console.error('The solution "office" was changed here, so the sample is not deployed over it.')
  }
}
