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
  since: Type.Optional(
    Type.String({
      maxLength: 200,
      description:
        'A checkpoint: the `checkpoint` of /api/v1/workspace, or the id of an event of an earlier stream. The event ' +
        '`watching` then has only the topics that may have changed since. A text that is not a checkpoint is ignored.',
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
    'after the connection; the stream reports changes from then on. Its `topics` are those that may have changed ' +
    'since the checkpoint of the header `Last-Event-ID` or of `since`; all topics when there is no checkpoint or it ' +
    'is too old. After each event of both kinds, read the displayed data of the topics again. The id of an event is ' +
    'a checkpoint: all changes that were committed before it have been reported. The event `checkpoint` is sent ' +
    'every 20 seconds and has only an id. The stream ends when the session or token that opened it ends, and when ' +
    'the user is blocked.',
  right: 'user',
  params: NoParams,
  input: EventsInput,
  result: Type.String(),
  media: 'text/event-stream',
  errors: [tooManyStreams],
  handle: async ({ input, header, reply }, { caller, eventStreams }) => {
    const { topics, seconds = maxSeconds, since } = (input ?? {}) as Static<typeof EventsInput>
    const last = header('last-event-id') || since
    const stream = await eventStreams.open(caller, readTopics(topics), seconds * 1_000, last)
    reply.header('content-type', 'text/event-stream; charset=utf-8')
    reply.header('cache-control', 'no-store')
    // Without this header, proxies such as nginx buffer the events.
    reply.header('x-accel-buffering', 'no')
    reply.header('connection', 'close')
    return stream
  },
})
