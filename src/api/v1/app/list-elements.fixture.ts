import {
  aUser,
  type Everything,
  found,
  item,
  made,
  parts,
  startEverything,
  things,
} from '../../../../test/everything.ts'
import type { Answer } from '../../../../test/platform.ts'

export const folder = '0b6f7b2e-2f0f-4f5a-9c53-0123456789ab'

/** Three elements to search for: A and B differ in every field, C has only a title. */
export interface Samples extends Everything {
  readonly a: string
  readonly b: string
  readonly c: string
  readonly bolt: string
  readonly nut: string
  readonly clerkId: string
  /** Returns the titles of the elements that a filter finds. */
  find(filter: unknown, more?: object): Promise<string[]>
  eql(query: string): Promise<string[]>
  /** Returns the whole response, for filters that are refused. */
  ask(filter: unknown): Promise<Answer>
}

export async function startSamples(): Promise<Samples> {
  const started = await startEverything()
  const { call, userId } = started
  const clerk = await aUser(started, { login: 'clerk', lastname: 'Petrov', firstname: 'Boris' })
  const bolt = (await made(call, parts, { __name: 'Bolt', code: 'M8', weight: 3, keeper: clerk.id })).__id
  const nut = (await made(call, parts, { __name: 'Nut', code: 'M8', weight: 1, madeOf: [bolt] })).__id
  const a = await made(call, things, {
    title: 'A',
    note: 'Ёлка, 50%_off \\ more',
    amount: 10,
    active: true,
    signedAt: '2026-03-01T10:00:00Z',
    due: '2026-03-01',
    opens: '08:30',
    kind: 'small',
    colours: ['red', 'green'],
    price: { cents: 1000, currency: 'RUB' },
    phones: [{ tel: '+7 495 111-22-33' }, { tel: '112' }],
    emails: [{ email: 'Anna@example.org' }, { email: 'office@example.net' }],
    person: { lastname: 'Ivanova', firstname: 'Anna', middlename: 'Petrovna' },
    accounts: [{ login: 'anna_i', type: 'telegram' }],
    site: 'https://example.org/Path',
    owner: userId,
    watchers: [userId, clerk.id],
    part: [bolt],
    parts: [bolt, nut],
    about: [{ namespace: 'all', code: 'parts', id: bolt }],
    roles: [{ code: userId, type: 'user' }],
    lines: { rows: [{ name: 'one' }] },
    folder,
    extra: { any: 1 },
  })
  const b = await made(call, things, {
    title: 'B',
    note: 'ёжик',
    amount: 20.5,
    active: false,
    signedAt: '2026-04-01T00:00:00Z',
    due: '2026-04-01',
    opens: '17:00',
    kind: 'large',
    colours: ['blue'],
    price: { cents: 2000, currency: 'EUR' },
    phones: [{ tel: '8 800 555 35 35' }],
    person: { lastname: 'Petrov', firstname: 'Boris' },
    owner: clerk.id,
    watchers: [clerk.id],
    part: [nut],
    parts: [nut],
    about: [{ namespace: 'all', code: 'things', id: a.__id }],
  })
  item(await call('POST', `${things}/${b.__id}/set-status`, { status: 'review' }))
  const c = await made(call, things, { title: 'C', active: null, pieces: null })
  const find = (filter: unknown, more?: object): Promise<string[]> => found(call, things, filter, more)
  return {
    ...started,
    a: a.__id,
    b: b.__id,
    c: c.__id,
    bolt,
    nut,
    clerkId: clerk.id,
    find,
    eql: (query) => find({ eql: { query } }),
    ask: (filter) => call('POST', `${things}/list`, { filter }),
  }
}
