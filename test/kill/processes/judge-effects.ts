import type { Kind, Request } from '../requests.ts'
import { additions, logging, votes } from './models.ts'
import type { Delivery } from './outside-server.ts'
import type { StoredInstance, StoredRest } from './stored.store.ts'

/** The records of the clients and of the other system, and the stored data, when no work is left. */
export interface Outcome {
  readonly requests: readonly Request[]
  readonly deliveries: readonly Delivery[]
  readonly instances: readonly StoredInstance[]
  readonly rest: StoredRest
}

/**
 * Returns a sentence for each acknowledged request without its effect; for each effect that is missing, happened twice
 * or was never requested; and for all work that is stuck.
 */
export function judgeEffects(outcome: Outcome): string[] {
  const { instances, rest } = outcome
  return [
    ...judgeStarts(outcome),
    ...judgeCompletions(outcome),
    ...judgeInterrupts(outcome),
    ...judgeContracts(outcome),
    ...judgeDeliveries(outcome),
    ...judgeRestores(outcome),
    ...judgeMessages(outcome),
    ...judgeSignals(outcome),
    ...instances.flatMap(judgePath),
    ...instances.flatMap(judgeScripts),
    ...instances.filter(({ hasEnded }) => !hasEnded).map((one) => `${one.code} ${one.id} is stuck: ${describe(one)}`),
    ...rest.left,
    ...rest.miscounted.map((code) => `the count of instances of ${code} is wrong`),
  ]
}

const markOf = ({ context }: StoredInstance): string => String(context.mark)
const is = (wanted: Kind) => (request: Request) => request.kind === wanted
const has = ({ history }: StoredInstance, type: string, element: string): number =>
  history.flatMap(({ events }) => events).filter((event) => event.type === type && event.element === element).length

function describe({ state, waits, history }: StoredInstance): string {
  const incidents = history.flatMap(({ events }) => events).filter(({ type }) => type === 'incidentOpened')
  const waiting = waits.map(({ kind, element }) => `${kind} ${element}`)
  return [state, `waits for ${waiting.join(', ') || 'nothing'}`, ...incidents.map(({ message }) => message)].join('; ')
}

/** Checks that each acknowledged start or message made one instance with its mark, and each refused one none. */
function judgeStarts({ requests, instances }: Outcome): string[] {
  const counts = countBy(instances.filter(({ parent }) => parent === null).map((one) => `${one.code} ${markOf(one)}`))
  return requests
    .filter((one) => one.kind === 'start' || one.kind === 'message')
    .flatMap(({ kind, subject, outcome }) => {
      const count = counts.get(subject) ?? 0
      const expected = outcome === 'acked' ? 1 : 0
      return count === expected ? [] : [`the ${kind} ${subject}, which is ${outcome}, has made ${count} instances`]
    })
}

function judgeCompletions({ requests, instances }: Outcome): string[] {
  const done = new Set(
    instances.flatMap(({ tasks }) => tasks.filter(({ state }) => state === 'done').map(({ id }) => id)),
  )
  const completed = requests.filter(is('complete'))
  const acked = countBy(completed.filter(({ outcome }) => outcome === 'acked').map(({ subject }) => subject))
  const asked = new Set(completed.map(({ subject }) => subject))
  return [
    ...[...acked].flatMap(([task, count]) => (count > 1 ? [`task ${task} was completed ${count} times`] : [])),
    ...[...acked.keys()].flatMap((task) => (done.has(task) ? [] : [`the completed task ${task} is not done`])),
    ...[...done].flatMap((task) => (asked.has(task) ? [] : [`task ${task} is done, but nobody completed it`])),
  ]
}

