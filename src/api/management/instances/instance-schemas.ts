import { Type } from 'typebox'
import { waitingKinds } from '../../../process/index.ts'
import { orNull, Time, Uuid } from '../../v1/schemas.ts'
import { MatchedTable } from '../decisions/decision-schemas.ts'

const Named = Type.Object({ id: Uuid, name: Type.String() })
const text = (description: string) => Type.String({ description })

const Wait = Type.Object({
  id: Uuid,
  element: text('Id of the BPMN element.'),
  kind: text('Kind of the wait: timer, message, signal, condition, job, delegated …'),
  dueAt: orNull(Time),
  name: orNull(text('Name of the message or signal.')),
  key: orNull(text('Correlation key of the message.')),
  details: Type.Unknown({
    description: 'Settings and values of the work; null unless the caller administers the process.',
  }),
  openedAt: Time,
})

const Task = Type.Object({
  id: Uuid,
  element: Type.String(),
  type: Type.String(),
  subject: Type.String(),
  state: Type.String(),
  assignee: orNull(Uuid),
  candidates: orNull(Type.Array(Uuid)),
  performers: Type.Array(Named, { description: 'Assignee, or the candidates who may claim the task.' }),
  dueAt: orNull(Time),
  priority: Type.Integer(),
  createdAt: Time,
  claimedAt: orNull(Time),
  endedAt: orNull(Time),
  outcome: Type.Unknown(),
})

const ActiveElement = Type.Object({
  element: text('Id of the BPMN element.'),
  name: orNull(Type.String()),
  kind: text('Kind of BPMN element, such as `userTask`.'),
  tokens: Type.Integer({ description: 'Number of tokens at the element.' }),
  since: orNull(Time),
  why: Type.Array(Type.String(), {
    description: 'Reasons why the tokens wait, such as `waits for: approval by Petrova, due Friday 18:00`.',
  }),
})

const ElementCounts = Type.Object({
  elementId: text('Id of the BPMN element.'),
  active: Type.Integer({ description: 'Number of tokens at the element.' }),
  completed: Type.Integer({ description: 'How often the element was completed; of the newest 10,000 advances.' }),
  incidents: Type.Integer({ description: 'Number of open incidents.' }),
})

const WaitingFor = Type.Object({
  elementId: text('Id of the BPMN element; of the boundary event for its waits.'),
  kind: Type.Enum([...waitingKinds], {
    description:
      'What the token waits for; `branches`: the other branches of a gateway, `inside`: the end of a sub-process or of ' +
      'repetitions, `child`: a called instance, `delegated`: the answer of another system.',
  }),
  since: orNull(Time),
  dueAt: orNull(Time),
  performers: Type.Array(Named, { description: 'Who can end the wait: performers of the task or sheet.' }),
  id: orNull(text('Id of the task, sheet, incident or called instance.')),
  name: orNull(text('Subject of the task or sheet, or name of the message, signal or called instance.')),
  message: orNull(text('Message of the incident, or of the last failed attempt.')),
  isBoundary: Type.Boolean({ description: 'Whether a boundary event waits while the activity goes on.' }),
})

/** Everything about one process instance. */
export const InstanceView = Type.Object(
  {
    id: Uuid,
    name: Type.String(),
    state: text('`exec`, `wait`, `done`, `cancel` (interrupted) or `error` (an incident is open).'),
    template: Type.Object({
      id: Uuid,
      namespace: Type.String(),
      code: Type.String(),
      name: Type.String(),
      version: Type.Integer(),
      newestVersion: Type.Integer(),
    }),
    createdAt: Time,
    createdBy: Named,
    updatedAt: Time,
    updatedBy: Named,
    endedAt: orNull(Time),
    outcome: Type.Unknown({
      description: 'Comment of the interruption, or the BPMN error that ended the instance.',
    }),
    item: orNull(Type.Object({ namespace: Type.String(), code: Type.String(), id: Uuid })),
    target: orNull(Type.String()),
    parent: orNull(Uuid),
    context: Type.Object({}, { additionalProperties: true }),
    active: Type.Array(ActiveElement, { description: 'Elements where tokens stand, in the order of the diagram.' }),
    elements: Type.Array(ElementCounts, {
      description: 'Elements that a token has reached, in the order of the diagram.',
    }),
    flows: Type.Array(Type.String(), { description: 'Ids of the flows that tokens took.' }),
    waitingFor: Type.Array(WaitingFor, { description: 'What the tokens wait for, in the order of the diagram.' }),
    tasks: Type.Array(Task),
    timers: Type.Array(Wait),
    subscriptions: Type.Array(Wait),
    jobs: Type.Array(Wait),
    restorePoints: Type.Array(
      Type.Object({
        id: orNull({ ...Uuid, description: 'Null unless the caller administers the process.' }),
        element: Type.String(),
        state: Type.String(),
        attempts: Type.Integer(),
        createdAt: Time,
        expiresAt: orNull(Time),
        endedAt: orNull(Time),
      }),
    ),
    incidents: Type.Array(
      Type.Object({
        id: Uuid,
        element: Type.String(),
        kind: Type.String(),
        message: Type.String(),
        state: Type.String(),
        openedAt: Time,
        endedAt: orNull(Time),
      }),
    ),
    children: Type.Array(
      Type.Object({
        id: Uuid,
        name: orNull(Type.String({ description: 'Null when the caller cannot see the called instance.' })),
        state: Type.String(),
        process: Type.String(),
      }),
    ),
  },
  { title: 'InstanceView' },
)

