import { type Static, type TSchema, Type } from 'typebox'

const text = (description: string) => Type.String({ minLength: 1, maxLength: 1000, description })
const one = <T extends Record<string, TSchema>>(properties: T, description: string) =>
  Type.Object(properties, { additionalProperties: false, description })
const optional = Type.Optional
const values = (description: string) => Type.Record(Type.String(), Type.Unknown(), { description })
const path = (description: string) => Type.String({ pattern: '^\\w+(\\.\\w+)+$', maxLength: 200, description })
const login = text('Login of a person of the test; the administrator by default.')
const element = text('Id or name of an element of the diagram.')
const oneOrMore = <T extends TSchema>(schema: T, description: string) =>
  Type.Union([schema, Type.Array(schema, { minItems: 1, maxItems: 100 })], { description })

const Person = one(
  {
    name: optional(text('Last name and first name.')),
    groups: optional(Type.Array(path('Path of a group, such as legal.lawyers.'), { maxItems: 100 })),
    reportsTo: optional(text('Login of the supervisor, a person of the test.')),
    position: optional(text('Code of the position of the person in the organisation chart.')),
  },
  'A user whom the test creates.',
)

const files = optional(
  Type.Record(Type.String(), text('Content of a text file.'), {
    description: 'Text files of the element; each key is the code of a file field.',
  }),
)

const Element = one(
  {
    app: path('Path of the application, such as legal.contracts.'),
    by: optional(text('Login of the person who creates the element; the administrator by default.')),
    fields: optional(values('Values of fields by their codes.')),
    files,
    status: optional(text('Code of the status.')),
  },
  'An element that the test creates before its first step.',
)

const Case = one(
  {
    index: text('Index of the case, such as 01-03.'),
    office: text('Code of the office, such as HO.'),
    docflow: optional(
      Type.Enum(['input', 'output', 'internal'], { description: 'Document flow; internal by default.' }),
    ),
    template: optional(text('Template of the numbers; {seq} by default.')),
  },
  'A case of the nomenclature, in which elements are registered.',
)

const BpmnError = one({ code: text('Code of the error.'), message: optional(text('Message.')) }, 'A BPMN error.')

export const Answer = one(
  {
    output: optional(values('Answer of a delegated activity: the values of its variables.')),
    error: optional(BpmnError),
    later: optional(Type.Literal(true, { description: 'The delegated activity is answered by a step "restore".' })),
    status: optional(Type.Integer({ minimum: 100, maximum: 599, description: 'Status of HTTP; 200 by default.' })),
    body: optional(Type.Unknown({ description: 'Body of an answer to a request, sent as JSON.' })),
  },
  'Answer of another system.',
)

const Expectation = one(
  {
    task: optional(element),
    for: optional(
      oneOrMore(text('Login, path of a group, or code of a position.'), 'Performers of the task, all of them.'),
    ),
    subject: optional(text('Subject of the task.')),
    due: optional(
      text('Time at which the task or timer is due, in ISO 8601; a date means any time of that day in UTC.'),
    ),
    escalated: optional(Type.Boolean({ description: 'Whether the task was escalated.' })),
    noTask: optional(element),
    timer: optional(element),
    message: optional(element),
    key: optional(text('Correlation key of the expected message.')),
    incident: optional(element),
    sentence: optional(text('Part of the message of the expected incident.')),
    request: optional(element),
    sent: optional(values('Values that the request has, among its inputs and settings.')),
    passed: optional(oneOrMore(element, 'Elements that the process has reached.')),
    context: optional(values('Values of variables.')),
    elements: optional(
      Type.Record(
        Type.String(),
        one({ status: optional(text('Code of the status.')), fields: optional(values('Values of fields.')) }, 'State.'),
        { description: 'Elements of the test by their names.' },
      ),
    ),
    ended: optional(
      Type.Union([Type.Boolean(), Type.String()], { description: 'Whether the process has ended, or the end event.' }),
    ),
  },
  'What must be true now.',
)

