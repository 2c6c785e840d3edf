import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ModelRefused } from '../../../../foundation/kit/xml/model-problems.ts'
import { bpmn, compile, element, end, extensions, flows, Play, start, user } from '../../process.fixture.ts'

const variable = (name: string, type = 'string'): string => `<chancery:variable name="${name}" type="${type}"/>`

/** Returns the problems of a process with one task `a`; `variables` are declared by the process. */
async function problemsOf(task: string, variables = '', performer = '<chancery:performer type="initiator"/>') {
  const elements = [
    variables === '' ? '' : extensions(variables),
    start(),
    element('userTask', 'a', extensions(performer + task)),
    end(),
    flows('s > a > e'),
  ]
  try {
    await compile(bpmn(elements))
    return []
  } catch (error) {
    assert.ok(error instanceof ModelRefused)
    return error.problems.map(({ elementId, message }) => `${elementId}: ${message}`)
  }
}

describe('a user task', () => {
  it('passes on its priority, calendar, result, reminders and escalations; its form stays in the program', async () => {
    const task =
      '<chancery:task due="P2D" calendar="office" priority="5" result="decision"/>' +
      '<chancery:exit code="ok"/><chancery:reminder before="PT4H"/>' +
      '<chancery:escalation after="P1D" action="reassign" type="supervisor" value="performer"/>' +
      '<chancery:escalation type="variable" value="boss"/>' +
      '<chancery:form><chancery:field name="note" title="Note" required="ok"/><chancery:field name="sum" readOnly="true"/></chancery:form>'
    const play = await Play.of([start(), user('a', '', task), end(), flows('s > a > e')], { boss: 'anna' })
    const { settings } = play.opened('a')
    assert.deepEqual(settings, {
      type: 'task',
      subject: 'a',
      exits: [{ code: 'ok', name: 'ok', required: [] }],
      due: 'P2D',
      calendar: 'office',
      priority: 5,
      result: 'decision',
      reminders: [{ before: 'PT4H' }],
      escalations: [
        { after: 'P1D', action: 'reassign', performer: { type: 'supervisor', value: 'performer' } },
        { after: 'PT0S', action: 'add', performer: { type: 'variable', value: 'anna' } },
      ],
    })
    const node = play.loaded.program.nodes.find(({ id }) => id === 'a')!
    assert.deepEqual(node.settings.form, [
      { name: 'note', title: 'Note', required: ['ok'] },
      { name: 'sum', isReadOnly: true },
    ])
  })

  it('the supervisor of a user is given by an expression', async () => {
    const task = element('userTask', 'a', extensions('<chancery:performer type="supervisor" value="author"/>'))
    const play = await Play.of([start(), task, end(), flows('s > a > e')], { author: 'boris' })
    assert.deepEqual(play.opened('a').performers, [{ type: 'supervisor', value: 'boris' }])
  })
})

describe('a user task is refused', () => {
  const cases: readonly [string, string, string, RegExp][] = [
    ['with a wrong priority', '<chancery:task priority="high"/>', '', /^a: chancery:task: priority must be an integer/],
    ['with two exits of one code', '<chancery:exit code="x"/><chancery:exit code="x"/>', '', /code "x" is used twice/],
    [
      'with an exit of an unknown kind',
      '<chancery:exit code="x" kind="good"/>',
      '',
      /kind must be positive or negative/,
    ],
    ['with an exit without a code', '<chancery:exit name="x"/>', '', /chancery:exit needs a code/],
    [
      'with a field that is no variable',
      '<chancery:form><chancery:field name="sun"/></chancery:form>',
      variable('sum'),
      /field "sun": the process has no such variable/,
    ],
    [
      'with an exit that requires an unknown variable',
      '<chancery:exit code="no" required="reson"/>',
      variable('reason'),
      /exit "no" requires "reson"/,
    ],
    [
      'with a field that is required for an unknown exit',
      '<chancery:exit code="no"/><chancery:form><chancery:field name="sum" required="nope"/></chancery:form>',
      variable('sum'),
      /there is no exit "nope"/,
    ],
    [
      'with a field of an unknown type',
      '<chancery:form><chancery:field name="sum" type="number"/></chancery:form>',
      '',
      /type "number" is unknown/,
    ],
    [
      'with a field twice',
      '<chancery:form><chancery:field name="sum"/><chancery:field name="sum"/></chancery:form>',
      '',
      /"sum" occurs twice in the form/,
    ],
    ['with a reminder before no due date', '<chancery:reminder before="PT1H"/>', '', /the task has none/],
    ['with a reminder at no time', '<chancery:reminder after="soon"/>', '', /"soon" must be a duration/],
    [
      'with an unknown escalation',
      '<chancery:escalation action="shout" type="initiator"/>',
      '',
      /action "shout" is unknown/,
    ],
    ['with an escalation to nobody', '<chancery:escalation type="group"/>', '', /"group" needs a value/],
  ]
  for (const [name, task, variables, expected] of cases) {
    it(name, async () => {
      const problems = await problemsOf(task, variables)
      assert.equal(problems.length, 1, problems.join('\n'))
      assert.match(problems[0]!, expected)
    })
  }

  it('a form may name a field with a type, an input of the task and a variable of the process', async () => {
    const form =
      '<chancery:input name="draft" value="sum"/><chancery:exit code="no" required="sum note draft"/>' +
      '<chancery:form><chancery:field name="note" type="string"/><chancery:field name="draft"/><chancery:field name="sum"/></chancery:form>'
    assert.deepEqual(await problemsOf(form, variable('sum', 'decimal')), [])
  })
})