const DecisionTrace = Type.Object(
  {
    path: text('Path of the DMN file, such as `docs.discount`.'),
    id: text('Id of the decision in the file.'),
    name: Type.String(),
    version: Type.Integer({ description: 'Version of the DMN file.' }),
    inputs: Type.Record(Type.String(), Type.Unknown(), { description: 'Variables that the decision read.' }),
    tables: Type.Array(
      Type.Object({
        ...MatchedTable.properties,
        inputs: Type.Array(Type.Object({ name: Type.String(), value: Type.Unknown() }), {
          description: 'Values of the input columns.',
        }),
        ruleCount: Type.Integer({ description: 'Number of the rules that matched; `rules` lists the first of them.' }),
        output: Type.Optional(Type.Unknown({ description: 'Value of the table; absent if the table failed.' })),
      }),
      { description: 'Decision tables that were evaluated, including those of required decisions.' },
    ),
    result: Type.Optional(Type.Unknown({ description: 'Value of the decision; absent if the decision failed.' })),
    failures: Type.Optional(Type.Array(Type.String(), { description: 'Reasons why the decision failed.' })),
    warnings: Type.Optional(Type.Array(Type.String(), { description: 'Reasons why values are null.' })),
    isCut: Type.Optional(
      Type.Boolean({ description: 'Whether long texts, lists, rules or tables were shortened or left out.' }),
    ),
  },
  {
    title: 'DecisionTrace',
    description: 'Evaluated decision of a business rule task, for events of the type `decided`.',
  },
)

const HistoryEvent = Type.Object(
  {
    type: text(
      'What happened: `entered`, `completed`, `cancelled`, `ended`, `joined`, `moved`, `variablesChanged`, ' +
        '`decided`, `incidentOpened`, `incidentClosed`, `warned`, `messageThrown`, `signalThrown`, `instanceEnded`.',
    ),
    element: Type.Optional(text('Id of the BPMN element.')),
    token: Type.Optional(Type.Integer({ description: 'Number of the token.' })),
    decision: Type.Optional(DecisionTrace),
  },
  { additionalProperties: true, title: 'HistoryEvent' },
)

/** One advance in the history of an instance. Requests can leave out all fields but the revision. */
export const HistoryEntry = Type.Object(
  {
    rev: Type.Integer({ description: 'Number of the advance.' }),
    events: Type.Optional(Type.Array(HistoryEvent, { description: 'What happened in the advance.' })),
  },
  { additionalProperties: true, title: 'HistoryEntry' },
)

export const ElementStatistics = Type.Object(
  {
    element: text('Id of the BPMN element.'),
    name: orNull(Type.String()),
    kind: Type.String(),
    active: Type.Integer({ description: 'Number of tokens that wait at the element now; counted up to 100,000.' }),
    incidents: Type.Integer({ description: 'Number of open incidents; counted up to 100,000.' }),
    done: Type.Integer({ description: 'How often the element was completed in the period.' }),
    meanMs: orNull(Type.Number({ description: 'Mean of the duration in milliseconds.' })),
    medianMs: orNull(Type.Number({ description: 'Median of the duration in milliseconds.' })),
    p95Ms: orNull(Type.Number({ description: '95th percentile of the duration in milliseconds.' })),
  },
  { title: 'ElementStatistics' },
)
