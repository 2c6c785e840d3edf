import { sql } from '../../src/foundation/db/sql.ts'
import { done, password, type Scene } from '../contract/matrix/scene.ts'

/**
 * Restores what the examples of an operation need and earlier requests may have changed: the logins and passwords of
 * two users and their sign-in attempts, the settings of marketing, and the deployed solution.
 */
export async function repair(scene: Scene, operation: string): Promise<void> {
  if (/^(sign|setUp|changePassword|acceptInvitation)|Session/.test(operation)) {
    await scene.platform.database.single.rows(sql`delete from sign_in_attempt`)
    for (const { id, login } of [scene.actors.administrator, scene.bystander]) {
      await done(scene.call('PATCH', `/api/v1/users/${id}`, { login }))
      await done(scene.call('PUT', `/api/v1/users/${id}/password`, { password }))
    }
  }
  if (/Segment|Subscriber|Categor/.test(operation))
    await done(scene.call('PUT', '/api/v1/marketing/settings', { enabled: true, groups: [] }))
  if (/^(apply|plan|export|get)Solution/.test(operation))
    await done(scene.call('POST', '/api/v1/solutions/apply', scene.solution))
}
