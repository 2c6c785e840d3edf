import { type Static, Type } from 'typebox'
import { tooManyStreams } from '../../event-streams/errors.ts'
import { readTopics } from '../../event-streams/topics.ts'
import { operation } from '../../operation.ts'
import { NoParams } from '../../v1/schemas.ts'

const maxSeconds = 3_600

const EventsInput = Type.Object({
  topics: Type.Optional(
    Type.String({
      maxLength: 5_000,
      description:
        'Topics besides `tasks` and `notifications`, separated by commas: `instance:ID`, `job:ID`, ' +
        '`application:NAMESPACE.CODE` (its elements and the tasks about them). Applications, instances and jobs that the caller may not see are ignored.',
    }),
  ),
  seconds: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: maxSeconds,
      description: 'Number of seconds after which the server ends the stream; an hour by default.',
    }),
  ),
})

export const streamEvents = operation({
  name: 'streamEvents',
  area: 'Management',
  methods: ['GET'],
  path: '/api/v1/events',
  summary: 'Watch for changes',
  description:
    'Returns a stream of server-sent events. The event `changed` has `topics`, the topics with changes in the ' +
    'last second, and `counter`, which grows with each event. The event `watching` is sent once, about a second ' +
    'after the connection; the stream reports changes from then on. After each event of both kinds, read the ' +
    'displayed data again. A comment is sent every 20 seconds. The stream ends when the session or token that ' +
    'opened it ends, and when the user is blocked.',
  right: 'user',
  params: NoParams,
  input: EventsInput,
  result: Type.String(),
  media: 'text/event-stream',
  errors: [tooManyStreams],
  handle: async ({ input, reply }, { caller, eventStreams }) => {
    const { topics, seconds = maxSeconds } = (input ?? {}) as Static<typeof EventsInput>
    const stream = await eventStreams.open(caller, readTopics(topics), seconds * 1_000)
    reply.header('content-type', 'text/event-stream; charset=utf-8')
    reply.header('cache-control', 'no-store')
    // Without this header, proxies such as nginx buffer the events.
    reply.header('x-accel-buffering', 'no')
    reply.header('connection', 'close')
    return stream
  },
})
