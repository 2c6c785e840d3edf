import assert from 'node:assert/strict'
import { setTimeout as wait } from 'node:timers/promises'
import { assertDone } from '../../../../test/everything.ts'
import type { Body, Call } from '../../../../test/platform.ts'
import { aTask } from '../tasks/tasks.fixture.ts'

export const notifications = '/api/v1/notifications'

/** Waits until a user has `count` notifications and returns them, newest first. */
export async function waitForNotifications(call: Call, count: number): Promise<Body[]> {
  for (;;) {
    const answer = await call('GET', `${notifications}?size=100`)
    assertDone(answer)
    const { result, total } = answer.body.result
    assert.ok(total <= count, JSON.stringify(result))
    if (total === count) return result
    await wait(20)
  }
}

/** Creates a user with `count` open tasks and waits for the notifications about these tasks. */
export async function userWithTasks(
  server: { readonly call: Call; user(): Promise<{ id: string; login: string; call: Call }> },
  count: number,
): Promise<{ id: string; call: Call; notifications: Body[]; tasks: string[] }> {
  const { id, call } = await server.user()
  const tasks: string[] = []
  for (let made = 0; made < count; made++) tasks.push((await aTask(server, server.call, [id])).id)
  return { id, call, tasks, notifications: await waitForNotifications(call, count) }
}