function judgeInterrupts({ requests, instances }: Outcome): string[] {
  const byId = new Map(instances.map((one) => [one.id, one]))
  const acked = requests.filter(is('interrupt')).filter(({ outcome }) => outcome === 'acked')
  return [
    ...acked.flatMap(({ subject }) => {
      const state = byId.get(subject)?.state
      return state === 'cancel' ? [] : [`instance ${subject} was interrupted, but it is ${state}`]
    }),
    ...instances.flatMap(({ id, history }) => {
      const count = history.filter(({ stimulus }) => stimulus.type === 'interrupt').length
      return count > 1 ? [`instance ${id} was interrupted ${count} times`] : []
    }),
  ]
}

/** Checks that elements were created, changed and numbered exactly once for each completed activity. */
function judgeContracts({ instances, rest }: Outcome): string[] {
  const problems: string[] = []
  const byMark = Map.groupBy(rest.contracts, ({ subject }) => subject)
  const numbers = rest.contracts.map(({ number }) => number)
  for (const order of instances.filter(({ code }) => code === 'kill_order')) {
    const created = byMark.get(markOf(order)) ?? []
    byMark.delete(markOf(order))
    if (created.length !== has(order, 'completed', 'create'))
      problems.push(`order ${order.id} has created ${created.length} contracts`)
    const revisions = 1 + has(order, 'completed', 'sign')
    for (const { rev } of created)
      if (rev !== revisions) problems.push(`the contract of order ${order.id} has ${rev} revisions, not ${revisions}`)
    if (has(order, 'completed', 'number') > 0) numbers.push(Number(order.context.taken))
  }
  for (const mark of byMark.keys()) problems.push(`contract ${mark} was created by no order`)
  numbers.sort((a, b) => a - b)
  const wrong = numbers.findIndex((number, index) => number !== index + 1)
  if (wrong >= 0) problems.push(`number ${numbers[wrong]} stands in place of ${wrong + 1}`)
  return problems
}

/** Checks that the requests of each completed activity were sent, with one key that no other activity used. */
function judgeDeliveries({ instances, deliveries }: Outcome): string[] {
  const problems: string[] = []
  const bySubject = Map.groupBy(deliveries, ({ path, subject }) => `${path} ${subject}`)
  const owners = new Map<string, string>()
  for (const [subject, own] of bySubject) {
    const keys = new Set(own.map(({ key }) => key))
    if (keys.size > 1) problems.push(`"${subject}" was sent with ${keys.size} keys`)
    for (const { key, restorePoint } of own) {
      if (restorePoint !== undefined && key !== restorePoint) problems.push(`"${subject}" was sent with a foreign key`)
      const owner = owners.get(key)
      if (owner !== undefined && owner !== subject) problems.push(`"${subject}" and "${owner}" have the same key`)
      owners.set(key, subject)
    }
  }
  for (const order of instances.filter(({ code }) => code === 'kill_order')) {
    for (const [element, subject] of [
      ['ask', order.id],
      ['tell', markOf(order)],
    ] as const) {
      if (has(order, 'completed', element) > 0 && !bySubject.has(`${element} ${subject}`))
        problems.push(`${element} of order ${order.id} is completed, but it was never sent`)
    }
  }
  return problems
}

/** Checks that an instance has the answer that its restore point acknowledged, and no refused answer. */
function judgeRestores({ requests, deliveries, instances }: Outcome): string[] {
  const byId = new Map(instances.map((one) => [one.id, one]))
  const orderOf = new Map(
    deliveries.flatMap((one) => (one.restorePoint ? [[one.restorePoint, one.subject] as const] : [])),
  )
  return requests.filter(is('restore')).flatMap(({ subject, outcome, body }) => {
    const rating = byId.get(orderOf.get(subject) ?? '')?.context.rating
    const { context } = body as { context: { rating: number } }
    if ((rating === context.rating) === (outcome === 'acked')) return []
    return [`restore point ${subject}: the answer ${context.rating} is ${outcome}, and the order has ${rating}`]
  })
}