/** The schemas of the steps of a test, by keyword. A step has exactly one of these keywords. */
const steps = {
  start: one(
    {
      by: optional(login),
      process: optional(path('Path of the process.')),
      context: optional(values('Variables.')),
      element: optional(text('Name of the element that the process runs for.')),
    },
    'Starts the process.',
  ),
  set: one(
    {
      element: text('Name of an element of the test.'),
      by: optional(login),
      fields: optional(values('Values of fields.')),
      files,
      status: optional(text('Code of a status.')),
    },
    'Changes an element of the test. A file becomes a new version of the file that the field has.',
  ),
  complete: one(
    {
      task: element,
      by: login,
      exit: optional(text('Code of the exit.')),
      values: optional(values('Values of the form.')),
      comment: optional(text('Comment.')),
    },
    'Completes a task.',
  ),
  restore: one(
    { activity: element, output: optional(values('Answer of the other system.')), error: optional(BpmnError) },
    'Answers a delegated activity through its restore point.',
  ),
  message: one(
    {
      name: text('Name of the message.'),
      key: optional(Type.Unknown({ description: 'Correlation key.' })),
      context: optional(values('Variables.')),
      by: optional(login),
    },
    'Sends a message.',
  ),
  signal: one(
    { name: text('Name of the signal.'), context: optional(values('Variables.')), by: optional(login) },
    'Broadcasts a signal.',
  ),
  retry: one({ incident: element, context: optional(values('Variables to change first.')) }, 'Retries an incident.'),
  advance: text(
    'Time that passes: an ISO 8601 duration, or such as "3 working days", "4 working hours of docs.office".',
  ),
  expect: Expectation,
}

const Step = Type.Object(
  Object.fromEntries(Object.entries(steps).map(([word, schema]) => [word, optional(schema)])) as {
    [Word in keyof typeof steps]: ReturnType<typeof Type.Optional<(typeof steps)[Word]>>
  },
  { additionalProperties: false, minProperties: 1, maxProperties: 1, description: 'One step.' },
)

const people = optional(Type.Record(Type.String(), Person, { description: 'People by their logins.' }))
const elements = optional(Type.Record(Type.String(), Element, { description: 'Elements by names of the test.' }))
const cases = optional(Type.Array(Case, { maxItems: 100, description: 'The nomenclature.' }))
const answers = optional(
  Type.Record(Type.String(), oneOrMore(Answer, 'The answer, or one for each request; the last one is repeated.'), {
    description: 'Answers of other systems by the ids of activities.',
  }),
)

const Test = one(
  {
    name: text('What the test shows, as a sentence.'),
    at: optional(text('Time at which the test begins, in ISO 8601; by default Monday, 2026-03-02T09:00:00Z.')),
    people,
    elements,
    cases,
    answers,
    steps: Type.Array(Step, { minItems: 1, maxItems: 1000, description: 'Steps in their order.' }),
  },
  'One run of the process.',
)

/** The schema of `*.test.yaml`. */
export const TestFile = Type.Object(
  {
    process: optional(path('Path of the process; by default that of the diagram beside the file.')),
    people,
    elements,
    cases,
    answers,
    tests: Type.Array(Test, { minItems: 1, maxItems: 500, description: 'The tests of the process.' }),
  },
  { additionalProperties: false, title: 'Chancery: tests of a process' },
)

export type TestFile = Static<typeof TestFile>
export type Test = TestFile['tests'][number]
export type Step = Test['steps'][number]
export type PersonSettings = Static<typeof Person>
export type ElementSettings = Static<typeof Element>
export type CaseSettings = Static<typeof Case>
export type Answer = Static<typeof Answer>
export type Expectation = Static<typeof Expectation>
export type StepOf<Word extends keyof typeof steps> = Static<(typeof steps)[Word]>