/** Checks that each message that an order sent started one listener, and nothing else did. */
function judgeMessages({ instances, requests }: Outcome): string[] {
  const listeners = countBy(instances.filter(({ code }) => code === 'kill_listener').map(markOf))
  for (const { subject } of requests.filter(is('message'))) listeners.delete(subject.split(' ')[1]!)
  const problems = instances
    .filter(({ code }) => code === 'kill_order')
    .flatMap((order) => {
      const sent = has(order, 'completed', 'asking')
      const reached = listeners.get(markOf(order)) ?? 0
      listeners.delete(markOf(order))
      return sent === reached ? [] : [`order ${order.id} sent ${sent} messages, which started ${reached} listeners`]
    })
  return [...problems, ...[...listeners.keys()].map((mark) => `the listener ${mark} was started by no order`)]
}

/** Checks that each watcher was ended by the first signal after its start, or by one that was sent meanwhile. */
function judgeSignals({ instances, requests }: Outcome): string[] {
  const signals = requests.filter(is('signal'))
  const byTick = new Map(signals.map((one) => [one.subject, one]))
  const startOf = new Map(requests.filter(is('start')).map((one) => [one.subject, one]))
  return instances
    .filter(({ code }) => code === 'kill_watcher')
    .flatMap((watcher) => {
      const start = startOf.get(`kill_watcher ${markOf(watcher)}`)
      if (watcher.state !== 'done' || start === undefined) return []
      const used = byTick.get(String(watcher.context.tick))
      if (used === undefined) return [`watcher ${watcher.id} ended by an unknown signal`]
      const first = signals.find((one) => one.outcome === 'acked' && one.sentMs > start.endedMs)
      if (first === undefined || used.sentMs <= first.endedMs) return []
      return [`watcher ${watcher.id} missed the signal ${first.subject}`]
    })
}

const stepsOf: Readonly<Record<string, readonly string[]>> = {
  kill_order: [
    ...['count', 'create', 'sign', 'number', 'check', 'ask', 'tell', 'vote', 'call'],
    ...['pause', 'asking', 'answered'],
    ...logging,
  ],
  kill_called: ['called_count', 'called_check', 'called_pause'],
  kill_listener: ['listener_pause', 'reply'],
  kill_watcher: ['tick', 'see'],
}

/** Checks that a completed instance has completed each step and each vote once, and an interrupted one no more. */
function judgePath(instance: StoredInstance): string[] {
  const { code, id, state } = instance
  const isRight = (count: number, expected: number): boolean =>
    state === 'done' ? count === expected : count <= expected
  const problems = stepsOf[code]!.flatMap((element) => {
    const count = has(instance, 'completed', element)
    return isRight(count, 1) ? [] : [`${code} ${id} has completed ${element} ${count} times`]
  })
  const ended = has(instance, 'ended', 'vote')
  if (code === 'kill_order' && !isRight(ended, votes)) problems.push(`${code} ${id} has completed ${ended} votes`)
  return problems
}

/** Checks that the variables of an order hold what each of its parallel scripts has written. */
function judgeScripts(order: StoredInstance): string[] {
  const { code, id, context, state } = order
  if (code !== 'kill_order') return []
  const written = logging.filter((element) => has(order, 'completed', element) > 0)
  const log = Array.isArray(context.log) ? context.log.map(String) : []
  const problems: string[] = []
  if (log.toSorted().join() !== written.toSorted().join())
    problems.push(`order ${id}: the scripts ${written.join(', ')} have run, and the log is ${log.join(', ')}`)
  const added = has(order, 'ended', 'add')
  const isStarted = has(order, 'completed', 'count') > 0
  if (isStarted && context.sum !== markOf(order).length + added)
    problems.push(
      `order ${id}: ${added} scripts have added 1 to ${markOf(order).length}, and the sum is ${context.sum}`,
    )
  if (state === 'done' && added !== additions) problems.push(`order ${id} has added ${added} times`)
  return problems
}

function countBy(values: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return counts
}
